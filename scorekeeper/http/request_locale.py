"""The viewer's language: the one they chose here, or the first of their browser's that we speak."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from functools import cached_property, lru_cache
from gettext import NullTranslations
from pathlib import Path
from urllib.parse import unquote

from babel import Locale, UnknownLocaleError
from flask import Flask, current_app, g, request, session
from flask_babel import Babel, format_date, format_time, get_locale, get_translations
from pytz import UnknownTimeZoneError, timezone

from scorekeeper.config import BadSetting, Settings
from scorekeeper.messages.locale import Language, current_locale, reset_locale, use_locale

_SOURCE = "en"
_DEFAULT = Locale("en", "GB")
"""What is spoken where nothing else was asked for: the words of the source, and 20:45."""
_LOCALE_KEY = {"no": "nb", "nn": "nb"}
"""Languages whose readers read another one that there is."""
_LONGEST = len("zh-Hant-HK")


class RequestLanguage(Language):
    """The language and the time zone of whoever asked for the page, by Flask-Babel.

    Worked out when something is said: many an answer is kept, or says nothing.
    """

    @cached_property
    def _translations(self) -> NullTranslations:
        access: NullTranslations = get_translations()
        return access

    @cached_property
    def utc(self) -> bool:  # type: ignore[override]
        return _zone() is None

    @cached_property
    def tag(self) -> str:  # type: ignore[override]
        return page_locale().language

    def words(self, template: str) -> str:
        return str(self._translations.gettext(template))

    def hour(self, time: datetime) -> str:
        try:
            return str(format_time(time, "short"))
        except OverflowError:
            return f"{format_time(time, 'short', rebase=False)} UTC"

    def day(self, time: datetime) -> str:
        return _day(time, "medium")

    def long_day(self, time: datetime) -> str:
        return _day(time, "full")


def _day(time: datetime, style: str) -> str:
    """In the viewer's zone; a first or last day of all that the zone cannot turn is that of UTC."""
    try:
        return str(format_date(time, style))
    except OverflowError:
        return str(format_date(time, style, rebase=False))


def init_locale(app: Flask) -> None:
    """Speaks the viewer's language in every page. The API is no page: it answers in English.

    Raises BadSetting for a folder of languages that is not there, or holds what is none.
    """
    settings: Settings = app.config["SETTINGS"]
    more = settings.languages and str(Path(settings.languages).absolute())
    if more and not Path(more).is_dir():
        raise BadSetting(f"SCOREKEEPER_LANGUAGES is no folder: {more}.")
    babel = Babel(
        app,
        configure_jinja=False,  # the words of templates and those of sentences have one way
        default_translation_directories=";".join(filter(None, ("translations", more))),
        locale_selector=_locale,
        timezone_selector=_zone,
    )
    try:
        with app.app_context():
            known = {locale.language: locale for locale in babel.list_translations()}
    except (ValueError, UnknownLocaleError) as error:
        raise BadSetting(f"SCOREKEEPER_LANGUAGES holds what is no language: {error}.") from None
    app.extensions["languages"] = {_SOURCE: _DEFAULT} | dict(sorted(known.items()))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # by the extension
        gettext=lambda words: current_locale().words(words),
        ngettext=lambda one, more, count: current_locale().words(one if count == 1 else more),
        newstyle=True,
    )
    app.jinja_env.globals |= {
        "page_language": page_locale,
        "languages": names_of_languages,
        "told_in_utc": _times_in_utc,
    }
    app.before_request(_use_request_locale)
    app.teardown_request(_reset_request_locale)


def page_locale() -> Locale:
    """The locale of whoever asked for the page."""
    return get_locale() or _DEFAULT


def locale_key() -> tuple[str, str]:
    """All that the words and the times of a page depend on: its locale and its time zone."""
    return str(page_locale()), str(_zone() or "")


def languages() -> dict[str, Locale]:
    """Every language there is, by its code."""
    spoken_here: dict[str, Locale] = current_app.extensions["languages"]
    return spoken_here


def names_of_languages() -> Iterator[tuple[str, str, str]]:
    """The code of every language, its name in itself, and the language of that name."""
    for code, locale in languages().items():
        name = locale.language_name or code
        yield code, name[:1].upper() + name[1:], code


def _use_request_locale() -> None:
    if not request.path.startswith("/api/") and request.endpoint != "static":
        g.speech = use_locale(RequestLanguage())


def _reset_request_locale(_: BaseException | None) -> None:
    token = g.pop("speech", None)
    if token is not None:
        reset_locale(token)


def _locale() -> Locale:
    """What was chosen here; else the first of the browser's wishes that there is."""
    chosen = session.get("language")
    for wish in filter(None, (chosen, *request.accept_languages.values())):
        locale = _read(wish[:_LONGEST])
        if locale and locale.language in languages():
            return locale
    return _DEFAULT


@lru_cache(maxsize=256)
def _read(tag: str) -> Locale | None:
    """The locale of a tag such as "de-AT", or None for what is none."""
    language, _, region = tag.partition("-")
    try:
        if language.lower() == _SOURCE and not region:
            return _DEFAULT
        return Locale.parse(
            tag.replace(language, _LOCALE_KEY.get(language.lower(), language), 1), "-"
        )
    except (ValueError, UnknownLocaleError):
        return None


def _times_in_utc() -> bool:
    return current_locale().utc


def _zone() -> tzinfo | None:
    """The time zone that the browser's script has told, if it is one."""
    try:
        return timezone(unquote(request.cookies["zone"]))
    except (KeyError, UnknownTimeZoneError):
        return None

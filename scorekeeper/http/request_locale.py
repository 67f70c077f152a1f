"""The locale of a request: the language chosen here, or the browser's first that is supported."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from functools import cached_property
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
"""The locale when no other is asked for: the texts of the source, and times such as 20:45."""
_LOCALE_KEY = {"no": "nb", "nn": "nb"}
"""Languages whose readers can read another one that is supported."""
_LONGEST = len("zh-Hant-HK")


class RequestLanguage(Language):
    """The language and the time zone of the request, by Flask-Babel.

    Worked out when a text is needed: many responses are cached, or hold no text.
    """

    @cached_property
    def _translations(self) -> NullTranslations:
        translations: NullTranslations = get_translations()
        return translations

    @cached_property
    def utc(self) -> bool:  # type: ignore[override]
        return _zone() is None

    @cached_property
    def tag(self) -> str:  # type: ignore[override]
        return page_locale().language

    def gettext(self, template: str) -> str:
        return str(self._translations.gettext(template))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return str(self._translations.ngettext(singular, plural, number))

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
    """Format the day in the request's zone; in UTC if the zone would take it out of range."""
    try:
        return str(format_date(time, style))
    except OverflowError:
        return str(format_date(time, style, rebase=False))


def init_locale(app: Flask) -> None:
    """Use the request's language in every page. The API is no page: it answers in English.

    Raise BadSetting if the folder of languages is missing, or holds something else.
    """
    settings: Settings = app.config["SETTINGS"]
    more = settings.languages and str(Path(settings.languages).absolute())
    if more and not Path(more).is_dir():
        raise BadSetting(f"SCOREKEEPER_LANGUAGES is no folder: {more}.")
    babel = Babel(
        app,
        configure_jinja=False,  # templates and Messages are translated in one way
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
        gettext=lambda template: current_locale().gettext(template),
        ngettext=lambda one, more, count: current_locale().ngettext(one, more, count),
        newstyle=True,
    )
    app.jinja_env.globals |= {
        "page_language": page_locale,
        "languages": names_of_languages,
        "times_in_utc": _times_in_utc,
    }
    app.before_request(_use_request_locale)
    app.teardown_request(_reset_request_locale)


def page_locale() -> Locale:
    """Return the locale of the request."""
    return get_locale() or _DEFAULT


def locale_key() -> tuple[str, str]:
    """Return all that a page's texts and times depend on: its locale and its time zone."""
    return str(page_locale()), str(_zone() or "")


def languages() -> dict[str, Locale]:
    """Return every supported language, by its code."""
    supported: dict[str, Locale] = current_app.extensions["languages"]
    return supported


def names_of_languages() -> Iterator[tuple[str, str, str]]:
    """Yield each language's code, its name in itself, and the language of that name."""
    for code, locale in languages().items():
        name = locale.language_name or code
        yield code, name[:1].upper() + name[1:], code


def _use_request_locale() -> None:
    if not request.path.startswith("/api/") and request.endpoint != "static":
        g.locale_token = use_locale(RequestLanguage())


def _reset_request_locale(_: BaseException | None) -> None:
    token = g.pop("locale_token", None)
    if token is not None:
        reset_locale(token)


def _locale() -> Locale:
    """Return the locale chosen here, else the first of the browser's that is supported."""
    chosen = session.get("language")
    for wish in filter(None, (chosen, *request.accept_languages.values())):
        locale = _read(wish[:_LONGEST])
        if locale and locale.language in languages():
            return locale
    return _DEFAULT


def _read(tag: str) -> Locale | None:
    """Return the locale of a tag such as "de-AT", or None if the tag is invalid."""
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
    """Return the time zone in the cookie that the browser's script sets, if it is valid."""
    try:
        return timezone(unquote(request.cookies["zone"]))
    except (KeyError, UnknownTimeZoneError):
        return None

"""The current locale: how words and times are written; English and UTC by default."""

from __future__ import annotations

from contextvars import ContextVar, Token
from datetime import UTC, datetime


class Language:
    """A locale: English, with times in UTC, as used by commands and the API."""

    tag = "en"
    """The code of the language, for the header of a file."""
    utc = True
    """Whether times are in UTC; then "UTC" is written next to them."""

    def gettext(self, template: str) -> str:
        """Return the translated template, with its placeholders kept."""
        return template

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the translated form of a template that goes with the number."""
        return singular if number == 1 else plural

    def hour(self, time: datetime) -> str:
        return f"{time.astimezone(UTC):%H:%M}"

    def day(self, time: datetime) -> str:
        return f"{time.astimezone(UTC):%d %b %Y}".lstrip("0")

    def long_day(self, time: datetime) -> str:
        local = time.astimezone(UTC)
        return f"{local:%A} {local.day} {local:%B %Y}"


ENGLISH = Language()
_current_locale: ContextVar[Language] = ContextVar("current_locale", default=ENGLISH)


def current_locale() -> Language:
    """Return the current locale of this context."""
    return _current_locale.get()


def use_locale(language: Language) -> Token[Language]:
    """Make `language` the current locale; return the token that `reset_locale` takes."""
    return _current_locale.set(language)


def reset_locale(token: Token[Language]) -> None:
    """Restore the locale from before the call of `use_locale` that returned the token."""
    _current_locale.reset(token)


def format_hour(iso: str | None) -> str:
    """Return an ISO 8601 time as 20:45, or an empty text for None."""
    return current_locale().hour(datetime.fromisoformat(iso)) if iso else ""


def format_day(iso: str | None) -> str:
    """Return an ISO 8601 time as 29 Nov 2026, or an empty text for None."""
    return current_locale().day(datetime.fromisoformat(iso)) if iso else ""


def format_long_day(iso: str | None) -> str:
    """Return an ISO 8601 time as Sunday 29 November 2026, or an empty text for None."""
    return current_locale().long_day(datetime.fromisoformat(iso)) if iso else ""

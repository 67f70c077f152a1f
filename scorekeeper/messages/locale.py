"""How words and times are said: in English and in UTC, unless a page speaks otherwise just now."""

from __future__ import annotations

from contextvars import ContextVar, Token
from datetime import UTC, datetime


class Language:
    """English, and times in UTC: what a command and the API say."""

    tag = "en"
    """The language's code, for the head of a file."""
    utc = True
    """Whether times are told in UTC, which is then said beside them."""

    def words(self, template: str) -> str:
        """The template in this language, its gaps as they were."""
        return template

    def hour(self, time: datetime) -> str:
        return f"{time.astimezone(UTC):%H:%M}"

    def day(self, time: datetime) -> str:
        return f"{time.astimezone(UTC):%d %b %Y}".lstrip("0")

    def long_day(self, time: datetime) -> str:
        local = time.astimezone(UTC)
        return f"{local:%A} {local.day} {local:%B %Y}"


_ENGLISH = Language()
_current_locale: ContextVar[Language] = ContextVar("spoken", default=_ENGLISH)


def current_locale() -> Language:
    """The language that is spoken just now."""
    return _current_locale.get()


def use_locale(language: Language) -> Token[Language]:
    """From now on this language; the token ends it."""
    return _current_locale.set(language)


def reset_locale(token: Token[Language]) -> None:
    """The language that was spoken before `use_locale` gave the token."""
    _current_locale.reset(token)


def format_hour(iso: str | None) -> str:
    """20:45, from an ISO 8601 time; empty where there is none."""
    return current_locale().hour(datetime.fromisoformat(iso)) if iso else ""


def format_day(iso: str | None) -> str:
    """29 Nov 2026, from an ISO 8601 time; empty where there is none."""
    return current_locale().day(datetime.fromisoformat(iso)) if iso else ""


def format_long_day(iso: str | None) -> str:
    """Sunday 29 November 2026, from an ISO 8601 time; empty where there is none."""
    return current_locale().long_day(datetime.fromisoformat(iso)) if iso else ""

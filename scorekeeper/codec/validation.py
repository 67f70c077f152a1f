"""Reading facts as they arrive from JSON or a form: whole numbers, choices, names, notes, times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

from scorekeeper.codec.labels import field_title
from scorekeeper.rules.errors import Message, RuleError, capitalized, quote_value
from scorekeeper.rules.text import LONGEST_READ

Choice = TypeVar("Choice", bound=str)

MOST_POINTS = 9_999
FIRST_YEAR, LAST_YEAR = 1970, 2199
LONGEST_NAME = 80
LONGEST_NOTE = 280
_LONGEST_KEPT = 100
"""Longer texts are read anew each time, so that nobody fills the memory with them."""
_NO_OFFSET = timedelta(0)

_LINE_ENDS_AND_TABS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and symbols by their category, blank to the eye all the same.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")


def check_fields(
    data: object, allowed: Collection[str], what: str, where: str = ""
) -> Mapping[str, Any]:
    """`data` as an object that has no field but `allowed`; refuses anything else.

    `what` names the thing in the sentence (N_("a ruleset")); `where` is the path before its fields.
    """
    if not isinstance(data, dict):
        raise RuleError(
            "%(what)s is written as an object, not as %(value)s.",
            where or None,
            what=capitalized(Message(what)),
            value=quote_value(data),
        )
    for name in data:
        if name not in allowed:
            raise RuleError(
                "There is no field %(name)s in %(what)s.",
                field_path(where, name),
                name=quote_value(name),
                what=Message(what),
            )
    return data


def field_path(where: str, name: object) -> str:
    return f"{where}.{name}"[:80] if where else str(name)[:80]


def parse_integer(value: object, field: str, low: int, high: int) -> int:
    """`value` when it is a whole number from `low` to `high`; true, 2.0 and "2" are not."""
    if type(value) is int and low <= value <= high:
        return value
    raise RuleError(
        "%(what)s takes a whole number from %(low)s to %(high)s, not %(value)s.",
        field,
        what=field_title(field),
        low=low,
        high=high,
        value=quote_value(value),
    )


def parse_integers(value: object, field: str, count: int, low: int, high: int) -> tuple[int, ...]:
    """One whole number a side, in column order."""
    if not isinstance(value, list) or len(value) != count:
        raise RuleError(
            "%(what)s takes a list of %(count)s whole numbers, one a side in column order,"
            " not %(value)s.",
            field,
            what=field_title(field),
            count=count,
            value=quote_value(value),
        )
    for number in value:
        if type(number) is not int or not low <= number <= high:
            parse_integer(number, field, low, high)
    return tuple(value)


def parse_choice(value: object, field: str, choices: Collection[Choice]) -> Choice:
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise RuleError(
        "%(what)s is one of %(choices)s, not %(value)s.",
        field,
        what=field_title(field.rpartition(".")[2]),
        choices=", ".join(f'"{choice}"' for choice in choices),
        value=quote_value(value),
    )


def parse_boolean(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise RuleError(
        "%(what)s is true or false, not %(value)s.", field, what=field, value=quote_value(value)
    )


def parse_name(value: object, field: str) -> str:
    """A name in the one form it is stored, printed and exported in.

    NFC; tabs and line ends become one space, other control characters and bidirectional overrides
    are dropped, the ends are trimmed; then 1 to 80 code points, at least one of them visible.
    """
    if not isinstance(value, str):
        raise RuleError("A name is text, not %(value)s.", field, value=quote_value(value))
    name = _plain(value, field) if len(value) <= LONGEST_READ else value
    if not name or not (name.isascii() or any(map(_visible, name))):
        raise RuleError("A name needs at least one character that can be seen.", field)
    if len(name) > LONGEST_NAME:
        raise RuleError(
            "A name has at most %(most)s characters; this one has %(count)s.",
            field,
            most=LONGEST_NAME,
            count=len(name),
        )
    return name


def parse_note(value: object, field: str) -> str | None:
    """A note of at most 280 characters, cleaned as a name is; an empty one is none."""
    if not isinstance(value, str):
        raise RuleError("A note is text, not %(value)s.", field, value=quote_value(value))
    note = _plain(value, field) if len(value) <= LONGEST_READ else value
    if len(note) > LONGEST_NOTE:
        raise RuleError(
            "A note has at most %(most)s characters; this one has %(count)s.",
            field,
            most=LONGEST_NOTE,
            count=len(note),
        )
    return note or None


def parse_time(value: object, field: str) -> str:
    """An ISO 8601 time in UTC, in the form it is stored and exported in: 2026-11-29T20:45:00Z."""
    time = _utc(value) if isinstance(value, str) and len(value) <= _LONGEST_KEPT else None
    if time is None:
        raise RuleError(
            "A time is written in UTC like 2026-11-29T20:45:00Z, not %(value)s.",
            field,
            value=quote_value(value),
        )
    return time


def hold_time(time: str, field: str) -> None:
    """Raises RuleError for a time, as `parse_time` gives it, of no year that a file may name.

    A stored time is not held to it: whatever it is, its match must be read.
    """
    if not FIRST_YEAR <= int(time[:4]) <= LAST_YEAR:
        raise RuleError(
            "The field %(name)s is a time of the years %(first)s to %(last)s, not %(value)s.",
            field,
            name=quote_value(field),
            first=FIRST_YEAR,
            last=LAST_YEAR,
            value=quote_value(time),
        )


@lru_cache(maxsize=4096)  # a journal is read again whenever its match is folded
def _utc(text: str) -> str | None:
    try:
        time = datetime.fromisoformat(text) if "T" in text else None
    except ValueError:
        return None
    if time is None or time.utcoffset() != _NO_OFFSET:
        return None
    return time.isoformat().replace("+00:00", "Z")


def _plain(text: str, field: str) -> str:
    if text.isascii() and text.isprintable():
        return text.strip()
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise RuleError("This text holds half a character, which cannot be stored.", field)
    text = _LINE_ENDS_AND_TABS.sub(" ", text)
    kept = (c for c in text if c not in _BIDI and unicodedata.category(c) != "Cc")
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def _visible(character: str) -> bool:
    # Cn, unassigned, is what this Python calls an emoji younger than itself.
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and character not in _BLANK

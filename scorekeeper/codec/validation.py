"""Validation of facts from JSON or a form: whole numbers, choices, names, notes, times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.text import LONGEST_READ

Choice = TypeVar("Choice", bound=str)

FIRST_YEAR, LAST_YEAR = 1970, 2199
LONGEST_NAME = 80
LONGEST_NOTE = 280
_LONGEST_KEPT = 100
"""The longest text that is cached as a time: longer ones would fill the memory."""
_NO_OFFSET = timedelta(0)

_LINE_ENDS_AND_TABS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Characters whose category is letter or symbol, and that look blank all the same.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")


def check_fields(
    data: object, allowed: Collection[str], what: str, where: str = ""
) -> Mapping[str, Any]:
    """Return `data` if it is a JSON object without other fields than the `allowed` ones.

    `what` is the kind of object, such as "ruleset"; `where` is its path. Raise RuleError if `data`
    is anything else.
    """
    if not isinstance(data, dict):
        raise RuleError("not-an-object", where or None, what=what, value=data)
    for name in data:
        if name not in allowed:
            raise RuleError("field-unknown", field_path(where, name), name=name, what=what)
    return data


def field_path(where: str, name: object) -> str:
    """Return the path of field `name` of the object at path `where`, cut to 80 characters."""
    return f"{where}.{name}"[:80] if where else str(name)[:80]


def parse_integer(value: object, field: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`, both included.

    Raise RuleError for anything else; true, 2.0 and "2" are no whole numbers.
    """
    if type(value) is int and low <= value <= high:
        return value
    raise RuleError("not-a-whole-number", field, low=low, high=high, value=value)


def parse_unbounded(value: object, field: str, low: int, high: int) -> int:
    """Return `value` if it is a whole number. Raise RuleError if it is not.

    `low` and `high` are for the message only: whether the number is within them, the rules check,
    after it is known that the writer may write such an entry at all.
    """
    return value if type(value) is int else parse_integer(value, field, low, high)


def parse_integers(value: object, field: str, count: int, low: int, high: int) -> tuple[int, ...]:
    """Return `value` as `count` whole numbers from `low` to `high`, one a side, in column order.

    Raise RuleError for anything else.
    """
    if not isinstance(value, list) or len(value) != count:
        raise RuleError("not-whole-numbers", field, count=count, value=value)
    for number in value:
        if type(number) is not int or not low <= number <= high:
            parse_integer(number, field, low, high)
    return tuple(value)


def parse_choice(value: object, field: str, choices: Collection[Choice]) -> Choice:
    """Return the choice that equals `value`. Raise RuleError if there is none."""
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise RuleError("choice-unknown", field, choices=tuple(choices), value=value)


def parse_boolean(value: object, field: str) -> bool:
    """Return `value` if it is true or false. Raise RuleError if it is not."""
    if isinstance(value, bool):
        return value
    raise RuleError("not-true-or-false", field, value=value)


def parse_name(value: object, field: str) -> str:
    """Return a name in the form in which it is stored, printed and exported.

    The form is NFC: tabs and line ends become one space, other control characters and bidirectional
    overrides are dropped, and the ends are trimmed. Raise RuleError unless 1 to 80 code points are
    left and at least one of them is visible.
    """
    if not isinstance(value, str):
        raise RuleError("name-not-text", field, value=value)
    name = _plain(value, field) if len(value) <= LONGEST_READ else value
    if not name or not (name.isascii() or any(map(_visible, name))):
        raise RuleError("name-invisible", field)
    if len(name) > LONGEST_NAME:
        raise RuleError("name-too-long", field, most=LONGEST_NAME, count=len(name))
    return name


def parse_note(value: object, field: str) -> str | None:
    """Return a note, cleaned as `parse_name` cleans a name, or None if nothing is left of it.

    Raise RuleError if it is not text or has more than 280 characters.
    """
    if not isinstance(value, str):
        raise RuleError("note-not-text", field, value=value)
    note = _plain(value, field) if len(value) <= LONGEST_READ else value
    if len(note) > LONGEST_NOTE:
        raise RuleError("note-too-long", field, most=LONGEST_NOTE, count=len(note))
    return note or None


def parse_time(value: object, field: str) -> str:
    """Return an ISO 8601 time in UTC in the form in which it is stored: 2026-11-29T20:45:00Z.

    Raise RuleError if it is not text, not a time, or not in UTC.
    """
    time = _utc(value) if isinstance(value, str) and len(value) <= _LONGEST_KEPT else None
    if time is None:
        raise RuleError("time-format", field, value=value)
    return time


def check_time(time: str, field: str) -> None:
    """Raise RuleError if a time, as `parse_time` returns it, is not of the years 1970 to 2199.

    Stored times are exempt, because every stored match must be readable.
    """
    if not FIRST_YEAR <= int(time[:4]) <= LAST_YEAR:
        raise RuleError("time-out-of-range", field, first=FIRST_YEAR, last=LAST_YEAR, value=time)


@lru_cache(maxsize=4096)  # for the bar of folding 30 hands: a replay parses every time again
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
        raise RuleError("text-half-character", field)
    text = _LINE_ENDS_AND_TABS.sub(" ", text)
    allowed = (c for c in text if c not in _BIDI and unicodedata.category(c) != "Cc")
    return unicodedata.normalize("NFC", "".join(allowed)).strip()


def _visible(character: str) -> bool:
    # An emoji that is newer than this Python has the category Cn, unassigned.
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and character not in _BLANK

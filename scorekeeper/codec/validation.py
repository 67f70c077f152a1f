"""Reading facts as they arrive from JSON or a form: whole numbers, choices, names, notes, times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

from scorekeeper.codec.labels import titled
from scorekeeper.rules.errors import Refused, Sentence, capital, shown
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


def fields_of(
    data: object, allowed: Collection[str], what: str, where: str = ""
) -> Mapping[str, Any]:
    """`data` as an object that has no field but `allowed`; refuses anything else.

    `what` names the thing in the sentence (N_("a ruleset")); `where` is the path before its fields.
    """
    if not isinstance(data, dict):
        raise Refused(
            "%(what)s is written as an object, not as %(value)s.",
            where or None,
            what=capital(Sentence(what)),
            value=shown(data),
        )
    for name in data:
        if name not in allowed:
            raise Refused(
                "There is no field %(name)s in %(what)s.",
                path(where, name),
                name=shown(name),
                what=Sentence(what),
            )
    return data


def path(where: str, name: object) -> str:
    return f"{where}.{name}"[:80] if where else str(name)[:80]


def whole(value: object, field: str, low: int, high: int) -> int:
    """`value` when it is a whole number from `low` to `high`; true, 2.0 and "2" are not."""
    if type(value) is int and low <= value <= high:
        return value
    raise Refused(
        "%(what)s takes a whole number from %(low)s to %(high)s, not %(value)s.",
        field,
        what=titled(field),
        low=low,
        high=high,
        value=shown(value),
    )


def wholes(value: object, field: str, count: int, low: int, high: int) -> tuple[int, ...]:
    """One whole number a side, in column order."""
    if not isinstance(value, list) or len(value) != count:
        raise Refused(
            "%(what)s takes a list of %(count)s whole numbers, one a side in column order,"
            " not %(value)s.",
            field,
            what=titled(field),
            count=count,
            value=shown(value),
        )
    for number in value:
        if type(number) is not int or not low <= number <= high:
            whole(number, field, low, high)
    return tuple(value)


def one_of(value: object, field: str, choices: Collection[Choice]) -> Choice:
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise Refused(
        "%(what)s is one of %(choices)s, not %(value)s.",
        field,
        what=titled(field.rpartition(".")[2]),
        choices=", ".join(f'"{choice}"' for choice in choices),
        value=shown(value),
    )


def yes_or_no(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused(
        "%(what)s is true or false, not %(value)s.", field, what=field, value=shown(value)
    )


def name_of(value: object, field: str) -> str:
    """A name in the one form it is stored, printed and exported in.

    NFC; tabs and line ends become one space, other control characters and bidirectional overrides
    are dropped, the ends are trimmed; then 1 to 80 code points, at least one of them visible.
    """
    if not isinstance(value, str):
        raise Refused("A name is text, not %(value)s.", field, value=shown(value))
    name = _plain(value, field) if len(value) <= LONGEST_READ else value
    if not name or not (name.isascii() or any(map(_visible, name))):
        raise Refused("A name needs at least one character that can be seen.", field)
    if len(name) > LONGEST_NAME:
        raise Refused(
            "A name has at most %(most)s characters; this one has %(count)s.",
            field,
            most=LONGEST_NAME,
            count=len(name),
        )
    return name


def note_of(value: object, field: str) -> str | None:
    """A note of at most 280 characters, cleaned as a name is; an empty one is none."""
    if not isinstance(value, str):
        raise Refused("A note is text, not %(value)s.", field, value=shown(value))
    note = _plain(value, field) if len(value) <= LONGEST_READ else value
    if len(note) > LONGEST_NOTE:
        raise Refused(
            "A note has at most %(most)s characters; this one has %(count)s.",
            field,
            most=LONGEST_NOTE,
            count=len(note),
        )
    return note or None


def time_of(value: object, field: str) -> str:
    """An ISO 8601 time in UTC, in the form it is stored and exported in: 2026-11-29T20:45:00Z."""
    time = _utc(value) if isinstance(value, str) and len(value) <= _LONGEST_KEPT else None
    if time is None:
        raise Refused(
            "A time is written in UTC like 2026-11-29T20:45:00Z, not %(value)s.",
            field,
            value=shown(value),
        )
    return time


def hold_time(time: str, field: str) -> None:
    """Raises Refused for a time, as `time_of` gives it, of no year that a file may name.

    A stored time is not held to it: whatever it is, its match must be read.
    """
    if not FIRST_YEAR <= int(time[:4]) <= LAST_YEAR:
        raise Refused(
            "The field %(name)s is a time of the years %(first)s to %(last)s, not %(value)s.",
            field,
            name=shown(field),
            first=FIRST_YEAR,
            last=LAST_YEAR,
            value=shown(time),
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
        raise Refused("This text holds half a character, which cannot be stored.", field)
    text = _LINE_ENDS_AND_TABS.sub(" ", text)
    kept = (c for c in text if c not in _BIDI and unicodedata.category(c) != "Cc")
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def _visible(character: str) -> bool:
    # Cn, unassigned, is what this Python calls an emoji younger than itself.
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and character not in _BLANK

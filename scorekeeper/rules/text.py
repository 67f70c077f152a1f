"""Cleaning of texts that come from outside: invisible characters go before they are stored."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from scorekeeper.rules.errors import RuleError

MOST_MARKS = 4
LONGEST_READ = 2_800
"""A longer text is not cleaned or normalized; the longest valid one of a match has 280."""
_MOST_MARKS_READ = 16
_DEEPEST = 8
"""Deeper values are not cleaned: no valid match is nested as deeply."""
# Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 16, without the two joiners
# (200C and 200D) and the two that choose how an emoji is drawn (FE0E, FE0F). Then the characters
# that Unicode counts as visible and no font draws: FFF9 to FFFB, 2800, 1D159.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ufff9-\ufffb\u2800\U0001d159]"
)


def clean(facts: Any, depth: int = _DEEPEST) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Return JSON facts with every text in them cleaned, the names of fields included.

    A text loses its invisible characters and every mark on a letter after the fourth, and is then
    in NFC. Stored facts are not cleaned again when they are read: they were cleaned by the rules of
    their time. Raise RuleError if two fields of one object end up with the same name.
    """
    if isinstance(facts, str):
        return _clean_text(facts)
    if depth and isinstance(facts, list):
        return [clean(item, depth - 1) for item in facts]
    if depth and isinstance(facts, dict):
        cleaned: dict[Any, Any] = {}
        for name, value in facts.items():
            field = clean(name)
            if field in cleaned:
                raise RuleError("field-twice", field[:80])
            cleaned[field] = clean(value, depth - 1)
        return cleaned
    return facts


def _clean_text(text: str) -> str:
    if text.isascii() or len(text) > LONGEST_READ:
        return text
    # Sorting marks, as NFC does, takes time quadratic in the number of marks in a row.
    few = _with_marks(_UNSEEN.sub("", text), _MOST_MARKS_READ)
    return _with_marks(unicodedata.normalize("NFC", few), MOST_MARKS)


def _with_marks(text: str, most: int) -> str:
    """Return the text with at most `most` marks in a row."""
    characters, marks = [], 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= most:
            characters.append(character)
    return "".join(characters)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") or unicodedata.combining(character) > 0

"""Parsing of form fields. Whether a value is allowed by the game, the rules say."""

from __future__ import annotations

import re
from typing import Any

from wtforms import Field

from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import MOST_POINTS
from scorekeeper.tokens import ALPHABET, CODE_LENGTH, tidy_code

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MOST_FIGURES = 12


def parse_whole_number(
    text: str | None,
    field: str,
    what: Message | str,
    low: int = -MOST_POINTS,
    high: int = MOST_POINTS,
) -> int:
    """Return the whole number from `low` to `high` that was typed; "-" and "−" are a minus.

    Raise RuleError for anything else; an empty field is not 0.
    """
    tidy = (text or "").strip().replace("\u2212", "-")
    if _WHOLE.fullmatch(tidy) and len(tidy) <= _MOST_FIGURES and low <= int(tidy) <= high:
        return int(tidy)
    raise RuleError(
        "number-typed", field, what=what, low=format_number(low), high=high, written=text
    )


def parse_code(typed: str, field: str) -> str:
    """Return the code of a match that was typed, in its normal form.

    Raise RuleError if no code has that form.
    """
    code = tidy_code(typed)
    if stray := next((c for c in code if c not in ALPHABET), ""):
        raise RuleError(
            "code-character",
            field,
            sign=stray if stray.isprintable() else "\N{REPLACEMENT CHARACTER}",
        )
    if len(code) != CODE_LENGTH:
        raise RuleError("code-length", field, length=CODE_LENGTH, count=len(code))
    return code


def field_text(field: Field) -> str:
    """Return the text of a field, or an empty text."""
    return field.data or ""


def optional_field(name: str, text: str) -> dict[str, Any]:
    """Return the field if something was typed, an empty dict if not."""
    return {name: text} if text.strip() else {}

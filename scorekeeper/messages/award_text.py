"""An award as a person writes it, both ways: "bid", "tricks + 2", "-6"."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.messages.numbers import MINUS, format_award
from scorekeeper.rules.errors import RuleError, quote_value
from scorekeeper.rules.terms import Award

WAYS = (
    *("bid", "-bid", "2 x bid", "tricks", "2 x tricks", "tricks + 2"),
    *("tricks, at least the bid", "-6", "0", "none"),
)
"""The ways that most games pay, for a person to pick from."""

_TERM = re.compile(r"([+-]?)(?:(\d{1,4})[x×*·]?)?(bid|tricks?)|([+-]?)(\d{1,4})(?![x×*·\d])")
_AT_LEAST = ",atleastthebid"
_NONE = ("", "none")
_TWO_NUMBERS = re.compile(r"\d\s+\d")


def read_award(text: str, field: str) -> dict[str, Any] | None:
    """The award that is written as "bid", "tricks + 2", "-6", "2 x tricks, at least the bid".

    None where nothing is written, or "none". Raises RuleError for anything else.
    """
    if text.strip().lower() in _NONE:
        return None
    plain = "".join(text.lower().replace(MINUS, "-").split())
    body = plain.removesuffix(_AT_LEAST)
    numbers = {"points": 0, "bid": 0, "tricks": 0}
    at = 0
    while at < len(body):
        term = _TERM.match(body, at)
        if term is None or (at and not (term[1] or term[4])):
            break
        at = term.end()
        kind = {"b": "bid", "t": "tricks"}[term[3][0]] if term[3] else "points"
        size = int((term[2] or "1") if term[3] else term[5])
        numbers[kind] += -size if "-" in ((term[1] or term[4]) or "") else size
    if not body or at < len(body) or _TWO_NUMBERS.search(text):
        raise RuleError(
            'Points are written like "bid", "tricks", "tricks + 2", "-6" or "2 x tricks,'
            ' at least the bid", not %(written)s.',
            field,
            written=quote_value(text),
        )
    return {**numbers, "at_least_bid": body != plain}


def write_award(award: Award | None) -> str:
    """The award in the words that `read_award` takes."""
    return format_award(award, str).replace(MINUS, "-").removeprefix("+") if award else "none"

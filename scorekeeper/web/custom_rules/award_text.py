"""Parse and write an award as people type it: "bid", "tricks + 2", "-6"."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.messages.numbers import MINUS, format_award
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Award

WAYS = (
    *("bid", "-bid", "2 x bid", "tricks", "2 x tricks", "tricks + 2"),
    *("tricks, at least the bid", "-6", "0", "none"),
)
"""The awards that most games use, as suggestions for a form."""

_TERM = re.compile(r"([+-]?)(?:(\d{1,4})[x×*·]?)?(bid|tricks?)|([+-]?)(\d{1,4})(?![x×*·\d])")
_AT_LEAST = ",atleastthebid"
_NONE = ("", "none")
_TWO_NUMBERS = re.compile(r"\d\s+\d")


def read_award(text: str, field: str) -> dict[str, Any] | None:
    """Parse an award such as "bid", "tricks + 2", "-6" or "2 x tricks, at least the bid".

    Return its fields as in a match file, or None if the text is empty or "none". Raise RuleError
    for `field` if the text is anything else.
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
        raise RuleError("award-unreadable", field, written=text)
    return {**numbers, "at_least_bid": body != plain}


def write_award(award: Award | None) -> str:
    """Return the award as text that `read_award` parses."""
    return format_award(award, str).replace(MINUS, "-").removeprefix("+") if award else "none"

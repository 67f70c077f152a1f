"""What an entry would change on the sheet, worked out and not written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, Sheet, build_sheet, opening_line


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row as it stands and as it would stand; a row that is new stands as the foot above it."""

    before: Line
    after: Line

    @property
    def is_new(self) -> bool:
        """Whether the row itself changes: a cell, what is carried, or that it is there at all."""
        return (
            self.before.number != self.after.number
            or self.before.cells != self.after.cells
            or self.before.shortfalls != self.after.shortfalls
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """The sheet before and after an entry, and every row from the first that the entry touches.

    `rows` is empty where the entry touches no row.
    """

    before: Sheet
    after: Sheet
    rows: tuple[RowChange, ...]

    @property
    def changed(self) -> bool:
        """Whether any figure, or who wins, comes out otherwise."""
        foot = (self.before.totals, self.before.shortfalls, self.before.winner)
        return any(row.is_new for row in self.rows) or foot != (
            self.after.totals,
            self.after.shortfalls,
            self.after.winner,
        )

    @property
    def later(self) -> int:
        """How many rows below the touched one would hold other figures, totals aside."""
        return sum(row.is_new for row in self.rows[1:])


def preview_change(match: Match, facts: Mapping[str, Any]) -> Preview:
    """What the entry of `facts` would change, were it the next of the journal.

    `facts` is an entry of CONTRACT.md section 1. Raises RuleError exactly where writing it would.
    """
    before = build_sheet(match)
    after = build_sheet(match.extended([facts]))
    first = _touched(facts, before, after)
    foot = before.lines[-1] if before.lines else opening_line(match.opening)
    rows = tuple(
        RowChange(before.lines[place] if place < len(before.lines) else foot, line)
        for place, line in enumerate(after.lines)
        if first is not None and place >= first
    )
    return Preview(before, after, rows)


def _touched(facts: Mapping[str, Any], before: Sheet, after: Sheet) -> int | None:
    """The place, from 0, of the first row that is not what it was, or that the entry names."""
    named = next(
        (facts[event] for event in ("amend", "overrule", "strike") if event in facts), None
    )
    if named is not None:
        return int(named) - 1
    if len(after.lines) > len(before.lines):
        return len(before.lines)
    return None

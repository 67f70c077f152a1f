"""Preview of what an entry would change on the sheet, without writing the entry."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.entry import Amend, Entry, Event, Overrule, Strike
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, Sheet, build_sheet, opening_line


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row before and after an entry; for a new row, `before` is the line above it."""

    before: Line
    after: Line

    @property
    def changed(self) -> bool:
        """Whether the row is new or changes in its cells or shortfalls; totals do not count."""
        return (
            self.before.number != self.after.number
            or self.before.cells != self.after.cells
            or self.before.shortfalls != self.after.shortfalls
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """The sheet before and after an entry.

    `rows` holds every row from the one that the entry names or adds; it is empty
    if the entry does neither.
    """

    before: Sheet
    after: Sheet
    rows: tuple[RowChange, ...]

    @property
    def changed(self) -> bool:
        """Whether any figure or the winner changes."""
        foot = (self.before.totals, self.before.shortfalls, self.before.winner)
        return any(row.changed for row in self.rows) or foot != (
            self.after.totals,
            self.after.shortfalls,
            self.after.winner,
        )

    @property
    def later(self) -> int:
        """The number of rows below the first changed one that change too, totals aside."""
        return sum(row.changed for row in self.rows[1:])


def preview_change(match: Match, event: Event) -> Preview:
    """Return what the event would change if it were the next of the journal.

    Raise RuleError if it cannot be written.
    """
    before = build_sheet(match)
    after = build_sheet(match.extended([Entry(event)]))
    first = _touched(event, before, after)
    foot = before.lines[-1] if before.lines else opening_line(match.opening)
    rows = tuple(
        RowChange(before.lines[place] if place < len(before.lines) else foot, line)
        for place, line in enumerate(after.lines)
        if first is not None and place >= first
    )
    return Preview(before, after, rows)


def _touched(event: Event, before: Sheet, after: Sheet) -> int | None:
    """Return the index of the row that the event names or adds, or None if it does neither."""
    if isinstance(event, Amend | Overrule | Strike):
        return event.number - 1
    if len(after.lines) > len(before.lines):
        return len(before.lines)
    return None

"""The sheet: cells, shortfalls, totals, scores, state and winner, computed from a match state.

Nothing here is ever stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add, sub
from typing import Literal

from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.journal import RowState
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.outcome import Outcome


@dataclass(slots=True)
class Line:
    """One row of the sheet. The tuples hold one item a side, in column order.

    `dealer` is the seat that dealt the hand, None for an adjustment.
    """

    number: int
    hand: Hand
    outcome: Outcome
    points: tuple[int, ...]
    cells: tuple[int, ...]
    shortfalls: tuple[int, ...]
    totals: tuple[int, ...]
    scores: tuple[int, ...]
    overruled: tuple[bool, ...]
    dealer: int | None

    @property
    def is_deal(self) -> bool:
        """Return whether a hand was dealt; an adjustment has no dealer."""
        return self.dealer is not None

    @property
    def struck(self) -> bool:
        """Return whether the row is crossed out."""
        return self.outcome is Outcome.STRUCK


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a match: its lines, the figures at its foot and the current names.

    `totals`, `shortfalls` and `scores` hold one number a side, in column order.
    """

    opening: Opening
    sides: tuple[str, ...]
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    shortfalls: tuple[int, ...]
    scores: tuple[int, ...]
    state: Literal["playing", "decided", "ended"]
    winner: int | None
    next_dealer: int | None
    version: int

    @property
    def wins_at(self) -> int | None:
        return self.opening.ruleset.wins_at


def build_sheet(match: Match) -> Sheet:
    """Return the sheet of a match."""
    opening, standing = match.opening, match.state
    lines = rule_lines(opening, standing.rows)
    foot = lines[-1] if lines else opening_line(opening)
    winner = standing.winner
    state: Literal["playing", "decided", "ended"] = "playing"
    if standing.ended:
        state = "ended"
    elif winner is not None:
        state = "decided"
    return Sheet(
        opening=opening,
        sides=standing.sides,
        players=standing.players,
        lines=tuple(lines),
        totals=foot.totals,
        shortfalls=foot.shortfalls,
        scores=foot.scores,
        state=state,
        winner=winner,
        next_dealer=standing.dealer if state == "playing" else None,
        version=standing.version,
    )


def opening_line(opening: Opening) -> Line:
    """Return the line above row 1: the totals and shortfalls that the match starts from."""
    nothing = (0,) * opening.ruleset.sides
    scores = tuple(
        total - owed for total, owed in zip(opening.start, opening.start_shortfalls, strict=True)
    )
    hand = Adjustment(nothing)
    shortfalls, totals = opening.start_shortfalls, opening.start
    return Line(0, hand, Outcome.START, nothing, nothing, shortfalls, totals, scores, (), None)


def rule_lines(
    opening: Opening, rows: Sequence[RowState], unchanged: Sequence[Line] = ()
) -> list[Line]:
    """Return the lines of `rows`, of which the first are the lines `unchanged`."""
    carries = opening.ruleset.carries
    lines = list(unchanged)
    above = lines[-1] if lines else opening_line(opening)
    shortfalls, totals, scores = above.shortfalls, above.totals, above.scores
    unruled = (False,) * opening.ruleset.sides
    for number, row in enumerate(rows[len(lines) :], len(lines) + 1):
        points = cells = row.points
        if carries:
            cells, shortfalls = carry(points, shortfalls)
        totals = tuple(map(add, totals, cells))
        scores = tuple(map(add, scores, points))
        lines.append(
            Line(
                number,
                row.hand,
                row.outcome,
                points,
                cells,
                shortfalls,
                totals,
                scores,
                _overruled(row) if row.overrules else unruled,
                row.dealer,
            )
        )
    return lines


def _overruled(row: RowState) -> tuple[bool, ...]:
    sides = range(len(row.points))
    return (
        tuple(side in row.overrules for side in sides) if row.overrules else (False,) * len(sides)
    )


@lru_cache(maxsize=4096)  # for the bar of folding 30 hands: an evening repeats its arguments
def carry(
    points: tuple[int, ...], shortfalls: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells and the new shortfalls of a carry-forward sheet, one number a side each.

    A loss writes 0 and adds to the shortfall; a gain first pays off the shortfall.
    """
    if min(points) >= 0 and not any(shortfalls):
        return points, shortfalls
    cells, owed = [], []
    for left in map(sub, shortfalls, points):  # the new shortfall; below 0, minus the cell
        cells.append(0 if left >= 0 else -left)
        owed.append(max(left, 0))
    return tuple(cells), tuple(owed)

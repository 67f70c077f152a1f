"""The append-only journal, and the state of a match after it.

Only entries are ever stored. `MatchState` replays them: it takes events that `check_event` has
checked against the state before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from operator import add, sub
from typing import TypeAlias

from scorekeeper.rules.entry import (
    Amend,
    Dealer,
    End,
    Event,
    Overrule,
    Record,
    Rename,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score
from scorekeeper.rules.verdict import winner_of

NOTHING: Mapping[int, int] = {}


@dataclass(slots=True)
class RowState:
    """The current state of a record: its hand, its outcome and its points, overrules applied.

    `points` holds one signed number a side, in column order. `overrules` maps each overruled side
    to its points. `dealer` is the seat that dealt the hand, None for an adjustment.
    """

    hand: Hand
    outcome: Outcome
    points: tuple[int, ...]
    overrules: Mapping[int, int]
    dealer: int | None

    @property
    def is_deal(self) -> bool:
        """Return whether a hand was dealt; an adjustment has no dealer."""
        return self.dealer is not None

    @property
    def struck(self) -> bool:
        """Return whether the row is crossed out."""
        return self.outcome is Outcome.STRUCK


# The state before an entry, without the rows: sides, players, scores, next dealer, dealt, ended.
_State: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...], int | None, int, bool]
# An entry that was not undone: its number, its event, the state before it, the index of the row
# that it wrote or changed, and that row as it was before. It is a plain tuple, because every entry
# of every replay makes one.
_Taken: TypeAlias = tuple[int, Event, _State, int | None, RowState | None]


class MatchState:
    """The state of a match after the entries taken so far.

    `rows` are the records that were not undone, struck ones included, in order. `scores` holds one
    signed number a side, in column order. `sides` and `players` are the current names. `version`
    is the number of entries. `dealt` is the number of hands dealt: struck hands count, adjustments
    do not.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        sides: tuple[str, ...],
        players: tuple[str, ...],
        first_dealer: int,
        scores: tuple[int, ...],
    ) -> None:
        self.ruleset = ruleset
        self.sides = sides
        self.players = players
        self.scores = scores
        self.rows: list[RowState] = []
        self.ended = False
        self.version = 0
        self.dealt = 0
        self._next_dealer: int | None = first_dealer
        self._taken: list[_Taken] = []

    def copy(self) -> MatchState:
        """Return a copy that takes further entries without changing this state."""
        same = copy(self)
        same.rows = self.rows.copy()
        same._taken = self._taken.copy()  # noqa: SLF001 - same class
        return same

    def last_hand(self) -> tuple[Hand, Outcome] | None:
        """Return the last hand that is neither struck nor an adjustment, with its outcome."""
        number = self.last_hand_number()
        return (self.rows[number - 1].hand, self.rows[number - 1].outcome) if number else None

    def last_hand_number(self) -> int:
        """Return the row number of the last hand, counted from 1; 0 if there is none."""
        for number in range(len(self.rows), 0, -1):
            row = self.rows[number - 1]
            if row.is_deal and not row.struck:
                return number
        return 0

    @property
    def winner(self) -> int | None:
        """The side for which the match is decided, or None."""
        rules = self.ruleset
        if rules.lose_at is None and (rules.wins_at is None or max(self.scores) < rules.wins_at):
            return None  # as after most hands: no side is near either limit
        return winner_of(rules, self.scores, self.last_hand())

    @property
    def dealer(self) -> int:
        """The seat that deals the next hand, whether or not another is played."""
        if self._next_dealer is not None:
            return self._next_dealer
        for row in reversed(self.rows):
            if row.dealer is not None:
                return (row.dealer + 1) % self.ruleset.players
        raise AssertionError(self.rows)  # before the first hand `_next_dealer` is set

    @property
    def undoable(self) -> tuple[int, Event] | None:
        """The number and the event of the entry that can be undone, or None."""
        if self.ended or not self._taken:
            return None
        number, event, *_ = self._taken[-1]
        return None if isinstance(event, End | Reopen) else (number, event)

    @property
    def written_by(self) -> list[int]:
        """The numbers of the entries that wrote the rows, one a row, in order."""
        return [number for number, event, *_ in self._taken if isinstance(event, Record)]

    def take(self, event: Event) -> None:
        """Apply an event that `check_event` returned for this very state."""
        self.version += 1
        if isinstance(event, Record):
            self._remember(event, len(self.rows), None)
            self._append(self._row(event.hand, event.dealer, NOTHING))
        elif isinstance(event, Undo):
            self._put_back(*self._taken.pop()[2:])
        elif isinstance(event, Amend | Overrule | Strike):
            row = self.rows[event.number - 1]
            self._remember(event, event.number - 1, row)
            self._apply(event, row)
        else:
            self._remember(event, None, None)
            self._apply(event, None)

    def _remember(self, event: Event, place: int | None, row: RowState | None) -> None:
        """Save the state before the event, and the `row` that it changes, at index `place`."""
        dealer, dealt, ended = self._next_dealer, self.dealt, self.ended
        state = (self.sides, self.players, self.scores, dealer, dealt, ended)
        self._taken.append((self.version, event, state, place, row))

    def _put_back(self, state: _State, place: int | None, row: RowState | None) -> None:
        self.sides, self.players, self.scores, self._next_dealer, self.dealt, self.ended = state
        if place is not None and row is not None:
            self.rows[place] = row
        elif place is not None:
            self.rows.pop()

    def _apply(self, event: Event, row: RowState | None) -> None:
        """Apply an event that adds no row; `row` is the record that it changes, if any."""
        match event:
            case Amend(number, hand, dealer) if row:
                self._replace(number, row, self._row(hand, dealer, row.overrules))
            case Overrule(number, side, points) if row:
                overrules = {**row.overrules, side: points}
                kept = {side: over for side, over in overrules.items() if over is not None}
                self._replace(number, row, self._row(row.hand, row.dealer, kept))
            case Strike(number) if row:
                nothing = (0,) * len(row.points)
                struck = RowState(row.hand, Outcome.STRUCK, nothing, NOTHING, row.dealer)
                self._replace(number, row, struck)
            case Rename(side=int(side), name=name):
                self.sides = (*self.sides[:side], name, *self.sides[side + 1 :])
            case Rename(seat=int(seat), name=name):
                self.players = (*self.players[:seat], name, *self.players[seat + 1 :])
            case Dealer(seat):
                self._next_dealer = seat
            case _:  # an End or a Reopen: there is no other event
                self.ended = isinstance(event, End)

    def _append(self, row: RowState) -> None:
        self.rows.append(row)
        self.scores = tuple(map(add, self.scores, row.points))
        if row.is_deal:
            self._next_dealer = None
            self.dealt += 1

    def _replace(self, number: int, old: RowState, new: RowState) -> None:
        self.rows[number - 1] = new
        without = map(sub, self.scores, old.points)
        self.scores = tuple(map(add, without, new.points))

    def _row(self, hand: Hand, dealer: int | None, overrules: Mapping[int, int]) -> RowState:
        outcome, points = score(hand, self.ruleset)
        if overrules:
            points = tuple(overrules.get(side, own) for side, own in enumerate(points))
        return RowState(hand, outcome, points, overrules, dealer)

    def dealt_before(self, number: int) -> int:
        """Return how many hands were dealt before record `number`, struck ones included."""
        return sum(row.is_deal for row in self.rows[: number - 1])

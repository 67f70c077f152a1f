"""The journal, append-only, and what stands after it.

Only entries are ever stored. `MatchState` is the fold: it takes in entries that `read_entry` has
held against what stood before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add, sub
from typing import TypeAlias

from scorekeeper.rules.entry import (
    Amend,
    Dealer,
    End,
    Entry,
    Event,
    Overrule,
    Record,
    Rename,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score
from scorekeeper.rules.verdict import winner_of

NOTHING: Mapping[int, int] = {}
MOST_ENTRIES = 5_000
"""Enough to take every entry back; none is taken of those who end and reopen for ever."""
_TAKEN_WHEN_FULL = ("undo", "end", "reopen")


def hold_length(entry: object, before: int) -> None:
    """Raises RuleError where a match of `before` entries takes no such entry any more.

    A stored match is not held to it: there are longer ones, of before.
    """
    if before < MOST_ENTRIES:
        return
    facts = entry if isinstance(entry, dict) else {}
    if facts.keys().isdisjoint(_TAKEN_WHEN_FULL):
        raise RuleError(
            "A match takes %(most)s entries; after them it is only undone, ended or reopened.",
            next(iter(facts), None),
            most=MOST_ENTRIES,
        )


@dataclass(slots=True)
class RowState:
    """A record that stands: the hand, its outcome, and its points with every overrule in them.

    `overrules` holds what each overruled side was given, by side.
    """

    hand: Hand
    outcome: str
    points: tuple[int, ...]
    overrules: Mapping[int, int]
    struck: bool = False


# What was before an entry, but for the rows: sides, players, scores, next dealer, dealt, ended.
_State: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...], int | None, int, bool]
# An entry that stands: its number, its deed, the state before it, and the row it wrote or changed
# with what stood there. A plain tuple: one is made for every entry of every fold.
_Taken: TypeAlias = tuple[int, Event, _State, int | None, RowState | None]


class MatchState:
    """What stands after the entries taken in so far.

    `rows` are the standing records in order, `scores` the signed score of each side in column
    order, `sides` and `players` the names as they are now, `version` the journal's length, `dealt`
    the number of hands dealt: struck ones count, adjustments do not.
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
        """The same standing, to go on from without changing this one."""
        same = object.__new__(MatchState)
        same.__dict__.update(self.__dict__)
        same.rows = self.rows.copy()
        same._taken = self._taken.copy()
        return same

    def last_hand(self) -> tuple[Hand, str] | None:
        """The last hand that is neither struck nor an adjustment, with its outcome."""
        number = self.last_hand_number()
        return (self.rows[number - 1].hand, self.rows[number - 1].outcome) if number else None

    def last_hand_number(self) -> int:
        """The number of that hand's row, from 1; 0 where there is none."""
        for number in range(len(self.rows), 0, -1):
            row = self.rows[number - 1]
            if not row.struck and not isinstance(row.hand, Adjustment):
                return number
        return 0

    @property
    def winner(self) -> int | None:
        rules = self.ruleset
        if rules.lose_at is None and (rules.wins_at is None or max(self.scores) < rules.wins_at):
            return None  # most hands: nobody is near either line
        return winner_of(rules, self.scores, self.last_hand())

    @property
    def dealer(self) -> int:
        """The seat that deals the next hand, if there is one."""
        if self._next_dealer is not None:
            return self._next_dealer
        for row in reversed(self.rows):
            if not isinstance(row.hand, Adjustment):
                return (row.hand.dealer + 1) % self.ruleset.players
        raise AssertionError(self.rows)  # a hand has been dealt, or `_next_dealer` is the first

    @property
    def undoable(self) -> tuple[int, Event] | None:
        """The number and the deed of the entry that an undo would take back, if any."""
        if self.ended or not self._taken:
            return None
        number, event, *_ = self._taken[-1]
        return None if isinstance(event, End | Reopen) else (number, event)

    @property
    def written_by(self) -> list[int]:
        """The number of the entry that wrote each of the rows, in their order."""
        return [number for number, event, *_ in self._taken if isinstance(event, Record)]

    def take(self, entry: Entry) -> None:
        """Takes in an entry that `read_entry` has just given."""
        self.version += 1
        event = entry.event
        if isinstance(event, Record):
            self._remember(event, len(self.rows), None)
            self._append(self._row(event.hand, NOTHING))
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
        """Keeps what is so before the deed; `row` is what stands at the place that it changes."""
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
        """Applies a deed that adds no row; `row` is the record that it changes, if any."""
        match event:
            case Amend(number, hand) if row:
                self._replace(number, row, self._row(hand, row.overrules))
            case Overrule(number, side, points) if row:
                overrules = {**row.overrules, side: points}
                kept = {side: over for side, over in overrules.items() if over is not None}
                self._replace(number, row, self._row(row.hand, kept))
            case Strike(number) if row:
                nothing = (0,) * len(row.points)
                struck = RowState(row.hand, "struck", nothing, NOTHING, struck=True)
                self._replace(number, row, struck)
            case Rename(side=int(side), name=name):
                self.sides = (*self.sides[:side], name, *self.sides[side + 1 :])
            case Rename(seat=int(seat), name=name):
                self.players = (*self.players[:seat], name, *self.players[seat + 1 :])
            case Dealer(seat):
                self._next_dealer = seat
            case _:  # `read_entry` lets nothing through but an End or a Reopen
                self.ended = isinstance(event, End)

    def _append(self, row: RowState) -> None:
        self.rows.append(row)
        self.scores = tuple(map(add, self.scores, row.points))
        if not isinstance(row.hand, Adjustment):
            self._next_dealer = None
            self.dealt += 1

    def _replace(self, number: int, old: RowState, new: RowState) -> None:
        self.rows[number - 1] = new
        without = map(sub, self.scores, old.points)
        self.scores = tuple(map(add, without, new.points))

    def _row(self, hand: Hand, overrules: Mapping[int, int]) -> RowState:
        outcome, points = score(hand, self.ruleset)
        if overrules:
            points = tuple(overrules.get(side, own) for side, own in enumerate(points))
        return RowState(hand, outcome, points, overrules)

    def dealt_before(self, number: int) -> int:
        """How many hands were dealt before record `number`, struck ones included."""
        return sum(not isinstance(row.hand, Adjustment) for row in self.rows[: number - 1])

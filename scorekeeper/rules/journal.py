"""The journal, append-only, and what stands after it.

Only entries are ever stored. `Standing` is the fold: it takes in entries that `read_entry` has held
against what stood before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scorekeeper.rules.ending import winner_of
from scorekeeper.rules.entry import (
    Amend,
    Dealer,
    Deed,
    End,
    Entry,
    Overrule,
    Record,
    Rename,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score

NOTHING: Mapping[int, int] = {}


class Row(NamedTuple):
    """A record that stands: the hand, its outcome, and its points with every overrule in them.

    `overrules` holds what each overruled side was given, by side.
    """

    hand: Hand
    outcome: str
    points: tuple[int, ...]
    overrules: Mapping[int, int]
    struck: bool = False


class Standing:
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
        self.sides = list(sides)
        self.players = list(players)
        self.scores = list(scores)
        self.rows: list[Row] = []
        self.ended = False
        self.version = 0
        self.dealt = 0
        self._next_dealer: int | None = first_dealer
        self._standing: list[tuple[int, Deed, Callable[[], None]]] = []

    def last_hand(self) -> tuple[Hand, str] | None:
        """The last hand that is neither struck nor an adjustment, with its outcome."""
        for row in reversed(self.rows):
            if not row.struck and not isinstance(row.hand, Adjustment):
                return row.hand, row.outcome
        return None

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
    def undoable(self) -> tuple[int, Deed] | None:
        """The number and the deed of the entry that an undo would take back, if any."""
        if self.ended or not self._standing:
            return None
        number, deed, _ = self._standing[-1]
        return None if isinstance(deed, End | Reopen) else (number, deed)

    def take(self, entry: Entry) -> None:
        """Takes in an entry that `read` has just given."""
        self.version += 1
        deed = entry.deed
        if isinstance(deed, Undo):
            self._standing.pop()[2]()
            return
        self._standing.append((self.version, deed, self._apply(deed)))

    def _apply(self, deed: Deed) -> Callable[[], None]:
        """Applies the deed and returns what takes it back."""
        match deed:
            case Record():
                return self._append(deed.hand)
            case Amend(number, hand):
                return self._put(number, self._row(hand, self.rows[number - 1].overrules))
            case Overrule(number, side, points):
                row = self.rows[number - 1]
                overrules = {**row.overrules, side: points}
                kept = {side: over for side, over in overrules.items() if over is not None}
                return self._put(number, self._row(row.hand, kept))
            case Strike(number):
                row = self.rows[number - 1]
                nothing = (0,) * len(row.points)
                return self._put(number, Row(row.hand, "struck", nothing, NOTHING, struck=True))
            case Rename(side=int(side), name=name):
                return self._rename(self.sides, side, name)
            case Rename(seat=int(seat), name=name):
                return self._rename(self.players, seat, name)
            case Dealer(seat):
                return self._set("_next_dealer", value=seat)
            case End():
                return self._set("ended", value=True)
            case Reopen():
                return self._set("ended", value=False)
            case _:  # `take` has seen to Undo; a Rename has its side or its seat
                raise AssertionError(deed)

    def _append(self, hand: Hand) -> Callable[[], None]:
        row = self._row(hand, NOTHING)
        self.rows.append(row)
        self._add(row.points, 1)
        dealer_before, dealt_before = self._next_dealer, self.dealt
        if not isinstance(hand, Adjustment):
            self._next_dealer = None
            self.dealt += 1

        def take_back() -> None:
            self._add(self.rows.pop().points, -1)
            self._next_dealer, self.dealt = dealer_before, dealt_before

        return take_back

    def _put(self, number: int, row: Row) -> Callable[[], None]:
        before = self.rows[number - 1]

        def replace(old: Row, new: Row) -> None:
            self.rows[number - 1] = new
            self._add(old.points, -1)
            self._add(new.points, 1)

        replace(before, row)
        return lambda: replace(row, before)

    def _rename(self, names: list[str], place: int, name: str) -> Callable[[], None]:
        before = names[place]
        names[place] = name
        return lambda: names.__setitem__(place, before)

    def _set(self, attribute: str, *, value: object) -> Callable[[], None]:
        before = getattr(self, attribute)
        setattr(self, attribute, value)
        return lambda: setattr(self, attribute, before)

    def _row(self, hand: Hand, overrules: Mapping[int, int]) -> Row:
        outcome, points = score(hand, self.ruleset)
        if overrules:
            points = tuple(overrules.get(side, own) for side, own in enumerate(points))
        return Row(hand, outcome, points, overrules)

    def _add(self, points: tuple[int, ...], sign: int) -> None:
        for side, value in enumerate(points):
            self.scores[side] += sign * value

    def dealt_before(self, number: int) -> int:
        """How many hands were dealt before record `number`, struck ones included."""
        return sum(not isinstance(row.hand, Adjustment) for row in self.rows[: number - 1])

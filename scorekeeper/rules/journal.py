"""The journal: append-only entries, and what stands after them.

Only entries are ever stored. `Standing` is the fold: it reads each entry against what stands before
it, refuses what the rules do not allow, and takes in what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.ending import winner_of
from scorekeeper.rules.hand import Adjustment, Hand, hand_facts, read_hand
from scorekeeper.rules.reading import MOST_POINTS, fields_of, name_of, note_of, time_of, whole
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score
from scorekeeper.rules.words import Refused, shown


class Record(NamedTuple):
    """A new row: a hand or an adjustment."""

    hand: Hand


class Amend(NamedTuple):
    """Other facts in the place of record `number`."""

    number: int
    hand: Hand


class Overrule(NamedTuple):
    """What record `number` is worth to `side`, signed; None takes an overrule back."""

    number: int
    side: int
    points: int | None


class Strike(NamedTuple):
    """Record `number` crossed out."""

    number: int


class Undo(NamedTuple):
    """Entry `entry` of the journal, counted from 1, taken back as if never written."""

    entry: int


class Rename(NamedTuple):
    """A new name for a side or for a seat; the other of the two is None."""

    side: int | None
    seat: int | None
    name: str


class Dealer(NamedTuple):
    """Who deals the next hand."""

    seat: int


class End(NamedTuple):
    """The match is over and read-only."""


class Reopen(NamedTuple):
    """An ended match taken up again."""

    reason: str


NOTHING: Mapping[int, int] = {}

Deed: TypeAlias = Record | Amend | Overrule | Strike | Undo | Rename | Dealer | End | Reopen


class Entry(NamedTuple):
    """One deed, with when (ISO 8601, UTC) and by whom (a name) where that is known."""

    deed: Deed
    at: str | None = None
    by: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The entry as CONTRACT.md section 1 writes it, its hand's dealer included."""
        return {
            **_deed_facts(self.deed),
            **({"at": self.at} if self.at else {}),
            **({"by": self.by} if self.by else {}),
        }


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
        return winner_of(self.ruleset, self.scores, self.last_hand)

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

    def read(self, facts: object) -> Entry:
        """The entry that `facts` tell of, held against what stands. Raises Refused."""
        return _Reader(facts, self).entry()

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


def _deed_facts(deed: Deed) -> dict[str, Any]:
    match deed:
        case Record(hand):
            return {"record": _with_dealer(hand)}
        case Amend(number, hand):
            return {"amend": number, "hand": _with_dealer(hand)}
        case Overrule(number, side, points):
            return {"overrule": number, "side": side, "points": points}
        case Strike(number):
            return {"strike": number}
        case Undo(entry):
            return {"undo": entry}
        case Rename(side, seat, name):
            whose = {"side": side} if seat is None else {"seat": seat}
            return {"rename": {**whose, "name": name}}
        case Dealer(seat):
            return {"dealer": seat}
        case End():
            return {"end": True}
        case Reopen(reason):
            return {"reopen": reason}


def _with_dealer(hand: Hand) -> dict[str, Any]:
    facts = hand_facts(hand)
    if not isinstance(hand, Adjustment):
        facts["dealer"] = hand.dealer
    return facts


_DEEDS: Mapping[str, frozenset[str]] = {
    deed: frozenset({deed, *facts, "at", "by"})
    for deed, facts in {
        "record": (),
        "amend": ("hand",),
        "overrule": ("side", "points"),
        "strike": (),
        "undo": (),
        "rename": (),
        "dealer": (),
        "end": (),
        "reopen": (),
    }.items()
}


class _Reader:
    """Reads one entry and holds it against what stands."""

    __slots__ = ("facts", "standing")

    def __init__(self, facts: object, standing: Standing) -> None:
        if not isinstance(facts, dict):
            raise Refused(
                "An entry is written as an object, not as %(value)s.", None, value=shown(facts)
            )
        self.facts: Mapping[str, Any] = facts
        self.standing = standing

    def entry(self) -> Entry:
        facts = self.facts
        deed = next(filter(_DEEDS.__contains__, facts), None)
        if deed is None:
            raise Refused("An entry does one thing: %(deeds)s.", None, deeds=", ".join(_DEEDS))
        if not _DEEDS[deed].issuperset(facts):
            name = next(name for name in facts if name not in _DEEDS[deed])
            raise Refused(
                "There is no field %(name)s in an entry that says %(deed)s.",
                str(name)[:80],
                name=shown(name),
                deed=deed,
            )
        at = time_of(facts["at"], "at") if "at" in facts else None
        by = name_of(facts["by"], "by") if "by" in facts else None
        if self.standing.ended and deed != "reopen":
            raise Refused("The match has ended. Reopen it to write on the sheet again.", deed)
        read: Callable[[], Deed] = getattr(self, f"_{deed}")
        return Entry(read(), at, by)

    def _record(self) -> Record:
        standing = self.standing
        facts = self.facts["record"]
        hand = read_hand(facts, standing.ruleset, standing.dealer, standing.dealt)
        if not isinstance(hand, Adjustment) and standing.winner is not None:
            raise Refused(
                "The match is decided, %(side)s has won: no further hand is taken.",
                "record",
                side=standing.sides[standing.winner],
            )
        return Record(hand)

    def _amend(self) -> Amend:
        number, row = self._row("amend")
        if "hand" not in self.facts:
            raise Refused("A change needs the facts of the hand.", "hand")
        dealer = 0 if isinstance(row.hand, Adjustment) else row.hand.dealer
        dealt = self.standing.dealt_before(number)
        try:
            hand = read_hand(self.facts["hand"], self.standing.ruleset, dealer, dealt)
        except Refused as refused:
            why = refused.sentence
            raise Refused(
                "Hand %(amended)s: " + why.template, refused.field, amended=number, **why.params
            ) from None
        if isinstance(hand, Adjustment) != isinstance(row.hand, Adjustment):
            raise Refused(
                "A hand does not become an adjustment, nor an adjustment a hand: strike record"
                " %(number)s and write the other.",
                "hand",
                number=number,
            )
        return Amend(number, hand)

    def _overrule(self) -> Overrule:
        number, _ = self._row("overrule")
        for name in ("side", "points"):
            if name not in self.facts:
                raise Refused("Overruling a record needs the %(name)s.", name, name=name)
        side = whole(self.facts["side"], "side", 0, self.standing.ruleset.sides - 1)
        points = self.facts["points"]
        if points is not None:
            points = whole(points, "points", -MOST_POINTS, MOST_POINTS)
        return Overrule(number, side, points)

    def _strike(self) -> Strike:
        return Strike(self._row("strike")[0])

    def _undo(self) -> Undo:
        number = self.facts["undo"]
        undoable = self.standing.undoable
        if undoable is None:
            raise Refused("There is no entry that can be undone.", "undo")
        if type(number) is not int or number != undoable[0]:
            raise Refused(
                "Only the last entry that stands can be undone: that is entry %(last)s, not"
                " %(number)s.",
                "undo",
                last=undoable[0],
                number=shown(number),
            )
        return Undo(number)

    def _rename(self) -> Rename:
        renamed = self.facts["rename"]
        facts = renamed if isinstance(renamed, dict) else {}
        fields_of(facts, ("side", "seat", "name"), "a new name")
        if set(facts) not in ({"side", "name"}, {"seat", "name"}):
            raise Refused("Renaming takes a side or a seat, and its new name.", "rename")
        name = name_of(facts["name"], "name")
        rules = self.standing.ruleset
        if "side" in facts:
            return Rename(whole(facts["side"], "side", 0, rules.sides - 1), None, name)
        return Rename(None, whole(facts["seat"], "seat", 0, rules.players - 1), name)

    def _dealer(self) -> Dealer:
        last_seat = self.standing.ruleset.players - 1
        return Dealer(whole(self.facts["dealer"], "dealer", 0, last_seat))

    def _end(self) -> End:
        if self.facts["end"] is not True:
            raise Refused("Ending a match is written as true.", "end")
        return End()

    def _reopen(self) -> Reopen:
        if not self.standing.ended:
            raise Refused("The match has not ended: there is nothing to reopen.", "reopen")
        reason = note_of(self.facts["reopen"], "reopen")
        if reason is None:
            raise Refused("Reopening a match needs a reason.", "reopen")
        return Reopen(reason)

    def _row(self, deed: str) -> tuple[int, Row]:
        """The record that the entry names, by its number from 1; it must stand unstruck."""
        number = self.facts[deed]
        rows = self.standing.rows
        if type(number) is not int or not 1 <= number <= len(rows):
            raise Refused("There is no record %(number)s on the sheet.", deed, number=shown(number))
        if rows[number - 1].struck:
            raise Refused(
                "Record %(number)s is struck: nothing more is written on it.", deed, number=number
            )
        return number, rows[number - 1]

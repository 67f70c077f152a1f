"""Reading an entry: each is held against what stands before it. CONTRACT.md section 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.hand_reader import read_hand
from scorekeeper.rules.journal import Row, Standing
from scorekeeper.rules.reading import MOST_POINTS, fields_of, name_of, note_of, time_of, whole
from scorekeeper.rules.words import Refused, shown

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


def read_entry(facts: object, standing: Standing) -> Entry:
    """The entry that `facts` tell of, in the shapes of CONTRACT.md section 1.

    It is held against what stands. Raises Refused, naming the field, for what cannot be written
    now, and for a hand that the rules do not allow.
    """
    return _Reader(facts, standing).entry()


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

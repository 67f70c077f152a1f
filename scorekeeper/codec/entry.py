"""Reading an entry: each is held against what stands before it. CONTRACT.md section 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scorekeeper.codec.hand import read_hand
from scorekeeper.codec.labels import named
from scorekeeper.codec.validation import MOST_POINTS, fields_of, name_of, note_of, time_of, whole
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
from scorekeeper.rules.errors import N_, Refused, shown
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.journal import Row, Standing

Facts: TypeAlias = Mapping[str, Any]


def read_entry(facts: object, standing: Standing) -> Entry:
    """The entry that `facts` tell of, in the shapes of CONTRACT.md section 1.

    It is held against what stands. Raises Refused, naming the field, for what cannot be written
    now, and for a hand that the rules do not allow.
    """
    if not isinstance(facts, dict):
        raise Refused(
            "An entry is written as an object, not as %(value)s.", None, value=shown(facts)
        )
    deed = next(filter(_READ.__contains__, facts), None)
    if deed is None:
        raise Refused("An entry does one thing: %(deeds)s.", None, deeds=", ".join(_READ))
    fields, read = _READ[deed]
    if not fields.issuperset(facts):
        name = next(name for name in facts if name not in fields)
        raise Refused(
            "There is no field %(name)s in an entry that says %(deed)s.",
            str(name)[:80],
            name=shown(name),
            deed=deed,
        )
    at = time_of(facts["at"], "at") if "at" in facts else None
    by = name_of(facts["by"], "by") if "by" in facts else None
    if standing.ended and deed != "reopen":
        raise Refused("The match has ended. Reopen it to write on the sheet again.", deed)
    return Entry(read(facts, standing), at, by)


def _record(facts: Facts, standing: Standing) -> Record:
    hand = read_hand(facts["record"], standing.ruleset, standing.dealer, standing.dealt)
    if not isinstance(hand, Adjustment) and standing.winner is not None:
        raise Refused(
            "The match is decided, %(side)s has won: no further hand is taken.",
            "record",
            side=standing.sides[standing.winner],
        )
    return Record(hand)


def _amend(facts: Facts, standing: Standing) -> Amend:
    number, row = _row(facts, standing, "amend")
    if "hand" not in facts:
        raise Refused("A change needs the facts of the hand.", "hand")
    dealer = 0 if isinstance(row.hand, Adjustment) else row.hand.dealer
    dealt = standing.dealt_before(number)
    try:
        hand = read_hand(facts["hand"], standing.ruleset, dealer, dealt)
    except Refused as refused:
        raise Refused(
            "Hand %(number)s: %(why)s", refused.field, number=number, why=refused.sentence
        ) from None
    if isinstance(hand, Adjustment) != isinstance(row.hand, Adjustment):
        raise Refused(
            "A hand does not become an adjustment, nor an adjustment a hand: strike record"
            " %(number)s and write the other.",
            "hand",
            number=number,
        )
    return Amend(number, hand)


def _overrule(facts: Facts, standing: Standing) -> Overrule:
    number, _ = _row(facts, standing, "overrule")
    for name in ("side", "points"):
        if name not in facts:
            raise Refused("Overruling a record needs the %(name)s.", name, name=named(name))
    side = whole(facts["side"], "side", 0, standing.ruleset.sides - 1)
    points = facts["points"]
    if points is not None:
        points = whole(points, "points", -MOST_POINTS, MOST_POINTS)
    return Overrule(number, side, points)


def _strike(facts: Facts, standing: Standing) -> Strike:
    return Strike(_row(facts, standing, "strike")[0])


def _undo(facts: Facts, standing: Standing) -> Undo:
    number = facts["undo"]
    undoable = standing.undoable
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


def _rename(facts: Facts, standing: Standing) -> Rename:
    renamed = facts["rename"] if isinstance(facts["rename"], dict) else {}
    fields_of(renamed, ("side", "seat", "name"), N_("a new name"))
    if set(renamed) not in ({"side", "name"}, {"seat", "name"}):
        raise Refused("Renaming takes a side or a seat, and its new name.", "rename")
    name = name_of(renamed["name"], "name")
    rules = standing.ruleset
    if "side" in renamed:
        return Rename(whole(renamed["side"], "side", 0, rules.sides - 1), None, name)
    return Rename(None, whole(renamed["seat"], "seat", 0, rules.players - 1), name)


def _dealer(facts: Facts, standing: Standing) -> Dealer:
    last_seat = standing.ruleset.players - 1
    return Dealer(whole(facts["dealer"], "dealer", 0, last_seat))


def _end(facts: Facts, _: Standing) -> End:
    if facts["end"] is not True:
        raise Refused("Ending a match is written as true.", "end")
    return End()


def _reopen(facts: Facts, standing: Standing) -> Reopen:
    if not standing.ended:
        raise Refused("The match has not ended: there is nothing to reopen.", "reopen")
    reason = note_of(facts["reopen"], "reopen")
    if reason is None:
        raise Refused("Reopening a match needs a reason.", "reopen")
    return Reopen(reason)


def _row(facts: Facts, standing: Standing, deed: str) -> tuple[int, Row]:
    """The record that the entry names, by its number from 1; it must stand unstruck."""
    number = facts[deed]
    rows = standing.rows
    if type(number) is not int or not 1 <= number <= len(rows):
        raise Refused("There is no record %(number)s on the sheet.", deed, number=shown(number))
    if rows[number - 1].struck:
        raise Refused(
            "Record %(number)s is struck: nothing more is written on it.", deed, number=number
        )
    return number, rows[number - 1]


def _with(*fields: str) -> frozenset[str]:
    return frozenset((*fields, "at", "by"))


_READ: Mapping[str, tuple[frozenset[str], Callable[[Facts, Standing], Deed]]] = {
    "record": (_with("record"), _record),
    "amend": (_with("amend", "hand"), _amend),
    "overrule": (_with("overrule", "side", "points"), _overrule),
    "strike": (_with("strike"), _strike),
    "undo": (_with("undo"), _undo),
    "rename": (_with("rename"), _rename),
    "dealer": (_with("dealer"), _dealer),
    "end": (_with("end"), _end),
    "reopen": (_with("reopen"), _reopen),
}

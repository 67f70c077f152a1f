"""Reading an entry of a journal, validated against the state of the match before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scorekeeper.codec.hand import read_hand
from scorekeeper.codec.labels import field_label
from scorekeeper.codec.validation import (
    check_fields,
    parse_integer,
    parse_name,
    parse_note,
    parse_time,
)
from scorekeeper.messages.message import N_, quote_value
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
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.journal import MatchState, RowState
from scorekeeper.rules.ruleset import MOST_POINTS

Facts: TypeAlias = Mapping[str, Any]


def read_entry(facts: object, state: MatchState) -> Entry:
    """Read an entry as a match file holds it, to be the next after `state`.

    Raise RuleError, naming the field, if the entry cannot be written now or if the rules do not
    allow its hand.
    """
    if not isinstance(facts, dict):
        raise RuleError(
            "An entry is written as an object, not as %(value)s.", None, value=quote_value(facts)
        )
    event = next(filter(_READ.__contains__, facts), None)
    if event is None:
        raise RuleError("An entry does one thing: %(deeds)s.", None, deeds=", ".join(_READ))
    fields, read = _READ[event]
    if not fields.issuperset(facts):
        name = next(name for name in facts if name not in fields)
        raise RuleError(
            "There is no field %(name)s in an entry that says %(deed)s.",
            str(name)[:80],
            name=quote_value(name),
            deed=event,
        )
    at = parse_time(facts["at"], "at") if "at" in facts else None
    by = parse_name(facts["by"], "by") if "by" in facts else None
    if state.ended and event != "reopen":
        raise RuleError("The match has ended. Reopen it to write on the sheet again.", event)
    return Entry(read(facts, state), at, by)


def _record(facts: Facts, state: MatchState) -> Record:
    hand = read_hand(facts["record"], state.ruleset, state.dealer, state.dealt)
    if not isinstance(hand, Adjustment) and state.winner is not None:
        raise RuleError(
            "The match is decided, %(side)s has won: no further hand is taken.",
            "record",
            side=state.sides[state.winner],
        )
    return Record(hand)


def _amend(facts: Facts, state: MatchState) -> Amend:
    number, row = _row(facts, state, "amend")
    if "hand" not in facts:
        raise RuleError("A change needs the facts of the hand.", "hand")
    dealer = 0 if isinstance(row.hand, Adjustment) else row.hand.dealer
    dealt = state.dealt_before(number)
    try:
        hand = read_hand(facts["hand"], state.ruleset, dealer, dealt)
    except RuleError as refused:
        raise RuleError(
            "Hand %(number)s: %(why)s", refused.field, number=number, why=refused.sentence
        ) from None
    if isinstance(hand, Adjustment) != isinstance(row.hand, Adjustment):
        raise RuleError(
            "A hand does not become an adjustment, nor an adjustment a hand: strike record"
            " %(number)s and write the other.",
            "hand",
            number=number,
        )
    return Amend(number, hand)


def _overrule(facts: Facts, state: MatchState) -> Overrule:
    number, _ = _row(facts, state, "overrule")
    for name in ("side", "points"):
        if name not in facts:
            raise RuleError("Overruling a record needs the %(name)s.", name, name=field_label(name))
    side = parse_integer(facts["side"], "side", 0, state.ruleset.sides - 1)
    points = facts["points"]
    if points is not None:
        points = parse_integer(points, "points", -MOST_POINTS, MOST_POINTS)
    return Overrule(number, side, points)


def _strike(facts: Facts, state: MatchState) -> Strike:
    return Strike(_row(facts, state, "strike")[0])


def _undo(facts: Facts, state: MatchState) -> Undo:
    number = facts["undo"]
    undoable = state.undoable
    if undoable is None:
        raise RuleError("There is no entry that can be undone.", "undo")
    if type(number) is not int or number != undoable[0]:
        raise RuleError(
            "Only the last entry that stands can be undone: that is entry %(last)s, not"
            " %(number)s.",
            "undo",
            last=undoable[0],
            number=quote_value(number),
        )
    return Undo(number)


def _rename(facts: Facts, state: MatchState) -> Rename:
    renamed = facts["rename"] if isinstance(facts["rename"], dict) else {}
    check_fields(renamed, ("side", "seat", "name"), N_("a new name"))
    if set(renamed) not in ({"side", "name"}, {"seat", "name"}):
        raise RuleError("Renaming takes a side or a seat, and its new name.", "rename")
    name = parse_name(renamed["name"], "name")
    rules = state.ruleset
    if "side" in renamed:
        return Rename(parse_integer(renamed["side"], "side", 0, rules.sides - 1), None, name)
    return Rename(None, parse_integer(renamed["seat"], "seat", 0, rules.players - 1), name)


def _dealer(facts: Facts, state: MatchState) -> Dealer:
    last_seat = state.ruleset.players - 1
    return Dealer(parse_integer(facts["dealer"], "dealer", 0, last_seat))


def _end(facts: Facts, _: MatchState) -> End:
    if facts["end"] is not True:
        raise RuleError("Ending a match is written as true.", "end")
    return End()


def _reopen(facts: Facts, state: MatchState) -> Reopen:
    if not state.ended:
        raise RuleError("The match has not ended: there is nothing to reopen.", "reopen")
    reason = parse_note(facts["reopen"], "reopen")
    if reason is None:
        raise RuleError("Reopening a match needs a reason.", "reopen")
    return Reopen(reason)


def _row(facts: Facts, state: MatchState, event: str) -> tuple[int, RowState]:
    """Return the number, counted from 1, and the state of the record that the entry names.

    Raise RuleError if there is no such record or if it is struck.
    """
    number = facts[event]
    rows = state.rows
    if type(number) is not int or not 1 <= number <= len(rows):
        raise RuleError(
            "There is no record %(number)s on the sheet.", event, number=quote_value(number)
        )
    if rows[number - 1].struck:
        raise RuleError(
            "Record %(number)s is struck: nothing more is written on it.", event, number=number
        )
    return number, rows[number - 1]


def _with(*fields: str) -> frozenset[str]:
    return frozenset((*fields, "at", "by"))


_READ: Mapping[str, tuple[frozenset[str], Callable[[Facts, MatchState], Event]]] = {
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

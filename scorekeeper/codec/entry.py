"""An entry of a journal as JSON, in both directions. Whether it may be written, the rules say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from scorekeeper.codec.hand import read_hand, write_hand
from scorekeeper.codec.validation import (
    check_fields,
    parse_name,
    parse_note,
    parse_time,
    parse_unbounded,
)
from scorekeeper.rules.checks import check_open, refuse_amended, standing_row
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
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.ruleset import MOST_POINTS, Ruleset

Facts: TypeAlias = Mapping[str, Any]


def read_entries(entries: Iterable[object], ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the entries of a journal. Raise RuleError at the first that is malformed."""
    for facts in entries:
        yield read_entry(facts, ruleset)


def read_entry(facts: object, ruleset: Ruleset) -> Entry:
    """Return an entry as a match file holds it.

    Raise RuleError, naming the field, if a field is unknown, missing, of the wrong type or out of
    bounds.
    """
    if not isinstance(facts, dict):
        raise RuleError("entry-not-an-object", value=facts)
    kind = _kind(facts)
    if kind is None:
        raise RuleError("event-unknown", events=tuple(_READ))
    fields, read = _READ[kind]
    if not fields.issuperset(facts):
        name = next(name for name in facts if name not in fields)
        raise RuleError("entry-field-unknown", str(name)[:80], event=kind)
    at = parse_time(facts["at"], "at") if "at" in facts else None
    by = parse_name(facts["by"], "by") if "by" in facts else None
    return Entry(read(facts, ruleset), at, by)


def read_event(facts: object, state: MatchState) -> Event:
    """Return the event that a writer sends, to be the next after `state`.

    Raise RuleError as `read_entry` does; that the match has ended, or that there is no such record
    to change, comes first.
    """
    try:
        return read_entry(facts, state.ruleset).event
    except RuleError:
        if isinstance(facts, dict) and (kind := _kind(facts)):
            check_open(kind, state)
            if kind == Amend.kind and type(facts[kind]) is int:
                standing_row(facts[kind], state, kind)
        raise


def write_entries(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return the entries of a journal as a match file holds them."""
    return [write_entry(entry) for entry in entries]


def write_entry(entry: Entry) -> dict[str, Any]:
    """Return the entry as a match file holds it, with the dealer of its hand."""
    return {
        **write_event(entry.event),
        **({"at": entry.at} if entry.at else {}),
        **({"by": entry.by} if entry.by else {}),
    }


def write_event(event: Event) -> dict[str, Any]:
    """Return the event as a match file holds it."""
    match event:
        case Record(hand, dealer):
            return {"record": write_hand(hand, dealer)}
        case Amend(number, hand, dealer):
            return {"amend": number, "hand": write_hand(hand, dealer)}
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


def _kind(facts: Facts) -> str | None:
    """Return the field that says which event the entry is, the first if there are several."""
    return next(filter(_READ.__contains__, facts), None)


def _record(facts: Facts, ruleset: Ruleset) -> Record:
    return Record(*read_hand(facts["record"], ruleset))


def _amend(facts: Facts, ruleset: Ruleset) -> Amend:
    number = _number(facts, "amend")
    if "hand" not in facts:
        raise RuleError("amended-hand-missing", "hand")
    try:
        return Amend(number, *read_hand(facts["hand"], ruleset))
    except RuleError as refused:
        refuse_amended(number, refused)


def _overrule(facts: Facts, ruleset: Ruleset) -> Overrule:
    number = _number(facts, "overrule")
    for name in ("side", "points"):
        if name not in facts:
            raise RuleError("overrule-field-missing", name)
    side = parse_unbounded(facts["side"], "side", 0, ruleset.sides - 1)
    points = facts["points"]
    if points is not None:
        points = parse_unbounded(points, "points", -MOST_POINTS, MOST_POINTS)
    return Overrule(number, side, points)


def _strike(facts: Facts, _: Ruleset) -> Strike:
    return Strike(_number(facts, "strike"))


def _undo(facts: Facts, _: Ruleset) -> Undo:
    number = facts["undo"]
    if type(number) is int:
        return Undo(number)
    raise RuleError("nothing-to-undo", "undo")


def _rename(facts: Facts, ruleset: Ruleset) -> Rename:
    renamed = facts["rename"] if isinstance(facts["rename"], dict) else {}
    check_fields(renamed, ("side", "seat", "name"), "new name")
    if set(renamed) not in ({"side", "name"}, {"seat", "name"}):
        raise RuleError("rename-fields", "rename")
    name = parse_name(renamed["name"], "name")
    if "side" in renamed:
        return Rename(parse_unbounded(renamed["side"], "side", 0, ruleset.sides - 1), None, name)
    return Rename(None, parse_unbounded(renamed["seat"], "seat", 0, ruleset.players - 1), name)


def _dealer(facts: Facts, ruleset: Ruleset) -> Dealer:
    return Dealer(parse_unbounded(facts["dealer"], "dealer", 0, ruleset.players - 1))


def _end(facts: Facts, _: Ruleset) -> End:
    if facts["end"] is not True:
        raise RuleError("end-not-true", "end")
    return End()


def _reopen(facts: Facts, _: Ruleset) -> Reopen:
    reason = parse_note(facts["reopen"], "reopen")
    if reason is None:
        raise RuleError("reopen-reason-missing", "reopen")
    return Reopen(reason)


def _number(facts: Facts, kind: str) -> int:
    """Return the number of the record that the entry names. Raise RuleError if it is no number."""
    number = facts[kind]
    if type(number) is int:
        return number
    raise RuleError("record-unknown", kind, number=number)


def _with(*fields: str) -> frozenset[str]:
    return frozenset((*fields, "at", "by"))


_READ: Mapping[str, tuple[frozenset[str], Callable[[Facts, Ruleset], Event]]] = {
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

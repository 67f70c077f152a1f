"""Who may do what: CONTRACT.md section 5 as a table. Nothing here knows a database or a page.

A place is "host", "watch" or "seat N". Whoever holds several places may do what any one of them
may; a deed is done under the weakest that suffices, so that a host who sits at the table writes
hands as that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.messages.locale import day, hour, spoken
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.match import Match
from scorekeeper.tokens import HOST, seat_number
from scorekeeper.tokens import seat as seat_place

Facts: TypeAlias = Mapping[str, Any]
REOPEN_WITHIN = timedelta(seconds=10)
CLAIMED_FOR = timedelta(days=1)
"""For so long a host by a claim does not do what cannot be undone."""

# What is not an entry: who may do it. "seat" stands for every seat.
ACTS: Mapping[str, frozenset[str]] = {
    "write": frozenset({HOST, "seat"}),
    "rematch": frozenset({HOST, "seat"}),
    "claim": frozenset({"seat"}),
    "refuse a claim": frozenset({HOST, "seat"}),
    "agree to a claim": frozenset({HOST}),
    "take the role": frozenset({"seat"}),
    "pass the role on": frozenset({HOST}),
    "free a seat": frozenset({HOST}),
    "close joining": frozenset({HOST}),
    "renew links": frozenset({HOST}),
    "delete": frozenset({HOST}),
}
# What a host by a claim does not do on the first day.
_LATER = frozenset({"pass the role on", "free a seat", "renew links", "delete"})
_WATCHES = Sentence("Whoever only watches writes nothing: take a seat first.")
_HOST_ONLY = Sentence("Only the host may do that.")


class Forbidden(Exception):
    """It is not theirs to do: a Sentence that says why, and whose it is."""


class Written(NamedTuple):
    """What a deed is held against: the match, the place that wrote each entry, and the time."""

    match: Match
    places: Sequence[str | None]
    now: datetime


def may(places: Collection[str], act: str) -> bool:
    """Whether somebody with these places may do an act of `ACTS`."""
    kinds = {place if seat_number(place) is None else "seat" for place in places}
    return not kinds.isdisjoint(ACTS[act])


def require(places: Collection[str], act: str, free_from: str = "") -> None:
    """Raises Forbidden where nobody with these places may do an act of `ACTS`.

    `free_from` is when a host by a claim may do everything, an ISO 8601 time, where that is ahead.
    """
    if not may(places, act):
        raise Forbidden(_HOST_ONLY if ACTS[act] == {HOST} else _WATCHES)
    if free_from and act in _LATER:
        raise Forbidden(why_later(free_from))


def why_later(free_from: str) -> Sentence:
    """Why a host by a claim has to wait, and until when."""
    template = N_(
        "Whoever became host by a claim does not delete, make new links, free a seat or pass the"
        " role on before %(hour)s on %(day)s."
    )
    if spoken().utc:
        template = N_(
            "Whoever became host by a claim does not delete, make new links, free a seat or pass"
            " the role on before %(hour)s UTC on %(day)s."
        )
    return Sentence(template, hour=hour(free_from), day=day(free_from))


def place_that_writes(places: Collection[str], facts: object, written: Written) -> str:
    """The place under which the entry is written. Raises Forbidden where none of them may.

    Facts that are no entry at all pass: what is wrong with them is for the rules to say.
    """
    why = _WATCHES
    for seat in sorted(number for number in map(seat_number, places) if number is not None):
        refusal = _why_not(seat, facts, written)
        if refusal is None:
            return seat_place(seat)
        why = refusal
    if HOST in places:
        return HOST
    raise Forbidden(why)


def _why_not(seat: int, facts: object, written: Written) -> Sentence | None:
    """Why this seat may not write the entry, or None where it may."""
    if not isinstance(facts, dict):
        return None
    deed = next(filter(_SEAT.__contains__, facts), None)
    return None if deed is None else _SEAT[deed](seat, facts, written)


def _record(seat: int, facts: Facts, written: Written) -> Sentence | None:
    return _own_column(seat, facts["record"], written)


def _amend(seat: int, facts: Facts, written: Written) -> Sentence | None:
    return _last_record("amend", facts, written) or _own_column(seat, facts.get("hand"), written)


def _strike(_: int, facts: Facts, written: Written) -> Sentence | None:
    return _last_record("strike", facts, written)


def _overrule(seat: int, facts: Facts, written: Written) -> Sentence | None:
    side = facts.get("side")
    if type(side) is not int or side == _side(seat, written):
        return None
    return Sentence("A seat corrects its own side's column; the host may correct either.")


def _undo(seat: int, facts: Facts, written: Written) -> Sentence | None:
    number = facts["undo"]
    if type(number) is not int or not 1 <= number <= len(written.places):
        return None
    if written.places[number - 1] == seat_place(seat):
        return None
    return Sentence("A seat takes back its own last entry; the host may take back anybody's.")


def _rename(seat: int, facts: Facts, _: Written) -> Sentence | None:
    renamed = facts["rename"]
    if not isinstance(renamed, dict) or not {"side", "seat"} & set(renamed):
        return None
    if "side" not in renamed and renamed["seat"] == seat:
        return None
    return Sentence("A seat changes its own name; the host may change all.")


def _reopen(_: int, __: Facts, written: Written) -> Sentence | None:
    if not written.match.standing.ended:
        return None
    at = written.match.entries[-1].at if written.places[-1] else None  # not of a file taken in
    if at and abs(written.now - datetime.fromisoformat(at)) <= REOPEN_WITHIN:
        return None
    return Sentence("The ten seconds are over: only the host opens the match again, with a reason.")


def _last_record(deed: str, facts: Facts, written: Written) -> Sentence | None:
    number, last = facts[deed], len(written.match.standing.rows)
    if type(number) is not int or not 1 <= number < last:
        return None
    return Sentence(
        "Record %(last)s has been written since: only the host changes record %(number)s.",
        last=last,
        number=number,
    )


def _own_column(seat: int, hand: object, written: Written) -> Sentence | None:
    """Whether an adjustment leaves the other sides alone; a hand may be anybody's."""
    points = hand.get("adjustment") if isinstance(hand, dict) else None
    if not isinstance(points, list):
        return None
    own = _side(seat, written)
    if all(side == own or number == 0 for side, number in enumerate(points)):
        return None
    return Sentence(
        "A seat adjusts its own side's column, with 0 in the others; the host adjusts any."
    )


def _side(seat: int, written: Written) -> int:
    return seat % written.match.opening.ruleset.sides


def _anybody(_: int, __: Facts, ___: Written) -> None:
    return None


def _host_only(_: int, __: Facts, ___: Written) -> Sentence:
    return Sentence("Only the host says who deals next.")


# What a seat may write; the host may write everything, a watcher nothing.
_SEAT: Mapping[str, Callable[[int, Facts, Written], Sentence | None]] = {
    "record": _record,
    "amend": _amend,
    "overrule": _overrule,
    "strike": _strike,
    "undo": _undo,
    "rename": _rename,
    "dealer": _host_only,
    "end": _anybody,
    "reopen": _reopen,
}

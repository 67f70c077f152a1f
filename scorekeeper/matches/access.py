"""Who may do what, as a table. This module knows neither the database nor the pages.

A role is "host", "watch" or "seat N". Whoever holds several roles may do what any one of them may;
an entry is written under the weakest role that suffices, so that a host who sits at the table
writes hands as that seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from scorekeeper.rules.entry import (
    Amend,
    Dealer,
    Event,
    Overrule,
    Record,
    Rename,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.errors import CodedError
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.match import Match
from scorekeeper.tokens import HOST, role_seat, seat_role

REOPEN_WITHIN = timedelta(seconds=10)
CLAIMED_FOR = timedelta(days=1)
"""How long a host by a claim may not do what cannot be undone."""

# Who may do each action that is not an entry. "seat" stands for every seat.
PERMISSIONS: Mapping[str, frozenset[str]] = {
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
# What a host by a claim may not do on the first day.
_LATER = frozenset({"pass the role on", "free a seat", "renew links", "delete"})


class Forbidden(CodedError):
    """The actor may not do that: the code says why, and its sentence who may."""


class Context(NamedTuple):
    """What an entry is checked against: the match, the role that wrote each entry, and the time."""

    match: Match
    writers: Sequence[str | None]
    now: datetime


def is_permitted(roles: Collection[str], action: str) -> bool:
    """Return whether somebody with these roles may do an action of `PERMISSIONS`."""
    kinds = {role if role_seat(role) is None else "seat" for role in roles}
    return not kinds.isdisjoint(PERMISSIONS[action])


def authorize(roles: Collection[str], action: str, free_from: str = "") -> None:
    """Raise Forbidden if nobody with these roles may do an action of `PERMISSIONS`.

    `free_from` is when a host by a claim may do everything, an ISO 8601 time; empty if nothing is
    withheld. Raise Forbidden also for an action that is withheld until then.
    """
    if not is_permitted(roles, action):
        if PERMISSIONS[action] == {HOST}:
            raise Forbidden("host-only")
        raise Forbidden("watchers-write-nothing")
    if free_from and action in _LATER:
        raise withheld_until(free_from)


def withheld_until(free_from: str) -> Forbidden:
    """Return why a host by a claim has to wait, and until when: an ISO 8601 time."""
    return Forbidden("host-by-claim", hour=free_from, day=free_from)


def writing_role(roles: Collection[str], event: Event | None, context: Context) -> str:
    """Return the role under which the event is written. Raise Forbidden if no role may write it.

    None is what could not be read as an event: any writer may hear what is wrong with it.
    """
    why = Forbidden("watchers-write-nothing")
    for seat in sorted(number for number in map(role_seat, roles) if number is not None):
        refusal = _why_not(seat, event, context)
        if refusal is None:
            return seat_role(seat)
        why = refusal
    if HOST in roles:
        return HOST
    raise why


def _why_not(seat: int, event: Event | None, context: Context) -> Forbidden | None:
    """Return why this seat may not write the event, or None if it may.

    The host may write everything, a watcher nothing.
    """
    match event:
        case Record(hand=hand):
            return _own_column(seat, hand, context)
        case Amend(number=number, hand=hand):
            return _last_record(number, context) or _own_column(seat, hand, context)
        case Strike(number=number):
            return _last_record(number, context)
        case Overrule(side=side) if side != _side(seat, context):
            return Forbidden("correction-of-other-side")
        case Undo(entry=number):
            return _own_entry(seat, number, context)
        case Rename(seat=named) if named != seat:
            return Forbidden("name-of-other")
        case Dealer():
            return Forbidden("dealer-by-host-only")
        case Reopen():
            return _within_seconds(context)
        case _:
            return None


def _own_entry(seat: int, number: int, context: Context) -> Forbidden | None:
    if not 1 <= number <= len(context.writers) or context.writers[number - 1] == seat_role(seat):
        return None
    return Forbidden("entry-of-other")


def _within_seconds(context: Context) -> Forbidden | None:
    if not context.match.state.ended:
        return None
    at = context.match.entries[-1].at if context.writers[-1] else None  # None: it was imported
    if at and abs(context.now - datetime.fromisoformat(at)) <= REOPEN_WITHIN:
        return None
    return Forbidden("reopen-too-late")


def _last_record(number: int, context: Context) -> Forbidden | None:
    last = len(context.match.state.rows)
    if not 1 <= number < last:
        return None
    return Forbidden("record-not-last", last=last, number=number)


def _own_column(seat: int, hand: Hand, context: Context) -> Forbidden | None:
    """Return why not, if the hand is an adjustment that changes another side's column."""
    if not isinstance(hand, Adjustment):
        return None
    own = _side(seat, context)
    if all(side == own or number == 0 for side, number in enumerate(hand.points)):
        return None
    return Forbidden("adjustment-of-other-side")


def _side(seat: int, context: Context) -> int:
    return seat % context.match.opening.ruleset.sides

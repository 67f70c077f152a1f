"""Who may do what, as a table. This module knows neither the database nor the pages.

A role is "host", "watch" or "seat N". Whoever holds several roles may do what any one of them may;
an entry is written under the weakest role that suffices, so that a host who sits at the table
writes hands as that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.messages.locale import current_locale, format_day, format_hour
from scorekeeper.messages.message import N_, Message
from scorekeeper.rules.match import Match
from scorekeeper.tokens import HOST, role_seat, seat_role

Facts: TypeAlias = Mapping[str, Any]
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
_WATCH_ONLY = Message("Whoever only watches writes nothing: take a seat first.")
_HOST_ONLY = Message("Only the host may do that.")


class Forbidden(Exception):
    """The actor may not do that: holds a Message that says why, and who may."""


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
        raise Forbidden(_HOST_ONLY if PERMISSIONS[action] == {HOST} else _WATCH_ONLY)
    if free_from and action in _LATER:
        raise Forbidden(why_later(free_from))


def why_later(free_from: str) -> Message:
    """Return why a host by a claim has to wait, and until when: an ISO 8601 time."""
    template = N_(
        "Whoever became host by a claim does not delete, make new links, free a seat or pass the"
        " role on before %(hour)s on %(day)s."
    )
    if current_locale().utc:
        template = N_(
            "Whoever became host by a claim does not delete, make new links, free a seat or pass"
            " the role on before %(hour)s UTC on %(day)s."
        )
    return Message(template, hour=format_hour(free_from), day=format_day(free_from))


def writing_role(roles: Collection[str], facts: object, context: Context) -> str:
    """Return the role under which the entry is written. Raise Forbidden if no role may write it.

    Facts that are no entry at all pass: the rules say what is wrong with them.
    """
    why = _WATCH_ONLY
    for seat in sorted(number for number in map(role_seat, roles) if number is not None):
        refusal = _why_not(seat, facts, context)
        if refusal is None:
            return seat_role(seat)
        why = refusal
    if HOST in roles:
        return HOST
    raise Forbidden(why)


def _why_not(seat: int, facts: object, context: Context) -> Message | None:
    """Return why this seat may not write the entry, or None if it may."""
    if not isinstance(facts, dict):
        return None
    event = next(filter(_SEAT.__contains__, facts), None)
    return None if event is None else _SEAT[event](seat, facts, context)


def _record(seat: int, facts: Facts, context: Context) -> Message | None:
    return _own_column(seat, facts["record"], context)


def _amend(seat: int, facts: Facts, context: Context) -> Message | None:
    return _last_record("amend", facts, context) or _own_column(seat, facts.get("hand"), context)


def _strike(_: int, facts: Facts, context: Context) -> Message | None:
    return _last_record("strike", facts, context)


def _overrule(seat: int, facts: Facts, context: Context) -> Message | None:
    side = facts.get("side")
    if type(side) is not int or side == _side(seat, context):
        return None
    return Message("A seat corrects its own side's column; the host may correct either.")


def _undo(seat: int, facts: Facts, context: Context) -> Message | None:
    number = facts["undo"]
    if type(number) is not int or not 1 <= number <= len(context.writers):
        return None
    if context.writers[number - 1] == seat_role(seat):
        return None
    return Message("A seat takes back its own last entry; the host may take back anybody's.")


def _rename(seat: int, facts: Facts, _: Context) -> Message | None:
    renamed = facts["rename"]
    if not isinstance(renamed, dict) or not {"side", "seat"} & set(renamed):
        return None
    if "side" not in renamed and renamed["seat"] == seat:
        return None
    return Message("A seat changes its own name; the host may change all.")


def _reopen(_: int, __: Facts, context: Context) -> Message | None:
    if not context.match.state.ended:
        return None
    at = context.match.entries[-1].at if context.writers[-1] else None  # None: it was imported
    if at and abs(context.now - datetime.fromisoformat(at)) <= REOPEN_WITHIN:
        return None
    return Message("The ten seconds are over: only the host opens the match again, with a reason.")


def _last_record(event: str, facts: Facts, context: Context) -> Message | None:
    number, last = facts[event], len(context.match.state.rows)
    if type(number) is not int or not 1 <= number < last:
        return None
    return Message(
        "Record %(last)s has been written since: only the host changes record %(number)s.",
        last=last,
        number=number,
    )


def _own_column(seat: int, hand: object, context: Context) -> Message | None:
    """Return why not, if the hand is an adjustment that changes another side's column."""
    points = hand.get("adjustment") if isinstance(hand, dict) else None
    if not isinstance(points, list):
        return None
    own = _side(seat, context)
    if all(side == own or number == 0 for side, number in enumerate(points)):
        return None
    return Message(
        "A seat adjusts its own side's column, with 0 in the others; the host adjusts any."
    )


def _side(seat: int, context: Context) -> int:
    return seat % context.match.opening.ruleset.sides


def _anybody(_: int, __: Facts, ___: Context) -> None:
    return None


def _host_only(_: int, __: Facts, ___: Context) -> Message:
    return Message("Only the host says who deals next.")


# Why a seat may not write an entry, by event; the host may write everything, a watcher nothing.
_SEAT: Mapping[str, Callable[[int, Facts, Context], Message | None]] = {
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

"""Who sits where: taking seats, with the code or by a link.

Its functions open and commit their own transactions, and publish every change to the match's
subscribers. What only the host may do is in `host_role`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from scorekeeper import events, tokens
from scorekeeper.matches import access
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.expiry import last_kept_day
from scorekeeper.matches.player_names import free_name, host_names
from scorekeeper.matches.snapshot import (
    Actor,
    Claim,
    MatchAccess,
    MatchNotFound,
    MatchSnapshot,
    append_entry,
    find_match,
    format_time,
    now,
    record_audit_event,
    token_of,
)
from scorekeeper.rules.checks import MOST_ENTRIES
from scorekeeper.rules.entry import Rename
from scorekeeper.rules.errors import CodedError
from scorekeeper.store import grant_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import write_transaction
from scorekeeper.store.grant_queries import AuditEvent
from scorekeeper.tokens import HOST, WATCH, Token


class SeatTaken(CodedError):
    """Somebody else was first; the code says with what. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as a page shows it. `mine`: the actor holds it."""

    number: int
    name: str
    taken: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """Who sits where, as the actor sees it.

    `open`: the code gives the free seats away, which it never does once the match is ended.
    `joining_until`: when it stops, an ISO 8601 time, or empty if the host has closed joining.
    `phones`: how many devices hold each role that any device holds. `next_code`: the code of the
    rematch. `expires`: the last day on which the match is kept, an ISO 8601 date.
    """

    table: MatchSnapshot
    seats: tuple[Seat, ...]
    open: bool
    joining_until: str
    phones: Mapping[str, int]
    claim: Claim | None
    next_code: str | None
    expires: str


def read_seating(code: str, actor: Actor) -> SeatingPlan:
    """Return who sits where. Raise MatchNotFound."""
    return _seating(find_match(code, actor))


def joinable_seats(code: str, device: str) -> SeatingPlan:
    """Return the seats as the code alone shows them, to pick a free one. Raise MatchNotFound."""
    match_access = find_match(code, None)
    held = grant_queries.roles_of(match_access.record, device)
    return _seating(MatchAccess(match_access.record, held, device))


def take_seat(code: str, number: int, device: str, name: str = "") -> MatchSnapshot:
    """Give the device a free seat, and the seat a name if one was typed.

    Raise MatchNotFound, SeatTaken if another device has the seat, Forbidden if the host has closed
    joining, twelve hours have passed or the match is ended, or RuleError for an invalid name.
    """
    with change_match(code, None) as match_access:
        role = tokens.seat_role(number)
        grants = grant_queries.grants(match_access.record)
        others = {held for by, held in grants if by != device}
        if number >= len(json.loads(match_access.record.players)) or number < 0:
            raise MatchNotFound(code)
        if role in others and (device, role) not in grants:
            raise SeatTaken("seat-taken")
        may_always = (device, HOST) in grants or (device, role) in grants
        if not may_always and match_access.record.joining_until <= format_time(now()):
            raise Forbidden("joining-closed")
        if not may_always and match_access.snapshot().state.ended:
            raise Forbidden("joining-ended")
        snapshot = _seat(match_access, device, role, name)
    return _publish_written(snapshot)


def open_token(text: str) -> MatchSnapshot:
    """Return the match that a link's token opens; `roles` holds the token's role. Take nothing.

    Raise MatchNotFound.
    """
    key = _read(text)
    return find_match(key.code, key).snapshot()


def take_role(text: str, device: str, name: str = "") -> MatchSnapshot:
    """Give the device the token's role, and a seat the name if one was typed.

    Raise MatchNotFound, or RuleError for an invalid name.
    """
    key = _read(text)
    with change_match(key.code, key) as match_access:
        snapshot = _seat(match_access, device, key.role, name)
    return _publish_written(snapshot)


def announce_entering(code: str, actor: Actor) -> None:
    """Publish who is entering a hand. Raise MatchNotFound, or Forbidden for watchers."""
    match_access = find_match(code, actor)
    access.authorize(match_access.roles, "write")
    seats = sorted(match_access.roles - {HOST, WATCH})
    events.publish(match_access.record.code, "entering", seats[0] if seats else HOST)


def list_tokens(code: str, actor: Actor) -> dict[str, str]:
    """Return the tokens that the actor may see, by role.

    The host sees all of them, a seat the watchers' and, if it came with a token, its own. Raise
    MatchNotFound, or Forbidden for watchers.
    """
    match_access = find_match(code, actor)
    access.authorize(match_access.roles, "write")
    seats = range(len(json.loads(match_access.record.players)))
    everything = [HOST, *map(tokens.seat_role, seats), WATCH]
    visible = {WATCH, *({actor.role} if isinstance(actor, Token) else ())}
    if HOST in match_access.roles:
        visible = set(everything)
    return {role: token_of(match_access.record, role) for role in everything if role in visible}


def host_link(code: str) -> str:
    """Return the token that makes its opener the host. Raise MatchNotFound."""
    return list_tokens(code, None)[HOST]


def list_audit_events(code: str, actor: Actor) -> list[AuditEvent]:
    """Return the audit events of the match, oldest first. Raise MatchNotFound."""
    return grant_queries.audit_events(find_match(code, actor).record)


@contextmanager
def change_match(code: str, actor: Actor, action: str = "") -> Iterator[MatchAccess]:
    """Lock the match for an action that the actor may do; then commit, and publish the change.

    Raise MatchNotFound, or Forbidden if the actor may not do the action.
    """
    with write_transaction():
        match_access = find_match(code, actor, lock=True)
        if action:
            match_access.require(action)
        yield match_access
    events.publish(match_access.record.code, "table")


def _publish_written(snapshot: MatchSnapshot) -> MatchSnapshot:
    """Publish the new version if a name was written, and return the snapshot."""
    if snapshot.written is not None:
        events.publish_version(snapshot.code, snapshot.written)
    return snapshot


def _seat(match_access: MatchAccess, device: str, role: str, name: str) -> MatchSnapshot:
    """Give the device the role, and the seat its name."""
    snapshot = match_access.snapshot()
    held = grant_queries.roles_of(match_access.record, device)
    if role not in held:
        grant_queries.grant(match_access.record, device, role)
        if role != WATCH:
            record_audit_event(
                match_access.record, role, "became host" if role == HOST else "took the seat", role
            )
    number = tokens.role_seat(role)
    if number is not None and name.strip() and not snapshot.state.ended:
        snapshot = _name(match_access, snapshot, number, name)
    return MatchSnapshot(snapshot.code, snapshot.cached, held | {role}, snapshot.written)


def _name(
    match_access: MatchAccess, snapshot: MatchSnapshot, number: int, typed: str
) -> MatchSnapshot:
    """Rename the seat, and its column where everybody plays alone under their own name.

    A match that takes no more entries keeps the seat's name.
    """
    state = snapshot.state
    before = state.players[number]
    alone = state.ruleset.alone and state.sides[number] == before
    named = [*enumerate(state.players), *(enumerate(state.sides) if alone else ())]
    others = {name for place, name in named if place != number}
    name = free_name(typed, others | host_names())
    renames = [Rename(None, number, name), *([Rename(number, None, name)] if alone else ())]
    if name == before or state.version + len(renames) > MOST_ENTRIES:
        return snapshot
    for rename in renames:
        snapshot = append_entry(match_access, snapshot, rename, role=tokens.seat_role(number))
    return snapshot


def _seating(match_access: MatchAccess) -> SeatingPlan:
    row, snapshot = match_access.record, match_access.snapshot()
    state = snapshot.state
    phones = Counter(role for _, role in grant_queries.grants(row))
    seats = tuple(
        Seat(
            number,
            name,
            tokens.seat_role(number) in phones,
            tokens.seat_role(number) in match_access.roles,
        )
        for number, name in enumerate(state.players)
    )
    may_join = row.joining_until > format_time(now()) and not state.ended
    return SeatingPlan(
        table=snapshot,
        seats=seats,
        open=may_join and not all(seat.taken for seat in seats),
        joining_until=row.joining_until,
        phones=phones,
        claim=snapshot.claim,
        next_code=store.rematch_of(row),
        expires=last_kept_day(row.last_day).isoformat(),
    )


def _read(text: str) -> Token:
    key = tokens.parse_token(text)
    if key is None:
        raise MatchNotFound(text)
    return key

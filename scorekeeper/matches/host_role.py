"""The host's role: what only the host does, and how the role is passed on, claimed and refused.

Uses `seats`. Its functions open and commit their own transactions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from scorekeeper import events, tokens
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.seats import SeatTaken, change_match
from scorekeeper.matches.snapshot import (
    CLAIM,
    JOINING_PERIOD,
    Actor,
    Claim,
    MatchAccess,
    MatchNotFound,
    claim_of,
    find_match,
    format_time,
    now,
    raise_generation,
    record_audit_event,
    token_of,
)
from scorekeeper.store import grant_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.match_cache import CachedMatch
from scorekeeper.store.match_queries import MatchRecord
from scorekeeper.tokens import HOST, WATCH

# Audit events that take a seat from its devices: whoever sits there next starts afresh.
_FREED, _WITHDREW = "freed", "withdrew the phones"


def free_seat(code: str, actor: Actor, number: int) -> None:
    """Withdraw the seat from every device and token that has it.

    Raise MatchNotFound or Forbidden.
    """
    with change_match(code, actor, "free a seat") as access:
        role = _seat_role(access, number)
        grant_queries.withdraw(access.record, role)
        row = raise_generation(access.record, role)
        if row.claim_seat == number:
            store.update_match(row, claim_seat=None, claim_ends=None)
        record_audit_event(row, HOST, _FREED, role)
    events.publish(access.record.code, "withdrawn", role)


def set_joining(code: str, actor: Actor, *, let: bool) -> None:
    """Let the code give seats away for another twelve hours, or close joining.

    Raise MatchNotFound or Forbidden.
    """
    with change_match(code, actor, "close joining") as access:
        store.update_match(
            access.record, joining_until=format_time(now() + JOINING_PERIOD) if let else ""
        )
        record_audit_event(access.record, HOST, "opened joining" if let else "closed joining")


def renew_token(code: str, actor: Actor, role: str, *, withdraw: bool = False) -> str:
    """Withdraw the role's link and token, and return the new token.

    Renewing the host's link takes the role from every device but the actor's; renewing the
    watchers' link takes the role from all of them: they open the new link. A device that took a
    seat by the old link keeps it, unless `withdraw`. Raise MatchNotFound or Forbidden.
    """
    with change_match(code, actor, "renew links") as access:
        if role not in (HOST, WATCH):
            role = _seat_role(access, tokens.role_seat(role))
        row = raise_generation(access.record, role)
        record_audit_event(row, HOST, "renewed the link", role)
        if role == HOST:
            _withdraw_other_hosts(row, actor)
        elif role == WATCH:
            grant_queries.withdraw(row, WATCH)
        elif withdraw:
            grant_queries.withdraw(row, role)
            if row.claim_seat == tokens.role_seat(role):
                store.update_match(row, claim_seat=None, claim_ends=None)
            record_audit_event(row, HOST, _WITHDREW, role)
    events.publish(row.code, "withdrawn", role)
    return token_of(row, role)


def pass_role_on(code: str, actor: Actor, number: int) -> None:
    """Make the devices of the seat the host, in place of all that were.

    Raise MatchNotFound, Forbidden, or SeatTaken if no device has the seat.
    """
    with change_match(code, actor, "pass the role on") as access:
        _pass(access.record, _seat_role(access, number), HOST, "passed the role on")
    events.publish(access.record.code, "withdrawn", HOST)


def claim_role(code: str, actor: Actor) -> Claim:
    """Claim the host's role for the actor's seat; every device shows the claim for sixty seconds.

    Raise MatchNotFound, Forbidden if the actor may not claim (see `why_no_claim`), or SeatTaken if
    a claim is pending.
    """
    with change_match(code, actor, "claim") as access:
        number = _seat_that_claims(access)
        if claim_of(access.record):
            raise SeatTaken("claim-pending")
        row = store.update_match(
            access.record, claim_seat=number, claim_ends=format_time(now() + CLAIM)
        )
        record_audit_event(row, tokens.seat_role(number), "claimed the role")
        made = claim_of(row)
    if made is None:
        raise AssertionError(row.claim_ends)  # its sixty seconds have just begun
    return made


def why_no_claim(code: str, actor: Actor) -> Forbidden | None:
    """Return why the actor may not claim the host's role, or None if they may.

    Raise MatchNotFound.
    """
    access = find_match(code, actor)
    try:
        access.require("claim")
        _seat_that_claims(access)
    except Forbidden as forbidden:
        return forbidden
    return None


def refuse_claim(code: str, actor: Actor) -> bool:
    """Refuse the pending claim, and return whether there was one.

    Raise MatchNotFound, or Forbidden for watchers and for the seat that claims.
    """
    with change_match(code, actor, "refuse a claim") as access:
        pending = claim_of(access.record)
        if pending is None:
            return False
        refusing = sorted(
            access.roles - {tokens.seat_role(pending.seat), WATCH}
        )  # "host" before "seat N"
        if not refusing:
            raise Forbidden("refusal-of-own-claim")
        store.update_match(access.record, claim_seat=None, claim_ends=None)
        record_audit_event(
            access.record, refusing[0], "refused the claim", tokens.seat_role(pending.seat)
        )
        return True


def agree_to_claim(code: str, actor: Actor, number: int) -> None:
    """Pass the host's role to the seat whose claim is pending, on the host's behalf.

    Raise MatchNotFound, Forbidden, or SeatTaken if that seat's claim no longer counts.
    """
    with change_match(code, actor, "agree to a claim") as access:
        pending = claim_of(access.record)
        if pending is None or pending.seat != number:
            raise SeatTaken("claim-gone")
        _pass(
            access.record,
            tokens.seat_role(number),
            HOST,
            "agreed to the claim",
            claimed_at=format_time(now()),
        )
    events.publish(access.record.code, "withdrawn", HOST)


def complete_claim(code: str, actor: Actor) -> None:
    """Pass the host's role to the seat that claimed it: nobody refused, and the host was away.

    Raise MatchNotFound, SeatTaken if there is no claim any more, or Forbidden for everybody but the
    seat that claims, before the sixty seconds are over, and while the host is here.
    """
    with change_match(code, actor, "take the role") as access:
        row = access.record
        if row.claim_seat is None:
            raise SeatTaken("claim-gone")
        role = tokens.seat_role(row.claim_seat)
        if role not in access.roles:
            raise Forbidden("claim-of-other")
        pending = claim_of(row)
        if pending is None:
            raise Forbidden("claim-lapsed")
        if not pending.passes:
            raise Forbidden("claim-too-early")
        _pass(row, role, role, "took over", claimed_at=format_time(now()))
    events.publish(access.record.code, "withdrawn", HOST)


def _pass(row: MatchRecord, role: str, by: str, event: str, claimed_at: str | None = None) -> None:
    """Make the devices of a seat the host, and nobody else. Raise SeatTaken if it has none."""
    devices = [device for device, held in grant_queries.grants(row) if held == role]
    if not devices:
        raise SeatTaken("seat-empty")
    row = store.update_match(row, claim_seat=None, claim_ends=None, claimed_at=claimed_at)
    grant_queries.withdraw(row, HOST)
    for device in devices:
        grant_queries.grant(row, device, HOST)
    record_audit_event(row, by, event, role)
    raise_generation(row, HOST)


def _withdraw_other_hosts(row: MatchRecord, actor: Actor) -> None:
    """Withdraw the host's role from every device but the actor's."""
    asker = actor if isinstance(actor, str) else ""
    if any(held == HOST and device != asker for device, held in grant_queries.grants(row)):
        grant_queries.withdraw(row, HOST, but=asker)
        record_audit_event(row, HOST, "withdrew the other hosts")


def _seat_that_claims(access: MatchAccess) -> int:
    """Return the actor's first seat that may claim the host's role. Raise Forbidden."""
    if HOST in access.roles:
        raise Forbidden("already-host")
    seats = sorted(number for number in map(tokens.role_seat, access.roles) if number is not None)
    audit_events = grant_queries.audit_events(access.record)
    cached = access.snapshot().cached
    over = cached.sheet.state != "playing"
    for number in seats:
        since = _sits_since(tokens.seat_role(number), audit_events)
        if over and _playing_at(access, since):
            return number
        if not over and any(entry > since for entry in _records(cached, tokens.seat_role(number))):
            return number
    if over:
        raise Forbidden("claim-after-end")
    raise Forbidden("claim-without-hand")


def _sits_since(role: str, audit_events: list[grant_queries.AuditEvent]) -> int:
    """Return the journal's length when the seat was taken, since it was last freed if it ever was.

    A seat without such an event was taken at the start: by an earlier version of the program, or in
    the match that this one follows.
    """
    since = 0
    taken = False
    for event in audit_events:
        if event.role != role:
            continue
        if event.event in (_FREED, _WITHDREW):
            taken = False
        elif event.event == "took the seat" and not taken:
            since, taken = event.version, True
    return since


def _playing_at(access: MatchAccess, version: int) -> bool:
    """Return whether the match was undecided and not ended when its journal had this length."""
    return access.snapshot(version).sheet.state == "playing"


def _records(cached: CachedMatch, role: str) -> Iterator[int]:
    """Yield the number of each entry by the role that wrote a record neither undone nor struck."""
    state = cached.match.state
    for row, entry in zip(state.rows, state.written_by, strict=True):
        if not row.struck and cached.writers[entry - 1] == role:
            yield entry


def _seat_role(access: MatchAccess, number: int | None) -> str:
    """Return the role of a seat of this match. Raise MatchNotFound if there is no such seat."""
    if number is None or not 0 <= number < len(json.loads(access.record.players)):
        raise MatchNotFound(access.record.code)
    return tokens.seat_role(number)

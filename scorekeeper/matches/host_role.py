"""The host's role: what only the host does, and how the role is passed on, claimed and refused.

Above `seats`, and like it a room that commits.
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
from scorekeeper.rules.errors import Message
from scorekeeper.store import grant_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.match_cache import CachedMatch
from scorekeeper.store.match_queries import MatchRecord
from scorekeeper.tokens import HOST, WATCH

# What is written where a seat was taken from its phones: whoever sits there next begins anew.
_FREED, _WITHDREW = "freed", "withdrew the phones"
_NO_CLAIM = Message("That claim no longer counts: it was refused, or has lapsed.")


def free_seat(code: str, actor: Actor, number: int) -> None:
    """Takes the seat from every device and key that has it. Raises MatchNotFound, Forbidden."""
    with change_match(code, actor, "free a seat") as access:
        role = _seat_role(access, number)
        grant_queries.withdraw(access.record, role)
        row = raise_generation(access.record, role)
        if row.claim_seat == number:
            store.update_match(row, claim_seat=None, claim_ends=None)
        record_audit_event(row, HOST, _FREED, role)
    events.publish(access.record.code, "withdrawn", role)


def set_joining(code: str, actor: Actor, *, let: bool) -> None:
    """Lets the code give seats away for another twelve hours, or no longer.

    Raises MatchNotFound, Forbidden.
    """
    with change_match(code, actor, "close joining") as access:
        store.update_match(
            access.record, joining_until=format_time(now() + JOINING_PERIOD) if let else ""
        )
        record_audit_event(access.record, HOST, "opened joining" if let else "closed joining")


def renew_token(code: str, actor: Actor, role: str, *, withdraw: bool = False) -> str:
    """Withdraws the place's link and key and returns the new key. Raises MatchNotFound, Forbidden.

    The host's link takes the role from every device but the one that asks, and the watchers' their
    place: they open the new link. Whoever took a seat by the old link keeps it, unless `withdraw`.
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
    """Makes the devices of the seat the host's, instead of all that were.

    Raises MatchNotFound; Forbidden; SeatTaken where no device has the seat.
    """
    with change_match(code, actor, "pass the role on") as access:
        _pass(access.record, _seat_role(access, number), HOST, "passed the role on")
    events.publish(access.record.code, "withdrawn", HOST)


def claim_role(code: str, actor: Actor) -> Claim:
    """The seat of whoever asks claims the host's role; every phone shows it for sixty seconds.

    Raises MatchNotFound; Forbidden where it may not (see `why_no_claim`); SeatTaken where a claim
    is pending.
    """
    with change_match(code, actor, "claim") as access:
        number = _seat_that_claims(access)
        if claim_of(access.record):
            raise SeatTaken(Message("A claim is pending already: one at a time."))
        row = store.update_match(
            access.record, claim_seat=number, claim_ends=format_time(now() + CLAIM)
        )
        record_audit_event(row, tokens.seat_role(number), "claimed the role")
        made = claim_of(row)
    if made is None:
        raise AssertionError(row.claim_ends)  # its sixty seconds have just begun
    return made


def why_no_claim(code: str, actor: Actor) -> Message | None:
    """Why whoever asks may not claim the host's role, or None where they may. Raises
    MatchNotFound.
    """
    access = find_match(code, actor)
    try:
        access.require("claim")
        _seat_that_claims(access)
    except Forbidden as forbidden:
        (why,) = forbidden.args
        return why  # type: ignore[no-any-return]  # what it was raised with
    return None


def refuse_claim(code: str, actor: Actor) -> bool:
    """Refuses the claim that is pending; says whether there was one.

    Raises MatchNotFound; Forbidden to watchers, and to the seat whose claim it is.
    """
    with change_match(code, actor, "refuse a claim") as access:
        pending = claim_of(access.record)
        if pending is None:
            return False
        refusing = sorted(
            access.roles - {tokens.seat_role(pending.seat), WATCH}
        )  # "host" before "seat N"
        if not refusing:
            raise Forbidden(Message("The host or another seat may refuse a claim."))
        store.update_match(access.record, claim_seat=None, claim_ends=None)
        record_audit_event(
            access.record, refusing[0], "refused the claim", tokens.seat_role(pending.seat)
        )
        return True


def agree_to_claim(code: str, actor: Actor, number: int) -> None:
    """The host says yes: the role passes to the seat whose claim is pending.

    Raises MatchNotFound; Forbidden; SeatTaken where that seat's claim no longer counts.
    """
    with change_match(code, actor, "agree to a claim") as access:
        pending = claim_of(access.record)
        if pending is None or pending.seat != number:
            raise SeatTaken(_NO_CLAIM)
        _pass(
            access.record,
            tokens.seat_role(number),
            HOST,
            "agreed to the claim",
            claimed_at=format_time(now()),
        )
    events.publish(access.record.code, "withdrawn", HOST)


def take_role(code: str, actor: Actor) -> None:
    """Whoever has claimed the host's role takes it: nobody has refused, and no host was here.

    Raises MatchNotFound; SeatTaken where there is no claim any more; Forbidden to all but the seat
    whose claim it is, before the sixty seconds are over, and where the host is here.
    """
    with change_match(code, actor, "take the role") as access:
        row = access.record
        if row.claim_seat is None:
            raise SeatTaken(_NO_CLAIM)
        role = tokens.seat_role(row.claim_seat)
        if role not in access.roles:
            raise Forbidden(Message("The role is taken by the seat that has asked for it."))
        pending = claim_of(row)
        if pending is None:
            raise Forbidden(
                Message(
                    "This claim has lapsed: the host is here and did not agree, or it was not taken"
                    " within ten minutes."
                )
            )
        if not pending.passes:
            raise Forbidden(Message("The sixty seconds are not over: others may still refuse."))
        _pass(row, role, role, "took over", claimed_at=format_time(now()))
    events.publish(access.record.code, "withdrawn", HOST)


def _pass(row: MatchRecord, role: str, by: str, event: str, claimed_at: str | None = None) -> None:
    """Makes the devices of a seat the host's, and nobody else. Raises SeatTaken where it has
    none.
    """
    devices = [device for device, held in grant_queries.grants(row) if held == role]
    if not devices:
        raise SeatTaken(Message("Nobody has taken that seat yet."))
    row = store.update_match(row, claim_seat=None, claim_ends=None, claimed_at=claimed_at)
    grant_queries.withdraw(row, HOST)
    for device in devices:
        grant_queries.grant(row, device, HOST)
    record_audit_event(row, by, event, role)
    raise_generation(row, HOST)


def _withdraw_other_hosts(row: MatchRecord, actor: Actor) -> None:
    """Takes the role from every device but the one that asks."""
    asker = actor if isinstance(actor, str) else ""
    if any(held == HOST and device != asker for device, held in grant_queries.grants(row)):
        grant_queries.withdraw(row, HOST, but=asker)
        record_audit_event(row, HOST, "withdrew the other hosts")


def _seat_that_claims(access: MatchAccess) -> int:
    """The first of the asker's seats that may claim the host's role. Raises Forbidden."""
    if HOST in access.roles:
        raise Forbidden(Message("You are the host already."))
    seats = sorted(number for number in map(tokens.role_seat, access.roles) if number is not None)
    acts = grant_queries.audit_events(access.record)
    cached = access.snapshot().cached
    over = cached.sheet.state != "playing"
    for number in seats:
        since = _sits_since(tokens.seat_role(number), acts)
        if over and _playing_at(access, since):
            return number
        if not over and any(entry > since for entry in _records(cached, tokens.seat_role(number))):
            return number
    if over:
        raise Forbidden(
            Message("The match was over when this seat was taken: the host may pass the role on.")
        )
    raise Forbidden(
        Message("A seat asks to be the host once it has written a hand, and the hand stands.")
    )


def _sits_since(role: str, acts: list[grant_queries.AuditEvent]) -> int:
    """The journal's length when the seat was taken, after it was last freed if it ever was.

    A seat of before, or of the match that this one follows, was taken at the start.
    """
    since = 0
    taken = False
    for action in acts:
        if action.place != role:
            continue
        if action.deed in (_FREED, _WITHDREW):
            taken = False
        elif action.deed == "took the seat" and not taken:
            since, taken = action.version, True
    return since


def _playing_at(access: MatchAccess, version: int) -> bool:
    """Whether the match was neither decided nor ended when its journal had this length."""
    return access.snapshot(version).sheet.state == "playing"


def _records(cached: CachedMatch, role: str) -> Iterator[int]:
    """The number of each entry by which the place wrote a record that stands and is not struck."""
    state = cached.match.state
    for row, entry in zip(state.rows, state.written_by, strict=True):
        if not row.struck and cached.writers[entry - 1] == role:
            yield entry


def _seat_role(access: MatchAccess, number: int | None) -> str:
    """The place of a seat of this match. Raises MatchNotFound where it has no such seat."""
    if number is None or not 0 <= number < len(json.loads(access.record.players)):
        raise MatchNotFound(access.record.code)
    return tokens.seat_role(number)

"""The host's role: what only the host does, and how the role is passed on, claimed and refused.

Above `seats`, and like it a room that commits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from scorekeeper import events, tokens
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.seats import NotFree, changing
from scorekeeper.matches.snapshot import (
    CLAIM,
    JOINING,
    Claim,
    Found,
    NoMatch,
    Who,
    claim_of,
    find,
    iso,
    key_of,
    log,
    now,
    raise_generation,
)
from scorekeeper.rules.errors import Sentence
from scorekeeper.store import grant_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.match_cache import Fold
from scorekeeper.store.match_queries import Stored
from scorekeeper.tokens import HOST, WATCH

# What is written where a seat was taken from its phones: whoever sits there next begins anew.
_FREED, _WITHDREW = "freed", "withdrew the phones"
_NO_CLAIM = Sentence("That claim no longer counts: it was refused, or has lapsed.")


def free_seat(code: str, who: Who, number: int) -> None:
    """Takes the seat from every device and key that has it. Raises NoMatch, Forbidden."""
    with changing(code, who, "free a seat") as found:
        place = _seat_place(found, number)
        grant_queries.withdraw(found.row, place)
        row = raise_generation(found.row, place)
        if row.claim_seat == number:
            store.change(row, claim_seat=None, claim_ends=None)
        log(row, HOST, _FREED, place)
    events.tell(found.row.code, "withdrawn", place)


def let_join(code: str, who: Who, *, let: bool) -> None:
    """Lets the code give seats away for another twelve hours, or no longer.

    Raises NoMatch, Forbidden.
    """
    with changing(code, who, "close joining") as found:
        store.change(found.row, joining_until=iso(now() + JOINING) if let else "")
        log(found.row, HOST, "opened joining" if let else "closed joining")


def renew(code: str, who: Who, place: str, *, withdraw: bool = False) -> str:
    """Withdraws the place's link and key and returns the new key. Raises NoMatch, Forbidden.

    The host's link takes the role from every device but the one that asks, and the watchers' their
    place: they open the new link. Whoever took a seat by the old link keeps it, unless `withdraw`.
    """
    with changing(code, who, "renew links") as found:
        if place not in (HOST, WATCH):
            place = _seat_place(found, tokens.seat_number(place))
        row = raise_generation(found.row, place)
        log(row, HOST, "renewed the link", place)
        if place == HOST:
            _withdraw_other_hosts(row, who)
        elif place == WATCH:
            grant_queries.withdraw(row, WATCH)
        elif withdraw:
            grant_queries.withdraw(row, place)
            if row.claim_seat == tokens.seat_number(place):
                store.change(row, claim_seat=None, claim_ends=None)
            log(row, HOST, _WITHDREW, place)
    events.tell(row.code, "withdrawn", place)
    return key_of(row, place)


def pass_on(code: str, who: Who, number: int) -> None:
    """Makes the devices of the seat the host's, instead of all that were.

    Raises NoMatch; Forbidden; NotFree where no device has the seat.
    """
    with changing(code, who, "pass the role on") as found:
        _pass(found.row, _seat_place(found, number), HOST, "passed the role on")
    events.tell(found.row.code, "withdrawn", HOST)


def claim(code: str, who: Who) -> Claim:
    """The seat of whoever asks claims the host's role; every phone shows it for sixty seconds.

    Raises NoMatch; Forbidden where it may not (see `why_no_claim`); NotFree where a claim is
    pending.
    """
    with changing(code, who, "claim") as found:
        number = _seat_that_claims(found)
        if claim_of(found.row):
            raise NotFree(Sentence("A claim is pending already: one at a time."))
        row = store.change(found.row, claim_seat=number, claim_ends=iso(now() + CLAIM))
        log(row, tokens.seat(number), "claimed the role")
        made = claim_of(row)
    if made is None:
        raise AssertionError(row.claim_ends)  # its sixty seconds have just begun
    return made


def why_no_claim(code: str, who: Who) -> Sentence | None:
    """Why whoever asks may not claim the host's role, or None where they may. Raises NoMatch."""
    found = find(code, who)
    try:
        found.require("claim")
        _seat_that_claims(found)
    except Forbidden as forbidden:
        (why,) = forbidden.args
        return why  # type: ignore[no-any-return]  # what it was raised with
    return None


def refuse_claim(code: str, who: Who) -> bool:
    """Refuses the claim that is pending; says whether there was one.

    Raises NoMatch; Forbidden to watchers, and to the seat whose claim it is.
    """
    with changing(code, who, "refuse a claim") as found:
        pending = claim_of(found.row)
        if pending is None:
            return False
        refusing = sorted(
            found.places - {tokens.seat(pending.seat), WATCH}
        )  # "host" before "seat N"
        if not refusing:
            raise Forbidden(Sentence("The host or another seat may refuse a claim."))
        store.change(found.row, claim_seat=None, claim_ends=None)
        log(found.row, refusing[0], "refused the claim", tokens.seat(pending.seat))
        return True


def agree_to_claim(code: str, who: Who, number: int) -> None:
    """The host says yes: the role passes to the seat whose claim is pending.

    Raises NoMatch; Forbidden; NotFree where that seat's claim no longer counts.
    """
    with changing(code, who, "agree to a claim") as found:
        pending = claim_of(found.row)
        if pending is None or pending.seat != number:
            raise NotFree(_NO_CLAIM)
        _pass(found.row, tokens.seat(number), HOST, "agreed to the claim", claimed_at=iso(now()))
    events.tell(found.row.code, "withdrawn", HOST)


def take_role(code: str, who: Who) -> None:
    """Whoever has claimed the host's role takes it: nobody has refused, and no host was here.

    Raises NoMatch; NotFree where there is no claim any more; Forbidden to all but the seat whose
    claim it is, before the sixty seconds are over, and where the host is here.
    """
    with changing(code, who, "take the role") as found:
        row = found.row
        if row.claim_seat is None:
            raise NotFree(_NO_CLAIM)
        place = tokens.seat(row.claim_seat)
        if place not in found.places:
            raise Forbidden(Sentence("The role is taken by the seat that has asked for it."))
        pending = claim_of(row)
        if pending is None:
            raise Forbidden(
                Sentence(
                    "This claim has lapsed: the host is here and did not agree, or it was not taken"
                    " within ten minutes."
                )
            )
        if not pending.passes:
            raise Forbidden(Sentence("The sixty seconds are not over: others may still refuse."))
        _pass(row, place, place, "took over", claimed_at=iso(now()))
    events.tell(found.row.code, "withdrawn", HOST)


def _pass(row: Stored, place: str, by: str, deed: str, claimed_at: str | None = None) -> None:
    """Makes the devices of a seat the host's, and nobody else. Raises NotFree where it has none."""
    devices = [device for device, held in grant_queries.grants(row) if held == place]
    if not devices:
        raise NotFree(Sentence("Nobody has taken that seat yet."))
    row = store.change(row, claim_seat=None, claim_ends=None, claimed_at=claimed_at)
    grant_queries.withdraw(row, HOST)
    for device in devices:
        grant_queries.grant(row, device, HOST)
    log(row, by, deed, place)
    raise_generation(row, HOST)


def _withdraw_other_hosts(row: Stored, who: Who) -> None:
    """Takes the role from every device but the one that asks."""
    asker = who if isinstance(who, str) else ""
    if any(held == HOST and device != asker for device, held in grant_queries.grants(row)):
        grant_queries.withdraw(row, HOST, but=asker)
        log(row, HOST, "withdrew the other hosts")


def _seat_that_claims(found: Found) -> int:
    """The first of the asker's seats that may claim the host's role. Raises Forbidden."""
    if HOST in found.places:
        raise Forbidden(Sentence("You are the host already."))
    seats = sorted(number for number in map(tokens.seat_number, found.places) if number is not None)
    acts = grant_queries.acts(found.row)
    fold = found.table().fold
    over = fold.sheet.state != "playing"
    for number in seats:
        since = _sits_since(tokens.seat(number), acts)
        if over and _playing_at(found, since):
            return number
        if not over and any(entry > since for entry in _records(fold, tokens.seat(number))):
            return number
    if over:
        raise Forbidden(
            Sentence("The match was over when this seat was taken: the host may pass the role on.")
        )
    raise Forbidden(
        Sentence("A seat asks to be the host once it has written a hand, and the hand stands.")
    )


def _sits_since(place: str, acts: list[grant_queries.Act]) -> int:
    """The journal's length when the seat was taken, after it was last freed if it ever was.

    A seat of before, or of the match that this one follows, was taken at the start.
    """
    since = 0
    taken = False
    for act in acts:
        if act.place != place:
            continue
        if act.deed in (_FREED, _WITHDREW):
            taken = False
        elif act.deed == "took the seat" and not taken:
            since, taken = act.version, True
    return since


def _playing_at(found: Found, version: int) -> bool:
    """Whether the match was neither decided nor ended when its journal had this length."""
    return found.table(version).sheet.state == "playing"


def _records(fold: Fold, place: str) -> Iterator[int]:
    """The number of each entry by which the place wrote a record that stands and is not struck."""
    standing = fold.match.standing
    for row, entry in zip(standing.rows, standing.written_by, strict=True):
        if not row.struck and fold.places[entry - 1] == place:
            yield entry


def _seat_place(found: Found, number: int | None) -> str:
    """The place of a seat of this match. Raises NoMatch where it has no such seat."""
    if number is None or not 0 <= number < len(json.loads(found.row.players)):
        raise NoMatch(found.row.code)
    return tokens.seat(number)

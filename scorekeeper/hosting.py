"""The host's role: what only the host does, and how the role is passed on, claimed and refused.

Above `joining`, and like it a room that commits.
"""

from __future__ import annotations

import json
from datetime import timedelta

from scorekeeper import keys, live
from scorekeeper.joining import Claim, NotFree, changing
from scorekeeper.keys import HOST, WATCH
from scorekeeper.rights import Forbidden
from scorekeeper.rules.words import Sentence
from scorekeeper.store import matches as store
from scorekeeper.store import places
from scorekeeper.tables import (
    JOINING,
    Found,
    NoMatch,
    Who,
    iso,
    key_of,
    log,
    now,
    pass_role,
    raise_generation,
)

CLAIM = timedelta(seconds=60)


def free_seat(code: str, who: Who, number: int) -> None:
    """Takes the seat from every device and key that has it. Raises NoMatch, Forbidden."""
    with changing(code, who, "free a seat") as found:
        place = _seat_place(found, number)
        places.withdraw(found.row, place)
        row = raise_generation(found.row, place)
        if row.claim_seat == number:
            store.change(row, claim_seat=None, claim_ends=None)
        log(row, HOST, "freed", place)
    live.tell(found.row.code, "withdrawn", place)


def let_join(code: str, who: Who, *, let: bool) -> None:
    """Lets the code give seats away for another twelve hours, or no longer.

    Raises NoMatch, Forbidden.
    """
    with changing(code, who, "close joining") as found:
        store.change(found.row, joining_until=iso(now() + JOINING) if let else "")
        log(found.row, HOST, "opened joining" if let else "closed joining")


def renew(code: str, who: Who, place: str) -> str:
    """Withdraws the place's link and key and returns the new key. Raises NoMatch, Forbidden.

    Devices that took their place by it keep it, but for watchers: whoever watches opens the new
    link.
    """
    with changing(code, who, "renew links") as found:
        if place not in (HOST, WATCH):
            place = _seat_place(found, keys.seat_number(place))
        row = raise_generation(found.row, place)
        if place == WATCH:
            places.withdraw(row, WATCH)
        log(row, HOST, "renewed the link", place)
    live.tell(row.code, "withdrawn", place)
    return key_of(row, place)


def pass_on(code: str, who: Who, number: int) -> None:
    """Makes the devices of the seat the host's, instead of all that were.

    Raises NoMatch; Forbidden; NotFree where no device has the seat.
    """
    with changing(code, who, "pass the role on") as found:
        place = _seat_place(found, number)
        if all(held != place for _, held in places.grants(found.row)):
            raise NotFree(Sentence("Nobody has taken that seat yet."))
        pass_role(found.row, number, HOST, "passed the role on")
    live.tell(found.row.code, "withdrawn", HOST)


def claim(code: str, who: Who) -> Claim:
    """The seat of whoever asks claims the host's role; after sixty seconds it is theirs.

    Raises NoMatch; Forbidden to the host and to watchers; NotFree where a claim is pending.
    """
    with changing(code, who, "claim") as found:
        if HOST in found.places:
            raise Forbidden(Sentence("You are the host already."))
        if found.row.claim_seat is not None:
            raise NotFree(Sentence("A claim is pending already: one at a time."))
        number = min(seat for seat in map(keys.seat_number, found.places) if seat is not None)
        ends = iso(now() + CLAIM)
        row = store.change(found.row, claim_seat=number, claim_ends=ends)
        log(row, keys.seat(number), "claimed the role")
        players = found.table().fold.match.standing.players
    return Claim(number, players[number], ends)


def refuse_claim(code: str, who: Who) -> bool:
    """Refuses the claim that is pending; says whether there was one.

    Raises NoMatch; Forbidden to watchers, and to the seat whose claim it is.
    """
    with changing(code, who, "refuse a claim") as found:
        number = found.row.claim_seat
        if number is None:
            return False
        refusing = sorted(found.places - {keys.seat(number), WATCH})  # "host" before "seat N"
        if not refusing:
            raise Forbidden(Sentence("The host or another seat may refuse a claim."))
        store.change(found.row, claim_seat=None, claim_ends=None)
        log(found.row, refusing[0], "refused the claim", keys.seat(number))
        return True


def _seat_place(found: Found, number: int | None) -> str:
    """The place of a seat of this match. Raises NoMatch where it has no such seat."""
    if number is None or not 0 <= number < len(json.loads(found.row.players)):
        raise NoMatch(found.row.code)
    return keys.seat(number)

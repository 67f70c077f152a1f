"""Who sits where: taking and freeing seats, links, the host's role. CONTRACT.md sections 5 and 6.

Beside `service`, and like it a room that commits. Everybody at the table hears of every change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from scorekeeper import keys, live, rights
from scorekeeper.keys import HOST, WATCH, Key
from scorekeeper.rights import Forbidden
from scorekeeper.rules.names import free_name
from scorekeeper.rules.words import Sentence
from scorekeeper.store import matches as store
from scorekeeper.store import places
from scorekeeper.store.database import commit, writing
from scorekeeper.store.places import Act
from scorekeeper.tables import (
    JOINING,
    Found,
    NoMatch,
    Table,
    Who,
    append,
    expires,
    find,
    iso,
    key_of,
    log,
    now,
    pass_role,
    raise_generation,
)

CLAIM = timedelta(seconds=60)


class NotFree(Exception):
    """Somebody else was first; the Sentence says with what. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is drawn on the table. `mine`: this device runs it."""

    number: int
    name: str
    taken: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat asks for the host's role, and gets it at `ends` unless somebody refuses."""

    seat: int
    name: str
    ends: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, as whoever asked sees it.

    `open`: the code gives the free seats away. `joining_until`: when it stops, an ISO 8601 time, or
    empty where the host has closed it. `next_code` is the rematch, `expires` the last day on which
    the match is kept.
    """

    table: Table
    seats: tuple[Seat, ...]
    open: bool
    joining_until: str
    claim: Claim | None
    next_code: str | None
    expires: str


def seating(code: str, who: Who) -> Seating:
    """Who sits where. Raises NoMatch."""
    return _seating(find(code, who))


def seats_for(code: str, device: str) -> Seating:
    """What the code alone opens: the seats, to pick a free one. Raises NoMatch."""
    found = find(code, None)
    held = places.places_of(found.row, device)
    return _seating(Found(found.row, held, device))


def take_seat(code: str, number: int, device: str, name: str = "") -> Table:
    """Gives the device a free seat, and the seat a name if one was typed.

    Raises NoMatch; NotFree where another device has the seat; Forbidden where the host has closed
    joining or twelve hours have passed; Refused for a name that is none.
    """
    with _changing(code, None) as found:
        place = keys.seat(number)
        grants = places.grants(found.row)
        others = {held for by, held in grants if by != device}
        if number >= len(json.loads(found.row.players)) or number < 0:
            raise NoMatch(code)
        if place in others and (device, place) not in grants:
            raise NotFree(Sentence("Somebody has just taken that seat."))
        may_always = (device, HOST) in grants or (device, place) in grants
        if not may_always and found.row.joining_until <= iso(now()):
            raise Forbidden(Sentence("Joining is closed: ask the host for the link of your seat."))
        table = _seat(found, device, place, name)
    return _heard(table)


def key_opens(text: str) -> Table:
    """The match that a link's key opens, before anything is taken; `places` holds which place.

    Raises NoMatch.
    """
    key = _read(text)
    return find(key.code, key).table()


def take_place(text: str, device: str, name: str = "") -> Table:
    """Gives the device the place that the key opens, and a seat the name if one was typed.

    Raises NoMatch, and Refused for a name that is none.
    """
    key = _read(text)
    with _changing(key.code, key) as found:
        table = _seat(found, device, key.place, name)
    return _heard(table)


def free_seat(code: str, who: Who, number: int) -> None:
    """Takes the seat from every device and key that has it. Raises NoMatch, Forbidden."""
    with _changing(code, who, "free a seat") as found:
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
    with _changing(code, who, "close joining") as found:
        store.change(found.row, joining_until=iso(now() + JOINING) if let else "")
        log(found.row, HOST, "opened joining" if let else "closed joining")


def renew(code: str, who: Who, place: str) -> str:
    """Withdraws the place's link and key and returns the new key. Raises NoMatch, Forbidden.

    Devices that took their place by it keep it, but for watchers: whoever watches opens the new
    link.
    """
    with _changing(code, who, "renew links") as found:
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
    with _changing(code, who, "pass the role on") as found:
        place = _seat_place(found, number)
        if all(held != place for _, held in places.grants(found.row)):
            raise NotFree(Sentence("Nobody has taken that seat yet."))
        pass_role(found.row, number, HOST, "passed the role on")
    live.tell(found.row.code, "withdrawn", HOST)


def claim(code: str, who: Who) -> Claim:
    """The seat of whoever asks claims the host's role; after sixty seconds it is theirs.

    Raises NoMatch; Forbidden to the host and to watchers; NotFree where a claim is pending.
    """
    with _changing(code, who, "claim") as found:
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
    with _changing(code, who, "refuse a claim") as found:
        number = found.row.claim_seat
        if number is None:
            return False
        refusing = sorted(found.places - {keys.seat(number), WATCH})  # "host" before "seat N"
        if not refusing:
            raise Forbidden(Sentence("The host or another seat may refuse a claim."))
        store.change(found.row, claim_seat=None, claim_ends=None)
        log(found.row, refusing[0], "refused the claim", keys.seat(number))
        return True


def entering(code: str, who: Who) -> None:
    """Lets the others hear who is entering a hand. Raises NoMatch, Forbidden to watchers."""
    found = find(code, who)
    rights.require(found.places, "write")
    seats = sorted(found.places - {HOST, WATCH})
    live.tell(found.row.code, "entering", seats[0] if seats else HOST)


def links(code: str, who: Who) -> dict[str, str]:
    """The keys that `who` may see, by place. Raises NoMatch, Forbidden to watchers.

    The host sees all, a seat that of watching and, where it came by a key, its own.
    """
    found = find(code, who)
    rights.require(found.places, "write")
    seats = range(len(json.loads(found.row.players)))
    everything = [HOST, *map(keys.seat, seats), WATCH]
    visible = {WATCH, *({who.place} if isinstance(who, Key) else ())}
    if HOST in found.places:
        visible = set(everything)
    return {place: key_of(found.row, place) for place in everything if place in visible}


def host_link(code: str) -> str:
    """The key of the link that makes its opener the host, for the house. Raises NoMatch."""
    return links(code, None)[HOST]


def acts(code: str, who: Who) -> list[Act]:
    """What happened around the sheet, oldest first, for the history. Raises NoMatch."""
    return places.acts(find(code, who).row)


@contextmanager
def _changing(code: str, who: Who, act: str = "") -> Iterator[Found]:
    """The match, locked, where `who` may do the act; commits, and lets the table hear."""
    with writing():
        found = find(code, who, lock=True)
        if act:
            rights.require(found.places, act)
        yield found
        commit()
    live.tell(found.row.code, "table")


def _heard(table: Table) -> Table:
    """Lets the table hear of the name that was written, if one was."""
    if table.written is not None:
        live.ring(table.code, table.written)
    return table


def _seat(found: Found, device: str, place: str, name: str) -> Table:
    """Gives the device the place, and the seat its name."""
    table = found.table()
    held = places.places_of(found.row, device)
    if place not in held:
        places.grant(found.row, device, place)
        if place != WATCH:
            log(found.row, place, "became host" if place == HOST else "took the seat", place)
    number = keys.seat_number(place)
    if number is not None and name.strip() and not table.fold.match.standing.ended:
        table = _name(found, table, number, name)
    return Table(table.code, table.fold, held | {place}, table.written)


def _name(found: Found, table: Table, number: int, typed: str) -> Table:
    """Renames the seat, and its column where everybody plays alone under their own name."""
    standing = table.fold.match.standing
    before = standing.players[number]
    others = [name for seat, name in enumerate(standing.players) if seat != number]
    name = free_name(typed, others)
    if name == before:
        return table
    columns = {"seat": number}, {"side": number}
    alone = standing.ruleset.alone and standing.sides[number] == before
    for whose in columns if alone else columns[:1]:
        facts = {"rename": {**whose, "name": name}}
        table = append(found, table, facts, place=keys.seat(number))
    return table


def _seating(found: Found) -> Seating:
    row, table = found.row, found.table()
    players = table.fold.match.standing.players
    taken = {place for _, place in places.grants(row)}
    seats = tuple(
        Seat(number, name, keys.seat(number) in taken, keys.seat(number) in found.places)
        for number, name in enumerate(players)
    )
    pending = None
    if row.claim_seat is not None and row.claim_ends:
        pending = Claim(row.claim_seat, players[row.claim_seat], row.claim_ends)
    return Seating(
        table=table,
        seats=seats,
        open=row.joining_until > iso(now()) and not all(seat.taken for seat in seats),
        joining_until=row.joining_until,
        claim=pending,
        next_code=store.rematch_of(row),
        expires=expires(row).isoformat(),
    )


def _seat_place(found: Found, number: int | None) -> str:
    """The place of a seat of this match. Raises NoMatch where it has no such seat."""
    if number is None or not 0 <= number < len(json.loads(found.row.players)):
        raise NoMatch(found.row.code)
    return keys.seat(number)


def _read(text: str) -> Key:
    key = keys.read_key(text)
    if key is None:
        raise NoMatch(text)
    return key

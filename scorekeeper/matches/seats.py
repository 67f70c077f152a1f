"""Who sits where: taking seats, with the code or by a link. CONTRACT.md sections 5 and 6.

Beside `matches`, and like it a room that commits. Everybody at the table hears of every change.
What only the host may do is the business of `host_role`.
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
    Claim,
    Found,
    NoMatch,
    Table,
    Who,
    append,
    find,
    iso,
    key_of,
    log,
    now,
)
from scorekeeper.rules.errors import Sentence
from scorekeeper.rules.journal import MOST_ENTRIES
from scorekeeper.store import grant_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import commit, writing
from scorekeeper.store.grant_queries import Act
from scorekeeper.tokens import HOST, WATCH, Key


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
class Seating:
    """Who sits where, as whoever asked sees it.

    `open`: the code gives the free seats away, which it never does while the match is ended.
    `joining_until`: when it stops, an ISO 8601 time, or empty where the host has closed it.
    `phones`: how many devices hold each place that any holds. `next_code` is the rematch, `expires`
    the last day on which the match is kept.
    """

    table: Table
    seats: tuple[Seat, ...]
    open: bool
    joining_until: str
    phones: Mapping[str, int]
    claim: Claim | None
    next_code: str | None
    expires: str


def seating(code: str, who: Who) -> Seating:
    """Who sits where. Raises NoMatch."""
    return _seating(find(code, who))


def seats_for(code: str, device: str) -> Seating:
    """What the code alone opens: the seats, to pick a free one. Raises NoMatch."""
    found = find(code, None)
    held = grant_queries.places_of(found.row, device)
    return _seating(Found(found.row, held, device))


def take_seat(code: str, number: int, device: str, name: str = "") -> Table:
    """Gives the device a free seat, and the seat a name if one was typed.

    Raises NoMatch; NotFree where another device has the seat; Forbidden where the host has closed
    joining, twelve hours have passed or the match is ended; Refused for a name that is none.
    """
    with changing(code, None) as found:
        place = tokens.seat(number)
        grants = grant_queries.grants(found.row)
        others = {held for by, held in grants if by != device}
        if number >= len(json.loads(found.row.players)) or number < 0:
            raise NoMatch(code)
        if place in others and (device, place) not in grants:
            raise NotFree(Sentence("Somebody has just taken that seat."))
        may_always = (device, HOST) in grants or (device, place) in grants
        if not may_always and found.row.joining_until <= iso(now()):
            raise Forbidden(Sentence("Joining is closed: ask the host for the link of your seat."))
        if not may_always and found.table().fold.match.standing.ended:
            raise Forbidden(
                Sentence("The match has ended: a code gives no seat, but the link of a seat does.")
            )
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
    with changing(key.code, key) as found:
        table = _seat(found, device, key.place, name)
    return _heard(table)


def entering(code: str, who: Who) -> None:
    """Lets the others hear who is entering a hand. Raises NoMatch, Forbidden to watchers."""
    found = find(code, who)
    access.require(found.places, "write")
    seats = sorted(found.places - {HOST, WATCH})
    events.tell(found.row.code, "entering", seats[0] if seats else HOST)


def links(code: str, who: Who) -> dict[str, str]:
    """The keys that `who` may see, by place. Raises NoMatch, Forbidden to watchers.

    The host sees all, a seat that of watching and, where it came by a key, its own.
    """
    found = find(code, who)
    access.require(found.places, "write")
    seats = range(len(json.loads(found.row.players)))
    everything = [HOST, *map(tokens.seat, seats), WATCH]
    visible = {WATCH, *({who.place} if isinstance(who, Key) else ())}
    if HOST in found.places:
        visible = set(everything)
    return {place: key_of(found.row, place) for place in everything if place in visible}


def host_link(code: str) -> str:
    """The key of the link that makes its opener the host, for the house. Raises NoMatch."""
    return links(code, None)[HOST]


def acts(code: str, who: Who) -> list[Act]:
    """What happened around the sheet, oldest first, for the history. Raises NoMatch."""
    return grant_queries.acts(find(code, who).row)


@contextmanager
def changing(code: str, who: Who, act: str = "") -> Iterator[Found]:
    """The match, locked, where `who` may do the act; commits, and lets the table hear."""
    with writing():
        found = find(code, who, lock=True)
        if act:
            found.require(act)
        yield found
        commit()
    events.tell(found.row.code, "table")


def _heard(table: Table) -> Table:
    """Lets the table hear of the name that was written, if one was."""
    if table.written is not None:
        events.ring(table.code, table.written)
    return table


def _seat(found: Found, device: str, place: str, name: str) -> Table:
    """Gives the device the place, and the seat its name."""
    table = found.table()
    held = grant_queries.places_of(found.row, device)
    if place not in held:
        grant_queries.grant(found.row, device, place)
        if place != WATCH:
            log(found.row, place, "became host" if place == HOST else "took the seat", place)
    number = tokens.seat_number(place)
    if number is not None and name.strip() and not table.fold.match.standing.ended:
        table = _name(found, table, number, name)
    return Table(table.code, table.fold, held | {place}, table.written)


def _name(found: Found, table: Table, number: int, typed: str) -> Table:
    """Renames the seat, and its column where everybody plays alone under their own name.

    Where the match takes no more entries the seat keeps the name it has.
    """
    standing = table.fold.match.standing
    before = standing.players[number]
    alone = standing.ruleset.alone and standing.sides[number] == before
    columns = [{"seat": number}, {"side": number}] if alone else [{"seat": number}]
    named = [*enumerate(standing.players), *(enumerate(standing.sides) if alone else ())]
    others = {name for place, name in named if place != number}
    name = free_name(typed, others | host_names())
    if name == before or standing.version + len(columns) > MOST_ENTRIES:
        return table
    for whose in columns:
        facts = {"rename": {**whose, "name": name}}
        table = append(found, table, facts, place=tokens.seat(number))
    return table


def _seating(found: Found) -> Seating:
    row, table = found.row, found.table()
    standing = table.fold.match.standing
    phones = Counter(place for _, place in grant_queries.grants(row))
    seats = tuple(
        Seat(number, name, tokens.seat(number) in phones, tokens.seat(number) in found.places)
        for number, name in enumerate(standing.players)
    )
    may_join = row.joining_until > iso(now()) and not standing.ended
    return Seating(
        table=table,
        seats=seats,
        open=may_join and not all(seat.taken for seat in seats),
        joining_until=row.joining_until,
        phones=phones,
        claim=table.claim,
        next_code=store.rematch_of(row),
        expires=last_kept_day(row.last_day).isoformat(),
    )


def _read(text: str) -> Key:
    key = tokens.read_key(text)
    if key is None:
        raise NoMatch(text)
    return key

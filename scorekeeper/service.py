"""What people do: open a match, write on it, read it, carry it away, play it again, delete it.

There is one way to write (`write_entry`) and one way to read (`read_match`); pages, API, command
line and every later door go through them. Who sits where is the business of `joining`, who is host
that of `hosting`, what the program does unasked that of `upkeep`: these four are the rooms that
commit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, TypeAlias

from scorekeeper import keys, live, metrics, rights, upkeep
from scorekeeper.keys import HOST
from scorekeeper.rights import Forbidden
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.preview import Preview, preview
from scorekeeper.rules.words import Refused
from scorekeeper.store import matches as store
from scorekeeper.store import places
from scorekeeper.store.database import Overtaken, Unavailable, commit, release, writing
from scorekeeper.tables import (
    JOINING,
    Found,
    NoMatch,
    Table,
    Who,
    append,
    find,
    iso,
    now,
    oldest_day,
)

__all__ = ["Forbidden", "NoMatch", "Table", "Unavailable", "Who"]

MOST_LISTED = 20
EVERY_VERSION = range(2**31)


class Conflict(Exception):
    """The sheet has moved on since the writer saw it. Nothing was written."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.code)
        self.table = table


class AlreadyWritten(Exception):
    """This form was saved before, with other facts on it. Nothing more was written."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.code)
        self.table = table


class NoVersion(Exception):
    """The writer does not say which version they saw. Nothing was written."""


Facts: TypeAlias = Mapping[str, Any] | Callable[[Table], Mapping[str, Any]]


def open_match(facts: Mapping[str, Any], device: str | None, key: str | None = None) -> str:
    """Opens a match from the fields of a match file; the device, if any, becomes its host.

    Returns the code; asked for the same again by the same device with the same `key`, that of the
    match opened the first time. Raises Refused for what the rules do not allow.
    """
    opening = Opening.from_dict({"opened": iso(now()), **facts})
    return _add(Match.settle(opening, []), device, key and f"{device} {key} {_digest(facts)}")


def import_match(facts: object, device: str | None = None, key: str | None = None) -> str:
    """Takes in a whole match file as a new match, hosted by the device if there is one.

    Returns the code; asked for the same again with the same `key`, that of the match taken in the
    first time. Raises Refused, with the number of the entry, and then nothing is stored.
    """
    known = key and f"{device or 'file'} {key} {_digest(facts)}"
    if isinstance(facts, dict):
        facts = {"opened": iso(now()), **facts}
    return _add(Match.from_dict(facts), device, known)


def read_match(code: str, who: Who = None) -> Table:
    """The match as it stands. Raises NoMatch where there is none, or none for `who`."""
    return find(code, who).table()


def preview_entry(
    code: str, who: Who, facts: Facts, *, version: int | None = None
) -> tuple[Table, Preview]:
    """What `write_entry` would change, were the same asked of it now; nothing is written.

    Without a `version` any will do. Raises what `write_entry` would: NoMatch, Forbidden, Conflict,
    Refused.
    """
    found = find(code, who)
    table = found.table()
    match = table.fold.match
    if version is not None and version != match.standing.version:
        raise Conflict(table)
    asked = facts(table) if callable(facts) else facts
    rights.place_that_writes(found.places, asked, rights.Written(match, table.fold.places, now()))
    return table, preview(match, asked)


def write_entry(
    code: str,
    who: Who,
    facts: Facts,
    *,
    version: int | Container[int] | None,
    key: str | None = None,
) -> Table:
    """Writes one entry of CONTRACT.md section 1 on behalf of `who`, and says what stands.

    `facts` is the entry, or makes it of the table as it stood when the writer saw it. `version` is
    the journal's length as the writer saw it (or any of several); `key` tells a repeat of the same
    write from a new one. A repeat, and a second end, write nothing and answer as the first did.
    Raises, looked at in this order: NoMatch; Forbidden; AlreadyWritten where `key` has written
    other facts; NoVersion; Conflict where the sheet has moved on; Refused. Unavailable at any
    time. After any of them nothing was written.
    """
    try:
        with writing():
            found = find(code, who, lock=True)
            table = _write(found, facts, version, key)
            commit()
    except Conflict:
        metrics.count("conflicts")
        raise
    except Overtaken:
        metrics.count("conflicts")
        raise Conflict(read_match(code, who)) from None
    if table.written == table.fold.match.standing.version:
        live.ring(table.code, table.written)
    return table


def rematch(code: str, who: Who) -> tuple[Table, bool]:
    """The match that follows this one, and whether it was made just now: there is one, ever.

    It has the same rules, names, seats, devices and start; whoever would have dealt next deals
    first. Raises NoMatch, Forbidden, Unavailable.
    """
    while True:
        try:
            with writing():
                found = find(code, who, lock=True)
                rights.require(found.places, "rematch")
                after = store.rematch_of(found.row)
                made = after or _follow(found)
                commit()
        except Overtaken:  # by another rematch, or by the same code: look again
            continue
        if not after:
            live.tell(found.row.code, "table")
        same_places = Found(find(made, None).row, found.places, found.name)
        return same_places.table(), not after


def rematch_of(code: str, who: Who) -> str | None:
    """The code of the match that follows this one, if there is one. Raises NoMatch."""
    return store.rematch_of(find(code, who).row)


def delete_match(code: str, who: Who) -> None:
    """Deletes the match, its journal, and every place at it. Raises NoMatch, Forbidden."""
    with writing():
        found = find(code, who, lock=True)
        rights.require(found.places, "delete")
        store.delete_match(found.row)
        commit()
    live.tell(found.row.code, "gone")


def hear(code: str, who: Who) -> tuple[live.Listener, Table]:
    """A listener at the match and the table to begin with; the database is let go of.

    Nothing that is written from then on is missed. Raises NoMatch, and live.NoStream where there
    are too many listeners.
    """
    found = read_match(code, who).code
    let_go()  # to listen may take a moment
    listener = live.listen(found)
    try:
        table = read_match(code, who)
    except BaseException:
        listener.close()
        raise
    let_go()
    return listener, table


def let_go() -> None:
    """Gives the database connection back, so that a stream which waits holds none."""
    release()


def matches_of(device: str) -> Iterator[Table]:
    """The device's matches, the newest first; one that no longer reads is left out."""
    held = places.held_by(device)
    for row in store.matches_of(device, MOST_LISTED, oldest_day().isoformat()):
        try:
            yield Found(row, held.get(row.id, frozenset()), device).table()
        except Refused:
            continue


def _write(
    found: Found, facts: Facts, version: int | Container[int] | None, key: str | None
) -> Table:
    """What `write_entry` does once the match is locked. Commits nothing."""
    before = store.answered(found.row, found.name, key) if key else None
    table = found.table(before.number - 1 if before else None)
    standing = table.fold.match.standing
    seen = (version,) if isinstance(version, int) else version
    if callable(facts):
        if not before and (seen is None or standing.version not in seen):
            raise Conflict(table)
        facts = facts(table)
    digest = _digest(facts)
    if before and before.asked == digest:
        return found.table(before.number, before.number)
    written = rights.Written(table.fold.match, table.fold.places, now())
    place = rights.place_that_writes(found.places, facts, written)
    if before:
        raise AlreadyWritten(found.table(before.number))
    if seen is None:
        raise NoVersion
    if standing.version not in seen:
        raise Conflict(table)
    if standing.ended and digest == _END:
        return table
    for stamped in ("at", "by"):
        if isinstance(facts, dict) and stamped in facts:
            raise Refused("When and by whom is stamped here: leave it out.", stamped)
    return append(
        found, table, facts, place=place, writer=found.name, idempotency_key=key, asked=digest
    )


def _add(match: Match, device: str | None, key: str | None = None) -> str:
    """Stores the match under a new code, or finds the one that `key` has opened already."""
    upkeep.delete_expired_once_a_day()
    while True:
        try:
            with writing():
                opened = store.code_opened_with(key) if key else None
                if not opened:
                    row = _new(match, idempotency_key=key)
                    if device is not None:
                        places.grant(row, device, HOST)
                    commit()
                return opened or row.code
        except Overtaken:  # by the same form, or by the same code: look again
            continue


def _new(match: Match, **around: str | int | None) -> store.Stored:
    time = now()
    around = {"joining_until": iso(time + JOINING), "last_day": time.date().isoformat(), **around}
    row = store.add_match(keys.new_code(), match.opening, **around)
    store.append_all(row, match.entries)
    return row


def _follow(found: Found) -> str:
    """Stores the rematch, with every device in its place, and returns its code."""
    match = found.table().fold.match
    facts = {
        **match.opening.to_dict(),
        "sides": list(match.standing.sides),
        "players": list(match.standing.players),
        "first_dealer": match.standing.dealer,
        "opened": iso(now()),
    }
    closed = {} if found.row.joining_until else {"joining_until": ""}
    opening = Match.settle(Opening.from_dict(facts), [])
    row = _new(opening, rematch_of=found.row.id, **closed)
    for device, place in places.grants(found.row):
        places.grant(row, device, place)
    return row.code


def _digest(facts: object) -> str:
    """What was asked for, as one short text: equal facts give equal digests."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


_END = _digest({"end": True})

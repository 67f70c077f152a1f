"""What people do at a match: read it, write on it, hear of it, delete it.

There is one way to write (`write_entry`) and one way to read (`read_match`); pages, API, command
line and every later door go through them. How a match begins is the business of `creation`, who
sits where that of `seats`, what the host does that of `host_role`, what the program does unasked
that of `maintenance`: these five are the rooms that commit.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from scorekeeper import events
from scorekeeper.analysis.what_if import Preview, preview
from scorekeeper.matches import access, player_names
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.expiry import oldest_day
from scorekeeper.matches.snapshot import Found, NoMatch, Table, Who, append, digest, find, now
from scorekeeper.observability import metrics
from scorekeeper.rules.entry import Rename
from scorekeeper.rules.errors import Refused
from scorekeeper.rules.journal import hold_length
from scorekeeper.rules.text import clean
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import commit, release, writing
from scorekeeper.store.exceptions import Overtaken, Unavailable

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


class Unreadable(NamedTuple):
    """A match of which what is stored no longer reads: nothing but its code is known of it."""

    code: str


Facts: TypeAlias = Mapping[str, Any] | Callable[[Table], Mapping[str, Any]]


def read_match(code: str, who: Who = None) -> Table:
    """The match as it stands. Raises NoMatch where there is none, or none for `who`."""
    return find(code, who).table()


def require_place(code: str, who: Who) -> None:
    """Raises NoMatch where there is no such match, or none for `who`; nothing of it is read.

    The database is let go of: the caller may have to wait for the rest of a request.
    """
    find(code, who)
    let_go()


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
    asked = clean(facts(table) if callable(facts) else facts)
    access.place_that_writes(found.places, asked, access.Written(match, table.fold.places, now()))
    hold_length(asked, match.standing.version)
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
        journal_queries.keep(found.row, table.fold)
        events.ring(table.code, table.written)
    return table


def delete_match(code: str, who: Who) -> None:
    """Deletes the match, its journal, and every place at it. Raises NoMatch, Forbidden."""
    with writing():
        found = find(code, who, lock=True)
        found.require("delete")
        store.delete_match(found.row)
        commit()
    events.tell(found.row.code, "gone")


def hear(code: str, who: Who, address: str = "") -> tuple[events.Listener, Table]:
    """A listener at the match and the table to begin with; the database is let go of.

    Nothing that is written from then on is missed. `address` is the network address of whoever
    listens; a device has one listener at a match, the newest. Raises NoMatch, and live.NoStream
    where there are too many.
    """
    found = read_match(code, who).code
    let_go()  # to listen may take a moment
    listener = events.listen(found, address, who if isinstance(who, str) else "")
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


def matches_of(device: str) -> Iterator[Table | Unreadable]:
    """The device's matches, the newest first."""
    held = grant_queries.held_by(device)
    for row in store.matches_of(device, MOST_LISTED, oldest_day()):
        events.note(row.code, held.get(row.id, frozenset()))
        try:
            yield Found(row, held.get(row.id, frozenset()), device).table()
        except Refused:
            yield Unreadable(row.code)


def _write(
    found: Found, facts: Facts, version: int | Container[int] | None, key: str | None
) -> Table:
    """What `write_entry` does once the match is locked. Commits nothing."""
    before = journal_queries.answered(found.row, found.name, key) if key else None
    table = found.table(before.number - 1 if before else None)
    standing = table.fold.match.standing
    seen = (version,) if isinstance(version, int) else version
    if callable(facts):
        if not before and (seen is None or standing.version not in seen):
            raise Conflict(table)
        facts = facts(table)
    # Before anything is asked of its fields: what they are called is cleaned, too.
    entry: Mapping[str, Any] = clean(facts)
    asked = digest(entry)
    if before and before.asked == asked:
        return found.table(before.number, before.number)
    written = access.Written(table.fold.match, table.fold.places, now())
    place = access.place_that_writes(found.places, entry, written)
    if before:
        raise AlreadyWritten(found.table(before.number))
    if seen is None:
        raise NoVersion
    if standing.version not in seen:
        raise Conflict(table)
    if standing.ended and asked == _END:
        return table
    _hold_stamps(entry)
    after = append(
        found, table, entry, place=place, writer=found.name, idempotency_key=key, asked=asked
    )
    deed = after.fold.match.entries[-1].deed
    if isinstance(deed, Rename):
        player_names.hold_rename(deed, standing)
    return after


def _hold_stamps(facts: object) -> None:
    for stamped in ("at", "by"):
        if isinstance(facts, dict) and stamped in facts:
            raise Refused("When and by whom is stamped here: leave it out.", stamped)


_END = digest({"end": True})

"""Read a match, write to it, subscribe to it, delete it.

There is one function to write (`write_entry`) and one to read (`read_match`); pages, API and
command line use them. How a match begins is in `creation`, who sits where in `seats`, what the host
does in `host_role`, what the program does unasked in `maintenance`: only these five modules commit.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from scorekeeper import events
from scorekeeper.analysis.what_if import Preview, preview_change
from scorekeeper.codec.entry import read_event
from scorekeeper.matches import access, player_names
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.expiry import oldest_day
from scorekeeper.matches.snapshot import (
    Actor,
    MatchAccess,
    MatchNotFound,
    MatchSnapshot,
    append_entry,
    digest,
    find_match,
    now,
)
from scorekeeper.observability import metrics
from scorekeeper.rules.checks import check_length
from scorekeeper.rules.entry import Rename
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.text import clean
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import commit, release, write_transaction
from scorekeeper.store.exceptions import Unavailable, WriteConflict

__all__ = ["Actor", "Forbidden", "MatchNotFound", "MatchSnapshot", "Unavailable"]

MOST_LISTED = 20
EVERY_VERSION = range(2**31)


class VersionConflict(Exception):
    """The match has changed since the version that the writer saw. Nothing was written."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        super().__init__(snapshot.code)
        self.table = snapshot


class AlreadyWritten(Exception):
    """The same idempotency key has written other facts. Nothing more was written."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        super().__init__(snapshot.code)
        self.table = snapshot


class MissingVersion(Exception):
    """The writer does not say which version they saw. Nothing was written."""


class Unreadable(NamedTuple):
    """A match whose stored journal can no longer be read: only its code is known."""

    code: str


Facts: TypeAlias = Mapping[str, Any] | Callable[[MatchSnapshot], Mapping[str, Any]]


def read_match(code: str, actor: Actor = None) -> MatchSnapshot:
    """Return the match at its present version.

    Raise MatchNotFound if there is none, or none that the actor may see.
    """
    return find_match(code, actor).snapshot()


def require_role(code: str, actor: Actor) -> None:
    """Raise MatchNotFound if there is no such match, or none for the actor; read nothing of it.

    The database connection is released: the caller may have to wait for the rest of a request.
    """
    find_match(code, actor)
    release_connection()


def preview_entry(
    code: str, actor: Actor, facts: Facts, *, version: int | None = None
) -> tuple[MatchSnapshot, Preview]:
    """Return the match, and what `write_entry` would change in it now; write nothing.

    Without a `version` any will do. Raise what `write_entry` would: MatchNotFound, Forbidden,
    VersionConflict or RuleError.
    """
    match_access = find_match(code, actor)
    snapshot = match_access.snapshot()
    match = snapshot.cached.match
    if version is not None and version != match.state.version:
        raise VersionConflict(snapshot)
    asked = clean(facts(snapshot) if callable(facts) else facts)
    access.writing_role(
        match_access.roles, asked, access.Context(match, snapshot.cached.writers, now())
    )
    event = read_event(asked, match.state)
    check_length(event, match.state.version)
    return snapshot, preview_change(match, event)


def write_entry(
    code: str,
    actor: Actor,
    facts: Facts,
    *,
    version: int | Container[int] | None,
    key: str | None = None,
) -> MatchSnapshot:
    """Write one entry on behalf of the actor, and return the match after it.

    `facts` is the entry, or a function that makes it from the match as it was when the writer saw
    it. `version` is the journal's length that the writer saw, or a container of several; `key` is
    the idempotency key, which tells a repeat of the same write from a new one. A repeat, and a
    second end, write nothing and return what the first returned.

    Raise, checked in this order: MatchNotFound; Forbidden; AlreadyWritten if `key` has written
    other facts; MissingVersion; VersionConflict if the match has changed since; RuleError. Raise
    Unavailable at any time. After any of them nothing was written.
    """
    try:
        with write_transaction():
            match_access = find_match(code, actor, lock=True)
            snapshot = _write(match_access, facts, version, key)
            commit()
    except VersionConflict:
        metrics.count("conflicts")
        raise
    except WriteConflict:
        metrics.count("conflicts")
        raise VersionConflict(read_match(code, actor)) from None
    if snapshot.written == snapshot.cached.match.state.version:
        journal_queries.cache_match(match_access.record, snapshot.cached)
        events.publish_version(snapshot.code, snapshot.written)
    return snapshot


def delete_match(code: str, actor: Actor) -> None:
    """Delete the match, its journal, and every role at it. Raise MatchNotFound or Forbidden."""
    with write_transaction():
        match_access = find_match(code, actor, lock=True)
        match_access.require("delete")
        store.delete_match(match_access.record)
        commit()
    events.publish(match_access.record.code, "gone")


def subscribe(
    code: str, actor: Actor, address: str = ""
) -> tuple[events.Subscription, MatchSnapshot]:
    """Return a subscription to the match and the match to begin with; release the database.

    The subscription misses nothing that is written from then on. `address` is the network address
    of the subscriber; a device has one subscription to a match, the newest. Raise MatchNotFound, or
    events.StreamRefused if there are too many.
    """
    code = read_match(code, actor).code
    release_connection()  # subscribing may take a moment
    subscription = events.subscribe(code, address, actor if isinstance(actor, str) else "")
    try:
        snapshot = read_match(code, actor)
    except BaseException:
        subscription.close()
        raise
    release_connection()
    return subscription, snapshot


def release_connection() -> None:
    """Give the database connection back, so that a waiting stream holds none."""
    release()


def list_matches(device: str) -> Iterator[MatchSnapshot | Unreadable]:
    """Yield the device's matches, the newest first, at most `MOST_LISTED`."""
    held = grant_queries.roles_by_match(device)
    for row in store.match_rows_of(device, MOST_LISTED, oldest_day()):
        events.record_presence(row.code, held.get(row.id, frozenset()))
        try:
            yield MatchAccess(row, held.get(row.id, frozenset()), device).snapshot()
        except RuleError:
            yield Unreadable(row.code)


def _write(
    match_access: MatchAccess, facts: Facts, version: int | Container[int] | None, key: str | None
) -> MatchSnapshot:
    """Do what `write_entry` does once the match is locked. Commit nothing."""
    before = (
        journal_queries.find_answered(match_access.record, match_access.name, key) if key else None
    )
    snapshot = match_access.snapshot(before.number - 1 if before else None)
    state = snapshot.cached.match.state
    seen = (version,) if isinstance(version, int) else version
    if callable(facts):
        if not before and (seen is None or state.version not in seen):
            raise VersionConflict(snapshot)
        facts = facts(snapshot)
    # Clean before any field is looked up: the names of the fields are cleaned, too.
    entry: Mapping[str, Any] = clean(facts)
    asked = digest(entry)
    if before and before.request_digest == asked:
        return match_access.snapshot(before.number, before.number)
    written = access.Context(snapshot.cached.match, snapshot.cached.writers, now())
    role = access.writing_role(match_access.roles, entry, written)
    if before:
        raise AlreadyWritten(match_access.snapshot(before.number))
    if seen is None:
        raise MissingVersion
    if state.version not in seen:
        raise VersionConflict(snapshot)
    if state.ended and asked == _END:
        return snapshot
    _check_stamps(entry)
    event = read_event(entry, state)
    after = append_entry(
        match_access,
        snapshot,
        event,
        role=role,
        writer=match_access.name,
        idempotency_key=key,
        request_digest=asked,
    )
    if isinstance(event, Rename):
        player_names.check_rename(event, state)
    return after


def _check_stamps(facts: object) -> None:
    for stamped in ("at", "by"):
        if isinstance(facts, dict) and stamped in facts:
            raise RuleError("entry-stamped", stamped)


_END = digest({"end": True})

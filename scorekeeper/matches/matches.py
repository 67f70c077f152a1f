"""Read a match, write to it, subscribe to it, delete it.

There is one function to write (`write_entry`) and one to read (`read_match`); pages, API and
command line use them. How a match begins is in `creation`, who sits where in `seats`, what the host
does in `host_role`, what the program does unasked in `maintenance`: only these five modules open a
transaction.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from scorekeeper import events
from scorekeeper.analysis.what_if import Preview, preview_change
from scorekeeper.codec.submission import Submission, SubmissionReader
from scorekeeper.matches import access, player_names
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.expiry import oldest_day
from scorekeeper.matches.snapshot import (
    Actor,
    MatchAccess,
    MatchNotFound,
    MatchSnapshot,
    append_entry,
    find_match,
    now,
)
from scorekeeper.observability import metrics
from scorekeeper.rules.checks import check_length
from scorekeeper.rules.entry import End, Rename
from scorekeeper.rules.errors import RuleError
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import release, write_transaction
from scorekeeper.store.exceptions import Unavailable, WriteConflict

__all__ = ["Actor", "Forbidden", "MatchNotFound", "MatchSnapshot", "Unavailable"]

MOST_LISTED = 20
EVERY_VERSION = range(2**31)


class VersionConflict(Exception):
    """The match has changed since the version that the writer saw. Nothing was written."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        super().__init__(snapshot.code)
        self.snapshot = snapshot


class AlreadyWritten(Exception):
    """The same idempotency key has written something else. Nothing more was written."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        super().__init__(snapshot.code)
        self.snapshot = snapshot


class MissingVersion(Exception):
    """The writer does not say which version they saw. Nothing was written."""


class Unreadable(NamedTuple):
    """A match whose stored journal can no longer be read: only its code is known."""

    code: str


def read_match(code: str, actor: Actor = None, version: int | None = None) -> MatchSnapshot:
    """Return the match at its present version, or as it was at `version`.

    Raise MatchNotFound if there is none, or none that the actor may see; VersionConflict if it has
    not had that version.
    """
    match_access = find_match(code, actor)
    latest = match_access.record.version
    if version is None or version == latest:
        return match_access.snapshot()
    if not 0 <= version < (latest or 0):
        raise VersionConflict(match_access.snapshot())
    return match_access.snapshot(version)


def preview_entry(
    code: str, actor: Actor, submission: Submission, *, version: int | None = None
) -> tuple[MatchSnapshot, Preview]:
    """Return the match, and what `write_entry` would change in it now; write nothing.

    Without a `version` any will do. Raise, checked in this order: MatchNotFound, VersionConflict,
    Forbidden, RuleError.
    """
    match_access = find_match(code, actor)
    snapshot = match_access.snapshot()
    match = snapshot.cached.match
    if version is not None and version != match.state.version:
        raise VersionConflict(snapshot)
    _authorize(match_access, snapshot, submission)
    event = submission.require_event()
    check_length(event, match.state.version)
    return snapshot, preview_change(match, event)


def write_entry(
    code: str,
    actor: Actor,
    submission: Submission | SubmissionReader,
    *,
    version: int | Container[int] | None,
    key: str | None = None,
) -> MatchSnapshot:
    """Write one entry on behalf of the actor, and return the match after it.

    What is not read yet is read against the match as it is once it is locked. That spares the API a
    query, which the bar of a hand needs (tests/benchmarks/test_main_job.py).
    `version` is the journal's length that the writer saw, or a container of several; `key` is the
    idempotency key, which tells a repeat of the same write from a new one. A repeat, and a second
    end, write nothing and return what the first returned.

    Raise, checked in this order: MatchNotFound; Forbidden; AlreadyWritten if `key` has written
    something else; MissingVersion; VersionConflict if the match has changed since; RuleError. Raise
    Unavailable at any time. After any of them nothing was written.
    """
    seen = (version,) if isinstance(version, int) else version
    try:
        with write_transaction():
            match_access = find_match(code, actor, lock=True)
            snapshot = _append_submission(match_access, submission, seen, key)
    except VersionConflict:
        metrics.count("conflicts")
        raise
    except WriteConflict:
        metrics.count("conflicts")
        raise VersionConflict(read_match(code, actor)) from None
    if snapshot.written == snapshot.state.version:
        journal_queries.cache_match(match_access.record, snapshot.cached)
        events.publish_version(snapshot.code, snapshot.written)
    return snapshot


def delete_match(code: str, actor: Actor) -> None:
    """Delete the match, its journal, and every role at it. Raise MatchNotFound or Forbidden."""
    with write_transaction():
        match_access = find_match(code, actor, lock=True)
        match_access.require("delete")
        store.delete_match(match_access.record)
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


def _append_submission(
    match_access: MatchAccess,
    submission: Submission | SubmissionReader,
    seen: Container[int] | None,
    key: str | None,
) -> MatchSnapshot:
    """Do what `write_entry` does once the match is locked. Commit nothing."""
    record, writer = match_access.record, match_access.name
    before = journal_queries.find_answered(record, writer, key) if key else None
    snapshot = match_access.snapshot(before.number - 1 if before else None)
    if not isinstance(submission, Submission):
        submission = submission(snapshot.state)
    if before and before.request_digest == submission.digest:
        return match_access.snapshot(before.number, before.number)
    role = _authorize(match_access, snapshot, submission)
    if before:
        raise AlreadyWritten(match_access.snapshot(before.number))
    if seen is None:
        raise MissingVersion
    state = snapshot.state
    if state.version not in seen:
        raise VersionConflict(snapshot)
    event = submission.require_event()
    if state.ended and isinstance(event, End):
        return snapshot
    request = {"writer": writer, "idempotency_key": key, "request_digest": submission.digest}
    after = append_entry(match_access, snapshot, event, role=role, **request)
    if isinstance(event, Rename):
        player_names.check_rename(event, state)
    return after


def _authorize(match_access: MatchAccess, snapshot: MatchSnapshot, submission: Submission) -> str:
    """Return the role under which the actor writes what is submitted. Raise Forbidden."""
    event = None if isinstance(submission.event, RuleError) else submission.event
    context = access.Context(snapshot.cached.match, snapshot.cached.writers, now())
    return access.writing_role(match_access.roles, event, context)

"""Queries of the journal, and of the match that is replayed from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import current_app
from sqlalchemy import bindparam, func, insert, select

from scorekeeper.codec.entry import read_entries, write_entry
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.match import Match
from scorekeeper.store.database import APPENDED, connection, db
from scorekeeper.store.match_cache import CachedMatch, MatchCache
from scorekeeper.store.match_queries import MatchRecord, execute, from_json, opening_of, to_json
from scorekeeper.store.models import JournalRow


class AnsweredRequest(NamedTuple):
    """A write that was answered before: the number of its entry, and the digest of its request."""

    number: int
    request_digest: str | None


_EVERY = 2**31 - 1
# Queries are built once, like those in match_queries.
_ENTRIES = (
    select(JournalRow.entry, JournalRow.role)
    .where(
        JournalRow.match_id == bindparam("match_id"),
        JournalRow.number > bindparam("after"),
        JournalRow.number <= bindparam("upto"),
    )
    .order_by(JournalRow.number)
)
_ANSWERED = select(JournalRow.number, JournalRow.request_digest).where(
    JournalRow.match_id == bindparam("match_id"),
    JournalRow.writer == bindparam("writer"),
    JournalRow.idempotency_key == bindparam("key"),
)
_VERSION = select(func.count()).where(JournalRow.match_id == bindparam("match_id"))
_NUMBERS = select(func.count(), func.min(JournalRow.number), func.max(JournalRow.number)).where(
    JournalRow.match_id == bindparam("match_id")
)
_APPEND = insert(JournalRow)


def load_match(row: MatchRecord, upto: int | None = None) -> CachedMatch:
    """Return the match replayed from its journal, or from its first `upto` entries.

    Entries never change, so the replay continues from the cached match, if there is one. Raise
    RuleError if the stored match or one of its entries is not valid.
    """
    cache: MatchCache = current_app.extensions["match_cache"]
    known = cache.get(row.id) if upto is None else None
    if known and known.match.state.version == row.version:
        return known
    after = known.match.state.version if known else 0
    last = _EVERY if upto is None else upto
    rows = execute(_ENTRIES, match_id=row.id, after=after, upto=last).all()
    cached = known or CachedMatch(Match.replay(opening_of(row), ()), ())
    if rows:
        entries = read_entries(_parse([row[0] for row in rows]), cached.match.opening.ruleset)
        cached = cached.extended(entries, (row[1] for row in rows))
    if upto is None:
        cache_match(row, cached)
    return cached


def cache_match(row: MatchRecord, cached: CachedMatch) -> None:
    """Cache a match, whose entries must all be committed, so that it is not replayed again."""
    cache: MatchCache = current_app.extensions["match_cache"]
    cache.put(row.id, cached)


def append_row(
    row: MatchRecord, number: int, entry: Entry, role: str | None = None, **request: str | None
) -> None:
    """Insert entry `number` (from 1) of the match, written by a role.

    `request` may hold writer, idempotency_key and request_digest. Raise WriteConflict if there is
    an entry with this number, or with this writer and idempotency key.
    """
    columns = {"place": role, "asked": request.pop("request_digest", None), **request}
    execute(_APPEND, match_id=row.id, number=number, entry=to_json(write_entry(entry)), **columns)
    db.session.info[APPENDED] = db.session.info.get(APPENDED, 0) + 1


def append_rows(row: MatchRecord, entries: Iterable[Entry]) -> None:
    """Insert the entries of an imported match file, numbered from 1."""
    rows = [
        {"match_id": row.id, "number": number, "entry": to_json(write_entry(entry))}
        for number, entry in enumerate(entries, 1)
    ]
    if rows:
        connection().execute(_APPEND, rows)


def version(row: MatchRecord) -> int:
    """Return the number of entries in the journal."""
    count: int = execute(_VERSION, match_id=row.id).scalar_one()
    return count


def is_whole(row: MatchRecord) -> bool:
    """Return whether the entries are numbered from 1 with none missing between them."""
    count, first, last = execute(_NUMBERS, match_id=row.id).one()
    return not count or (first, last) == (1, count)


def find_answered(row: MatchRecord, writer: str, idempotency_key: str) -> AnsweredRequest | None:
    """Return the write that this writer has already made with this idempotency key, or None."""
    result = execute(_ANSWERED, match_id=row.id, writer=writer, key=idempotency_key).one_or_none()
    return AnsweredRequest._make(result) if result else None


def _parse(texts: Sequence[str]) -> Iterable[object]:
    """Parse the JSON of the rows at once, or one by one (lazily) if any of them is damaged."""
    try:
        entries = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        entries = []
    whole = len(entries) == len(texts) and all(text.startswith("{") for text in texts)
    return entries if whole else map(from_json, texts)

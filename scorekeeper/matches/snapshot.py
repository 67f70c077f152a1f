"""A match as somebody at its table sees it: found by its code, folded, with the places they hold.

Below the rooms that say what people do there: `matches`, `creation`, `seats`, `host_role`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from flask import current_app

from scorekeeper import events, tokens
from scorekeeper.matches import access, expiry
from scorekeeper.messages import audit
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.errors import Sentence
from scorekeeper.rules.journal import hold_length
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import locks_rows
from scorekeeper.store.match_cache import Fold
from scorekeeper.store.match_queries import Stored
from scorekeeper.tokens import HOST, Key

# Who asks: a device by its id, whoever carries a key, or the house itself, which may do everything.
Who: TypeAlias = str | Key | None
JOINING = timedelta(hours=12)
CLAIM = timedelta(seconds=60)
TAKE_WITHIN = timedelta(minutes=10)
HOST_IS_HERE = timedelta(minutes=5)


class NoMatch(LookupError):
    """There is no such match, or it is not yours to see: the answer is the same."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat asks for the host's role; `ends` is when its sixty seconds are over.

    From then on it `passes`: the seat may take the role, until `late`. While the `host_is_here` it
    never does, and the host's yes is needed.
    """

    seat: int
    ends: str
    late: str
    host_is_here: bool
    passes: bool


@dataclass(frozen=True)
class Table:
    """A match as it stands, with its code, its sheet, and the places of whoever asked.

    `written` is the number of the entry that a write, or the first of its repeats, has written.
    `claim` is the claim of the host's role that counts now, if any. `free_from` is when a host by a
    claim may do everything, an ISO 8601 time, empty where that is so already.
    """

    code: str
    fold: Fold
    places: frozenset[str] = frozenset()
    written: int | None = None
    claim: Claim | None = None
    free_from: str = ""

    @cached_property
    def match(self) -> Match:
        """The match; every entry written here says by whom, with the name that is theirs now."""
        match = self.fold.match
        names = {**names_of(match.standing.players), HOST: audit.HOST}  # files speak English
        entries = (
            Entry(entry.deed, entry.at, names[place]) if place else entry
            for entry, place in zip(match.entries, self.fold.places, strict=True)
        )
        return Match(match.opening, tuple(entries), match.standing)

    @property
    def sheet(self) -> Sheet:
        return self.fold.sheet


class Found(NamedTuple):
    """A match that was found, the places of whoever asked, and the name they write under."""

    row: Stored
    places: frozenset[str]
    name: str

    def table(self, upto: int | None = None, written: int | None = None) -> Table:
        """The match folded, or its first `upto` entries. Raises Refused."""
        row = self.row
        fold = journal_queries.settle(row, upto)
        return Table(row.code, fold, self.places, written, claim_of(row), self.free_from)

    @property
    def free_from(self) -> str:
        """See `Table`. A time ahead is of a clock that was wrong: it keeps nobody waiting."""
        if not self.row.claimed_at:
            return ""
        claimed = datetime.fromisoformat(self.row.claimed_at)
        free_from = claimed + access.CLAIMED_FOR
        return iso(free_from) if claimed <= now() < free_from else ""

    def require(self, act: str) -> None:
        """Raises Forbidden where whoever asked may not do an act of `rights.ACTS` now."""
        house = not self.name
        access.require(self.places, act, "" if house else self.free_from)


def find(code: str, who: Who, *, lock: bool = False) -> Found:
    """The match, where `who` holds a place at it. Raises NoMatch.

    `lock` is for use inside `writing`: the match is locked, and what is read is so until the
    commit. Whoever holds the host's place is here from now on, for a while.
    """
    code = tokens.tidy_code(code)
    if not tokens.is_code(code):
        raise NoMatch(code)
    row, held = _look(code, who, lock=lock)
    if row is None or row.last_day < expiry.oldest_day():
        raise NoMatch(code)
    if not held:
        raise NoMatch(code)
    if who is not None:
        events.note(code, held)
    return Found(row, held, f"key {who.place}" if isinstance(who, Key) else who or "")


def claim_of(row: Stored) -> Claim | None:
    """The claim of the host's role that counts now, worked out from what is stored of the last.

    It lapses where the host was here at its end or later, and where it was not taken in time.
    Nothing is written for that: the next claim takes its place.
    """
    if row.claim_seat is None or row.claim_ends is None:
        return None
    ends = datetime.fromisoformat(row.claim_ends)
    ago = now() - ends
    if not -2 * CLAIM < ago < TAKE_WITHIN:  # longer ahead than any: a clock that was wrong
        return None
    passes = ago >= timedelta(0)
    here = events.host_was_here(row.code, (HOST_IS_HERE + max(ago, timedelta(0))).total_seconds())
    if passes and here:
        return None
    return Claim(row.claim_seat, row.claim_ends, iso(ends + TAKE_WITHIN), here, passes)


def raise_generation(row: Stored, place: str) -> Stored:
    """Withdraws the keys of a place that were made so far."""
    raised = {**json.loads(row.generations), place: generation(row, place) + 1}
    return store.change(row, generations=store.to_json(raised))


def generation(row: Stored, place: str) -> int:
    """The generation of the place's keys that opens now."""
    raised: Mapping[str, int] = json.loads(row.generations)
    return raised.get(place, 1)


def key_of(row: Stored, place: str) -> str:
    """The key of the place that opens now."""
    return tokens.make_key(secret(), row.code, place, generation(row, place))


def log(row: Stored, by: str, deed: str, place: str | None = None) -> None:
    """Writes a line of the history. Commits nothing."""
    grant_queries.log(
        row, grant_queries.Act(iso(now()), journal_queries.version(row), by, deed, place)
    )


def append(
    found: Found, table: Table, facts: Mapping[str, Any], *, place: str, **asked: str | None
) -> Table:
    """Writes an entry under `place` on the table as it stands, stamped. Commits nothing.

    `asked` may hold the journal's writer, idempotency_key and asked. Raises Refused.
    """
    hold_length(facts, table.fold.match.standing.version)
    time = now()
    entry = {**facts, "at": iso(time)} if isinstance(facts, dict) else facts
    fold = table.fold.extended([entry], [place])
    number = fold.match.standing.version
    journal_queries.append(found.row, number, fold.match.entries[-1], place=place, **asked)
    today = expiry.count_today()
    if found.row.last_day < today:
        store.change(found.row, last_day=today)
    return Table(table.code, fold, found.places, number)


def digest(facts: object) -> str:
    """What was asked for, as one short text: equal facts give equal digests."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def names_of(players: tuple[str, ...]) -> dict[str, str]:
    """What each place that writes is called, as a page says it: the present name of its seat."""
    return {
        HOST: str(Sentence(audit.HOST)),
        **{tokens.seat(number): name for number, name in enumerate(players)},
    }


def secret() -> str:
    kept: str = current_app.config["SECRET_KEY"]
    return kept


def now() -> datetime:
    return datetime.now(UTC)


def iso(time: datetime) -> str:
    """The time as it is stored and exported: 2026-11-29T20:45:00Z."""
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


def _look(code: str, who: Who, *, lock: bool) -> tuple[Stored | None, frozenset[str]]:
    """The match with this code, if any, and the places that `who` holds at it."""
    if isinstance(who, str) and not (lock and locks_rows()):
        return store.find_with_places(code, who)
    row = store.find_match(code, lock=lock)
    if row is None:
        return None, frozenset()
    if isinstance(who, str):
        # Asked once the row is locked: what another writer has committed meanwhile is seen.
        return row, grant_queries.places_of(row, who)
    if who is None:
        return row, frozenset({HOST})
    opens = who.code == code and _exists(row, who.place)
    proven = opens and tokens.proves(secret(), who, generation(row, who.place))
    return row, frozenset({who.place}) if proven else frozenset()


def _exists(row: Stored, place: str) -> bool:
    number = tokens.seat_number(place)
    return number is None or number < len(json.loads(row.players))

"""A match as an actor sees it: found by its code, replayed, with the roles that the actor holds.

`matches`, `creation`, `seats` and `host_role`, which change matches, build on this module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import NamedTuple, TypeAlias

from flask import current_app

from scorekeeper import events, tokens
from scorekeeper.matches import access, expiry
from scorekeeper.messages import audit
from scorekeeper.messages.message import Message
from scorekeeper.rules.checks import check_length
from scorekeeper.rules.entry import Entry, Event
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import locks_rows
from scorekeeper.store.match_cache import CachedMatch
from scorekeeper.store.match_queries import MatchRecord
from scorekeeper.tokens import HOST, Token

# Who asks: a device by its id, a token, or None: the program itself, which may do everything.
Actor: TypeAlias = str | Token | None
JOINING_PERIOD = timedelta(hours=12)
CLAIM = timedelta(seconds=60)
TAKE_WITHIN = timedelta(minutes=10)
HOST_IS_HERE = timedelta(minutes=5)


class MatchNotFound(LookupError):
    """There is no such match, or the actor may not see it: the response is the same."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat's claim of the host's role; `ends` is when its sixty seconds are over.

    From then on it `passes`: the seat may take the role, until `late`. While the `host_is_here` it
    never passes, and the host has to agree. Times are ISO 8601.
    """

    seat: int
    ends: str
    late: str
    host_is_here: bool
    passes: bool


@dataclass(frozen=True)
class MatchSnapshot:
    """A match at one version, with its code, its sheet, and the roles of the actor.

    `written` is the number of the entry that a write, or the first of its repeats, has written.
    `claim` is the claim of the host's role that counts now, if any. `free_from` is when a host by a
    claim may do everything, an ISO 8601 time, empty if that is so already.
    """

    code: str
    cached: CachedMatch
    roles: frozenset[str] = frozenset()
    written: int | None = None
    claim: Claim | None = None
    free_from: str = ""

    @cached_property
    def match(self) -> Match:
        """The match; every entry written here names its author, by the present name.

        It is made once for a snapshot, since every entry is made anew for it.
        """
        match = self.cached.match
        names = {**role_names(match.state.players), HOST: audit.HOST}  # files speak English
        entries = (
            Entry(entry.event, entry.at, names[role]) if role else entry
            for entry, role in zip(match.entries, self.cached.writers, strict=True)
        )
        return Match(match.opening, tuple(entries), match.state)

    @property
    def state(self) -> MatchState:
        """Return the state of the match after its last entry."""
        return self.cached.match.state

    @property
    def sheet(self) -> Sheet:
        return self.cached.sheet


class MatchAccess(NamedTuple):
    """A stored match, the roles of the actor, and the name under which the actor writes."""

    record: MatchRecord
    roles: frozenset[str]
    name: str

    def snapshot(self, upto: int | None = None, written: int | None = None) -> MatchSnapshot:
        """Replay the match, or its first `upto` entries. Raise RuleError."""
        row = self.record
        cached = journal_queries.load_match(row, upto)
        return MatchSnapshot(row.code, cached, self.roles, written, claim_of(row), self.free_from)

    @property
    def free_from(self) -> str:
        """Return when a host by a claim may do everything, as in `MatchSnapshot`.

        A claim in the future comes from a clock that was wrong: it makes nobody wait.
        """
        if not self.record.claimed_at:
            return ""
        claimed = datetime.fromisoformat(self.record.claimed_at)
        free_from = claimed + access.CLAIMED_FOR
        return format_time(free_from) if claimed <= now() < free_from else ""

    def require(self, action: str) -> None:
        """Raise Forbidden if the actor may not do an action of `access.PERMISSIONS` now."""
        house = not self.name
        access.authorize(self.roles, action, "" if house else self.free_from)


def find_match(code: str, actor: Actor, *, lock: bool = False) -> MatchAccess:
    """Return the match if the actor holds a role at it. Raise MatchNotFound.

    `lock` is for use inside `write_transaction`: it locks the match, so that what is read holds
    until the commit. An actor who holds the host's role counts as present from now on, for a while.
    """
    code = tokens.tidy_code(code)
    if not tokens.is_code(code):
        raise MatchNotFound(code)
    row, held = _find_with_roles(code, actor, lock=lock)
    if row is None or row.last_day < expiry.oldest_day():
        raise MatchNotFound(code)
    if not held:
        raise MatchNotFound(code)
    if actor is not None:
        events.record_presence(code, held)
    return MatchAccess(row, held, f"key {actor.role}" if isinstance(actor, Token) else actor or "")


def claim_of(row: MatchRecord) -> Claim | None:
    """Return the claim of the host's role that counts now, worked out from the last one stored.

    A claim lapses if the host was here at its end or later, and if it was not taken in time.
    Nothing is written when it lapses: the next claim replaces it.
    """
    if row.claim_seat is None or row.claim_ends is None:
        return None
    ends = datetime.fromisoformat(row.claim_ends)
    ago = now() - ends
    if not -2 * CLAIM < ago < TAKE_WITHIN:  # too far in the future: a clock was wrong
        return None
    passes = ago >= timedelta(0)
    here = events.host_was_here(row.code, (HOST_IS_HERE + max(ago, timedelta(0))).total_seconds())
    if passes and here:
        return None
    return Claim(row.claim_seat, row.claim_ends, format_time(ends + TAKE_WITHIN), here, passes)


def raise_generation(row: MatchRecord, role: str) -> MatchRecord:
    """Withdraw the tokens of a role that were made so far."""
    raised = {**json.loads(row.generations), role: generation(row, role) + 1}
    return store.update_match(row, generations=store.to_json(raised))


def generation(row: MatchRecord, role: str) -> int:
    """Return the generation of the role's tokens that is valid now."""
    raised: Mapping[str, int] = json.loads(row.generations)
    return raised.get(role, 1)


def token_of(row: MatchRecord, role: str) -> str:
    """Return the role's token that is valid now."""
    return tokens.make_token(secret(), row.code, role, generation(row, role))


def record_audit_event(row: MatchRecord, by: str, event: str, role: str | None = None) -> None:
    """Add an audit event to the history. Commit nothing."""
    grant_queries.add_audit_event(
        row,
        grant_queries.AuditEvent(format_time(now()), journal_queries.version(row), by, event, role),
    )


def append_entry(
    access: MatchAccess,
    snapshot: MatchSnapshot,
    event: Event,
    *,
    role: str,
    **request: str | None,
) -> MatchSnapshot:
    """Append an event, stamped with the time, under `role` to the match in `snapshot`.

    Commit nothing. `request` may hold writer, idempotency_key and request_digest. Raise
    RuleError.
    """
    check_length(event, snapshot.state.version)
    cached = snapshot.cached.extended([Entry(event, format_time(now()))], [role])
    number = cached.match.state.version
    journal_queries.append_row(access.record, number, cached.match.entries[-1], role, **request)
    today = expiry.count_today()
    if access.record.last_day < today:
        store.update_match(access.record, last_day=today)
    return MatchSnapshot(snapshot.code, cached, access.roles, number)


def role_names(players: tuple[str, ...]) -> dict[str, str]:
    """Return the name of each role that writes, as a page shows it: for a seat its present name."""
    return {
        HOST: str(Message(audit.HOST)),
        **{tokens.seat_role(number): name for number, name in enumerate(players)},
    }


def secret() -> str:
    secret: str = current_app.config["SECRET_KEY"]
    return secret


def now() -> datetime:
    return datetime.now(UTC)


def format_time(time: datetime) -> str:
    """Return the time as it is stored and exported: 2026-11-29T20:45:00Z."""
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


def _find_with_roles(
    code: str, actor: Actor, *, lock: bool
) -> tuple[MatchRecord | None, frozenset[str]]:
    """Return the match with this code, if any, and the roles that the actor holds at it."""
    if isinstance(actor, str) and not (lock and locks_rows()):
        return store.find_with_places(code, actor)
    row = store.find_match(code, lock=lock)
    if row is None:
        return None, frozenset()
    if isinstance(actor, str):
        # Query after the row is locked, to see what another writer has committed meanwhile.
        return row, grant_queries.roles_of(row, actor)
    if actor is None:
        return row, frozenset({HOST})
    opens = actor.code == code and _role_exists(row, actor.role)
    proven = opens and tokens.verify_token(secret(), actor, generation(row, actor.role))
    return row, frozenset({actor.role}) if proven else frozenset()


def _role_exists(row: MatchRecord, role: str) -> bool:
    number = tokens.role_seat(role)
    return number is None or number < len(json.loads(row.players))

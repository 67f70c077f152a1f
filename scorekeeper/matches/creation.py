"""How a match begins: opened from its facts, imported from a file, or as a rematch of another.

Its functions open and commit their own transactions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from scorekeeper import events, tokens
from scorekeeper.codec.match_file import read_match, read_opening, write_opening
from scorekeeper.codec.submission import digest
from scorekeeper.codec.validation import check_time
from scorekeeper.matches import expiry, maintenance, player_names
from scorekeeper.matches.snapshot import (
    JOINING_PERIOD,
    Actor,
    MatchAccess,
    MatchSnapshot,
    find_match,
    format_time,
    now,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match
from scorekeeper.rules.text import clean
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import write_transaction
from scorekeeper.store.exceptions import WriteConflict
from scorekeeper.tokens import HOST

_AHEAD = timedelta(days=1)
_TRIES = 5
_FIRST_WINS = {"code", "idempotency_key", "rematch_of"}
Result = TypeVar("Result")


def open_match(facts: Mapping[str, Any], device: str | None, key: str | None = None) -> str:
    """Open a match from the fields of a match file, and return its code.

    The device, if any, becomes its host. The same facts from the same device with the same
    idempotency `key` return the code of the match opened the first time. Raise RuleError for what
    the rules do not allow.
    """
    facts = clean(facts)
    opening = read_opening({"opened": format_time(now()), **facts})
    _check_opened(opening.opened or "")
    player_names.check_opening(opening, facts)
    return _add(Match.replay(opening, []), device, key and f"{device} {key} {digest(facts)}")


def import_match(facts: object, device: str | None = None, key: str | None = None) -> str:
    """Import a whole match file as a new match, hosted by the device if any, and return its code.

    The same facts with the same idempotency `key` return the code of the match imported the first
    time. Raise RuleError, with the number of the entry; then nothing is stored.
    """
    known = key and f"{device or 'file'} {key} {digest(facts)}"
    if isinstance(facts, dict):
        facts = {"opened": format_time(now()), **facts}
    return _add(read_match(facts), device, known)


def rematch(code: str, actor: Actor) -> tuple[MatchSnapshot, bool]:
    """Return the rematch of this match, and whether it was made just now: there is only ever one.

    It has the same rules, names, seats, devices and start; whoever would have dealt next deals
    first. Raise MatchNotFound, Forbidden or Unavailable.
    """
    access, made, is_new = _run_again(lambda: _find_or_add_rematch(code, actor))
    if is_new:
        events.publish(access.record.code, "table")
    same_places = MatchAccess(find_match(made, None).record, access.roles, access.name)
    return same_places.snapshot(), is_new


def find_rematch(code: str, actor: Actor) -> str | None:
    """Return the code of the match that follows this one, if any. Raise MatchNotFound."""
    return store.rematch_of(find_match(code, actor).record)


def _check_opened(opened: str) -> None:
    """Raise RuleError for a day that today's clocks do not show anywhere on earth."""
    check_time(opened, "opened")
    if datetime.fromisoformat(opened) > now() + _AHEAD:
        raise RuleError("match-opened-ahead", "opened", value=opened)


def _add(match: Match, device: str | None, key: str | None = None) -> str:
    """Store the match under a new code, or find the one that `key` has opened already."""
    maintenance.delete_some_expired_once_a_day()
    return _run_again(lambda: _find_or_add(match, device, key))


def _find_or_add(match: Match, device: str | None, key: str | None) -> str:
    with write_transaction():
        opened = store.code_opened_with(key) if key else None
        if opened:
            return opened
        row = _new(match, idempotency_key=key)
        if device is not None:
            grant_queries.grant(row, device, HOST)
        return row.code


def _find_or_add_rematch(code: str, actor: Actor) -> tuple[MatchAccess, str, bool]:
    """Return the access to the match, the code of its rematch, and whether that is new."""
    with write_transaction():
        access = find_match(code, actor, lock=True)
        access.require("rematch")
        after = store.rematch_of(access.record)
        return access, after or _next_match(access), after is None


def _run_again(transaction: Callable[[], Result]) -> Result:
    """Run the transaction, and again if another was first with its code, its form or its rematch.

    Raise WriteConflict after five times, or for another constraint.
    """
    for _ in range(_TRIES - 1):
        try:
            return transaction()
        except WriteConflict as conflict:
            if conflict.column not in _FIRST_WINS:
                raise
    return transaction()


def _new(match: Match, **status: str | int | None) -> store.MatchRecord:
    status = {
        "joining_until": format_time(now() + JOINING_PERIOD),
        "last_day": expiry.count_today(),
        **status,
    }
    row = store.add_match(tokens.new_code(), match.opening, **status)
    journal_queries.append_rows(row, match.entries)
    return row


def _next_match(access: MatchAccess) -> str:
    """Store the rematch, with every device in its role, and return its code."""
    match = access.snapshot().cached.match
    facts = {
        **write_opening(match.opening),
        "sides": list(match.state.sides),
        "players": list(match.state.players),
        "first_dealer": match.state.dealer,
        "opened": format_time(now()),
    }
    closed = {} if access.record.joining_until else {"joining_until": ""}
    opening = Match.replay(read_opening(facts), [])
    claimed = {"claimed_at": access.record.claimed_at}
    row = _new(opening, rematch_of=access.record.id, **closed, **claimed)
    for device, role in grant_queries.grants(access.record):
        grant_queries.grant(row, device, role)
    return row.code

"""A match as somebody at its table sees it: found by its code, folded, with the places they hold.

Below the rooms that say what people do there: `service`, `opening`, `joining`, `hosting`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from flask import current_app

from scorekeeper import keys, live
from scorekeeper.keys import HOST, Key
from scorekeeper.rules import deeds
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.journal import hold_length
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.words import Sentence
from scorekeeper.store import journal, places
from scorekeeper.store import matches as store
from scorekeeper.store.database import commit_and_go_on, locks_rows, writing
from scorekeeper.store.folds import Fold
from scorekeeper.store.matches import Stored

# Who asks: a device by its id, whoever carries a key, or the house itself, which may do everything.
Who: TypeAlias = str | Key | None
JOINING = timedelta(hours=12)


class NoMatch(LookupError):
    """There is no such match, or it is not yours to see: the answer is the same."""


@dataclass(frozen=True)
class Table:
    """A match as it stands, with its code, its sheet, and the places of whoever asked.

    `written` is the number of the entry that a write, or the first of its repeats, has written.
    `claim` is the seat that asks for the host's role, and when it gets it.
    """

    code: str
    fold: Fold
    places: frozenset[str] = frozenset()
    written: int | None = None
    claim: tuple[int, str] | None = None

    @cached_property
    def match(self) -> Match:
        """The match; every entry written here says by whom, with the name that is theirs now."""
        match = self.fold.match
        names = {**names_of(match.standing.players), HOST: deeds.HOST}  # files speak English
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
        claim = None
        if row.claim_seat is not None and row.claim_ends is not None:
            claim = (row.claim_seat, row.claim_ends)
        return Table(row.code, journal.settle(row, upto), self.places, written, claim)


def find(code: str, who: Who, *, lock: bool = False) -> Found:
    """The match, where `who` holds a place at it. Raises NoMatch.

    `lock` is for use inside `writing`: the match is locked, and what is read is so until the
    commit. A claim that nobody has refused in time passes the host's role on first.
    """
    code = keys.tidy_code(code)
    if not keys.is_code(code):
        raise NoMatch(code)
    row, held = _look(code, who, lock=lock)
    if row is None or row.last_day < oldest_day().isoformat():
        raise NoMatch(code)
    if row.claim_ends is not None and row.claim_ends <= iso(now()):
        if not lock:
            with writing():
                find(code, None, lock=True)
        elif row.claim_seat is not None:
            _pass_unopposed(row, row.claim_seat)
        return find(code, who, lock=lock)
    if not held:
        raise NoMatch(code)
    return Found(row, held, f"key {who.place}" if isinstance(who, Key) else who or "")


def pass_role(row: Stored, number: int, by: str, deed: str) -> Stored:
    """Makes the devices of seat `number` the host's, and nobody else. Commits nothing.

    A seat that no device has any more passes it to nobody: then everything stays as it is.
    """
    place = keys.seat(number)
    devices = [device for device, held in places.grants(row) if held == place]
    row = store.change(row, claim_seat=None, claim_ends=None)
    if not devices:
        return row
    places.withdraw(row, HOST)
    for device in devices:
        places.grant(row, device, HOST)
    log(row, by, deed, place)
    return raise_generation(row, HOST)


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
    return keys.make_key(secret(), row.code, place, generation(row, place))


def log(row: Stored, by: str, deed: str, place: str | None = None) -> None:
    """Writes a line of the history. Commits nothing."""
    places.log(row, places.Act(iso(now()), journal.version(row), by, deed, place))


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
    journal.append(found.row, number, fold.match.entries[-1], place=place, **asked)
    # Never back: a clock that was wrong for a while must not let the match expire.
    if found.row.last_day < time.date().isoformat():
        store.change(found.row, last_day=time.date().isoformat())
    return Table(table.code, fold, found.places, number)


def digest(facts: object) -> str:
    """What was asked for, as one short text: equal facts give equal digests."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def names_of(players: tuple[str, ...]) -> dict[str, str]:
    """What each place that writes is called, as a page says it: the present name of its seat."""
    return {
        HOST: str(Sentence(deeds.HOST)),
        **{keys.seat(number): name for number, name in enumerate(players)},
    }


def expires(row: Stored) -> date:
    """The last day on which the match is kept, if nobody writes on it."""
    days = current_app.config["SETTINGS"].expiry_days
    return date.fromisoformat(row.last_day) + timedelta(days=days)


def oldest_day() -> date:
    """A match whose last entry was written before this day has expired."""
    return now().date() - timedelta(days=current_app.config["SETTINGS"].expiry_days)


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
        return row, places.places_of(row, who)
    if who is None:
        return row, frozenset({HOST})
    opens = who.code == code and _exists(row, who.place)
    proven = opens and keys.proves(secret(), who, generation(row, who.place))
    return row, frozenset({who.place}) if proven else frozenset()


def _exists(row: Stored, place: str) -> bool:
    number = keys.seat_number(place)
    return number is None or number < len(json.loads(row.players))


def _pass_unopposed(row: Stored, number: int) -> None:
    pass_role(row, number, keys.seat(number), "took over")
    commit_and_go_on()
    live.tell(row.code, "withdrawn", HOST)
    live.tell(row.code, "table")

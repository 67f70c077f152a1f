"""What people do: open a match, write on it, read it, carry it away. The only room that commits.

There is one way to write (`write_entry`) and one way to read (`read_match`); pages, command line
and every later door go through them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeAlias

from scorekeeper import keys
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.sheet import Sheet, build_sheet
from scorekeeper.rules.words import Refused
from scorekeeper.store import matches as store
from scorekeeper.store.database import Overtaken, Unavailable, commit, writing

__all__ = ["Unavailable"]  # raised by every function here where the database does not answer

HOST = "host"
MOST_LISTED = 20


class NoMatch(LookupError):
    """There is no such match, or it is not yours to see: the answer is the same."""


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


@dataclass(frozen=True)
class Table:
    """A match as it stands, with its code and its sheet."""

    code: str
    match: Match

    @cached_property
    def sheet(self) -> Sheet:
        """Worked out when somebody looks at it."""
        return build_sheet(self.match)


Facts: TypeAlias = Mapping[str, Any] | Callable[[Table], Mapping[str, Any]]


def open_match(facts: Mapping[str, Any], device: str, key: str | None = None) -> str:
    """Opens a match from the fields of a match file; the device becomes its host.

    Returns the code; asked for the same again by the same device with the same `key`, that of the
    match opened the first time. Raises Refused for what the rules do not allow.
    """
    opening = Opening.from_dict({**facts, "opened": _now()})
    return _add(Match.settle(opening, []), device, key and f"{device} {key} {_digest(facts)}")


def import_match(facts: object, device: str | None = None) -> str:
    """Takes in a whole match file as a new match, hosted by the device if there is one.

    Returns the code. Raises Refused, with the number of the entry, and then nothing is stored.
    """
    if isinstance(facts, dict):
        facts = {"opened": _now(), **facts}
    return _add(Match.from_dict(facts), device)


def read_match(code: str, device: str | None = None) -> Table:
    """The match as it stands. Raises NoMatch where there is none, or none for this device."""
    row = _find(code, device)
    return Table(row.code, store.settle(row))


def write_entry(
    code: str, device: str, facts: Facts, *, version: int, key: str | None = None
) -> Table:
    """Writes one entry of CONTRACT.md section 1 on behalf of the device, and says what stands.

    `facts` is the entry, or makes it of the table as it stood when the writer saw it. `version` is
    the journal's length as the writer saw it; `key` tells a repeat of the same write from a new
    one. A repeat, and a second end, write nothing and answer as the first did. Raises NoMatch,
    Refused, Conflict where the sheet has moved on, AlreadyWritten where `key` has written other
    facts, Unavailable; after any of them nothing was written.
    """
    try:
        with writing():
            row = _find(code, device, lock=True)
            # Asked once the row is locked: what a twin of this write has committed is seen then.
            before = store.answered(row, device, key) if key else None
            table = Table(row.code, store.settle(row, before.number - 1 if before else None))
            if before is None and version != table.match.standing.version:
                raise Conflict(table)
            asked = facts(table) if callable(facts) else facts
            digest = _digest(asked)
            if before:
                then = Table(row.code, store.settle(row, before.number))
                return _answer_again(then, repeated=before.asked == digest)
            return _append(row, table, asked, writer=device, idempotency_key=key, asked=digest)
    except Overtaken:
        raise Conflict(read_match(code, device)) from None


def host_link(code: str, secret: str) -> str:
    """The key of the link that makes its opener the host. Raises NoMatch."""
    row = _find(code, None)
    return keys.make_key(secret, row.code, HOST, row.host_generation)


def key_opens(text: str, secret: str) -> Table:
    """The match that a link's key opens, before anything is taken. Raises NoMatch."""
    key = keys.read_key(text)
    if key is None or key.place != HOST:
        raise NoMatch(text)
    row = _find(key.code, None)
    if not keys.proves(secret, key, row.host_generation):
        raise NoMatch(text)
    return read_match(row.code)


def take_place(text: str, secret: str, device: str) -> str:
    """Gives the device the place that the key opens, and returns the code. Raises NoMatch."""
    code = key_opens(text, secret).code
    with writing():
        store.grant(_find(code, None, lock=True), device, HOST)
        commit()
    return code


def matches_of(device: str) -> Iterator[Table]:
    """The device's matches, the newest first; one that no longer reads is left out."""
    for row in store.matches_of(device, MOST_LISTED):
        try:
            match = store.settle(row)
        except Refused:
            continue
        yield Table(row.code, match)


def check_matches() -> Iterator[tuple[str, Refused | None]]:
    """Folds every stored match again: its code, and why it no longer reads if it does not."""
    for code in store.codes():
        try:
            read_match(code)
        except Refused as refused:
            yield code, refused
        else:
            yield code, None


def _find(code: str, device: str | None, *, lock: bool = False) -> store.Stored:
    """The match, where the device (or anybody, for None) may see it."""
    code = keys.tidy_code(code)
    if not keys.is_code(code):
        raise NoMatch(code)
    if device is None:
        row, places = store.find_match(code, lock=lock), frozenset({HOST})
    else:
        row, places = store.find_with_places(code, device, lock=lock) or (None, frozenset())
    if row is None or HOST not in places:
        raise NoMatch(code)
    return row


def _add(match: Match, device: str | None, key: str | None = None) -> str:
    """Stores the match under a new code, or finds the one that `key` has opened already."""
    while True:
        try:
            with writing():
                opened = store.code_opened_with(key) if key else None
                return opened or _add_under(keys.new_code(), match, device, key)
        except Overtaken:  # by the same form, or by the same code: look again
            continue


def _add_under(code: str, match: Match, device: str | None, key: str | None) -> str:
    row = store.add_match(code, match.opening, key)
    store.append_all(row, match.entries)
    if device is not None:
        store.grant(row, device, HOST)
    commit()
    return code


def _append(
    row: store.Stored, table: Table, facts: Mapping[str, Any], **asked: str | None
) -> Table:
    if facts == {"end": True} and table.match.standing.ended:
        return table
    match = table.match.extended([{**facts, "at": _now(), "by": "Host"}])
    store.append(row, match.standing.version, match.entries[-1], **asked)
    commit()
    return Table(table.code, match)


def _answer_again(table: Table, *, repeated: bool) -> Table:
    if repeated:
        return table
    raise AlreadyWritten(table)


def _digest(facts: Mapping[str, Any]) -> str:
    """What was asked for, as one short text: equal facts give equal digests."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

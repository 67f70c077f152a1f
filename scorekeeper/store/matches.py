"""Facts to rows and rows to facts. Nothing here decides anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.rules.entry import Entry
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.words import Refused
from scorekeeper.store.database import db
from scorekeeper.store.models import GrantRow, JournalRow, MatchRow

# What every page asks, built once: building a query costs as much as running it.
_FIND = select(MatchRow).where(MatchRow.code == bindparam("code"))
_FIND_TO_WRITE = _FIND.with_for_update()
_PLACES = select(GrantRow.place).where(
    GrantRow.match_id == bindparam("match_id"), GrantRow.device == bindparam("device")
)
_EVERY = 2**31 - 1
_ENTRIES = (
    select(JournalRow.entry)
    .where(JournalRow.match_id == bindparam("match_id"), JournalRow.number <= bindparam("upto"))
    .order_by(JournalRow.number)
)
_ANSWERED = select(JournalRow.number, JournalRow.asked).where(
    JournalRow.match_id == bindparam("match_id"),
    JournalRow.writer == bindparam("writer"),
    JournalRow.idempotency_key == bindparam("key"),
)


class Answered(NamedTuple):
    """A write that was answered before: the entry it wrote, and what was asked for."""

    number: int
    asked: str | None


def add_match(code: str, opening: Opening, idempotency_key: str | None) -> MatchRow:
    """A new match, which one more with the same code or key cannot be."""
    row = MatchRow(
        code=code,
        ruleset=to_json(opening.ruleset.to_dict()),
        sides=to_json(opening.sides),
        players=to_json(opening.players),
        first_dealer=opening.first_dealer,
        start=to_json(opening.start),
        start_shortfalls=to_json(opening.to_dict().get("start_shortfalls")),
        opened=opening.opened,
        note=opening.note,
        idempotency_key=idempotency_key,
    )
    db.session.add(row)
    db.session.flush()
    return row


def find_match(code: str, *, lock: bool = False) -> MatchRow | None:
    """The match with this code. `lock` keeps other writers off it where the database can."""
    return db.session.scalar(_FIND_TO_WRITE if lock else _FIND, {"code": code})


def code_opened_with(idempotency_key: str) -> str | None:
    """The code of the match that was opened with this key, if any."""
    query = select(MatchRow.code).where(MatchRow.idempotency_key == idempotency_key)
    return db.session.scalar(query)


def codes() -> list[str]:
    """Every match, oldest first."""
    return list(db.session.scalars(select(MatchRow.code).order_by(MatchRow.id)))


def settle(row: MatchRow, upto: int | None = None) -> Match:
    """The match folded from its journal, or from its first `upto` entries. Raises Refused."""
    texts = db.session.scalars(
        _ENTRIES, {"match_id": row.id, "upto": _EVERY if upto is None else upto}
    )
    opening = _opening(
        *(row.ruleset, row.sides, row.players, row.first_dealer),
        *(row.start, row.start_shortfalls, row.opened, row.note),
    )
    return Match.settle(opening, map(_from_json, texts))


def append(row: MatchRow, number: int, entry: Entry, **asked: str | None) -> None:
    """Writes entry `number`; `asked` may hold its writer, idempotency_key and asked."""
    db.session.add(
        JournalRow(match_id=row.id, number=number, entry=to_json(entry.to_dict()), **asked)
    )


def append_all(row: MatchRow, entries: Iterable[Entry]) -> None:
    for number, entry in enumerate(entries, 1):
        append(row, number, entry)


def answered(row: MatchRow, writer: str, idempotency_key: str) -> Answered | None:
    """The write that this writer has already made with this key, if any."""
    asked = {"match_id": row.id, "writer": writer, "key": idempotency_key}
    found = db.session.execute(_ANSWERED, asked).one_or_none()
    return Answered(*found) if found else None


def grant(row: MatchRow, device: str, place: str) -> None:
    """Gives the device its place at the match; a second time changes nothing."""
    if place not in places(row, device):
        db.session.add(GrantRow(match_id=row.id, device=device, place=place))


def places(row: MatchRow, device: str) -> frozenset[str]:
    """The places that the device holds at the match."""
    return frozenset(db.session.scalars(_PLACES, {"match_id": row.id, "device": device}))


def matches_of(device: str, most: int) -> Iterator[MatchRow]:
    """The matches at which the device holds a place, the newest first."""
    query = (
        select(MatchRow)
        .join(GrantRow, GrantRow.match_id == MatchRow.id)
        .where(GrantRow.device == device)
        .distinct()
        .order_by(MatchRow.id.desc())
        .limit(most)
    )
    yield from db.session.scalars(query)


def to_json(value: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=1024)
def _opening(  # noqa: PLR0913, PLR0917 - the columns of a row
    ruleset: str,
    sides: str,
    players: str,
    first_dealer: int,
    start: str,
    start_shortfalls: str,
    opened: str,
    note: str | None,
) -> Opening:
    """Read, and checked, once for all who look at the same match. Raises Refused."""
    facts = {
        "ruleset": _from_json(ruleset),
        "sides": _from_json(sides),
        "players": _from_json(players),
        "first_dealer": first_dealer,
        "start": _from_json(start),
        "opened": opened,
        **({} if note is None else {"note": note}),
    }
    carried = _from_json(start_shortfalls)
    return Opening.from_dict(
        {**facts, **({} if carried is None else {"start_shortfalls": carried})}
    )


def _from_json(text: str) -> Any:  # noqa: ANN401 - whatever JSON can say
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("What is stored is not JSON.") from None

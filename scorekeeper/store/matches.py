"""Facts to rows and rows to facts. Nothing here decides anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import CursorResult, Executable, and_, bindparam, insert, select

from scorekeeper.rules.entry import Entry
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.words import Refused
from scorekeeper.store.database import db
from scorekeeper.store.folds import Folds
from scorekeeper.store.models import GrantRow, JournalRow, MatchRow


class Stored(NamedTuple):
    """The row of a match."""

    id: int
    code: str
    ruleset: str
    sides: str
    players: str
    first_dealer: int
    start: str
    start_shortfalls: str
    opened: str
    note: str | None
    host_generation: int


class Answered(NamedTuple):
    """A write that was answered before: the entry it wrote, and what was asked for."""

    number: int
    asked: str | None


# What every page asks, built once: building a query costs as much as running it.
_MATCH = select(*(getattr(MatchRow, name) for name in Stored._fields))
_FIND = _MATCH.where(MatchRow.code == bindparam("code"))
_FIND_TO_WRITE = _FIND.with_for_update()
_FIND_WITH_PLACES = (
    _MATCH.add_columns(GrantRow.place)
    .outerjoin(
        GrantRow,
        and_(GrantRow.match_id == MatchRow.id, GrantRow.device == bindparam("device")),
    )
    .where(MatchRow.code == bindparam("code"))
)
_FIND_WITH_PLACES_TO_WRITE = _FIND_WITH_PLACES.with_for_update(of=MatchRow)
_PLACES = select(GrantRow.place).where(
    GrantRow.match_id == bindparam("match_id"), GrantRow.device == bindparam("device")
)
_EVERY = 2**31 - 1
_ENTRIES = (
    select(JournalRow.entry)
    .where(
        JournalRow.match_id == bindparam("match_id"),
        JournalRow.number > bindparam("after"),
        JournalRow.number <= bindparam("upto"),
    )
    .order_by(JournalRow.number)
)
_ANSWERED = select(JournalRow.number, JournalRow.asked).where(
    JournalRow.match_id == bindparam("match_id"),
    JournalRow.writer == bindparam("writer"),
    JournalRow.idempotency_key == bindparam("key"),
)
_OPENED_WITH = select(MatchRow.code).where(MatchRow.idempotency_key == bindparam("key"))
_CODES = select(MatchRow.code).order_by(MatchRow.id)
_MATCHES_OF = (
    _MATCH.where(
        MatchRow.id.in_(select(GrantRow.match_id).where(GrantRow.device == bindparam("device")))
    )
    .order_by(MatchRow.id.desc())
    .limit(bindparam("most"))
)
_ADD_MATCH = insert(MatchRow).returning(MatchRow.id)
_APPEND = insert(JournalRow)
_GRANT = insert(GrantRow)


def add_match(code: str, opening: Opening, idempotency_key: str | None) -> Stored:
    """A new match. Raises Overtaken where there is one with the same code or key."""
    facts = opening.to_dict()
    row = {
        "code": code,
        "ruleset": to_json(facts["ruleset"]),
        "sides": to_json(facts["sides"]),
        "players": to_json(facts["players"]),
        "first_dealer": opening.first_dealer,
        "start": to_json(facts["start"]),
        "start_shortfalls": to_json(facts.get("start_shortfalls")),
        "opened": opening.opened,
        "note": opening.note,
        "host_generation": 1,
    }
    made = _ask(_ADD_MATCH, idempotency_key=idempotency_key, **row).scalar_one()
    return Stored(made, **row)  # type: ignore[arg-type]  # the same columns by the same names


def find_match(code: str, *, lock: bool = False) -> Stored | None:
    """The match with this code. `lock` keeps other writers off it where the database can."""
    found = _ask(_FIND_TO_WRITE if lock else _FIND, code=code).one_or_none()
    return Stored._make(found) if found else None


def find_with_places(
    code: str, device: str, *, lock: bool = False
) -> tuple[Stored, frozenset[str]] | None:
    """The match with this code and the places that the device holds at it."""
    query = _FIND_WITH_PLACES_TO_WRITE if lock else _FIND_WITH_PLACES
    found = _ask(query, code=code, device=device).all()
    if not found:
        return None
    return Stored._make(found[0][:-1]), frozenset(row[-1] for row in found if row[-1])


def code_opened_with(idempotency_key: str) -> str | None:
    """The code of the match that was opened with this key, if any."""
    return _ask(_OPENED_WITH, key=idempotency_key).scalar_one_or_none()


def codes() -> list[str]:
    """Every match, oldest first."""
    return list(_ask(_CODES).scalars())


def settle(row: Stored, upto: int | None = None) -> Match:
    """The match folded from its journal, or from its first `upto` entries. Raises Refused.

    An entry never changes, so a fold that this process has made is gone on from, not made again.
    """
    folded: Folds = current_app.extensions["folds"]
    known = folded.get(row.id) if upto is None else None
    after = known.standing.version if known else 0
    last = _EVERY if upto is None else upto
    texts = _ask(_ENTRIES, match_id=row.id, after=after, upto=last).scalars().all()
    if known is None:
        known = Match.settle(_opening(*row[2:10]), ())
    match = known.extended(_entries(texts)) if texts else known
    if upto is None:
        folded.keep(row.id, match)
    return match


def append(row: Stored, number: int, entry: Entry, **asked: str | None) -> None:
    """Writes entry `number`; `asked` may hold its writer, idempotency_key and asked."""
    _ask(_APPEND, match_id=row.id, number=number, entry=to_json(entry.to_dict()), **asked)


def append_all(row: Stored, entries: Iterable[Entry]) -> None:
    for number, entry in enumerate(entries, 1):
        append(row, number, entry)


def answered(row: Stored, writer: str, idempotency_key: str) -> Answered | None:
    """The write that this writer has already made with this key, if any."""
    found = _ask(_ANSWERED, match_id=row.id, writer=writer, key=idempotency_key).one_or_none()
    return Answered._make(found) if found else None


def grant(row: Stored, device: str, place: str) -> None:
    """Gives the device its place at the match; a second time changes nothing."""
    if place not in places(row, device):
        _ask(_GRANT, match_id=row.id, device=device, place=place)


def places(row: Stored, device: str) -> frozenset[str]:
    """The places that the device holds at the match."""
    return frozenset(_ask(_PLACES, match_id=row.id, device=device).scalars())


def matches_of(device: str, most: int) -> list[Stored]:
    """The matches at which the device holds a place, the newest first."""
    return [Stored._make(row) for row in _ask(_MATCHES_OF, device=device, most=most)]


def _ask(statement: Executable, **values: Any) -> CursorResult[Any]:  # noqa: ANN401 - columns
    return db.session.connection().execute(statement, values)


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


def _entries(texts: Sequence[str]) -> Iterable[object]:
    """What the rows hold, read in one go; one by one where any of them is damaged."""
    try:
        entries = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        entries = []
    whole = len(entries) == len(texts) and all(text.startswith("{") for text in texts)
    return entries if whole else map(_from_json, texts)


def _from_json(text: str) -> Any:  # noqa: ANN401 - whatever JSON can say
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("What is stored is not JSON.") from None

"""Queries of the match itself. No rule is decided here."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import (
    CursorResult,
    Executable,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from scorekeeper.codec.match_file import read_opening, write_opening
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Opening
from scorekeeper.store.database import connection, locks_rows
from scorekeeper.store.models import GrantRow, JournalRow, MatchRow


class MatchRecord(NamedTuple):
    """The row of a match. `version` is the length of its journal, or None if it was not read."""

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
    generations: str
    joining_until: str
    last_day: str
    claim_seat: int | None
    claim_ends: str | None
    claimed_at: str | None
    version: int | None = None


# The queries of every page are built once: building a query costs as much as running it.
_MATCH = select(*(getattr(MatchRow, name) for name in MatchRecord._fields if name != "version"))
_FIND_TO_WRITE = _MATCH.where(MatchRow.code == bindparam("code")).with_for_update()
# The version is read in the same statement, so that a cached match costs one query. A writer that
# waits for a locked row does not read it this way: it might get the length from before the wait.
_LENGTH = (
    select(func.coalesce(func.max(JournalRow.number), 0))
    .where(JournalRow.match_id == MatchRow.id)
    .scalar_subquery()
)
_FIND = _MATCH.add_columns(_LENGTH).where(MatchRow.code == bindparam("code"))
_FIND_WITH_PLACES = (
    _MATCH.add_columns(_LENGTH, GrantRow.role)
    .outerjoin(
        GrantRow,
        and_(GrantRow.match_id == MatchRow.id, GrantRow.device == bindparam("device")),
    )
    .where(MatchRow.code == bindparam("code"))
)
_OPENED_WITH = select(MatchRow.code).where(MatchRow.idempotency_key == bindparam("key"))
_CODES = select(MatchRow.code).where(MatchRow.last_day >= bindparam("since")).order_by(MatchRow.id)
_MATCHES_OF = (
    _MATCH.where(
        MatchRow.id.in_(select(GrantRow.match_id).where(GrantRow.device == bindparam("device"))),
        MatchRow.last_day >= bindparam("since"),
    )
    .order_by(MatchRow.id.desc())
    .limit(bindparam("most"))
)
_ADD_MATCH = insert(MatchRow).returning(MatchRow.id)
_SET = update(MatchRow).where(MatchRow.id == bindparam("match_id"))
_REMATCH_OF = select(MatchRow.code).where(MatchRow.rematch_of == bindparam("match_id"))
_DELETE = delete(MatchRow).where(MatchRow.id == bindparam("match_id"))
_OLD = MatchRow.last_day < bindparam("since")
_OLDEST = select(MatchRow.id).where(_OLD).order_by(MatchRow.last_day).limit(bindparam("most"))
_DELETE_OLDEST = delete(MatchRow).where(MatchRow.id.in_(_OLDEST))
_COUNT = select(func.count()).select_from(MatchRow)
_COUNT_OLD = _COUNT.where(_OLD)


def add_match(code: str, opening: Opening, **columns: str | int | None) -> MatchRecord:
    """Insert a match and return its record, without its version.

    `columns` holds values of further columns. Raise WriteConflict if there is a match with the same
    code or idempotency key, or another rematch of the same match.
    """
    facts = write_opening(opening)
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
        "generations": "{}",
        "joining_until": "",
        "last_day": "",
        **columns,
    }
    made = execute(_ADD_MATCH, **row).scalar_one()
    columns = {name: row.get(name) for name in MatchRecord._fields}
    return MatchRecord(**{**columns, "id": made})


def update_match(row: MatchRecord, **columns: str | int | None) -> MatchRecord:
    """Update these columns of the match and return its new record."""
    execute(_SET.values(**columns), match_id=row.id)
    return row._replace(**columns)  # type: ignore[arg-type]  # the columns have the names of the fields


def delete_match(row: MatchRecord) -> None:
    """Delete the match, with its journal, its audit events and every role at it."""
    execute(_DELETE, match_id=row.id)


def delete_older(day: str, most: int) -> None:
    """Delete the oldest matches whose last entry was written before `day`, at most `most`."""
    execute(_DELETE_OLDEST, since=day, most=most)


def count_older(day: str) -> int:
    """Return the number of matches whose last entry was written before `day`."""
    count: int = execute(_COUNT_OLD, since=day).scalar_one()
    return count


def count_all() -> int:
    """Return the number of matches."""
    count: int = execute(_COUNT).scalar_one()
    return count


def rematch_of(row: MatchRecord) -> str | None:
    """Return the code of the match that follows this one, or None."""
    return execute(_REMATCH_OF, match_id=row.id).scalar_one_or_none()


def find_match(code: str, *, lock: bool = False) -> MatchRecord | None:
    """Return the match with this code, or None.

    `lock` locks its row against other writers, if the database can; then `version` is not read.
    """
    statement = _FIND_TO_WRITE if lock and locks_rows() else _FIND
    result = execute(statement, code=code).one_or_none()
    return MatchRecord(*result) if result else None


def find_with_places(code: str, device: str) -> tuple[MatchRecord | None, frozenset[str]]:
    """Return the match with this code, or None, and the roles that the device holds at it."""
    result = execute(_FIND_WITH_PLACES, code=code, device=device).all()
    if not result:
        return None, frozenset()
    return MatchRecord(*result[0][:-1]), frozenset(row[-1] for row in result if row[-1])


def code_opened_with(idempotency_key: str) -> str | None:
    """Return the code of the match that was opened with this idempotency key, or None."""
    return execute(_OPENED_WITH, key=idempotency_key).scalar_one_or_none()


def codes(since: str = "") -> list[str]:
    """Return the codes of the matches last written on or after the day `since`, oldest first."""
    return list(execute(_CODES, since=since).scalars())


def opening_of(row: MatchRecord) -> Opening:
    """Return the opening of the match. Raise RuleError if the stored one is not valid."""
    shortfalls = from_json(row.start_shortfalls)
    facts = {
        "ruleset": from_json(row.ruleset),
        "sides": from_json(row.sides),
        "players": from_json(row.players),
        "first_dealer": row.first_dealer,
        "start": from_json(row.start),
        "opened": row.opened,
        **({} if row.note is None else {"note": row.note}),
        **({} if shortfalls is None else {"start_shortfalls": shortfalls}),
    }
    return read_opening(facts)


def match_rows_of(device: str, most: int, since: str = "") -> list[MatchRecord]:
    """Return the matches at which the device holds a role, newest first, at most `most`.

    Matches whose last entry is older than the day `since` are left out.
    """
    result = execute(_MATCHES_OF, device=device, most=most, since=since)
    return [MatchRecord(*row) for row in result]


def is_reachable() -> bool:
    """Return True. Raise Unavailable if the database does not answer."""
    return bool(execute(text("SELECT 1")).scalar_one())


def execute(statement: Executable, **values: Any) -> CursorResult[*tuple[Any, ...]]:  # noqa: ANN401 - columns
    return connection().execute(statement, values)


def to_json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the parsed value. Raise RuleError if the text is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError("stored-not-json") from None

"""Copy every row of one database into another, unchanged, ids included."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import Connection, Table, delete, func, insert, select

from scorekeeper.store.database import db, init_database
from scorekeeper.store.exceptions import WriteConflict
from scorekeeper.store.models import Base, DayRow, MatchRow

_AT_ONCE = 1000
_MATCHES = select(func.count()).select_from(MatchRow)


class DatabaseNotEmpty(Exception):
    """The target database already holds matches. It is left unchanged."""


def copy_all(url: str) -> int:
    """Copy every row of this app's database into the one at `url`; return the number of matches.

    One transaction copies all rows or none. Raise DatabaseNotEmpty if the target holds matches,
    BadSetting if `url` names no database that can be opened, Unavailable if either database does
    not answer.
    """
    other = Flask("other")
    init_database(other, url)
    with other.app_context():
        there = db.engine
    # All rows are read as of one moment, however long the copy takes.
    sqlite = db.engine.dialect.name == "sqlite"
    one_moment = {} if sqlite else {"isolation_level": "REPEATABLE READ"}
    try:
        with (
            db.engine.connect().execution_options(**one_moment) as source,
            source.begin(),
            there.connect().execution_options(writes=True) as target,
            target.begin(),
        ):
            if target.scalar(_MATCHES):
                raise DatabaseNotEmpty
            target.execute(delete(DayRow))  # the program may have run there already
            for table in Base.metadata.sorted_tables:
                _copy(table, source, target)
            return target.scalar(_MATCHES) or 0
    except WriteConflict:  # a match was opened there meanwhile
        raise DatabaseNotEmpty from None
    finally:
        there.dispose()


def _copy(table: Table, source: Connection, target: Connection) -> None:
    rows = source.execute(select(table), execution_options={"yield_per": _AT_ONCE})
    for some in rows.mappings().partitions():
        target.execute(insert(table), [dict(row) for row in some])
    if target.dialect.name == "postgresql" and "id" in table.columns:
        # New rows in the target get ids after the highest copied one.
        counter = func.pg_get_serial_sequence(table.name, "id")
        highest = select(func.max(table.columns["id"])).scalar_subquery()
        target.execute(select(func.setval(counter, highest)))

"""The database connection: opening it, setting up SQLite, and transactions that write."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import ArgumentError
from sqlalchemy.exc import TimeoutError as NoneFree

from scorekeeper.config import BadSetting
from scorekeeper.observability import metrics
from scorekeeper.store.exceptions import Unavailable, one_line, translate_error
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.models import Base
from scorekeeper.store.schema import upgrade_schema

APPENDED = "entries appended and not yet committed"
_BUSY_SECONDS = 10
_BUSY_TIMEOUT = f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}"
_CONNECT_SECONDS = 5
# One connection for each request that a process is likely to answer at the same time: a stream
# holds none. A request that finds none free waits for one, without blocking other requests.
# Parameters of queries stay out of the log: they hold names and devices.
_OPTIONS = {"pool_size": 16, "max_overflow": 0, "pool_timeout": 10, "hide_parameters": True}

db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
_one_writer = threading.Lock()


def init_database(app: Flask, url: str) -> None:
    """Connect the app to its database and upgrade its tables to this version.

    Raise BadSetting if `url` names no database that this program can open, Unavailable if the
    database does not answer or is of another version.
    """
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _options(url)
    try:
        db.init_app(app)
        with app.app_context():
            engine = db.engine
    except (ArgumentError, ImportError, RuntimeError) as error:
        raise BadSetting(f"SCOREKEEPER_DATABASE cannot be used: {one_line(error)}") from None
    app.extensions["match_cache"] = MatchCache()
    event.listen(engine, "handle_error", translate_error)
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine)
    upgrade_schema(engine)
    engine.dispose()  # a forked worker must open connections of its own


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that writes, with no other writer from its first read to its commit.

    It is committed at its end, or rolled back if an error leaves it. With PostgreSQL, only the row
    that `find_match` locks is exclusive. Raise Unavailable if the database cannot be written,
    WriteConflict if a constraint shows that another write was first.
    """
    with nullcontext() if locks_rows() else _one_writer:
        db.session.rollback()
        db.session.info.pop(APPENDED, None)
        try:
            _begin_to_write()
            yield
            db.session.commit()
            metrics.count("entries", db.session.info.pop(APPENDED, 0))
        finally:
            db.session.rollback()


def locks_rows() -> bool:
    """Return whether a write locks the row of its match; with SQLite it locks the database."""
    return db.engine.dialect.name != "sqlite"


def release() -> None:
    """Return this request's connection to the pool."""
    db.session.remove()


def close_connections() -> None:
    """Close every connection of this process."""
    db.session.remove()
    db.engine.dispose()


def connection(**options: bool) -> Connection:
    """Return this request's connection; it stays the same until `release`.

    Raise Unavailable if no connection of the pool becomes free in time.
    """
    try:
        return db.session.connection(execution_options=options)
    except NoneFree as error:
        raise Unavailable("The database does not answer in time.") from error


def _begin_to_write() -> None:
    connection(writes=True)


def _options(url: str) -> dict[str, Any]:
    """Return the engine options for the kind of database that `url` names."""
    if url.startswith("sqlite:"):
        return {**_OPTIONS, "connect_args": {"timeout": _BUSY_SECONDS}}
    if url.startswith("postgresql"):
        # A connection that a restart of the server has closed is noticed before it is used.
        connect = {"connect_timeout": _CONNECT_SECONDS}
        return {**_OPTIONS, "pool_pre_ping": True, "connect_args": connect}
    return {"hide_parameters": True}


def _set_up_sqlite(engine: Engine) -> None:
    """Make SQLite durable, check foreign keys, and begin transactions explicitly.

    A new database file is readable by its owner only.
    """
    file = engine.url.database
    if file and not file.startswith("file:"):
        with suppress(OSError):  # a file that cannot be written may still be readable
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).touch(mode=0o600)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _: Any) -> None:  # noqa: ANN401
        connection.isolation_level = None  # the driver begins no transaction by itself
        _wait_and_execute(connection, "PRAGMA journal_mode=WAL")
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A write takes the lock before its first read, so that what it read still holds at its end.
        if not connection.get_execution_options().get("writes"):
            connection.exec_driver_sql("BEGIN")
            return
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA busy_timeout=0")
        try:
            _wait_and_execute(driver, "BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise Unavailable(f"The database does not answer: {one_line(error)}") from error
        finally:
            driver.execute(_BUSY_TIMEOUT)


def _wait_and_execute(connection: sqlite3.Connection, statement: str) -> None:
    """Execute the statement as soon as no other program locks the file.

    Raise sqlite3.OperationalError if the file is still locked after _BUSY_SECONDS. SQLite can wait
    by itself, but then all other requests of this process wait with it.
    """
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return

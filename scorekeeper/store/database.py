"""The connection: how SQLite is set up, how a write is locked, how the tables are brought up."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, ExceptionContext, event, inspect, text
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, InterfaceError

from scorekeeper import metrics
from scorekeeper.config import BadSetting
from scorekeeper.store.folds import Folds
from scorekeeper.store.models import Base

MIGRATIONS = Path(__file__).parent / "migrations"
APPENDED = "entries appended and not yet committed"
_BUSY_SECONDS = 10

db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})
_one_writer = threading.Lock()


class Unavailable(Exception):
    """The database does not answer, or takes no writes. Nothing was written."""


class Overtaken(Exception):
    """Another write got this number first. Nothing was written."""


def open_database(app: Flask, url: str) -> None:
    """Connects the app to its database and brings its tables up to this version.

    Raises BadSetting for an address that names no database this program can open, Unavailable
    where the database does not answer or is of another version.
    """
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    options: dict[str, Any] = {"hide_parameters": True}  # they would be in the log: names, devices
    if url.startswith("sqlite:"):
        options["connect_args"] = {"timeout": _BUSY_SECONDS}
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    try:
        db.init_app(app)
        with app.app_context():
            engine = db.engine
    except (ArgumentError, ImportError, RuntimeError) as error:
        raise BadSetting(f"SCOREKEEPER_DATABASE cannot be used: {_one_line(error)}") from None
    app.extensions["folds"] = Folds()
    event.listen(engine, "handle_error", _name_the_error)
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine)
    _migrate(engine)
    engine.dispose()  # a worker that is forked from here opens connections of its own


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write: it is alone from its first read to its commit.

    The caller commits; what is not committed at the end is rolled back. Raises Unavailable where
    the database cannot be written, Overtaken where a constraint says that another write was first.
    """
    sqlite = db.engine.dialect.name == "sqlite"
    with _one_writer if sqlite else nullcontext():
        db.session.rollback()
        db.session.info.pop(APPENDED, None)
        try:
            _begin_to_write()
            yield
        finally:
            db.session.rollback()


def commit() -> None:
    """Makes what was written last."""
    db.session.commit()
    metrics.count("entries", db.session.info.pop(APPENDED, 0))


def release() -> None:
    """Gives this request's connection back."""
    db.session.remove()


def close_connections() -> None:
    """Closes every connection of this process."""
    db.session.remove()
    db.engine.dispose()


def commit_and_go_on() -> None:
    """Makes what was written so far last, inside `writing`, and begins the next transaction."""
    db.session.commit()
    _begin_to_write()


def _begin_to_write() -> None:
    db.session.connection(execution_options={"writes": True})


def head() -> str:
    """The revision of the tables that this version works with."""
    return max(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _name_the_error(context: ExceptionContext) -> None:
    """Gives the driver's errors the two names that the rest of the program knows."""
    error = context.sqlalchemy_exception
    if isinstance(error, IntegrityError):
        raise Overtaken(_one_line(error.orig)) from error
    if isinstance(error, DatabaseError | InterfaceError):
        raise Unavailable(f"The database does not answer: {_one_line(error.orig)}") from error


def _one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split())


def _set_up_sqlite(engine: Engine) -> None:
    """Durable, checked, for its owner only, and with transactions that begin when we say so."""
    file = engine.url.database
    if file and not file.startswith("file:") and Path(file).parent.is_dir():
        Path(file).touch(mode=0o600)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _: Any) -> None:  # noqa: ANN401
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A write takes the lock before its first read, so that what it read is still so at its end.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(engine: Engine) -> None:
    """Brings the tables to `head`. Alembic is imported only when there is something to do."""
    with engine.connect() as connection:
        if inspect(connection).has_table("alembic_version"):
            at = connection.scalar(text("SELECT version_num FROM alembic_version"))
            if at == head():
                return
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            why = f"The database is of another version than this program: {_one_line(error)}"
            raise Unavailable(why) from error

"""The schema: create the tables, or upgrade those of an older version."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
    text,
)

from scorekeeper.store.exceptions import Unavailable, one_line
from scorekeeper.store.models import Base

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 5_320_641  # the number of our advisory lock; any will do
_REVISION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic records the revision of the schema."""


def head() -> str:
    """Return the revision of the schema that this version of the program works with."""
    return max(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def upgrade_schema(engine: Engine) -> None:
    """Create the tables, or upgrade them to the revision `head`.

    Alembic is imported only to upgrade older tables. Raise Unavailable if the tables are of a
    revision that this program does not know.
    """
    with engine.connect() as connection:
        if _revision(connection) == head():
            return
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Programs that start at the same time take turns: the second finds nothing left to do.
            turn = text("SELECT pg_advisory_xact_lock(:ours)")
            connection.execute(turn, {"ours": _MIGRATING})
        result = _revision(connection)
        if result is None:
            _make_tables(connection)
        elif result != head():
            _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables, or None if there are none yet."""
    if not inspect(connection).has_table(_REVISION.name):
        return None
    return connection.scalar(select(_REVISION.c.version_num))


def _make_tables(connection: Connection) -> None:
    """Create all tables as the migrations would leave them."""
    Base.metadata.create_all(connection, checkfirst=False)
    _REVISION.create(connection)
    connection.execute(insert(_REVISION).values(version_num=head()))


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        why = f"The database is of another version than this program: {one_line(error)}"
        raise Unavailable(why) from error

"""How SQLite is set up, how a write is locked, how the tables are brought up."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import create_engine, text

from scorekeeper.rules.match import Match
from scorekeeper.store import database, matches
from scorekeeper.store.database import Unavailable, commit, db, head, open_database, writing
from scorekeeper.store.models import Base
from tests.databases import at_once, fresh
from tests.rules.building import match_file
from tests.store.conftest import by_its_driver, opened

OPENING = Match.from_dict(match_file(opened="2026-11-29T20:45:00Z")).opening

OPEN_IT = """
import sys
from flask import Flask
from scorekeeper.store.database import open_database

open_database(Flask("store"), sys.argv[1])
print("alembic" in sys.modules)
"""
FINE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9001", "{head}"


def upgrade():
    op.create_table("fine", sa.Column("id", sa.Integer(), primary_key=True))
"""
BREAKS_IN_THE_MIDDLE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9002", "9001"


def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("half", sa.Integer()))
    op.execute("DELETE FROM match")
    op.execute("INSERT INTO no_such_table VALUES (1)")
"""


def open_in_a_new_process(file):
    command = [sys.executable, "-c", OPEN_IT, f"sqlite:///{file}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@contextmanager
def stranger(file):
    """Another program on the same file, which does not wait."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        yield connection


def dump(file):
    """Everything that the file holds, its tables included."""
    with stranger(file) as connection:
        return list(connection.iterdump())


def tables(file):
    with stranger(file) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def revision(file):
    with stranger(file) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchall()


def add_match(code="AAAAAA"):
    with writing():
        matches.add_match(code, OPENING)
        commit()


def test_every_connection_is_durable_and_checked(store):
    connections = [db.engine.connect() for _ in range(3)]

    in_force = [
        [connection.scalar(text(f"PRAGMA {name}")) for connection in connections]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]

    for connection in connections:
        connection.close()
    full, on = 2, 1
    assert in_force == [["wal"] * 3, [full] * 3, [on] * 3]


def test_a_write_is_alone_from_its_beginning_while_others_still_read(store, file):
    add_match()

    with writing(), stranger(file) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        seen = other.execute("SELECT count(*) FROM match").fetchone()

    assert seen == (1,)


def test_a_read_keeps_no_writer_waiting(store, file):
    add_match()

    assert matches.find_match("AAAAAA") is not None
    with stranger(file) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE match SET note = 'written meanwhile'")
        other.execute("COMMIT")

    db.session.rollback()
    assert matches.find_match("AAAAAA").note == "written meanwhile"


def test_a_read_sees_one_moment_from_its_first_row_to_its_last(store, file):
    add_match()

    assert matches.codes() == ["AAAAAA"]
    with stranger(file) as other:
        other.execute("UPDATE match SET code = 'BBBBBB'")

    assert matches.codes() == ["AAAAAA"]


def test_what_is_not_committed_is_not_written(each_store):
    with writing():
        matches.add_match("AAAAAA", OPENING)

    with db.engine.connect() as other:
        assert other.scalar(text("SELECT count(*) FROM match")) == 0


def test_an_error_in_the_middle_of_a_write_leaves_nothing_and_frees_the_lock(each_store):
    def break_off():
        with writing():
            matches.add_match("AAAAAA", OPENING)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()

    assert matches.codes() == []
    add_match("BBBBBB")
    db.session.rollback()
    assert matches.codes() == ["BBBBBB"]


def test_a_full_disk_is_unavailable_and_leaves_nothing(store, file):
    add_match()
    with db.engine.connect() as connection:
        used = connection.scalar(text("PRAGMA page_count"))
    db.engine.dispose()

    @database.event.listens_for(db.engine, "connect")
    def _no_room(connection, _):
        connection.execute(f"PRAGMA max_page_count={used}")

    def write_too_much():
        with writing():
            for number in range(100):
                matches.add_match(f"FULL{number}", OPENING)
            commit()

    with pytest.raises(Unavailable, match="full"):
        write_too_much()
    assert matches.codes() == ["AAAAAA"]


def test_of_writers_at_one_match_each_reads_what_the_one_before_has_written(each_store):
    add_match()

    def write_on():
        with writing():
            row = matches.find_match("AAAAAA", lock=True)
            note = int(row.note or 0)
            matches.change(row, note=str(note + 1))
            commit()

    assert at_once(each_store, [write_on] * 20) == [None] * 20

    assert matches.find_match("AAAAAA").note == "20"


def test_whoever_finds_no_connection_free_in_time_is_told_that_the_database_does_not_answer(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(database._OPTIONS, "pool_timeout", 0.01)  # noqa: SLF001 - else ten seconds
    with opened(f"sqlite:///{tmp_path}/busy.sqlite3"), ExitStack() as busy:
        for _ in range(16):
            busy.enter_context(db.engine.connect())

        with pytest.raises(Unavailable, match="in time"):
            matches.codes()
        with pytest.raises(Unavailable, match="in time"):
            add_match()

        busy.close()
        assert matches.codes() == []


def test_a_fresh_file_is_brought_to_the_head(store, file):
    assert tables(file) >= {"match", "journal", "grant", "alembic_version"}
    assert revision(file) == [(head(),)]


def test_the_folder_of_a_fresh_file_need_not_be_empty(tmp_path):
    (tmp_path / "other.txt").write_text("not ours")

    open_in_a_new_process(tmp_path / "new.sqlite3")

    assert (tmp_path / "other.txt").read_text() == "not ours"


def test_neither_a_fresh_file_nor_one_of_this_version_needs_alembic(file):
    assert open_in_a_new_process(file) == "False"
    assert open_in_a_new_process(file) == "False"


def test_opening_a_file_again_changes_nothing(file):
    open_in_a_new_process(file)
    before = dump(file)

    open_in_a_new_process(file)

    assert dump(file) == before


def test_several_processes_may_open_a_fresh_file_at_once(file):
    command = [sys.executable, "-c", OPEN_IT, f"sqlite:///{file}"]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]

    ended = [(process.communicate(timeout=60)[1], process.returncode) for process in started]

    assert ended == [("", 0)] * 4
    assert revision(file) == [(head(),)]


def test_the_head_is_the_one_that_alembic_finds():
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))

    assert ScriptDirectory.from_config(config).get_current_head() == head()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_tables_that_the_migrations_bring_up_are_those_of_a_fresh_database(kind, tmp_path):
    older, newer = tmp_path / "older", tmp_path / "newer"
    older.mkdir(), newer.mkdir()
    with fresh(kind, older) as migrated, fresh(kind, newer) as made, opened(by_its_driver(made)):
        engine = create_engine(by_its_driver(migrated))
        with engine.begin() as connection:
            bring_up(connection)
            context = MigrationContext.configure(
                connection, opts={"compare_type": True, "compare_server_default": True}
            )
            assert compare_metadata(context, Base.metadata) == []
        brought_up, fresh_one = described(engine), described(db.engine)
        engine.dispose()

    assert brought_up == fresh_one
    assert {table for table, _ in fresh_one} == {*Base.metadata.tables, "alembic_version"}


def bring_up(connection):
    """Every migration from the first on."""
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def described(engine):
    """What the database says of each table, whatever the order of its columns."""
    inspector = database.inspect(engine)
    ways = (
        inspector.get_columns,
        inspector.get_pk_constraint,
        inspector.get_unique_constraints,
        inspector.get_foreign_keys,
        inspector.get_indexes,
        inspector.get_table_options,
    )
    return {
        (table, way.__name__): sorted(map(str, found if isinstance(found, list) else [found]))
        for table in inspector.get_table_names()
        for way in ways
        for found in [way(table)]
    }


def with_later_revisions(tmp_path, **texts):
    """The migrations as a later version might ship them."""
    later = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, later)
    for name, source in texts.items():
        Path(later, "versions", f"{name.removeprefix('r')}.py").write_text(source, "utf-8")
    return later


def test_a_migration_that_fails_in_the_middle_leaves_the_file_as_it_was(
    file, tmp_path, monkeypatch
):
    open_in_a_new_process(file)
    with stranger(file) as other:
        columns = "code, ruleset, sides, players, first_dealer, start, start_shortfalls, opened"
        other.execute(
            f"INSERT INTO match ({columns})"  # noqa: S608 - nothing from outside
            " VALUES ('AAAAAA', '{}', '[]', '[]', 0, '[]', '[]', '')"
        )
    before = dump(file)
    later = with_later_revisions(
        tmp_path, r9001_fine=FINE.format(head=head()), r9002_half=BREAKS_IN_THE_MIDDLE
    )
    monkeypatch.setattr(database, "MIGRATIONS", later)
    app = Flask("store")

    with pytest.raises(Exception, match="no_such_table"):
        open_database(app, f"sqlite:///{file}")

    with app.app_context():
        db.engine.dispose()
    assert dump(file) == before


def test_a_later_migration_keeps_what_was_written_before(file, tmp_path, monkeypatch):
    open_in_a_new_process(file)
    monkeypatch.setattr(
        database, "MIGRATIONS", with_later_revisions(tmp_path, r9001_fine=FINE.format(head=head()))
    )
    app = Flask("store")

    open_database(app, f"sqlite:///{file}")

    with app.app_context():
        add_match()
        assert matches.codes() == ["AAAAAA"]
        db.session.remove()
        db.engine.dispose()
    assert "fine" in tables(file)
    assert revision(file) == [("9001",)]

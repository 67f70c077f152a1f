"""How SQLite is set up, how a write is locked, how the tables are brought up."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
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
from tests.databases import at_once
from tests.rules.building import match_file
from tests.store.conftest import opened

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

revision, down_revision = "0003", "0002"


def upgrade():
    op.create_table("fine", sa.Column("id", sa.Integer(), primary_key=True))
"""
BREAKS_IN_THE_MIDDLE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


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

    assert open_in_a_new_process(tmp_path / "new.sqlite3") == "True"
    assert (tmp_path / "other.txt").read_text() == "not ours"


def test_opening_a_file_again_imports_no_alembic(file):
    first = open_in_a_new_process(file)
    second = open_in_a_new_process(file)

    assert (first, second) == ("True", "False")


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


def test_the_migrations_make_the_tables_of_the_models(each_store):
    with db.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )

        assert compare_metadata(context, Base.metadata) == []


def test_the_migrations_make_every_constraint_that_the_models_make(store, tmp_path):
    of_models = create_engine(f"sqlite:///{tmp_path / 'models.sqlite3'}")
    Base.metadata.create_all(of_models)

    made = [database.inspect(engine) for engine in (db.engine, of_models)]

    of_models.dispose()
    for table in ("match", "journal", "grant", "act"):
        for kind in ("get_pk_constraint", "get_unique_constraints", "get_foreign_keys"):
            by_migrations, by_models = (
                sorted(map(str, found if isinstance(found, list) else [found]))
                for found in (getattr(inspector, kind)(table) for inspector in made)
            )
            assert by_migrations == by_models, (table, kind)


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
    later = with_later_revisions(tmp_path, r0003_fine=FINE, r0004_half=BREAKS_IN_THE_MIDDLE)
    monkeypatch.setattr(database, "MIGRATIONS", later)
    app = Flask("store")

    with pytest.raises(Exception, match="no_such_table"):
        open_database(app, f"sqlite:///{file}")

    with app.app_context():
        db.engine.dispose()
    assert "0002" in str(revision(file))
    assert dump(file) == before


def test_a_later_migration_keeps_what_was_written_before(file, tmp_path, monkeypatch):
    open_in_a_new_process(file)
    monkeypatch.setattr(database, "MIGRATIONS", with_later_revisions(tmp_path, r0003_fine=FINE))
    app = Flask("store")

    open_database(app, f"sqlite:///{file}")

    with app.app_context():
        add_match()
        assert matches.codes() == ["AAAAAA"]
        db.session.remove()
        db.engine.dispose()
    assert "fine" in tables(file)
    assert revision(file) == [("0003",)]

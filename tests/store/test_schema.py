"""How the tables are created, and migrated from an older version."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import create_engine, inspect

from scorekeeper.store import match_queries, schema
from scorekeeper.store.database import db, init_database
from scorekeeper.store.models import Base
from scorekeeper.store.schema import head
from tests.databases import fresh
from tests.store.conftest import add_match, by_its_driver, opened, stranger

OPEN_IT = """
import sys
from flask import Flask
from scorekeeper.store.database import init_database

init_database(Flask("store"), sys.argv[1])
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


def dump(file):
    """Return everything in the file, its schema included."""
    with stranger(file) as connection:
        return list(connection.iterdump())


def tables(file):
    with stranger(file) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def revision(file):
    with stranger(file) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchall()


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
    config.set_main_option("script_location", str(schema.MIGRATIONS))

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
    """Run every migration from the first on."""
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def described(engine):
    """Return the schema of each table, whatever the order of its columns."""
    inspector = inspect(engine)
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
    """Provide the migrations as a later version may ship them."""
    later = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, later)
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
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    app = Flask("store")

    with pytest.raises(Exception, match="no_such_table"):
        init_database(app, f"sqlite:///{file}")

    with app.app_context():
        db.engine.dispose()
    assert dump(file) == before


def test_a_later_migration_keeps_what_was_written_before(file, tmp_path, monkeypatch):
    open_in_a_new_process(file)
    monkeypatch.setattr(
        schema, "MIGRATIONS", with_later_revisions(tmp_path, r9001_fine=FINE.format(head=head()))
    )
    app = Flask("store")

    init_database(app, f"sqlite:///{file}")

    with app.app_context():
        add_match()
        assert match_queries.codes() == ["AAAAAA"]
        db.session.remove()
        db.engine.dispose()
    assert "fine" in tables(file)
    assert revision(file) == [("9001",)]

"""A process that is killed during a migration, and several that begin one at the same time."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from scorekeeper.store.schema import MIGRATIONS, head
from tests.databases import fresh

BEFORE_THE_MIDDLE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9001", "{head}"


def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))
    op.execute("DELETE FROM match")
    {middle}
    op.create_table("whole", sa.Column("id", sa.Integer(), primary_key=True))
"""
OPEN_IT = """
import sys
from pathlib import Path
from flask import Flask
from scorekeeper.store import database, schema

schema.MIGRATIONS = Path(sys.argv[2])
database.init_database(Flask("store"), sys.argv[1])
"""
KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    with fresh(request.param, tmp_path) as address:
        yield address.replace("postgresql:", "postgresql+psycopg:", 1)


def start(url, migrations):
    command = [sys.executable, "-c", OPEN_IT, url, str(migrations)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def open_by(url, migrations, processes=1):
    """Open the database by so many processes at once; return the set of (stderr, exit status)."""
    started = [start(url, migrations) for _ in range(processes)]
    return {(each.communicate(timeout=60)[1], each.returncode) for each in started}


def later_version(tmp_path, middle):
    """Provide the migrations as a later version may ship them."""
    later = tmp_path / f"migrations of {len(middle)}"
    shutil.copytree(MIGRATIONS, later)
    source = BEFORE_THE_MIDDLE.format(head=head(), middle=middle)
    Path(later, "versions", "9001_later.py").write_text(source, "utf-8")
    return later


def ask(url, statement):
    engine = create_engine(url)
    with engine.begin() as connection:
        result = connection.execute(text(statement))
        rows = result.all() if result.returns_rows else []
    engine.dispose()
    return rows


def tables(url):
    engine = create_engine(url)
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def add_a_match(url):
    columns = "code, ruleset, sides, players, first_dealer, start, start_shortfalls, opened"
    ask(url, f"INSERT INTO match ({columns}) VALUES ('AAAAAA', '', '', '', 0, '', '', '')")  # noqa: S608


def test_a_migration_that_is_killed_has_not_happened_and_the_next_start_does_it(url, tmp_path):
    assert open_by(url, MIGRATIONS) == {("", 0)}
    add_a_match(url)
    before = tables(url)

    assert open_by(url, later_version(tmp_path, KILLED)) == {("", -signal.SIGKILL)}

    assert tables(url) == before
    assert ask(url, "SELECT version_num FROM alembic_version") == [(head(),)]
    assert ask(url, "SELECT code FROM match") == [("AAAAAA",)]
    assert open_by(url, later_version(tmp_path, "")) == {("", 0)}
    assert tables(url) == before | {"half", "whole"}
    assert ask(url, "SELECT version_num FROM alembic_version") == [("9001",)]


def test_programs_that_start_at_once_on_an_empty_database_do_not_fight(url):
    assert open_by(url, MIGRATIONS, processes=4) == {("", 0)}

    assert ask(url, "SELECT version_num FROM alembic_version") == [(head(),)]


def test_programs_that_start_at_once_on_an_old_database_do_not_fight(url, tmp_path):
    open_by(url, MIGRATIONS)

    assert open_by(url, later_version(tmp_path, ""), processes=3) == {("", 0)}

    assert ask(url, "SELECT version_num FROM alembic_version") == [("9001",)]

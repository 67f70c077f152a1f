"""The errors of every command that opens a database, if it cannot be opened."""

import json
import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import GOOD, assert_fails_in_one_sentence, kept_database


def in_database(url, command, *arguments):
    return command(*arguments, "--database", url, SCOREKEEPER_SECRET_KEY="made up for the tests")


@pytest.mark.parametrize(
    "database",
    [
        "nonsense",
        "sqlite:///{here}",
        "sqlite:///{here}/a.json",
        "sqlite:///{here}/a.json/cards.sqlite3",
        "mysql://127.0.0.1/cards",
        "postgresql://nobody@127.0.0.1:9/cards",
    ],
)
def test_a_database_that_cannot_be_opened_is_one_sentence(command, here, write, database):
    write("a.json", GOOD)

    run = in_database(database.format(here=here), command, "check")

    assert_fails_in_one_sentence(run)
    assert json.loads((here / "a.json").read_text()) == GOOD


@pytest.mark.parametrize("of", [["export", "AAAAAA"], ["import", "a.json"]])
def test_every_command_says_so_in_one_sentence(command, here, write, of):
    write("a.json", GOOD)

    assert_fails_in_one_sentence(in_database(f"sqlite:///{here}", command, *of))


def test_a_database_of_a_later_version_is_left_alone_and_told_in_one_sentence(command, here):
    command("check")
    with closing(sqlite3.connect(kept_database(here))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()

    assert_fails_in_one_sentence(command("check"))

    with closing(sqlite3.connect(kept_database(here))) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_any_database_but_sqlite_needs_a_secret(command):
    run = command("check", "--database", "postgresql://postgres@127.0.0.1/cards")

    assert "SCOREKEEPER_SECRET_KEY" in assert_fails_in_one_sentence(run)

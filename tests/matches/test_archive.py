"""Matches exported to a folder and imported into another database, any number of times."""

import json
import subprocess
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.codec.match_file import write_match_file
from scorekeeper.config import Settings
from scorekeeper.matches import creation, maintenance, matches
from scorekeeper.store.database import db
from tests import databases
from tests.cli.conftest import COMMAND
from tests.exports.sample_matches import OPENED, friday, typed
from tests.match_setup import from_today, ran_on
from tests.rules.builders import match_file, record

MATCHES = [
    friday(),
    typed(3, 5),
    match_file(opened=OPENED, players=["نور", "李", "x", "y"]),
]
BAD = match_file(record(bidder=0, bid="3", tricks=[9, 9]), opened=OPENED)


@contextmanager
def inside(url):
    app = create_app(Settings(database=url, secret_key="made up for the tests"))
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "made up for the tests")
    return tmp_path


@pytest.fixture
def full(here):
    """Provide a database with some matches in it."""
    url = f"sqlite:///{here}/full.sqlite3"
    with inside(url):
        for facts in MATCHES:
            creation.import_match(facts)
    return url


def run(*arguments):
    """Run the command in this process."""
    return CliRunner().invoke(main, [str(each) for each in arguments], prog_name="scorekeeper")


def stored(url):
    """Return every match of a database as it is exported."""
    with inside(url):
        return sorted(
            write_match_file(matches.read_match(code).match) for code in maintenance.match_codes()
        )


def files(folder):
    return sorted(path.read_bytes() for path in folder.iterdir())


def test_every_match_is_written_into_a_file_with_a_dated_and_safe_name(here, full):
    done = run("export", "--all", here / "out", "--database", full)

    assert done.exit_code == 0, done.stderr
    names = {path.name for path in (here / "out").iterdir()}
    assert len(names) == 3
    assert all(name.startswith("scorekeeper-2026-11-29-") and name.isascii() for name in names)
    assert {line.split()[0] for line in done.stdout.splitlines()} == names
    assert "3 matches, 0 refused." in done.stderr
    assert files(here / "out") == stored(full)


def test_writing_again_changes_nothing_and_leaves_nothing_behind(here, full):
    run("export", "--all", here / "out", "--database", full)
    before = files(here / "out")

    run("export", "--all", here / "out", "--database", full)

    assert files(here / "out") == before


def test_a_folder_is_taken_into_another_database_without_losing_a_byte(here, full):
    run("export", "--all", here / "out", "--database", full)
    new = f"sqlite:///{here}/new.sqlite3"

    done = run("import", here / "out", "--database", new)

    assert done.exit_code == 0, done.stderr
    assert stored(new) == stored(full)
    for line in done.stdout.splitlines():
        file, code, link = line.split()
        assert (here / "out" / file).is_file()
        assert f"/j/{code}" in link


def test_a_second_run_doubles_nothing_and_gives_the_same_codes(here, full):
    run("export", "--all", here / "out", "--database", full)
    new = f"sqlite:///{here}/new.sqlite3"
    first = run("import", here / "out", "--database", new)

    second = run("import", here / "out", "--database", new)

    assert second.stdout == first.stdout
    assert len(stored(new)) == 3


def test_a_run_that_was_cut_short_goes_on(here, full):
    run("export", "--all", here / "out", "--database", full)
    new = f"sqlite:///{here}/new.sqlite3"
    file = min((here / "out").iterdir())
    (here / "first").mkdir()
    (here / "first" / file.name).write_bytes(file.read_bytes())
    run("import", here / "first", "--database", new)

    run("import", here / "out", "--database", new)

    assert stored(new) == stored(full)


def test_a_bad_file_is_told_of_and_the_others_are_taken_in(here, full):
    run("export", "--all", here / "out", "--database", full)
    (here / "out" / "bad.json").write_text(json.dumps(BAD))
    (here / "out" / "worse.json").write_bytes(b"\xff{")
    (here / "out" / "notes.txt").write_text("not a match")
    new = f"sqlite:///{here}/new.sqlite3"

    done = run("import", here / "out", "--database", new)

    assert done.exit_code == 1
    assert "bad.json: entry 1: " in done.stderr
    assert "worse.json: The file is not UTF-8" in done.stderr
    assert "3 matches, 2 refused." in done.stderr
    assert stored(new) == stored(full)


def test_an_empty_database_and_an_empty_folder_are_no_error(here):
    url = f"sqlite:///{here}/empty.sqlite3"

    assert run("export", "--all", here / "out", "--database", url).exit_code == 0
    assert run("import", here / "out", "--database", url).exit_code == 0


def expire(url, count):
    """Make the first so many matches expire."""
    with inside(url):
        db.session.execute(
            db.text("UPDATE match SET last_day = '2020-01-01' WHERE id <= :count"), {"count": count}
        )
        db.session.commit()
        ran_on(*from_today(*range(-90, 0)))


def test_matches_that_have_expired_are_passed_over_and_counted(here, full):
    expire(full, 1)

    done = run("export", "--all", here / "out", "--database", full)

    assert done.exit_code == 0, done.stderr
    assert len(files(here / "out")) == 2
    assert done.stderr.splitlines()[-2:] == ["2 matches, 0 refused.", "Passed over as expired: 1."]


def test_where_all_matches_have_expired_the_export_fails_and_says_so(here, full):
    expire(full, 3)

    done = run("export", "--all", here / "out", "--database", full)

    assert done.exit_code == 1
    assert "Passed over as expired: 3." in done.stderr
    assert files(here / "out") == []


def test_check_says_how_many_have_expired_and_deletes_them_when_told(here, full):
    expire(full, 2)

    said = run("check", "--database", full)
    deleted = run("check", "--delete-expired", "--database", full)
    after = run("check", "--database", full)

    assert [each.exit_code for each in (said, deleted, after)] == [0, 0, 0]
    sound = "1 matches, 0 that no longer read"
    assert said.stdout == f"{sound}, 2 expired that wait to be deleted.\n"
    assert deleted.stdout == f"{sound}, 2 expired and now deleted.\n"
    assert after.stdout == f"{sound}, 0 expired that wait to be deleted.\n"


def test_a_folder_that_cannot_be_written_is_one_sentence(here, full):
    (here / "file").write_text("")

    done = run("export", "--all", here / "file" / "out", "--database", full)

    assert done.exit_code == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("Error: ")


def run_process(*arguments):
    """Run the command as a process, at whose end its connections are closed."""
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def postgresql():
    """Provide a new database on the PostgreSQL server of the tests."""
    with databases.postgresql() as address:
        yield address


def test_matches_move_from_sqlite_to_postgresql_and_back(here, full, postgresql):
    run_process("export", "--all", here / "out", "--database", full)

    for _ in range(2):
        done = run_process("import", here / "out", "--database", postgresql)
        assert done.returncode == 0, done.stderr
    run_process("export", "--all", here / "back", "--database", postgresql)

    assert stored(postgresql) == stored(full)
    assert files(here / "back") == files(here / "out")

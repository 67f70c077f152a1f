"""The commands for stored matches: import, export, check."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from scorekeeper import create_app
from scorekeeper.codec.match_file import read_match, write_match
from scorekeeper.config import Settings
from scorekeeper.http.addresses import network_address
from scorekeeper.matches import creation, seats
from scorekeeper.store.database import db
from tests.cli.conftest import (
    BAD_ENTRY,
    EVENINGS,
    GOOD,
    WHOLE_FILE,
    assert_fails_in_one_sentence,
    kept_database,
    one_line,
)
from tests.rules.builders import match_file, record

DAMAGE = {
    "a hand against the rules": ("entry", '{"record":{"bidder":0,"bid":"3","tricks":[9,9]}}'),
    "an entry that is not JSON": ("entry", "spilt"),
    "an entry that is cut short": ("entry", '{"record":'),
    "a ruleset of another version": ("ruleset", '{"preset":"gone"}'),
    "a ruleset that is not JSON": ("ruleset", "spilt"),
    "names that are not JSON": ("sides", "spilt"),
    "too few names": ("players", '["Ann"]'),
    "a start that is no list": ("start", "7"),
    "a start of too few": ("start", "[0]"),
    "a dealer who is not at the table": ("first_dealer", "99"),
}


def took_in(run):
    """Return the code and the host's link that an import printed."""
    assert run.returncode == 0, run.stderr
    code, link = run.stdout.decode().splitlines()
    return code, link


@pytest.mark.parametrize("name", EVENINGS)
def test_an_export_taken_in_and_exported_again_is_equal_byte_for_byte(command, write, name):
    code, _ = took_in(command("import", write("a.json", EVENINGS[name])))
    first = command("export", code).stdout

    again, _ = took_in(command("import", write("b.json", first)))

    assert again != code
    assert command("export", again).stdout == first
    opened = json.loads(first)["opened"]
    assert json.loads(first) == write_match(read_match({"opened": opened, **EVENINGS[name]}))


def test_a_match_is_taken_in_from_standard_input(scorekeeper):
    code, _ = took_in(scorekeeper("import", "-", stdin=json.dumps(GOOD).encode()))

    assert json.loads(scorekeeper("export", code).stdout)["entries"][0]["record"]["bid"] == "3"


def test_an_import_prints_the_code_and_a_hosts_link_for_another_phone(command, here, write):
    code, link = took_in(command("import", write("a.json", GOOD)))

    base, key = link.split("/j/")
    assert re.fullmatch(r"[0-9A-Z]{6}", code)
    assert base == f"http://{network_address() or '127.0.0.1'}:8000"
    app = create_app(Settings(database=f"sqlite:///{kept_database(here)}"))
    with app.app_context():
        assert seats.take_role(key, "phone").code == code
        db.engine.dispose()


def test_an_import_prints_the_public_address_where_one_is_set(command, write):
    public = {"SCOREKEEPER_PUBLIC_URL": "https://scores.example/"}

    _, link = took_in(command("import", write("a.json", GOOD), **public))

    assert link.startswith("https://scores.example/j/")


def test_a_code_may_be_typed_in_lower_case_with_a_dash(command, write):
    code, _ = took_in(command("import", write("a.json", GOOD)))

    run = command("export", f"{code[:3]}-{code[3:]}".lower())

    assert run.stdout == command("export", code).stdout


def rows_in(database):
    with closing(sqlite3.connect(database)) as connection:
        return [
            connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608
            for table in ("match", "journal", "grant")
        ]


@pytest.mark.parametrize(
    "name", ["not JSON", "a bad ruleset", "a bad start", "nested deeply", "a lone surrogate"]
)
def test_a_file_that_is_refused_is_not_taken_in(command, here, write, name):
    file = write("a.json", WHOLE_FILE[name])

    why = assert_fails_in_one_sentence(command("import", file))

    assert "a.json: " in why
    assert rows_in(kept_database(here)) == [0, 0, 0]


def test_a_file_with_a_refused_entry_is_not_taken_in_not_even_its_good_entries(
    command, here, write
):
    file = write("a.json", BAD_ENTRY)

    why = assert_fails_in_one_sentence(command("import", file))

    assert "a.json: entry 2: " in why
    assert rows_in(kept_database(here)) == [0, 0, 0]


def test_a_file_that_is_not_there_is_not_taken_in(command):
    assert "missing.json: " in assert_fails_in_one_sentence(command("import", "missing.json"))


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "'; DROP TABLE match; --", "💥", b"\xff"])
def test_an_unknown_code_cannot_be_exported(scorekeeper, code):
    assert "no match" in assert_fails_in_one_sentence(scorekeeper("export", code))


@pytest.mark.parametrize("of", [["check"], ["export", "AAAAAA"], ["import", "a.json"]])
def test_every_command_keeps_matches_where_it_is_told_to(command, here, write, of):
    write("a.json", GOOD)

    command(*of, "--database", f"sqlite:///{here}/other/cards.sqlite3")

    assert (here / "other" / "cards.sqlite3").is_file()
    assert list((here / "data").iterdir()) == []


def test_the_default_database_is_made_and_brought_up_by_itself(scorekeeper, here):
    assert scorekeeper("check").returncode == 0

    assert kept_database(here).is_file()


def test_a_check_of_sound_matches_says_how_many(command, write):
    file = write("a.json", EVENINGS["corrections_all_evening"])
    for _ in range(2):
        took_in(command("import", file))

    run = command("check")

    assert (run.returncode, run.stderr) == (0, b"")
    assert one_line(run.stdout).startswith("2 matches, 0 ")


@pytest.mark.parametrize(("column", "value"), DAMAGE.values(), ids=DAMAGE)
def test_a_match_that_no_longer_reads_is_reported_and_the_others_are_folded(
    command, here, column, value
):
    app = create_app(Settings(database=f"sqlite:///{kept_database(here)}"))
    with app.app_context():
        broken, sound = (creation.import_match(GOOD) for _ in range(2))
        db.session.remove()
        db.engine.dispose()
    table, key = ("journal", "match_id") if column == "entry" else ("match", "id")
    with closing(sqlite3.connect(kept_database(here))) as database:
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = 1", (value,))  # noqa: S608
        database.commit()

    run = command("check")
    export = assert_fails_in_one_sentence(command("export", broken))

    assert run.returncode == 1
    assert one_line(run.stdout).startswith("2 matches, 1 ")
    told = one_line(run.stderr)
    assert told.startswith(f"{broken}: ")
    assert sound not in told
    assert broken in export
    assert "None" not in told + export


def test_a_file_of_too_many_entries_is_not_taken_in(command, write):
    file = write("long.json", match_file(*[record(adjustment=[1, 0])] * 5001))

    why = assert_fails_in_one_sentence(command("import", file))

    assert "entry 5001: A match takes 5000 entries" in why

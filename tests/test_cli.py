"""The command, as CONTRACT.md section 3 says it."""

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from scorekeeper import create_app, joining, opening
from scorekeeper.addresses import network_address
from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.rules.match import Match
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import FIELDS
from scorekeeper.store.database import db
from tests.rules.building import match_file, record, sheet_of_file

COMMAND = [sys.executable, "-c", "from scorekeeper.cli import main; main(prog_name='scorekeeper')"]
EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))["match"]
    for path in sorted((Path(__file__).parent / "evenings").glob("*.json"))
}
HAND = record(bidder=0, bid="3", tricks=[4, 2])
GOOD = match_file(HAND)
BAD_ENTRY = match_file(HAND, record(bidder=0, bid="3", tricks=[4, 3]))
SUBCOMMANDS = ("serve", "sheet", "rules", "export", "import", "move", "check")
SHEET_FIELDS = [
    *("name", "sides", "players", "wins_at", "rows", "totals", "shortfalls", "scores", "state"),
    *("winner", "next_dealer", "version"),
]
WHOLE_FILE = {
    "not JSON": b"hello",
    "empty": b"",
    "not an object": b"[]",
    "no format": json.dumps({**GOOD, "format": None}).encode(),
    "another format": json.dumps({**GOOD, "format": "scorekeeper/2"}).encode(),
    "no entries": b'{"format": "scorekeeper/1", "ruleset": {"preset": "pepper"}}',
    "an unknown field": json.dumps({**GOOD, "colour": "red"}).encode(),
    "an unknown preset": json.dumps(match_file(rules="poker")).encode(),
    "a bad ruleset": json.dumps(match_file(rules={"target": {"points": 0}})).encode(),
    "a bad name": json.dumps(match_file(sides=["", "x"])).encode(),
    "too few names": json.dumps(match_file(players=["Ann"])).encode(),
    "a bad start": json.dumps(match_file(start=[-1, 0])).encode(),
    "a start that is too high": json.dumps(match_file(start=[10_000, 0])).encode(),
    "a field written twice": b'{"format": "scorekeeper/1", "format": "scorekeeper/1"}',
    "not a number": b'{"format": NaN}',
    "5000 figures": b'{"format": ' + b"1" * 5000 + b"}",
    "nested very deeply": b"[" * 100_000,
    "nested deeply": b'{"format": ' + b"[" * 700 + b"]" * 700 + b"}",
    "a lone surrogate": rb'{"format": "\ud800"}',
    "not UTF-8": b'{"format": "\xff"}',
}
BAD_ENTRIES = {
    "tricks": (record(bidder=0, bid="3", tricks=[4, 3]), "tricks"),
    "a bid": (record(bidder=0, bid="9", tricks=[4, 2]), "bid"),
    "a seat": (record(bidder=4, bid="3", tricks=[4, 2]), "bidder"),
    "a huge number": (record(adjustment=[10**30, 0], note="x"), "adjustment"),
    "a fraction": (record(bidder=0, bid="3", tricks=[3.5, 2.5]), "tricks"),
    "a long note": (record(thrown_in=True, note="x" * 281), "note"),
    "an unknown record": ({"strike": 5}, "strike"),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of its own to work in, with its own data folder below it."""
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


class Run(NamedTuple):
    """What a command printed, and its exit status."""

    stdout: bytes
    stderr: bytes
    returncode: int


@pytest.fixture
def scorekeeper(here):
    """Runs the real command as a process of its own, with nothing set but what is given."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}

    def run(*arguments, stdin=b"", **environment):
        ended = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            env={**kept, "XDG_DATA_HOME": str(here / "data"), **environment},
            timeout=60,
            check=False,
        )
        return Run(ended.stdout, ended.stderr, ended.returncode)

    return run


@pytest.fixture
def command(here):
    """Runs the same command within this process, for what opens no database."""

    def run(*arguments, stdin=b""):
        ended = CliRunner().invoke(main, arguments, input=stdin, prog_name="scorekeeper")
        return Run(ended.stdout_bytes, ended.stderr_bytes, ended.exit_code)

    return run


@pytest.fixture
def write(here):
    """Writes a match file and returns its name."""

    def write_file(name, match):
        data = match if isinstance(match, bytes) else json.dumps(match).encode()
        (here / name).write_bytes(data)
        return name

    return write_file


def one_line(data):
    """The text of the one line that was printed."""
    text = data.decode("utf-8")
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text[:-1]


def assert_fails_in_one_sentence(run, status=1):
    assert run.returncode == status, run.stderr
    assert run.stdout == b""
    why = one_line(run.stderr)
    assert "Traceback" not in why
    return why


# ------------------------------------------------------------------------ the command itself


@pytest.mark.parametrize("of", [[], *([name] for name in SUBCOMMANDS)], ids=" ".join)
def test_help_is_everywhere(command, of):
    run = command(*of, "--help")

    assert run.returncode == 0
    assert run.stdout.startswith(b"Usage: scorekeeper")
    assert run.stderr == b""


@pytest.mark.parametrize("of", [[], *([name] for name in SUBCOMMANDS)], ids=" ".join)
def test_the_version_is_everywhere(command, of):
    run = command(*of, "--version")

    assert run.returncode == 0
    assert version("scorekeeper") in one_line(run.stdout)


def test_help_names_every_command(scorekeeper):
    told = scorekeeper("--help").stdout.decode()

    assert all(re.search(rf"^  {name} ", told, re.MULTILINE) for name in SUBCOMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["serve", "more"],
        ["serve", "--nonsense"],
        ["--port", "http"],
        ["--port"],
        ["sheet"],
        ["sheet", "--format", "pdf", "-"],
        ["sheet", "--nonsense", "-"],
        ["rules", "poker"],
        ["rules", "pepper", "more"],
        ["rules", "--format", "csv"],
        ["export"],
        ["export", "AAAAAA", "more"],
        ["export", "AAAAAA", "--all", "folder"],
        ["export", "--all"],
        ["import"],
        ["import", "one", "two"],
        ["check", "more"],
    ],
    ids=" ".join,
)
def test_a_bad_command_line_exits_2_and_does_nothing(command, here, arguments):
    run = command(*arguments)

    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr
    assert list((here / "data").iterdir()) == []


@pytest.mark.parametrize(
    "option", [["--port", "99999"], ["--workers", "0"], ["--public-url", "ftp://scores.example"]]
)
def test_an_option_that_serve_cannot_use_is_a_bad_command_line(scorekeeper, here, option):
    run = scorekeeper(*option)

    assert run.returncode == 2
    assert run.stdout == b""
    assert b"Traceback" not in run.stderr
    assert list((here / "data").iterdir()) == []


# ------------------------------------------------------------------------ sheet


def test_a_sheet_in_json_is_the_sheet_on_one_line(command, write):
    run = command("sheet", "--format", "json", write("a.json", GOOD))

    sheet = json.loads(one_line(run.stdout))
    assert (run.returncode, run.stderr) == (0, b"")
    assert list(sheet) == SHEET_FIELDS
    assert sheet == sheet_of_file(GOOD)
    assert sheet["rows"][0]["cells"] == [3, 2]


@pytest.mark.parametrize("name", EVENINGS)
def test_every_evening_is_worked_out(command, name):
    run = command("sheet", "--format", "json", "-", stdin=json.dumps(EVENINGS[name]).encode())

    assert json.loads(one_line(run.stdout)) == sheet_of_file(EVENINGS[name])


def test_several_files_are_one_line_each_in_their_order(scorekeeper, write):
    names = [write(f"{name}.json", match) for name, match in EVENINGS.items()]

    run = scorekeeper("sheet", *reversed(names), names[0], "--format", "json")

    lines = run.stdout.decode().removesuffix("\n").split("\n")
    matches = [*reversed(EVENINGS.values()), next(iter(EVENINGS.values()))]
    assert [json.loads(line) for line in lines] == [sheet_of_file(match) for match in matches]


def test_a_dash_is_standard_input_among_other_files(scorekeeper, write):
    other = match_file(HAND, HAND)

    run = scorekeeper(
        "sheet", "--format", "json", write("a.json", GOOD), "-", stdin=json.dumps(other).encode()
    )

    first, second = run.stdout.decode().splitlines()
    assert (json.loads(first)["version"], json.loads(second)["version"]) == (1, 2)


def test_a_byte_order_mark_before_a_file_is_taken(command, write):
    file = write("a.json", b"\xef\xbb\xbf" + json.dumps(GOOD).encode())

    assert command("sheet", file).returncode == 0


def test_a_sheet_is_text_where_nothing_else_is_said(command, write):
    file = write("a.json", GOOD)

    run = command("sheet", file)

    assert run.stdout == command("sheet", "--format", "text", file).stdout
    assert run.stdout.decode().startswith("Pepper, wins at 42 or more\nNorth & South: 3\n")


def test_a_sheet_in_csv_is_read_by_a_spreadsheet(command, write):
    run = command("sheet", "--format", "csv", write("a.json", GOOD))

    assert run.stdout.startswith(b"\xef\xbb\xbf")
    titles, row = csv.reader(io.StringIO(run.stdout.decode("utf-8-sig"), newline=""))
    assert row[titles.index("North & South total")] == "3"


def test_a_sheet_in_markdown_is_a_table(command, write):
    run = command("sheet", "--format", "markdown", write("a.json", GOOD))

    lines = run.stdout.decode().splitlines()
    assert sum(line.startswith("|") for line in lines) == 3


@pytest.mark.parametrize("style", ["text", "json", "csv", "markdown"])
def test_names_are_printed_whatever_the_terminal_speaks(scorekeeper, write, style):  # T43
    names = ["Žofie", "José", "李", "שלום"]
    file = write("a.json", match_file(HAND, players=names, sides=["Žofie & 李", "Others"]))

    run = scorekeeper("sheet", "--format", style, file, LC_ALL="C", PYTHONIOENCODING="ascii")

    assert run.returncode == 0, run.stderr
    assert "Žofie".encode() in run.stdout


@pytest.mark.parametrize("style", ["text", "csv", "markdown"])
def test_a_refused_entry_is_told_with_its_number_on_standard_error(command, write, style):
    run = command("sheet", "--format", style, write("a.json", BAD_ENTRY))

    assert assert_fails_in_one_sentence(run).startswith("a.json: entry 2: ")


@pytest.mark.parametrize(("entry", "field"), BAD_ENTRIES.values(), ids=BAD_ENTRIES)
def test_a_refused_entry_is_a_line_of_json_too(command, write, entry, field):
    file = write("a.json", match_file(HAND, entry, HAND))

    run = command("sheet", "--format", "json", file)

    told = json.loads(one_line(run.stdout))
    assert run.returncode == 1
    assert list(told) == ["refused"]
    assert list(told["refused"]) == ["entry", "field", "why"]
    assert (told["refused"]["entry"], told["refused"]["field"]) == (2, field)
    assert one_line(run.stderr) == f"a.json: entry 2: {told['refused']['why']}"


@pytest.mark.parametrize("data", WHOLE_FILE.values(), ids=WHOLE_FILE)
def test_a_file_that_is_refused_as_a_whole_names_no_entry(command, write, data):
    run = command("sheet", "--format", "json", write("a.json", data))

    told = json.loads(one_line(run.stdout))["refused"]
    assert run.returncode == 1
    assert told["entry"] is None
    assert told["why"]
    assert one_line(run.stderr) == f"a.json: {told['why']}"


@pytest.mark.parametrize(
    ("match", "field"),
    [
        (match_file(format="x"), "format"),
        (match_file(rules={"target": {"points": 0, "test": "reach"}}), "ruleset.target.points"),
        (match_file(sides=["", "x"]), "sides"),
        (match_file(players=["Ann"]), "players"),
        (match_file(start=[-1, 0]), "start"),
        (match_file(first_dealer=4), "first_dealer"),
        (match_file(opened="yesterday"), "opened"),
    ],
)
def test_the_field_at_fault_around_the_entries_is_named(command, match, field):
    run = command("sheet", "--format", "json", "-", stdin=json.dumps(match).encode())

    assert json.loads(one_line(run.stdout))["refused"]["field"] == field
    assert run.stderr.startswith(b"-: ")


@pytest.mark.parametrize("file", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(command, file):
    run = command("sheet", "--format", "json", file)

    assert run.returncode == 1
    assert json.loads(one_line(run.stdout))["refused"]["entry"] is None
    assert one_line(run.stderr).startswith(f"{file}: ")


def test_the_other_files_are_still_worked_out(scorekeeper, write):
    bad = [write(f"{number}.json", data) for number, data in enumerate(WHOLE_FILE.values())]
    good, entry = write("good.json", GOOD), write("entry.json", BAD_ENTRY)

    run = scorekeeper("sheet", "--format", "json", *bad, good, entry, "missing.json", good)

    *refused, first, second, third, last = map(json.loads, run.stdout.decode().splitlines())
    assert run.returncode == 1
    assert [line["refused"]["entry"] for line in refused] == [None] * len(bad)
    assert first == last == sheet_of_file(GOOD)
    assert second["refused"]["entry"] == 2
    assert third["refused"]["entry"] is None
    assert run.stderr.count(b"\n") == len(bad) + 2


def test_a_refused_file_prints_nothing_but_the_others_sheets(command, write):
    good, bad = write("good.json", GOOD), write("bad.json", BAD_ENTRY)

    run = command("sheet", bad, good)

    assert run.returncode == 1
    assert run.stdout == command("sheet", good).stdout


@pytest.mark.parametrize(
    "text", ["line\nbreak", "\x1b[2J", "\r\n", "\u2028", "\x85", "\u202e", "\0"], ids=ascii
)
def test_what_a_file_says_breaks_no_line_and_commands_no_terminal(command, text):
    files = [
        match_file(format=text),
        match_file({"record": {"bidder": 0, "bid": text, "tricks": [4, 2]}}),
        match_file(record(thrown_in=True) | {text: 1}),
        match_file(**{text: 1}),
    ]

    for match in files:
        run = command("sheet", "--format", "json", "-", stdin=json.dumps(match).encode())
        told = run.stderr.decode().removesuffix("\n")

        assert len(run.stdout.decode().removesuffix("\n").splitlines()) == 1
        assert told.isprintable(), ascii(told)


def test_a_sheet_makes_no_database(command, here, write):
    command("sheet", write("a.json", GOOD))

    assert list((here / "data").iterdir()) == []


# ------------------------------------------------------------------------ rules


def test_the_rules_are_listed_a_game_a_line(command):
    run = command("rules")

    assert run.returncode == 0
    assert "pepper  " in run.stdout.decode()
    assert "wins at 42 or more" in run.stdout.decode()


def test_one_game_is_shown_with_its_table_of_outcomes(command):
    told = command("rules", "pepper").stdout.decode()

    assert re.search(r"^3 +3 +3 +−3/\+6 +−3/\+5 +−3/\+4 +\+3/\+3", told, re.MULTILINE)
    assert re.search(r"^big pepper +6 +14 +(−14/\+14 +){6}\+14/−14 +\+14/0$", told, re.MULTILINE)


def test_a_game_in_json_is_its_whole_ruleset(command):
    facts = json.loads(command("rules", "pepper", "--format", "json").stdout)

    assert set(facts) == set(FIELDS)
    assert Ruleset.from_dict(facts) == Ruleset.from_dict({"preset": "pepper"})
    assert Ruleset.from_dict(facts).to_dict() == facts


def test_the_games_in_json_are_every_whole_ruleset(command):
    games = json.loads(command("rules", "--format", "json").stdout)

    assert "pepper" in games
    for name, facts in games.items():
        assert Ruleset.from_dict(facts).to_dict() == facts
        assert Ruleset.from_dict(facts) == Ruleset.from_dict({"preset": name})


# ------------------------------------------------------------------------ import, export, check


def took_in(run):
    """The code and the host's link that an import printed."""
    assert run.returncode == 0, run.stderr
    code, link = run.stdout.decode().splitlines()
    return code, link


def kept_database(here):
    return here / "data" / "scorekeeper" / "scorekeeper.sqlite3"


@pytest.mark.parametrize("name", EVENINGS)
def test_an_export_taken_in_and_exported_again_is_equal_byte_for_byte(scorekeeper, write, name):
    code, _ = took_in(scorekeeper("import", write("a.json", EVENINGS[name])))
    first = scorekeeper("export", code).stdout

    again, _ = took_in(scorekeeper("import", write("b.json", first)))

    assert again != code
    assert scorekeeper("export", again).stdout == first
    opened = json.loads(first)["opened"]
    assert json.loads(first) == Match.from_dict({"opened": opened, **EVENINGS[name]}).to_dict()


def test_a_match_is_taken_in_from_standard_input(scorekeeper):
    code, _ = took_in(scorekeeper("import", "-", stdin=json.dumps(GOOD).encode()))

    assert json.loads(scorekeeper("export", code).stdout)["entries"][0]["record"]["bid"] == "3"


def test_an_import_prints_the_code_and_a_hosts_link_for_another_phone(scorekeeper, here, write):
    code, link = took_in(scorekeeper("import", write("a.json", GOOD)))

    base, key = link.split("/j/")
    assert re.fullmatch(r"[0-9A-Z]{6}", code)
    assert base == f"http://{network_address() or '127.0.0.1'}:8000"
    app = create_app(Settings(database=f"sqlite:///{kept_database(here)}"))
    with app.app_context():
        assert joining.take_place(key, "phone").code == code
        db.engine.dispose()


def test_an_import_prints_the_public_address_where_one_is_set(scorekeeper, write):
    public = {"SCOREKEEPER_PUBLIC_URL": "https://scores.example/"}

    _, link = took_in(scorekeeper("import", write("a.json", GOOD), **public))

    assert link.startswith("https://scores.example/j/")


def test_a_code_may_be_typed_in_lower_case_with_a_dash(scorekeeper, write):  # T45
    code, _ = took_in(scorekeeper("import", write("a.json", GOOD)))

    run = scorekeeper("export", f"{code[:3]}-{code[3:]}".lower())

    assert run.stdout == scorekeeper("export", code).stdout


def rows_in(database):
    with closing(sqlite3.connect(database)) as connection:
        return [
            connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608
            for table in ("match", "journal", "grant")
        ]


@pytest.mark.parametrize(
    "name", ["not JSON", "a bad ruleset", "a bad start", "nested deeply", "a lone surrogate"]
)
def test_a_file_that_is_refused_is_not_taken_in(scorekeeper, here, write, name):
    file = write("a.json", WHOLE_FILE[name])

    why = assert_fails_in_one_sentence(scorekeeper("import", file))

    assert "a.json: " in why
    assert rows_in(kept_database(here)) == [0, 0, 0]


def test_a_file_with_a_refused_entry_is_not_taken_in_not_even_its_good_entries(
    scorekeeper, here, write
):
    file = write("a.json", BAD_ENTRY)

    why = assert_fails_in_one_sentence(scorekeeper("import", file))

    assert "a.json: entry 2: " in why
    assert rows_in(kept_database(here)) == [0, 0, 0]


def test_a_file_that_is_not_there_is_not_taken_in(scorekeeper):
    assert "missing.json: " in assert_fails_in_one_sentence(scorekeeper("import", "missing.json"))


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "'; DROP TABLE match; --", "💥", b"\xff"])
def test_an_unknown_code_cannot_be_exported(scorekeeper, code):
    assert "no match" in assert_fails_in_one_sentence(scorekeeper("export", code))


@pytest.mark.parametrize("of", [["check"], ["export", "AAAAAA"], ["import", "a.json"]])
def test_every_command_keeps_matches_where_it_is_told_to(scorekeeper, here, write, of):
    write("a.json", GOOD)

    scorekeeper(*of, "--database", f"sqlite:///{here}/other/cards.sqlite3")

    assert (here / "other" / "cards.sqlite3").is_file()
    assert list((here / "data").iterdir()) == []


def test_the_default_database_is_made_and_brought_up_by_itself(scorekeeper, here):
    assert scorekeeper("check").returncode == 0

    assert kept_database(here).is_file()


def test_a_check_of_sound_matches_says_how_many(scorekeeper, write):
    file = write("a.json", EVENINGS["corrections_all_evening"])
    for _ in range(2):
        took_in(scorekeeper("import", file))

    run = scorekeeper("check")

    assert (run.returncode, run.stderr) == (0, b"")
    assert one_line(run.stdout).startswith("2 matches, 0 ")


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


@pytest.mark.parametrize(("column", "value"), DAMAGE.values(), ids=DAMAGE)
def test_a_match_that_no_longer_reads_is_reported_and_the_others_are_folded(
    scorekeeper, here, column, value
):
    app = create_app(Settings(database=f"sqlite:///{kept_database(here)}"))
    with app.app_context():
        broken, sound = (opening.import_match(GOOD) for _ in range(2))
        db.session.remove()
        db.engine.dispose()
    table, key = ("journal", "match_id") if column == "entry" else ("match", "id")
    with closing(sqlite3.connect(kept_database(here))) as database:
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = 1", (value,))  # noqa: S608
        database.commit()

    run = scorekeeper("check")
    export = assert_fails_in_one_sentence(scorekeeper("export", broken))

    assert run.returncode == 1
    assert one_line(run.stdout).startswith("2 matches, 1 ")
    told = one_line(run.stderr)
    assert told.startswith(f"{broken}: ")
    assert sound not in told
    assert broken in export
    assert "None" not in told + export


# ------------------------------------------------------------------------ databases that fail


def in_database(url, scorekeeper, *arguments):
    return scorekeeper(
        *arguments, "--database", url, SCOREKEEPER_SECRET_KEY="made up for the tests"
    )


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
def test_a_database_that_cannot_be_opened_is_one_sentence(scorekeeper, here, write, database):
    write("a.json", GOOD)

    run = in_database(database.format(here=here), scorekeeper, "check")

    assert_fails_in_one_sentence(run)
    assert json.loads((here / "a.json").read_text()) == GOOD


@pytest.mark.parametrize("of", [["export", "AAAAAA"], ["import", "a.json"]])
def test_every_command_says_so_in_one_sentence(scorekeeper, here, write, of):
    write("a.json", GOOD)

    assert_fails_in_one_sentence(in_database(f"sqlite:///{here}", scorekeeper, *of))


def test_a_database_of_a_later_version_is_left_alone_and_told_in_one_sentence(scorekeeper, here):
    scorekeeper("check")
    with closing(sqlite3.connect(kept_database(here))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()

    assert_fails_in_one_sentence(scorekeeper("check"))

    with closing(sqlite3.connect(kept_database(here))) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_any_database_but_sqlite_needs_a_secret(scorekeeper):
    run = scorekeeper("check", "--database", "postgresql://postgres@127.0.0.1/cards")

    assert "SCOREKEEPER_SECRET_KEY" in assert_fails_in_one_sentence(run)

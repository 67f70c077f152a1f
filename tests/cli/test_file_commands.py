"""The commands that need no database: sheets, and the games with their outcomes."""

import csv
import io
import json
import re

import pytest

from scorekeeper.codec.ruleset import FIELDS, read_ruleset, write_ruleset
from tests.cli.conftest import (
    BAD_ENTRY,
    EVENINGS,
    GOOD,
    HAND,
    WHOLE_FILE,
    assert_fails_in_one_sentence,
    one_line,
)
from tests.rules.builders import match_file, record, sheet_of_file

SHEET_FIELDS = [
    *("name", "sides", "players", "wins_at", "rows", "totals", "shortfalls", "scores", "state"),
    *("winner", "next_dealer", "version"),
]
BAD_ENTRIES = {
    "tricks": (record(bidder=0, bid="3", tricks=[4, 3]), "tricks"),
    "a bid": (record(bidder=0, bid="9", tricks=[4, 2]), "bid"),
    "a seat": (record(bidder=4, bid="3", tricks=[4, 2]), "bidder"),
    "a huge number": (record(adjustment=[10**30, 0], note="x"), "adjustment"),
    "a fraction": (record(bidder=0, bid="3", tricks=[3.5, 2.5]), "tricks"),
    "a long note": (record(thrown_in=True, note="x" * 281), "note"),
    "an unknown record": ({"strike": 5}, "strike"),
}


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
def test_names_are_printed_whatever_the_terminal_speaks(scorekeeper, write, style):
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
    assert read_ruleset(facts) == read_ruleset({"preset": "pepper"})
    assert write_ruleset(read_ruleset(facts)) == facts


def test_the_games_in_json_are_every_whole_ruleset(command):
    games = json.loads(command("rules", "--format", "json").stdout)

    assert "pepper" in games
    for name, facts in games.items():
        assert write_ruleset(read_ruleset(facts)) == facts
        assert read_ruleset(facts) == read_ruleset({"preset": name})


def test_a_file_of_too_many_entries_or_of_another_age_is_refused_at_its_entry(command, write):
    line = record(adjustment=[1, 0])
    long = write("long.json", match_file(*[line] * 5001))
    old = write("old.json", match_file(line, line | {"at": "0001-01-01T00:00:00Z"}))
    good = write("good.json", GOOD)

    run = command("sheet", "--format", "json", long, old, good)

    told = [json.loads(text) for text in run.stdout.splitlines()]
    assert run.returncode == 1
    assert [each["refused"]["entry"] for each in told[:2]] == [5001, 2]
    assert [each["refused"]["field"] for each in told[:2]] == ["record", "at"]
    assert told[2] == sheet_of_file(GOOD)
    assert b"long.json: entry 5001: A match takes 5000 entries" in run.stderr

"""The sheet for a terminal and for a chat."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given

from scorekeeper.codec.match_file import read_match
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.exports.text_sheet import write_markdown, write_text
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import match_file, record
from tests.rules.strategies import evenings

EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
MARKUP = [
    *("<img src=x onerror=alert(1)>", "**bold**", "_under_", "`code`", "[a](b)", "a|b", "~~a~~"),
    *("# a", "&amp;", "back\\slash", "![a](b)", "{{7*7}}", "a\\|b", "1. a", "+ a", "- a", "> a"),
]


def sheet_of(match):
    return build_sheet(read_match(match))


def text_of(match):
    return write_text(printable_sheet(read_match(match))).decode("utf-8")


def markdown_of(match):
    return write_markdown(printable_sheet(read_match(match))).decode("utf-8")


def plain(number):
    return str(number).replace("-", "−")


def cells(line):
    """Return the cells of a row of a Markdown table, unescaped."""
    assert line.startswith("| ")
    assert line.endswith(" |")
    parts = re.split(r"(?<!\\)(?:\\\\)*\|", line[1:-1])
    return [re.sub(r"\\(.)", r"\1", part.strip()) for part in parts]


def markdown_rows(match):
    lines = [line for line in markdown_of(match).splitlines() if line.startswith("|")]
    return cells(lines[0]), [cells(line) for line in lines[2:]]


@pytest.mark.parametrize("name", EVENINGS)
def test_the_text_of_an_evening_shows_the_cells_and_totals_worked_out_by_hand(name):
    evening = EVENINGS[name]
    lines = text_of(evening["match"]).splitlines()

    ruled = next(number for number, line in enumerate(lines) if line.startswith("---"))
    rows = lines[ruled + 1 :]

    assert len(rows) == len(evening["sheet"]["rows"])
    for row, expected in zip(rows, evening["sheet"]["rows"], strict=True):
        numbers = re.findall(r"(?<![\w−])−?\d+(?![\w)])", row)
        pairs = zip(expected["cells"], expected["totals"], strict=True)
        written = [plain(number) for pair in pairs for number in pair]
        assert numbers[-len(written) :] == written, row


@pytest.mark.parametrize("name", EVENINGS)
def test_the_markdown_of_an_evening_shows_the_cells_and_totals_worked_out_by_hand(name):
    evening = EVENINGS[name]

    titles, rows = markdown_rows(evening["match"])

    assert titles[:3] == ["No.", "Bid", "Result"]
    assert len(rows) == len(evening["sheet"]["rows"])
    for row, expected in zip(rows, evening["sheet"]["rows"], strict=True):
        assert len(row) == len(titles)
        for place, (cell, total, owed) in enumerate(
            zip(expected["cells"], expected["totals"], expected["shortfalls"], strict=True)
        ):
            carried = f" (-{owed})" if owed else ""
            assert row[3 + 2 * place].removeprefix("*") == plain(cell)
            assert row[4 + 2 * place] == plain(total) + carried


def test_the_text_names_the_game_its_target_and_the_totals():
    match = match_file(
        record(bidder=0, bid="3", tricks=[2, 4]),
        sides=["The Elders", "The Rest"],
        players=["Ann", "Bob", "Cat", "Dan"],
    )

    lines = text_of(match).splitlines()

    assert lines[0] == "Pepper, wins at 42 or more"
    assert lines[1] == "The Elders: 0, carries 3"
    assert lines[2] == "The Rest: 4"
    assert "The Elders 3 (Ann)" in lines[-1]
    assert "set, took 2" in lines[-1]


def test_the_verdict_stands_above_the_rows():
    won = match_file(record(bidder=0, bid="3", tricks=[4, 2]), {"end": True}, start=[40, 3])
    level = match_file({"end": True}, start=[4, 4])

    assert "North & South win, 43 to 5." in text_of(won)
    assert "North & South win, 43 to 5" in markdown_of(won).replace("\\", "")
    assert "Ended level at 4, with no winner." in text_of(level)


def test_a_struck_row_an_overruled_cell_and_a_note_are_marked():
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note="late"),
        record(bidder=1, bid="3", tricks=[2, 4]),
        {"strike": 2},
        {"overrule": 1, "side": 1, "points": 0},
    )

    first, second = text_of(match).splitlines()[-2:]

    assert "made, took 4: late" in first
    assert "*0" in first
    assert "struck (made, took 4)" in second


def test_a_side_that_scored_nothing_shows_a_zero():
    last = text_of(match_file(record(bidder=0, bid="4", surrendered=True))).splitlines()[-1]

    assert last.split()[-2:] == ["0", "0"]


def places_of(text):
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text
    )


@pytest.mark.parametrize("name", ["李", "Ann", "e\u0323\u0302", "東京のあん", "A" * 40])
def test_the_columns_of_the_text_line_up_whatever_the_names(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2]),
        record(bidder=1, bid="big pepper", tricks=[6, 0], note=name),
        record(thrown_in=True),
        sides=[name, "East & West"],
        players=[name] * 4,
    )

    lines = text_of(match).splitlines()
    titles = next(line for line in lines if line.startswith("No."))

    assert {places_of(line) for line in lines[lines.index(titles) :]} == {places_of(titles)}


@given(evening=evenings())
def test_any_match_has_a_line_a_row_and_no_empty_number(evening):
    rows = len(sheet_of(evening[1]).lines)

    titles, markdown = markdown_rows(evening[1])
    text = text_of(evening[1])

    after = text.splitlines()
    ruled = next(number for number, line in enumerate(after) if line.startswith("---"))
    assert len(markdown) == len(after) - ruled - 1 == rows
    assert {len(row) for row in markdown} <= {len(titles)}
    assert all(cell for row in markdown for cell in row[3:])
    assert "None" not in text
    assert "nan" not in text.casefold().split()


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_shown_literally_in_markdown(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note=name),
        sides=[name, "Others"],
        players=[name] * 4,
    )

    titles, (row,) = markdown_rows(match)

    assert titles[3] == name
    assert row[1] == f"{name} 3 ({name})"
    assert row[2] == f"made, took 4: {name}"

    bare = {sign for escaped, sign in re.findall(r"(\\.)|(.)", row_of_name(match)) if not escaped}
    assert not bare & set("\\`*_{}[]<>()#!|~&")


def row_of_name(match):
    """Return the last row as it is in the file, without the separators of its cells."""
    return re.sub(r" \| |^\| | \|$", " ", markdown_of(match).splitlines()[-1])


@pytest.mark.parametrize("name", ["1. Ann", "2) Ann", "- Ann", "+ Ann", "# Ann", "> Ann", "* Ann"])
def test_a_name_that_looks_like_a_list_or_a_title_begins_none_in_markdown(name):
    lines = markdown_of(match_file(sides=[name, "Others"])).splitlines()

    begins = re.compile(r"- (?:\d+[.)]|[-+*#>]) ")
    assert not any(begins.match(line) for line in lines if line.startswith("- "))


def test_the_name_of_a_game_is_escaped_in_markdown():
    assert r"\<b\>x\</b\>" in markdown_of(match_file(rules={"name": "<b>x</b>"}))


def test_a_line_break_or_a_terminals_command_in_a_name_changes_no_line():
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note="one\ntwo\x1b[2J"),
        sides=["a\r\nb\x1b[31m", "c\u2028d"],
    )

    text = text_of(match)

    assert "\x1b" not in text
    assert len(text.splitlines()) == len(text_of(match_file(match["entries"][0])).splitlines())

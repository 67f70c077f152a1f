"""The sheet as a spreadsheet program reads it."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given

from scorekeeper.codec.match_file import read_match
from scorekeeper.exports.csv_sheet import write_csv
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import match_file, record
from tests.rules.strategies import evenings

EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
NUMBERS = ("points", "cell", "shortfall", "total", "score")
FORMULAS = ["=1+1", "+x", "-x", "@sum(1)", "=HYPERLINK(A1)", "-2+3", "+49 30 123", "=", "-"]
PLAIN = [
    "Žofie",
    "José",
    "李",
    "👩‍👩‍👧‍👦",
    "שלום",
    "مرحبا",
    'a,b;"c"',
    "it's",
    "1+1",
    "{{7*7}}",
    "a" * 40,
]
LOST_START = ["\t=1", "\r=1", "\n=1", "\u202e=1", " =1", "\0=1"]


def written(match):
    return write_csv(printable_sheet(read_match(match)))


def table(match):
    """Return the title row, and every other row by title."""
    text = written(match).decode("utf-8-sig")
    titles, *rows = csv.reader(io.StringIO(text, newline=""))
    return titles, rows


def by_title(match):
    titles, rows = table(match)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def test_it_begins_with_a_byte_order_mark_and_is_utf_8():
    data = written(match_file(players=["Žofie", "José", "李", "Dan"]))

    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\xef\xbb\xbf") == 1
    assert data.decode("utf-8")


@pytest.mark.parametrize("name", EVENINGS)
def test_every_number_of_an_evening_is_the_one_worked_out_by_hand(name):
    evening = EVENINGS[name]
    sides = build_sheet(read_match(evening["match"])).sides

    rows = by_title(evening["match"])

    assert len(rows) == len(evening["sheet"]["rows"])
    for number, (row, expected) in enumerate(zip(rows, evening["sheet"]["rows"], strict=True), 1):
        assert row["number"] == str(number)
        assert row["outcome"] == expected["outcome"]
        for place, side in enumerate(sides):
            for title, field in zip(
                NUMBERS, ("points", "cells", "shortfalls", "totals", "scores"), strict=True
            ):
                assert row[f"{side} {title}"] == str(expected[field][place]), (number, side, title)


@given(evening=evenings())
def test_every_row_has_the_same_columns_and_every_number_is_a_whole_one(evening):
    titles, rows = table(evening[1])
    per_side = len(NUMBERS) + 1
    first = len(titles) - per_side * evening[0].sides

    assert {len(row) for row in rows} <= {len(titles)}
    for row in rows:
        for place in range(evening[0].sides):
            *numbers, overruled = row[first + place * per_side :][:per_side]
            assert [str(int(number)) for number in numbers] == numbers
            assert overruled in {"yes", "no"}


def test_a_sheet_without_rows_is_a_title_row():
    titles, rows = table(match_file())

    assert rows == []
    assert titles[:9] == [
        *("number", "dealer", "bidder", "side", "bid", "trump", "tricks", "outcome", "note")
    ]
    assert titles[9:15] == [f"North & South {of}" for of in (*NUMBERS, "overruled")]


def test_a_hand_tells_who_bid_what_and_what_came_of_it():
    hand = record(bidder=1, bid="big pepper", trump="hearts", tricks=[0, 6], note="wow")

    (row,) = by_title(match_file(hand, players=["Ann", "Bob", "Cat", "Dan"]))

    facts = ("number", "dealer", "bidder", "side", "bid", "trump", "tricks", "outcome", "note")
    assert [row[fact] for fact in facts] == [
        *("1", "Ann", "Bob", "East & West", "big pepper", "hearts", "0 6", "made", "wow")
    ]


def test_a_hand_without_tricks_leaves_them_empty_and_its_zero_is_a_zero():
    (row,) = by_title(match_file(record(side=0, bid="4", surrendered=True)))

    assert (row["tricks"], row["bidder"]) == ("", "")
    assert (row["North & South cell"], row["East & West cell"]) == ("4", "0")
    assert row["East & West total"] == "0"


def test_a_hand_thrown_in_an_adjustment_and_a_struck_hand_are_rows_too():
    match = match_file(
        record(thrown_in=True),
        record(bidder=1, bid="3", tricks=[2, 4]),
        record(adjustment=[0, -2], note="revoke"),
        {"strike": 2},
        {"overrule": 1, "side": 0, "points": 5},
    )

    rows = by_title(match)

    assert [row["outcome"] for row in rows] == ["thrown in", "struck", "adjustment"]
    assert [row["North & South points"] for row in rows] == ["5", "0", "0"]
    assert [row["North & South overruled"] for row in rows] == ["yes", "no", "no"]
    assert rows[2]["dealer"] == ""


def test_a_loss_stays_a_number():
    match = match_file(
        record(bidder=0, bid="little pepper", tricks=[0, 6]), rules={"sheet": "signed"}
    )

    (row,) = by_title(match)

    assert row["North & South points"] == row["North & South cell"] == "-7"
    assert b",-7,-7," in written(match)


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_guarded_wherever_it_stands(name):
    match = match_file(
        record(bidder=0, bid="1", tricks=[1, 5], note=name),
        players=[name] * 4,
        sides=[name, "Others"],
    )

    titles, (row,) = table(match)

    assert f"'{name} points" in titles
    assert not any(cell.startswith(("=", "+", "@")) for cell in (*titles, *row))
    assert [cell for cell in row if name in cell] == [f"'{name}"] * 4


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_that_is_only_a_name_is_written_as_it_is(name):
    match = match_file(record(bidder=0, bid="1", tricks=[1, 5], note=name), players=[name] * 4)

    (row,) = by_title(match)

    assert row["dealer"] == row["bidder"] == row["note"] == name


@pytest.mark.parametrize("name", LOST_START, ids=ascii)
def test_a_formula_behind_something_that_is_dropped_is_guarded(name):
    match = match_file(record(bidder=0, bid="1", tricks=[1, 5]), players=[name] * 4)

    (row,) = by_title(match)

    assert row["dealer"] == "'=1"


def test_a_line_break_in_a_name_breaks_no_row():
    match = match_file(
        record(bidder=0, bid="1", tricks=[1, 5], note="one\r\ntwo\u2028three"),
        players=["a\nb"] * 4,
        sides=["x\r\ny", "z"],
    )

    data = written(match)

    assert len(data.decode("utf-8-sig").splitlines()) == 2
    assert by_title(match)[0]["note"] == "one two three"


def test_a_bid_of_the_tables_own_is_guarded_too():
    bid = {"name": "=bid", "needs": 1, "worth": 1}

    (row,) = by_title(
        match_file(record(bidder=0, bid="=bid", tricks=[1, 5]), rules={"bids": [bid]})
    )

    assert row["bid"] == "'=bid"


BEHIND = [
    *("x;=1+1", "x;+1", "x;-1", "x;@sum(1)", "a;b;=1", "x; =1", 'x;"=1+1"', 'x;""=1', "x;＝1"),
    *('";=1', 'x",";=1', "＝1+1", "＋1", "x;=1;=2"),
]


@pytest.mark.parametrize("name", BEHIND)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_text_is_a_formula_whatever_the_cells_are_split_at(name, separator):
    match = match_file(
        record(bidder=0, bid="1", tricks=[1, 5], note=name),
        players=[name] * 4,
        sides=[name, "Others"],
    )

    text = written(match).decode("utf-8-sig")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)

    cells = [cell for row in rows for cell in row]
    assert cells
    assert not [cell for cell in cells if cell.lstrip(' "')[:1] in {*"=+@＝＋－＠"}]
    assert not [cell for cell in cells if cell.startswith("-") and not cell[1:].isdigit()]


def test_a_semicolon_before_a_plain_word_stays_as_it_is():
    match = match_file(record(bidder=0, bid="1", tricks=[1, 5], note="close; 3-2, again; it's"))

    (row,) = by_title(match)

    assert row["note"] == "close; 3-2, again; it's"

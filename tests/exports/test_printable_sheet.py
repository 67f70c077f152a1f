"""The model that every file is made from."""

import pytest

from tests.exports.sample_matches import OPENED, SHAPES, finished, friday, typed
from tests.rules.builders import match_file, record


def test_a_row_tells_who_bid_what_and_what_came_of_it():
    row = finished(friday()).rows[2]

    assert (row.number, row.dealer.text, row.bidder.text) == (3, "Cat", "Cat")
    assert (row.side.text, row.short.text, row.bid.text) == (
        "The Elders",
        "The Elders",
        "little pepper",
    )
    assert (row.tricks, row.outcome, row.result) == ("5 1", "set", "set, took 5")
    assert row.note.text == "so close"
    assert row.cells[0] == (-7, 0, 7, 3, -4, False, "carries 7", 0)


def test_corrections_are_in_it():
    rows = finished(friday()).rows

    assert rows[1].struck
    assert rows[3].cells[0].overruled
    assert rows[5].outcome == "adjustment"
    assert rows[5].dealer.text == ""


def test_it_knows_when_the_match_began_and_ended():
    sheet = finished(friday())

    assert sheet.when == "Sunday 29 November 2026, 20:45 to 22:38 UTC"
    assert sheet.title.text == "Friday table"
    assert sheet.hands == 5
    assert "lead" in sheet.verdict


def test_a_match_that_was_opened_again_has_not_ended():
    match = friday()

    reopened = match | {"entries": [*match["entries"], {"reopen": "wrong"}]}

    assert finished(reopened).closed is None
    assert finished(reopened).when.endswith("20:45 UTC")


def test_every_name_has_a_seat_or_a_side_that_stands_for_it():
    sheet = finished(match_file(players=["نور"] * 4, sides=["שלום", "x"]))

    assert [name.instead for name in sheet.players] == ["North", "East", "South", "West"]
    assert [side.name.instead for side in sheet.sides] == ["North & South", "East & West"]
    assert [side.short.instead for side in sheet.sides] == ["N & S", "E & W"]


@pytest.mark.parametrize(("columns", "hands", "sheet"), SHAPES)
def test_the_race_begins_at_the_start_and_ends_at_the_totals(columns, hands, sheet):
    result = finished(typed(columns, hands, sheet))

    assert [len(line) for line in result.race] == [hands + 1] * columns
    assert [line[0] for line in result.race] == [0] * columns
    assert [line[-1] for line in result.race] == [side.total for side in result.sides]


def test_a_start_stands_at_the_beginning_of_the_race():
    match = match_file(record(bidder=0, bid="3", tricks=[4, 2]), start=[10, 5], opened=OPENED)

    assert finished(match).race == ((10, 13), (5, 7))

"""History: who, when, what, before and after."""

import re

import pytest

from tests.html import text


def newest(table):
    """Return the newest line of History without its day."""
    return re.sub(r"^\d+ \w+ \d{4} ", "", table.log[0])


def test_history_tells_who_wrote_a_hand_when_and_what_the_totals_became(table):
    table.play("North & South bid 3", "2 tricks", seat="Ann", note="close")

    who, what = re.fullmatch(r"\d\d:\d\d (\w+) (.*)", newest(table)).groups()

    assert who == "Host"
    assert what == (
        "saved hand 1: North & South bid 3 (Ann) set, took 2 “close”"
        " Points \u22123 / 4. Totals 0 / 0 → 0 / 4."
    )


def test_the_time_of_a_line_is_the_time_of_its_entry(table):
    table.play("North & South bid 3", "2 tricks")

    shown = table.open("history").html.select_one("time")

    assert shown["datetime"] == table.entries[0]["at"]
    assert text(shown) == table.entries[0]["at"][11:16]


def test_history_ends_with_the_opening_of_the_match(table):
    table.play("North & South bid 3", "2 tricks")

    opening = table.log[-1]

    assert "Host opened the match: Pepper" in opening
    assert len(table.log) == 2


def test_history_tells_the_totals_that_a_match_started_with(device):
    table = device.start(device.new_form().type("N & S total", "20").type("E & W total", "17"))

    assert "20 / 17 to start with" in table.log[-1]


@pytest.mark.parametrize(
    ("deed", "line"),
    [
        (
            lambda t: t.change(1).choose("2 tricks").press(),
            (
                "changed hand 1: North & South bid 3 made, took 4 → North & South bid 3 set, took 2"
                " Points 3 / 2 → \u22123 / 4. Totals 3 / 2 → 0 / 4."
            ),
        ),
        (
            lambda t: t.correct(1, "E & W", "9"),
            (
                "corrected hand 1 for East & West: worth +9"
                " Points 3 / 2 → 3 / 9. Totals 3 / 2 → 3 / 9."
            ),
        ),
        (
            lambda t: t.correct(1, "E & W", ""),
            "took back the correction of hand 1 for East & West",
        ),
        (
            lambda t: t.press("Take hand 1 off the sheet", "hands/1"),
            (
                "struck hand 1: North & South bid 3 made, took 4"
                " Points 3 / 2 → 0 / 0. Totals 3 / 2 → 0 / 0."
            ),
        ),
        (
            lambda t: t.adjust("", "-2", note="revoke"),
            "saved line 2: adjustment “revoke” Points 0 / \u22122.",
        ),
        (lambda t: t.rename("Side 1", "Elders"), "renamed North & South: Elders"),
        (lambda t: t.rename("Seat 1", "Anna"), "renamed Ann: Anna"),
        (
            lambda t: t.form("Save who deals", "dealer").choose("Dan").press(),
            "gave the next deal to Dan",
        ),
        (lambda t: t.press("All passed"), "saved hand 2: all passed Points 0 / 0."),
        (lambda t: t.end(), "ended the match"),
    ],
)
def test_history_tells_every_deed_with_what_it_changed(table, deed, line):
    table.play("North & South bid 3", "4 tricks")

    deed(table)

    assert re.sub(r"^\d\d:\d\d Host ", "", newest(table)) == line


def test_what_was_undone_stays_in_history_and_is_marked(table):
    table.play("North & South bid 3", "4 tricks")

    table.press("Undo hand 1")
    undo, hand, _ = table.log

    assert "took back hand 1" in undo
    assert "Totals 3 / 2 → 0 / 0." in undo
    assert "(taken back)" in hand


@pytest.mark.parametrize(
    ("deed", "label", "line"),
    [
        (
            lambda t: t.change(1).choose("2 tricks").press(),
            "change of hand 1",
            "took back the change of hand 1",
        ),
        (
            lambda t: t.correct(1, "E & W", "9"),
            "correction of hand 1",
            "took back the correction of hand 1",
        ),
        (
            lambda t: t.press("Take hand 1 off the sheet", "hands/1"),
            "striking of hand 1",
            "took back the striking of hand 1",
        ),
        (lambda t: t.rename("Side 1", "Elders"), "new name", "took back the name Elders"),
        (
            lambda t: t.form("Save who deals", "dealer").choose("Dan").press(),
            "change of dealer",
            "took back the change of dealer",
        ),
    ],
)
def test_history_tells_what_an_undo_took_back(table, deed, label, line):
    table.play("North & South bid 3", "4 tricks")
    deed(table)

    table.press(f"Undo {label}")

    assert line in newest(table)
    assert "(taken back)" in table.log[1]


def test_the_reason_of_a_reopening_stands_in_history(table):
    table.end()

    table.reopen("we miscounted")

    assert newest(table).endswith("Host opened the match again Reason: we miscounted")


def test_a_day_stands_once_over_its_lines(table):
    table.play("North & South bid 3", "4 tricks")
    table.play("North & South bid 3", "4 tricks")

    days = table.open("history").html.select(".day")

    assert 1 <= len(days) <= 2
    assert len(table.log) == 3

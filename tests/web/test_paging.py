"""A long sheet and a long history are shown in pages."""

import json

import pytest

from scorekeeper.web.paging import MOST_ON_A_PAGE, window_of
from tests.html import text, texts
from tests.match_setup import store
from tests.rules.builders import match_file, record

MOST_BYTES = 300_000
HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER = record(bidder=1, bid="3", tricks=[2, 4])


@pytest.fixture
def long(app, device):
    """Provide a match of 1,234 hands, stored by an older version."""
    endless = json.dumps(match_file(rules={"target": None}))
    table = device.start(device.get("/import").form("Bring it in").put("text", endless))
    with app.app_context():
        store(table.code, *[HAND, OTHER] * 617)
    return table


def numbers(page):
    return [row.number for row in page.rows]


@pytest.mark.parametrize("total", [0, 1, 199, 200, 201, 299, 300, 301, 5000, 32_000])
def test_the_pages_of_a_list_show_all_of_it(total):
    window = window_of(total)
    seen: set[int] = set()
    while True:
        assert window.stop - window.start <= MOST_ON_A_PAGE
        seen.update(range(window.start, window.stop))
        if not window.start:
            break
        window = window_of(total, window.earlier)

    assert seen == set(range(total))
    assert window_of(total).stop == total
    assert window_of(total, window.stop).stop > window.stop or window.stop == total


def test_the_match_page_shows_the_end_of_a_long_sheet_and_its_totals(long):
    page = long.page

    assert numbers(page) == list(range(1101, 1235))
    assert page.totals == page.rows[-1].totals
    assert len(page.rows) <= MOST_ON_A_PAGE
    assert "Rows 1101 to 1234 of 1234." in page.text
    assert len(long.device.ask("GET", long.address).body) < MOST_BYTES
    assert len(long.device.ask("GET", f"{long.address}/fragment").body) < MOST_BYTES


def test_earlier_rows_are_a_link_away_down_to_the_first(long):
    page, seen = long.page, set(numbers(long.page))

    while "Earlier rows" in page.links:
        page = page.go("Earlier rows")
        assert len(page.rows) <= MOST_ON_A_PAGE
        seen.update(numbers(page))

    assert seen == set(range(1, 1235))
    assert numbers(page.go("Later rows")) == list(range(201, 401))
    assert page.go("Back to the match").links.keys() >= {"Earlier rows"}


def test_an_early_row_is_looked_into_changed_and_corrected(long):
    first = long.open("rows/1").rows[0].node

    addresses = [link["href"] for link in first.select("a")]

    assert addresses[0] == f"{long.address}/hands/1"
    assert "Why" in long.device.get(addresses[1]).text
    assert long.open("column?number=1&side=0").form("Correct the column").value("number") == "1"
    long.correct(1233, "N & S", "9")
    page = long.change(2).choose("3 tricks").press()
    assert page.saved, page.problem
    assert len(long.entries) == 1236
    assert "changed hand 2" in long.log[0]


def test_a_sheet_that_grows_by_a_hand_is_drawn_as_it_stands(long):
    before = long.page.rows
    long.play("North & South bid 3", "4 tricks")

    after = long.page.rows

    assert [row.totals for row in after[:-1]] == [row.totals for row in before]
    assert after[-1].number == 1235
    long.change(1150).choose("3 tricks").press()
    changed = next(row for row in long.page.rows if row.number == 1150)
    assert "changed since" in text(changed.node)


def test_history_is_read_by_pages_down_to_the_opening(long):
    page = long.open("history")
    lines = texts(page.html, ".log li")
    while "Earlier entries" in page.links:
        assert len(long.device.ask("GET", page.address).body) < MOST_BYTES
        page = page.go("Earlier entries")
        more = texts(page.html, ".log li")
        assert len(more) <= MOST_ON_A_PAGE + 1
        lines += more

    for number in (1, 617, 1234):
        assert any(f"saved hand {number}:" in line for line in lines), number
    assert "opened the match" in lines[-1]
    assert "Later entries" in page.links


@pytest.mark.parametrize("place", ["x", "-1", "1" * 30, "\u0664"])
def test_a_page_of_history_that_is_none_is_another_one(long, place):
    assert long.open(f"history?from={place}").html.select(".log")


def test_rows_that_there_are_not_are_the_last_ones(long):
    assert numbers(long.open("rows/99999"))[-1] == 1234
    assert numbers(long.open("rows/0"))[0] == 1


def test_a_short_sheet_is_one_page(table):
    table.play("North & South bid 3", "4 tricks")

    assert "Earlier rows" not in table.page.text
    assert "Earlier entries" not in table.open("history").text
    assert numbers(table.open("rows/1")) == [1]


def test_an_ended_match_of_many_hands_is_no_heavy_page(long):
    long.end()

    assert len(long.device.ask("GET", long.address).body) < MOST_BYTES
    assert "Earlier rows" in long.page.links

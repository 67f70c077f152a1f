"""The board: large figures for a tablet or a television, without controls."""

import pytest

from scorekeeper.matches import seats
from tests.client import Device
from tests.html import text, texts
from tests.match_page import Table


def watcher(app, table):
    """Provide another person, who opens the link to watch."""
    with app.app_context():
        key = seats.list_tokens(table.code, None)["watch"]
    who = Device(app)
    return Table(who, who.get(f"/j/{key}").press("Watch this match").address)


def figures(page):
    return texts(page.html, ".bt .big")


def test_the_board_shows_the_totals_who_deals_and_the_last_hand(table):
    table.play("North & South bid 3", "2 tricks", seat="Ann")

    page = table.open("board")

    assert figures(page) == ["0", "4"]
    assert page.chips == ["hand 2", "deals Bob", "bids first Cat"]
    assert text(page.html.select_one(".last")) == "Last hand: North & South bid 3 Ann set, took 2"
    assert texts(page.html, ".bt .go") == [
        "45 to go · carries 3",
        "38 to go",
    ]


def test_there_is_nothing_to_tap_on_it(table):
    page = table.open("board")

    assert not page.html.select("a, button, input, form, select, summary")


def test_whoever_may_see_the_code_sees_the_way_to_join(table):
    page = table.open("board")

    assert f"{table.code[:3]} {table.code[3:]}" in page.text
    assert text(page.html.select_one(".qr title")).endswith(table.code)


def test_a_watchers_board_shows_no_way_to_a_seat(app, table):
    page = watcher(app, table).open("board")

    assert page.status == 200
    assert page.html.select(".qr") == []
    assert "join with" not in page.text


def test_when_joining_is_closed_the_code_is_off_the_board(table):
    before = table.device.ask("GET", f"{table.address}/board/fragment").headers["ETag"]
    table.open("invite").press("Close joining")

    after = table.device.ask("GET", f"{table.address}/board/fragment")

    assert after.headers["ETag"] != before
    assert "join with" not in table.open("board").text


def test_a_watcher_finds_the_board_on_the_match_page_and_everybody_in_the_menu(app, table):
    watching = watcher(app, table)

    assert watching.page.links["Board"] == f"/m/{table.code}/board"
    for each in (watching, table):
        (board,) = [url for text, url in each.open("menu").links.items() if "Board" in text]
        assert each.device.get(board).status == 200


def test_the_verdict_takes_the_place_of_who_deals(table):
    for _ in range(3):
        table.play("North & South bid big pepper", "6 tricks")

    decided = table.open("board")
    table.press("End match")
    ended = table.open("board")

    for page in (decided, ended):
        assert text(page.html.select_one(".verdict")) == "North & South win, 42 to 0"
        assert page.chips == []
        assert figures(page) == ["42", "0"]


def test_a_rematch_takes_the_board_along(table):
    table.end()
    following = table.press("Rematch")

    (part,) = table.open("board").html.select("#board")

    assert part["data-next"].startswith(f"{following.address.partition('#')[0]}/board")


@pytest.mark.parametrize("players", ["3", "10"])
def test_every_column_has_its_figure(device, players):
    form = device.get(f"/new?game=plain&players={players}").form("Start match")

    page = device.start(form).open("board")

    assert figures(page) == ["0"] * int(players)
    assert text(page.html.select_one(".last")) == "Nothing is written yet."


def test_of_typed_points_the_board_says_what_each_wrote(device):
    table = device.start(device.get("/new?game=plain&players=3").form("Start match"))
    table.hand_form.put("points-0", "5").put("points-1", "-2").put("points-2", "0").press()

    last = table.open("board").html.select_one(".last")

    assert text(last, "bdi") == "Last hand: A 5B −2C 0"


def test_the_fragment_is_the_boards_own_part_and_is_sent_once(table):
    answer = table.device.ask("GET", f"{table.address}/board/fragment")
    again = table.device.ask(
        "GET",
        f"{table.address}/board/fragment",
        headers={"If-None-Match": answer.headers["ETag"]},
    )

    assert answer.text.count("<h1>") == 1
    assert "<html" not in answer.text
    assert again.status_code == 304


def test_struck_hands_and_agreed_points_are_not_the_last_hand(table):
    table.play("North & South bid 3", "4 tricks")
    table.play("East & West bid 3", "4 tricks")
    table.adjust("1", "0")
    table.press("Take hand 2 off the sheet", "hands/2")

    assert "North & South bid 3" in text(table.open("board").html.select_one(".last"))


def test_strangers_see_no_board(table, stranger):
    assert stranger.get(f"{table.address}/board").status == 404
    assert stranger.get(f"{table.address}/board/fragment").status == 404

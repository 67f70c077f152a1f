"""What each side needs: the page behind a total."""

import pytest

from tests.html import text, texts


def opened(device, game="pepper", **fields):
    form = device.get(f"/new?game={game}").form("Start match")
    for name, value in fields.items():
        form.put(name.replace("_", "-"), value)
    return device.start(form)


def rungs(page):
    """Return the rows of the table as a person reads them."""
    return texts(page.html, ".rungs tbody tr")


def told(page):
    (pad,) = page.html.select(".pad")
    return texts(pad, "p > bdi, li > bdi")[1:]


def test_a_total_on_the_match_page_leads_to_what_is_needed(table):
    links = [node.a for node in table.page.html.select(".tot")]

    assert [link["aria-label"] for link in links] == [
        "North & South 0. What is needed?",
        "East & West 0. What is needed?",
    ]
    page = table.device.get(links[1]["href"])
    assert page.status == 200
    assert text(page.html.select_one("h2")) == "What is needed at 0?"


def test_the_distance_and_every_outcome_of_every_bid_are_told(table):
    table.play("North & South bid 6", "4 tricks")

    page = table.open("needs/0")

    assert told(page) == [
        "48 to go to 42: 6 of them pay off what is carried.",
        "No bid of the next hand ends the match.",
    ]
    assert rungs(page)[0] == "1 0writes 0, carries 5 0writes 0, carries 7 0writes 0, carries 5"
    assert rungs(page)[-1] == "big pepper 8writes 8 0writes 0, carries 20 8writes 8"


def test_what_would_end_the_match_is_told_bid_by_bid(device):
    table = opened(device, start_0="37", start_1="30")

    page = table.open("needs/0")

    assert told(page) == [
        "5 to go to 42.",
        "Made or surrendered, these bids end the match: 5, 6, little pepper, big pepper.",
        "It ends too when East & West make this bid with 1 of the tricks: 1.",
        "Setting East & West ends the match at these bids: 1, 2, little pepper, big pepper.",
        "Holding East & West to 0–1 of the tricks ends the match at these bids: 3, 4, 5, 6.",
    ]
    assert rungs(page)[4] == "5 42writes 5wins 37writes 0, carries 5 42writes 5wins"


@pytest.mark.parametrize(
    ("game", "sentences"),
    [
        ("plain", ["There is no target: the table says when the match ends."]),
        ("pepper-cards", ["3 to go to 3."]),
    ],
)
def test_games_that_are_not_bid_say_so(device, game, sentences):
    page = opened(device, game).open("needs/0")

    assert told(page)[:1] == sentences
    assert told(page)[1].startswith("Nothing is bid in this game")
    assert rungs(page) == []


def test_of_three_who_play_alone_each_has_a_page(device):
    table = opened(device, "pepper-30-three")

    pages = [table.open(f"needs/{side}") for side in range(3)]

    assert all(len(rungs(page)) == 9 for page in pages)
    assert "surrendered" not in pages[0].text


def test_what_a_lone_player_needs_and_makes_is_told_in_the_singular(device):
    table = opened(device, "pepper-30-two", start_0="25", start_1="25")

    page = table.open("needs/0")

    assert page.title.startswith("What Player 1 needs at 25")
    assert "It ends too when Player 2 makes this bid with 3 of the tricks: 3." in told(page)


def test_a_decided_and_an_ended_match_need_nothing_more(table):
    for _ in range(3):
        table.play("North & South bid big pepper", "6 tricks")

    decided = told(table.open("needs/1"))
    table.press("End match")

    assert decided == ["The match is decided.", "North & South win, 42 to 0"]
    assert told(table.open("needs/1"))[0] == "The match has ended."


@pytest.mark.parametrize("side", ["2", "-1", "x"])
def test_a_side_that_is_not_there_has_no_page(table, side):
    assert table.open(f"needs/{side}").status == 404


def test_strangers_see_no_needs(table, stranger):
    assert stranger.get(f"{table.address}/needs/0").status == 404

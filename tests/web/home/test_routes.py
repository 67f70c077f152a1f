"""Home: the matches that this device can go on with."""

import pytest

from scorekeeper import create_app
from tests.html import texts


def listed(device):
    """Return the matches on Home, each as one text, newest first."""
    return texts(device.get("/").html, ".match")


def test_home_of_a_new_browser_lists_nothing_and_offers_a_new_match(device):
    page = device.get("/")

    assert "No matches yet." in page.text
    assert page.go("New match").heading == "New match"


def test_a_running_match_is_listed_with_names_score_and_hand(device, table):
    table.play("North & South bid 3", "4 tricks")

    (line,) = listed(device)

    assert line.startswith("Pepper")
    assert "Ann, Bob, Cat, Dan · hand 2 · just now" in line
    assert "3–2" in line.replace(" ", "")
    assert line.endswith("Resume")


def test_resume_leads_back_to_the_same_match_at_the_same_hand(device, table):
    table.play("North & South bid 3", "4 tricks")
    (link,) = device.get("/").html.select(".match")

    page = device.get(link["href"])

    assert "Save hand 2" in page.buttons
    assert page.totals == [3, 2]
    assert len(listed(device)) == 1


def test_the_newest_match_stands_first_and_the_old_ones_stay(device):
    for name in ("first", "second", "third"):
        device.start(device.new_form().type("Name of the match", name))

    assert [line.partition("North")[0].strip() for line in listed(device)] == [
        "third",
        "second",
        "first",
    ]


def test_an_ended_match_is_still_listed_and_says_so(device, table):
    table.play("North & South bid 3", "4 tricks")
    table.end()

    (line,) = listed(device)

    assert "ended " in line
    assert line.endswith("Open")


@pytest.mark.parametrize("leave", ["/", "/new", "menu", "history"])
def test_the_winning_hand_is_kept_whichever_way_one_leaves(device, leave):
    table = device.start(device.new_form().type("Play to", "7"))
    table.play("North & South bid little pepper", "6 tricks")

    device.get(leave) if leave.startswith("/") else table.open(leave)

    assert table.page.totals == [7, 0]
    assert "End match" in table.page.buttons
    assert "hand 2" in listed(device)[0]


def test_home_lists_only_the_matches_of_this_device(device, stranger, table):
    stranger.open_match(North="Eve")

    assert len(listed(device)) == 1
    assert "Eve" not in device.get("/").text
    assert "Ann" not in stranger.get("/").text


def test_a_server_started_again_loses_nothing(app, device, table):
    table.play("North & South bid 3", "4 tricks")
    again = create_app(app.config["SETTINGS"]).test_client()
    again.set_cookie("scorekeeper", device.client.cookies["scorekeeper"])

    answer = again.get(table.address)

    assert answer.status_code == 200
    assert "Save hand 2" in answer.text

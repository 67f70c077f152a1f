"""The pages that explain the games."""

import pytest

from scorekeeper.codec.presets import common_presets, preset_names
from scorekeeper.codec.ruleset import read_ruleset
from tests.html import text, texts


def cards(page):
    """Return each game in the list: its name, and its description."""
    return {text(card.b): text(card.small) for card in page.html.select(".game")}


def test_every_game_is_listed_with_its_shape_and_its_three_figures(device):
    listed = cards(device.get("/rules"))

    assert len(listed) == len(preset_names())
    assert listed["Pepper"] == (
        "4 players, 2 sides, 6 tricks, wins at 42 or more."
        " Made: the bid; Missed: the bid is lost; Shut out: the bid is lost."
    )


def test_the_games_that_most_tables_play_come_first(device):
    listed = list(cards(device.get("/rules")))

    names = [read_ruleset({"preset": name}).name for name in common_presets()]
    assert listed[: len(names)] == names
    assert listed[len(names) :] == sorted(listed[len(names) :])


@pytest.mark.parametrize("name", preset_names())
def test_every_game_has_a_page_of_its_own(device, name):
    game = read_ruleset({"preset": name})

    page = device.get(f"/rules/{name}")

    assert page.status == 200
    assert page.heading == game.name
    assert len(page.html.select(".outcomes")) == (
        0 if game.entry != "contract" else 1 if game.two_sided else 2
    )
    assert page.links["New match of this game"] == f"/new?game={name}"


def test_a_page_of_a_game_shows_every_outcome(device):
    table = device.get("/rules/pepper").html.select_one(".outcomes")

    rows = [texts(row, "th, td") for row in table.select("tbody tr")]

    assert rows[2] == ["3", "−3/+6", "−3/+5", "−3/+4", "+3/+3", "+3/+2", "+3/+1", "+3/−3", "+3/0"]
    assert rows[7][0] == "big pepper needs 6, worth 14"


@pytest.mark.parametrize("name", ["poker", "pepper.toml", "..", "PEPPER"])
def test_there_is_no_page_for_a_game_that_is_not_there(device, name):
    assert device.get(f"/rules/{name}").status == 404

"""The hand form of games other than Pepper: its page depends on the ruleset alone."""

import re

import pytest

from scorekeeper.matches import creation, seats
from tests.html import texts
from tests.match_page import Table
from tests.web.refusals import refused

LADDER = [{"name": str(n), "needs": n, "worth": n} for n in range(1, 9)]
AWARDS = {
    "made": {"bid": 1},
    "set": {"bid": -1},
    "defence_made": {"tricks": 1},
    "defence_set": {"tricks": 1},
}
ALONE = {
    "players": 3,
    "sides": 3,
    "entry": "contract",
    "tricks": 8,
    "bids": LADDER,
    "surrender": "each",
    **AWARDS,
}
PARTNERS_OF_SIX = {"players": 6, "sides": 2, "entry": "contract", "tricks": 8, "bids": LADDER}
WINNERS = {"players": 4, "sides": 4, "entry": "winner", "target": {"points": 2, "test": "reach"}}
TYPED = {"players": 2, "sides": 2, "entry": "points", "sheet": "carry"}


@pytest.fixture
def keep(app, device):
    """Import a match of any game and make the device its host."""

    def keep(ruleset):
        file = {"format": "scorekeeper/1", "ruleset": ruleset, "entries": []}
        with app.app_context():
            code = creation.import_match(file)
            key = seats.host_link(code)
        page = device.get(f"/j/{key}").press("Keep the score of this match as its host")
        return Table(device, page.address)

    return keep


def totals(page):
    return [int(re.match("\u2212?\\d+", text)[0].replace("\u2212", "-")) for text in _big(page)]


def _big(page):
    return texts(page.html, ".tot .big")


def test_where_everyone_plays_alone_the_tricks_of_each_are_typed(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4")

    page = form.type("Player 1", "3").type("Player 2", "5").type("Player 3", "0").press()

    assert page.saved
    assert totals(page) == [3, 4, 0]
    assert "seat" not in form.typed


def test_where_everyone_plays_alone_a_hand_may_be_surrendered_by_all(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4").choose("All defenders folded")

    page = form.press()

    assert totals(page) == [0, 4, 0]


@pytest.mark.parametrize(
    ("tricks", "why", "at_fault"),
    [
        (("3", "3", "3"), "add up to 8, not to 9", "tricks_each-0"),
        (("3", "5", ""), "whole number", "tricks_each-2"),
        (("3", "-1", "6"), "from 0 to 8", "tricks_each-1"),
        (("3", "x", "5"), "whole number", "tricks_each-1"),
    ],
)
def test_tricks_of_each_that_cannot_be_are_refused(keep, tricks, why, at_fault):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 1 bid 3")
    for place, text in enumerate(tricks):
        form.put(f"tricks_each-{place}", text)

    said = refused(table, form)
    page = form.press()

    assert why in said
    assert at_fault in page.at_fault


def test_a_hand_played_alone_comes_back_with_its_tricks_to_be_changed(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4")
    form.type("Player 1", "3").type("Player 2", "5").type("Player 3", "0").press()

    change = table.change(1)
    page = change.type("Player 2", "3").type("Player 3", "2").press()

    assert change.value("tricks_each-0") == "3"
    assert totals(page) == [3, -4, 2]


def test_six_players_in_two_sides_have_six_seats(keep):
    table = keep(PARTNERS_OF_SIX | AWARDS)

    page = table.play(f"{table.page.names[1]} bid 5", "6 tricks", seat="Player 4")

    assert totals(page) == [2, 5]
    assert table.entries[0]["record"]["bidder"] == 3
    assert "Surrendered, not played" not in table.hand_form.names("radio")


def test_a_game_without_bids_asks_for_the_winner(keep):
    table = keep(WINNERS)
    form = table.hand_form

    page = form.choose("South").press()
    blank = refused(table, table.hand_form)

    assert form.names("radio") == ["North", "East", "South", "West"]
    assert totals(page) == [0, 0, 1, 0]
    assert "winner" in blank
    assert "South wins, 2 to 0, 0, 0" in table.hand_form.choose("South").press().text


def test_a_bare_score_sheet_takes_any_points_that_are_typed(keep):
    table = keep(TYPED)

    page = table.hand_form.put("points-0", "-7").put("points-1", "12").press()
    after = table.hand_form.put("points-0", "9").put("points-1", "0").press()

    assert page.notes == ["carries 7", ""]
    assert after.totals == [2, 12]


@pytest.mark.parametrize("typed", ["", "1e3", "٣", "7.5", "10000", "99999999999"])
def test_points_that_are_no_number_are_refused(keep, typed):
    # 0 is written as 0, and an empty field is not 0
    table = keep(TYPED)
    form = table.hand_form.put("points-0", "1").put("points-1", typed)

    why = refused(table, form)

    assert "whole number" in why


def test_free_tricks_are_granted_with_a_surrender_up_to_what_the_bid_allows(keep):
    table = keep({"preset": "pepper", "free_tricks": {"3": 2}})

    page = table.tapped("North & South bid 3", "Surrendered, not played").choose("2").press()
    over = table.tapped("North & South bid 4", "Surrendered, not played").choose("1")
    why = refused(table, over)

    assert totals(page) == [3, 2]
    assert why == "No free tricks can be granted against 4."


def test_the_first_hands_of_a_pepper_round_are_preset_and_cannot_be_thrown_in(keep):
    forced = {"who": "left of dealer", "bid": "4", "hands": 1}
    table = keep({"preset": "pepper", "forced": forced})

    before = table.page
    page = table.play("", "4 tricks")

    assert "East has to bid 4 on this hand." in before.text
    assert [n for n in before.form("Save hand 1").names("radio") if " bid " in n] == [
        "East & West bid 4"
    ]
    assert "All passed" not in before.buttons
    assert page.rows[0].story == "East & West bid 4 East made, took 4"
    assert "All passed" in page.buttons
    assert table.entries[0]["record"]["bidder"] == 1


def test_another_bid_than_the_forced_one_is_refused(keep):
    forced = {"who": "left of dealer", "bid": "4", "hands": 1}
    table = keep({"preset": "pepper", "forced": forced})

    form = table.tapped("", "4 tricks").put("bid", "0-4").put("seat", "")

    assert refused(table, form, kept=False) == "Only the seat left of the dealer is forced to bid."


def test_a_hand_of_the_pepper_round_is_changed_with_its_preset_bid(keep):
    forced = {"who": "left of dealer", "bid": "4", "hands": 1}
    table = keep({"preset": "pepper", "forced": forced})
    table.play("", "4 tricks")

    form = table.change(1)
    page = form.choose("3 tricks").press()

    assert form.names("radio")[0] == "East & West bid 4"
    assert page.rows[0].story.startswith("East & West bid 4 East set, took 3")


def test_a_defender_who_folds_alone_scores_nothing(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4").choose("Player 3")
    for place, tricks in enumerate(("2", "6", "")):
        form.put(f"tricks_each-{place}", tricks)

    page = form.press()

    assert totals(page) == [2, 4, 0]
    assert table.entries[0]["record"]["folded"] == [2]


def test_when_every_defender_folds_the_hand_is_surrendered(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4").choose("Player 1").choose("Player 3")

    page = form.press()

    assert totals(page) == [0, 4, 0]
    assert table.entries[0]["record"]["surrendered"] is True


def test_the_bidder_cannot_fold_and_what_was_ticked_is_kept(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4").choose("Player 2")
    for place, tricks in enumerate(("2", "", "6")):
        form.put(f"tricks_each-{place}", tricks)

    why = refused(table, form)

    assert why == "The side that bid cannot fold."


def test_a_changed_hand_still_says_who_folded(keep):
    table = keep(ALONE)
    form = table.hand_form.choose("Player 2 bid 4").choose("Player 3")
    for place, tricks in enumerate(("2", "6", "0")):
        form.put(f"tricks_each-{place}", tricks)
    form.press()

    assert ("folded", "2") in table.change(1).values


def test_nobody_bids_first_where_nothing_is_bid(keep):
    assert keep(TYPED).page.chips == ["deals Player 1"]

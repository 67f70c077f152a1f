"""The rules of a game in plain text."""

from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.exports.rules_text import write_game, write_games
from tests.rules.builders import STICK_THE_DEALER

PEPPER = read_ruleset({"preset": "pepper"})


def outcomes(game):
    """Return the table of outcomes by bid: worth, pay for each number of tricks, a surrender."""
    lines = write_game(game).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("bid "))
    rows = {}
    for line in lines[first + 1 :]:
        if not line:
            break
        name, _needs, worth, *paid = line.rsplit(maxsplit=game.tricks + 4)
        rows[name.strip()] = (worth, paid)
    return rows


def test_one_line_a_game_says_its_name_shape_and_goal():
    assert write_games({"pepper": PEPPER}) == (
        "pepper  Pepper: 4 players, 2 sides, 6 tricks, wins at 42 or more\n"
    )


def test_the_table_of_outcomes_is_the_one_of_the_printed_rules():
    rows = outcomes(PEPPER)

    assert list(rows) == [*"123456", "little pepper", "big pepper"]
    assert [worth for worth, _ in rows.values()] == [*"1234567", "14"]
    assert rows["3"][1] == ["−3/+6", "−3/+5", "−3/+4", "+3/+3", "+3/+2", "+3/+1", "+3/−3", "+3/0"]
    assert rows["6"][1] == ["−6/+6", "−6/+5", "−6/+4", "−6/+3", "−6/+2", "−6/+1", "+6/−6", "+6/0"]
    assert rows["little pepper"][1] == ["−7/+7"] * 6 + ["+7/−7", "+7/0"]
    assert rows["big pepper"][1] == ["−14/+14"] * 6 + ["+14/−14", "+14/0"]


def test_the_house_rules_are_told_and_a_bid_that_is_not_offered_is_not():
    rules = {"preset": "pepper", "must_play": ["clubs"], **STICK_THE_DEALER}

    text = write_game(read_ruleset(rules))

    assert "The lowest bid allowed is 3." in text
    assert "A hand has to be played when trumps are: clubs." in text
    assert min(outcomes(read_ruleset(rules))) == "3"


def test_a_game_of_one_alone_against_the_others_is_told_by_its_awards():
    facts = {
        "players": 3,
        "sides": 3,
        "entry": "contract",
        "tricks": 8,
        "bids": [{"name": "7", "needs": 7, "worth": 7}],
        "made": {"tricks": 1},
        "set": {"points": -8},
        "defence_made": {"tricks": 1},
        "defence_set": {"tricks": 1},
    }

    text = write_game(read_ruleset(facts))

    assert "each alone" in text
    assert "−8" in text
    assert "no target" in text


def test_a_game_without_bids_has_no_table():
    text = write_game(read_ruleset({"players": 2, "sides": 2, "entry": "points"}))

    assert "bid" not in text

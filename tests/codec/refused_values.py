"""Values that no field takes, and rulesets with something to refuse."""

from typing import Any

import pytest

from tests.rules.builders import (
    STUCK,
    Facts,
    match_file,
    record,
)

MADE = record(bidder=0, bid="3", tricks=[3, 3])
CLUBS_MUST_BE_PLAYED = {"must_play": ["clubs"]}
MUST_PLAY_A_FORCED_BID = {"minimum_bid": "3", "forced": STUCK | {"must_play": True}}
PEPPER_ROUND: Facts = {
    "forced": {
        "who": "left of dealer",
        "bid": "4",
        "hands": 4,
        "may_decline": False,
        "must_play": True,
    }
}
BARGAINED: Facts = {"free_tricks": {"3": 2, "4": 1}}
NOT_WHOLE = [
    pytest.param(True, id="true"),
    pytest.param(2.0, id="two point nought"),
    pytest.param(2.5, id="two and a half"),
    pytest.param("2", id="a text"),
    pytest.param("٣", id="an arabic digit"),
    pytest.param(None, id="null"),
    pytest.param([2], id="a list"),
    pytest.param({"is": 2}, id="an object"),
]
NOT_A_PLACE = [*NOT_WHOLE, pytest.param(-1, id="minus one"), pytest.param(10**12, id="huge")]
NOT_TEXT = [
    pytest.param(3, id="a number"),
    pytest.param(True, id="true"),
    pytest.param(None, id="null"),
    pytest.param(["3"], id="a list"),
    pytest.param({"is": "3"}, id="an object"),
]
ALONE: Facts = {
    "name": "Three alone",
    "players": 3,
    "sides": 3,
    "entry": "contract",
    "tricks": 8,
    "bids": [{"name": str(n), "needs": n, "worth": n} for n in range(1, 9)],
    "made": {"bid": 1},
    "set": {"bid": -1},
    "defence_made": {"tricks": 1},
    "defence_set": {"tricks": 1},
    "surrender": "each",
}


def alone(*entries: Facts, **rules: Any) -> Facts:
    return match_file(*entries) | {"ruleset": ALONE | rules}


def bare(entry: str, players: int, *entries: Facts) -> Facts:
    ruleset = {"players": players, "sides": players, "entry": entry}
    return match_file(*entries) | {"ruleset": ruleset}

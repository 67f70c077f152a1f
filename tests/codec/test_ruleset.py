"""What is refused of a ruleset: its field and a sentence that names the error."""

import pytest

from scorekeeper.messages.errors import describe_error
from tests.codec.refused_values import ALONE, alone
from tests.rules.builders import (
    STUCK,
    match_file,
    refusal,
    refusal_of_file,
)

# Rulesets


@pytest.mark.parametrize("preset", ["poker", "Pepper", "", 3, None, ["pepper"], "../pepper"])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    refused = refusal_of_file(match_file() | {"ruleset": {"preset": preset}})

    assert refused.entry is None
    assert refused.field in {"ruleset.preset", "ruleset"}


@pytest.mark.parametrize("ruleset", [None, [], 3, True])
def test_a_ruleset_that_is_no_object_is_refused(ruleset: object) -> None:
    refused = refusal_of_file(match_file() | {"ruleset": ruleset})

    assert (refused.field, refused.entry) == ("ruleset", None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 81),
        ("name", 3),
        ("players", 1),
        ("players", 11),
        ("players", 3),
        ("players", True),
        ("players", 4.0),
        ("players", "4"),
        ("players", 10**12),
        ("sides", 1),
        ("sides", 3),
        ("sides", 11),
        ("sides", None),
        ("entry", "bids"),
        ("entry", None),
        ("tricks", 0),
        ("tricks", -1),
        ("tricks", True),
        ("tricks", "6"),
        ("tricks", 10**12),
        ("bids", []),
        ("bids", None),
        ("bids", {}),
        ("bids", ["1"]),
        ("bids", [{"name": "1", "needs": 1}]),
        ("bids", [{"name": "1", "needs": 1, "worth": 1}, {"name": "1", "needs": 2, "worth": 2}]),
        ("bids", [{"name": "1", "needs": 7, "worth": 1}]),
        ("bids", [{"name": "1", "needs": -1, "worth": 1}]),
        ("bids", [{"name": "1", "needs": 1, "worth": 10**12}]),
        ("bids", [{"name": 1, "needs": 1, "worth": 1}]),
        ("made", None),
        ("made", 3),
        ("made", {"points": True}),
        ("made", {"bid": 1.0}),
        ("made", {"tricks": "1"}),
        ("made", {"points": 10_000}),
        ("made", {"points": 10**12}),
        ("made", {"at_least_bid": 1}),
        ("set", None),
        ("defence_made", None),
        ("defence_set", []),
        ("shutout", True),
        ("shutout", {"points": "1"}),
        ("surrender", "some"),
        ("surrender", 1),
        ("surrender", None),
        ("must_play", ["joker"]),
        ("must_play", ["no trump low"]),
        ("must_play", "clubs"),
        ("must_play", None),
        ("trumps", ["joker"]),
        ("trumps", "clubs"),
        ("trumps", None),
        ("minimum_bid", "7"),
        ("minimum_bid", 3),
        ("minimum_bid", True),
        ("forced", True),
        ("forced", "dealer"),
        ("forced", STUCK | {"who": "right of dealer"}),
        ("forced", STUCK | {"bid": "7"}),
        ("forced", STUCK | {"hands": "all"}),
        ("forced", STUCK | {"hands": -1}),
        ("forced", STUCK | {"hands": True}),
        ("forced", STUCK | {"hands": 10**12}),
        ("forced", STUCK | {"may_decline": 1}),
        ("forced", STUCK | {"must_play": "no"}),
        ("free_tricks", None),
        ("free_tricks", []),
        ("free_tricks", {"7": 1}),
        ("free_tricks", {"3": -1}),
        ("free_tricks", {"3": 7}),
        ("free_tricks", {"3": True}),
        ("free_tricks", {"3": "1"}),
        ("target", 42),
        ("target", {"points": 42, "test": "pass"}),
        ("target", {"points": 0, "test": "reach"}),
        ("target", {"points": -1, "test": "reach"}),
        ("target", {"points": 100_000, "test": "reach"}),
        ("target", {"points": 42.0, "test": "reach"}),
        ("target", {"points": True, "test": "reach"}),
        ("target", {"points": "42", "test": "reach"}),
        ("target", {"points": 10**12, "test": "reach"}),
        ("target", {"test": "reach"}),
        ("win_by", "luck"),
        ("win_by", None),
        ("crossing", "both"),
        ("crossing", None),
        ("lose_at", True),
        ("lose_at", "-31"),
        ("lose_at", -31.0),
        ("lose_at", 10**12),
        ("sheet", "paper"),
        ("sheet", None),
    ],
    ids=str,
)
def test_a_ruleset_with_a_value_out_of_place_is_refused(field: str, value: object) -> None:
    refused = refusal(rules={field: value})

    assert refused.entry is None
    assert refused.field is not None
    assert refused.field.startswith("ruleset.")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("minimum_bid", "7"),
        ("entry", "bids"),
        ("sheet", "paper"),
        ("win_by", "luck"),
        ("crossing", "both"),
        ("players", 11),
        ("tricks", "6"),
        ("surrender", "some"),
    ],
)
def test_a_refused_ruleset_names_the_path_of_the_field(field: str, value: object) -> None:
    refused = refusal(rules={field: value})

    assert refused.field == f"ruleset.{field}"


@pytest.mark.parametrize(
    "left_out",
    ["players", "sides", "entry", "tricks", "bids", "made", "set", "defence_made", "defence_set"],
)
def test_a_ruleset_of_its_own_without_a_needed_field_is_refused(left_out: str) -> None:
    ruleset = {field: value for field, value in ALONE.items() if field != left_out}

    refused = refusal_of_file(match_file() | {"ruleset": ruleset})

    assert (refused.field, refused.entry) == (f"ruleset.{left_out}", None)
    assert left_out in describe_error(refused).lower().replace(" ", "_")


def test_a_side_may_lose_at_a_score_only_where_there_are_two_sides() -> None:
    refused = refusal_of_file(alone(lose_at=-31))

    assert (refused.field, refused.entry) == ("ruleset.lose_at", None)


def test_a_dealer_stuck_with_a_bid_under_the_minimum_is_refused() -> None:
    refused = refusal(rules={"minimum_bid": "4", "forced": STUCK | {"bid": "3"}})

    assert refused.entry is None
    assert refused.field is not None
    assert refused.field.startswith("ruleset.")

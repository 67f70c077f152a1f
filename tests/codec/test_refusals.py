"""What the rules refuse: each with its entry, its field and a sentence that names the error."""

from typing import Any

import pytest

from scorekeeper.codec.match_file import read_match, read_opening, write_match
from scorekeeper.messages.errors import describe_error
from tests.rules.builders import (
    STICK_THE_DEALER,
    STUCK,
    Facts,
    match_file,
    record,
    refusal,
    refusal_of_file,
    replayed,
    sheet_of,
    sheet_of_file,
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


# Bids


def test_a_bid_under_the_minimum_is_refused() -> None:
    refused = refusal(record(bidder=0, bid="2", tricks=[3, 3]), rules={"minimum_bid": "3"})

    assert (refused.field, refused.entry) == ("bid", 1)
    assert "3" in describe_error(refused)


def test_a_surrendered_bid_under_the_minimum_is_refused() -> None:
    refused = refusal(record(side=0, bid="2", surrendered=True), rules={"minimum_bid": "3"})

    assert (refused.field, refused.entry) == ("bid", 1)
    assert "3" in describe_error(refused)


@pytest.mark.parametrize("bid", ["7", "0", "pepper", "Big Pepper", "big pepper ", "", "three"])
def test_a_bid_that_is_not_on_the_ladder_is_refused(bid: str) -> None:
    refused = refusal(record(bidder=0, bid=bid, tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("bid", 1)
    assert "bid" in describe_error(refused).lower()


@pytest.mark.parametrize("bid", NOT_TEXT)
def test_a_bid_that_is_no_text_is_refused(bid: object) -> None:
    refused = refusal(record(bidder=0, bid=bid, tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("bid", 1)


def test_a_bid_of_another_game_is_refused() -> None:
    rules = {"bids": [{"name": str(n), "needs": n, "worth": n} for n in range(1, 6)]}

    refused = refusal(record(bidder=0, bid="6", tricks=[6, 0]), rules=rules)

    assert (refused.field, refused.entry) == ("bid", 1)
    assert "6" in describe_error(refused)


def test_a_hand_without_its_bid_is_refused() -> None:
    refused = refusal(record(bidder=0, tricks=[3, 3]))

    assert refused.entry == 1
    assert "bid" in describe_error(refused)


# Tricks


@pytest.mark.parametrize("tricks", NOT_WHOLE)
def test_tricks_that_are_not_whole_are_refused(tricks: object) -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=[tricks, 4]))

    assert (refused.field, refused.entry) == ("tricks", 1)
    assert "whole" in describe_error(refused)


@pytest.mark.parametrize("tricks", [[-1, 7], [7, -1], [0, 7], [7, 0], [10**12, -(10**12) + 6]])
def test_tricks_below_nought_or_above_the_hand_are_refused(tricks: list[int]) -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=tricks))

    assert (refused.field, refused.entry) == ("tricks", 1)
    assert "6" in describe_error(refused)


@pytest.mark.parametrize("tricks", [[0, 0], [3, 2], [3, 4], [6, 6], [0, 5]])
def test_tricks_that_do_not_add_up_to_the_hand_are_refused(tricks: list[int]) -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=tricks))

    assert (refused.field, refused.entry) == ("tricks", 1)
    assert "6" in describe_error(refused)


@pytest.mark.parametrize("tricks", [[], [6], [2, 2, 2], [3, 3, 0, 0], 3, "33", None, {"0": 3}])
def test_tricks_that_are_not_one_number_a_side_are_refused(tricks: object) -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=tricks))

    assert (refused.field, refused.entry) == ("tricks", 1)


def test_a_bid_with_neither_tricks_nor_surrender_is_refused() -> None:
    refused = refusal(record(bidder=0, bid="3"))

    assert refused.entry == 1
    assert "tricks" in describe_error(refused)


def test_tricks_together_with_a_surrender_are_refused() -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=[3, 3], surrendered=True))

    assert refused.entry == 1
    assert refused.field in {"tricks", "surrendered"}
    assert "tricks" in describe_error(refused)


def test_tricks_together_with_a_decline_are_refused() -> None:
    hand = record(bidder=0, bid="3", tricks=[3, 3], declined=True)

    refused = refusal(hand, rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"tricks", "declined"}


def test_tricks_together_with_a_thrown_in_hand_are_refused() -> None:
    refused = refusal(record(thrown_in=True, tricks=[3, 3]))

    assert refused.entry == 1
    assert refused.field in {"tricks", "thrown_in"}


def test_a_surrender_together_with_a_decline_is_refused() -> None:
    hand = record(bidder=0, bid="3", surrendered=True, declined=True)

    refused = refusal(hand, rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"surrendered", "declined"}


@pytest.mark.parametrize(
    ("flag", "hand"),
    [
        ("surrendered", {"bidder": 0, "bid": "3"}),
        ("declined", {"bidder": 0, "bid": "3"}),
        ("forced", {"bidder": 0, "bid": "3", "tricks": [3, 3]}),
    ],
)
@pytest.mark.parametrize("value", [1, 0, "true", "yes", None, [], {}])
def test_a_flag_that_is_neither_true_nor_false_is_refused(
    flag: str, hand: Facts, value: object
) -> None:
    refused = refusal({"record": hand | {flag: value}}, rules=STICK_THE_DEALER)

    assert (refused.field, refused.entry) == (flag, 1)


@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_a_hand_thrown_in_by_anything_but_true_is_refused(value: object) -> None:
    refused = refusal(record(thrown_in=value))

    assert (refused.field, refused.entry) == ("thrown_in", 1)


# Who bid


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_bid(seat: object) -> None:
    refused = refusal(record(bidder=seat, bid="3", tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("bidder", 1)


@pytest.mark.parametrize("side", [*NOT_A_PLACE, pytest.param(2, id="a third side")])
def test_an_unknown_side_cannot_bid(side: object) -> None:
    refused = refusal(record(side=side, bid="3", tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("side", 1)


def test_a_hand_with_both_a_bidder_and_a_side_is_refused() -> None:
    refused = refusal(record(bidder=0, side=0, bid="3", tricks=[3, 3]))

    assert refused.entry == 1
    assert refused.field in {"bidder", "side"}


def test_a_hand_with_neither_a_bidder_nor_a_side_is_refused() -> None:
    refused = refusal(record(bid="3", tricks=[3, 3]))

    assert refused.entry == 1
    assert refused.field in {"bidder", "side", None}
    assert "bid" in describe_error(refused)


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_deal_a_hand(seat: object) -> None:
    refused = refusal(record(bidder=0, bid="3", tricks=[3, 3], dealer=seat))

    assert (refused.field, refused.entry) == ("dealer", 1)


# Surrenders


@pytest.mark.parametrize("bid", ["1", "6", "little pepper", "big pepper"])
def test_a_surrender_in_a_game_without_surrender_is_refused(bid: str) -> None:
    refused = refusal(record(bidder=0, bid=bid, surrendered=True), rules={"surrender": False})

    assert (refused.field, refused.entry) == ("surrendered", 1)
    assert "surrender" in describe_error(refused)


@pytest.mark.parametrize("bid", ["1", "6", "little pepper", "big pepper"])
def test_dirty_clubs_cannot_be_surrendered_peppers_included(bid: str) -> None:
    hand = record(bidder=0, bid=bid, trump="clubs", surrendered=True)

    refused = refusal(hand, rules=CLUBS_MUST_BE_PLAYED)

    assert refused.entry == 1
    assert refused.field in {"surrendered", "trump"}
    assert "clubs" in describe_error(refused)


def test_no_trump_that_must_be_played_cannot_be_surrendered() -> None:
    hand = record(bidder=0, bid="3", trump="no trump", surrendered=True)

    refused = refusal(hand, rules={"must_play": ["no trump"]})

    assert refused.entry == 1
    assert refused.field in {"surrendered", "trump"}
    assert "no trump" in describe_error(refused)


def test_a_surrender_without_its_trump_is_refused_where_some_must_be_played() -> None:
    refused = refusal(record(side=0, bid="3", surrendered=True), rules=CLUBS_MUST_BE_PLAYED)

    assert (refused.field, refused.entry) == ("trump", 1)
    assert "trump" in describe_error(refused)


def test_a_forced_bid_that_must_be_played_cannot_be_surrendered() -> None:
    hand = record(bidder=0, bid="3", forced=True, surrendered=True)

    refused = refusal(hand, rules=MUST_PLAY_A_FORCED_BID)

    assert (refused.field, refused.entry) == ("surrendered", 1)
    assert "forced" in describe_error(refused)


def test_a_pepper_round_hand_that_must_be_played_cannot_be_surrendered() -> None:
    refused = refusal(record(bidder=1, bid="4", surrendered=True), rules=PEPPER_ROUND)

    assert (refused.field, refused.entry) == ("surrendered", 1)


@pytest.mark.parametrize(("bid", "free"), [("3", 3), ("4", 2), ("5", 1), ("big pepper", 1)])
def test_free_tricks_beyond_what_the_bid_allows_are_refused(bid: str, free: int) -> None:
    hand = record(bidder=0, bid=bid, surrendered=True, free_tricks=free)

    refused = refusal(hand, rules=BARGAINED)

    assert (refused.field, refused.entry) == ("free_tricks", 1)
    assert "free tricks" in describe_error(refused).lower()


def test_free_tricks_up_to_what_the_bid_allows_are_paid_to_the_defenders() -> None:
    hand = record(bidder=0, bid="3", surrendered=True, free_tricks=2)

    sheet = sheet_of(hand, rules=BARGAINED)

    assert sheet["rows"][0]["points"] == [3, 2]


@pytest.mark.parametrize("free", [*NOT_WHOLE, pytest.param(-1, id="minus one")])
def test_free_tricks_that_are_no_whole_number_are_refused(free: object) -> None:
    hand = record(bidder=0, bid="3", surrendered=True, free_tricks=free)

    refused = refusal(hand, rules=BARGAINED)

    assert (refused.field, refused.entry) == ("free_tricks", 1)


def test_free_tricks_are_refused_in_a_game_that_grants_none() -> None:
    refused = refusal(record(bidder=0, bid="3", surrendered=True, free_tricks=1))

    assert (refused.field, refused.entry) == ("free_tricks", 1)


def test_free_tricks_in_a_played_hand_are_refused() -> None:
    hand = record(bidder=0, bid="3", tricks=[3, 3], free_tricks=1)

    refused = refusal(hand, rules=BARGAINED)

    assert (refused.field, refused.entry) == ("free_tricks", 1)


# Trumps


@pytest.mark.parametrize("trump", ["no trump low", "Clubs", "club", "", "joker", "none"])
def test_a_trump_the_game_does_not_know_is_refused(trump: str) -> None:
    refused = refusal(record(bidder=0, bid="3", trump=trump, tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("trump", 1)
    assert "clubs" in describe_error(refused) or "trump" in describe_error(refused)


@pytest.mark.parametrize("trump", NOT_TEXT)
def test_a_trump_that_is_no_text_is_refused(trump: object) -> None:
    refused = refusal(record(bidder=0, bid="3", trump=trump, tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("trump", 1)


def test_no_trump_is_refused_where_it_is_not_allowed() -> None:
    rules = {"trumps": ["clubs", "diamonds", "hearts", "spades"]}

    refused = refusal(record(bidder=0, bid="3", trump="no trump", tricks=[3, 3]), rules=rules)

    assert (refused.field, refused.entry) == ("trump", 1)
    assert "no trump" in describe_error(refused)


# Stuck, forced, declined, thrown in


def test_no_hand_is_thrown_in_where_the_dealer_is_stuck() -> None:
    refused = refusal(record(thrown_in=True), rules=STICK_THE_DEALER)

    assert (refused.field, refused.entry) == ("thrown_in", 1)
    assert "dealer" in describe_error(refused) or "stuck" in describe_error(refused)


def test_no_hand_is_thrown_in_while_the_bid_is_forced() -> None:
    refused = refusal(record(thrown_in=True), rules=PEPPER_ROUND)

    assert (refused.field, refused.entry) == ("thrown_in", 1)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_forced_is_refused_for_a_seat_that_is_not_the_dealer(seat: int) -> None:
    hand = record(bidder=seat, bid="3", forced=True, tricks=[3, 3])

    refused = refusal(hand, rules=STICK_THE_DEALER, first_dealer=0)

    assert refused.entry == 1
    assert refused.field in {"forced", "bidder"}
    assert "dealer" in describe_error(refused)


def test_forced_is_refused_for_a_bid_that_is_not_the_minimum() -> None:
    hand = record(bidder=0, bid="4", forced=True, tricks=[3, 3])

    refused = refusal(hand, rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"forced", "bid"}
    assert "3" in describe_error(refused)


def test_forced_is_refused_where_nobody_said_which_seat_bid() -> None:
    hand = record(side=0, bid="3", forced=True, tricks=[3, 3])

    refused = refusal(hand, rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"forced", "bidder", "side"}


def test_forced_is_refused_at_a_table_that_sticks_nobody() -> None:
    refused = refusal(record(bidder=0, bid="3", forced=True, tricks=[3, 3]))

    assert (refused.field, refused.entry) == ("forced", 1)


def test_a_dealer_may_not_decline_at_a_table_that_sticks_nobody() -> None:
    refused = refusal(record(bidder=0, bid="3", declined=True))

    assert (refused.field, refused.entry) == ("declined", 1)


def test_a_stuck_dealer_may_not_decline_where_the_table_does_not_let_him() -> None:
    rules = {"minimum_bid": "3", "forced": STUCK | {"may_decline": False}}

    refused = refusal(record(bidder=0, bid="3", declined=True), rules=rules)

    assert (refused.field, refused.entry) == ("declined", 1)
    assert "declin" in describe_error(refused)


def test_nobody_but_the_dealer_may_decline() -> None:
    refused = refusal(record(bidder=1, bid="3", declined=True), rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"declined", "bidder"}
    assert "dealer" in describe_error(refused)


def test_a_decline_without_its_seat_is_refused() -> None:
    refused = refusal(record(side=0, bid="3", declined=True), rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"declined", "bidder", "side"}


def test_only_the_minimum_may_be_declined() -> None:
    refused = refusal(record(bidder=0, bid="4", declined=True), rules=STICK_THE_DEALER)

    assert refused.entry == 1
    assert refused.field in {"declined", "bid"}
    assert "3" in describe_error(refused)


def test_a_hand_that_is_declined_and_thrown_in_is_refused() -> None:
    hand = record(bidder=0, bid="3", declined=True, thrown_in=True)

    refused = refusal(hand, rules=STICK_THE_DEALER)

    assert refused.entry == 1


@pytest.mark.parametrize(
    "hand", [{"bidder": 0, "bid": "4"}, {"bidder": 2, "bid": "4"}, {"bidder": 1, "bid": "5"}]
)
def test_the_pepper_round_takes_nothing_but_the_forced_bid_of_the_forced_seat(
    hand: Facts,
) -> None:
    taken = sheet_of(record(bidder=1, bid="4", tricks=[3, 3]), rules=PEPPER_ROUND)

    refused = refusal(record(**hand, tricks=[3, 3]), rules=PEPPER_ROUND)

    assert taken["rows"][0]["points"] == [3, -4]
    assert refused.entry == 1
    assert refused.field in {"bid", "bidder"}
    assert "forced" in describe_error(refused)


def test_after_the_pepper_round_the_bidding_is_free_and_struck_hands_count_into_it() -> None:
    forced = [record(bidder=(n + 1) % 4, bid="4", tricks=[3, 3]) for n in range(4)]
    award = record(adjustment=[1, 0], note="not a hand")

    early = refusal(*forced[:3], award, record(thrown_in=True), rules=PEPPER_ROUND)
    free = sheet_of(*forced, {"strike": 2}, record(thrown_in=True), rules=PEPPER_ROUND)

    assert (early.field, early.entry) == ("thrown_in", 5)
    assert free["rows"][4]["outcome"] == "thrown in"


# Folding alone


def test_a_folded_side_scores_nothing() -> None:
    match = alone(record(bidder=0, bid="5", tricks=[5, 3, 0], folded=[2]))

    row = sheet_of_file(match)["rows"][0]

    assert row["points"] == [5, 3, 0]


@pytest.mark.parametrize(
    ("folded", "wrong"),
    [
        ([0], "the bidding side"),
        ([1], "a side with tricks"),
        ([1, 2], "everyone"),
        ([2, 2], "twice the same"),
        ([3], "an unknown side"),
        ([True], "no number"),
        (2, "no list"),
        (None, "null"),
    ],
)
def test_a_side_that_cannot_have_folded_is_refused(folded: object, wrong: str) -> None:
    hand = record(bidder=0, bid="5", tricks=[5, 3, 0], folded=folded)

    refused = refusal_of_file(alone(hand))

    assert refused.entry == 1, wrong
    assert refused.field in {"folded", "tricks"}, wrong


def test_when_all_defenders_fold_the_hand_is_surrendered_instead() -> None:
    folded = record(bidder=0, bid="5", tricks=[8, 0, 0], folded=[1, 2])
    surrendered = record(bidder=0, bid="5", surrendered=True)

    refused = refusal_of_file(alone(folded))
    row = sheet_of_file(alone(surrendered))["rows"][0]

    assert (refused.field, refused.entry) == ("folded", 1)
    assert "surrender" in describe_error(refused)
    assert row["points"] == [5, 0, 0]


def test_folding_alone_is_refused_where_the_defenders_surrender_as_one() -> None:
    hand = record(bidder=0, bid="5", tricks=[5, 3, 0], folded=[2])

    as_one = refusal_of_file(alone(hand, surrender=True))
    never = refusal_of_file(alone(hand, surrender=False))

    assert (as_one.field, as_one.entry) == ("folded", 1)
    assert (never.field, never.entry) == ("folded", 1)


def test_folding_against_a_trump_that_must_be_played_is_refused() -> None:
    hand = {"bidder": 0, "bid": "5", "tricks": [5, 3, 0], "folded": [2]}

    refused = refusal_of_file(alone(record(**hand, trump="clubs"), must_play=["clubs"]))

    assert refused.entry == 1
    assert refused.field in {"folded", "trump"}
    assert "clubs" in describe_error(refused)


# Hands of another kind of game


@pytest.mark.parametrize(
    ("hand", "field"),
    [({"winner": 0}, "winner"), ({"points": [1, 2]}, "points")],
)
def test_a_hand_of_another_kind_is_refused_where_there_are_bids(hand: Facts, field: str) -> None:
    refused = refusal({"record": hand})

    assert (refused.field, refused.entry) == (field, 1)


@pytest.mark.parametrize("entry", ["winner", "points"])
@pytest.mark.parametrize("hand", [{"bidder": 0, "bid": "3", "tricks": [3, 3]}, {"thrown_in": True}])
def test_a_bid_is_refused_where_there_are_none(entry: str, hand: Facts) -> None:
    refused = refusal_of_file(bare(entry, 2, {"record": hand}))

    assert refused.entry == 1


@pytest.mark.parametrize("winner", [*NOT_A_PLACE, pytest.param(4, id="a fifth side")])
def test_a_winner_that_is_no_side_is_refused(winner: object) -> None:
    refused = refusal_of_file(bare("winner", 4, record(winner=winner)))

    assert (refused.field, refused.entry) == ("winner", 1)


@pytest.mark.parametrize("number", [*NOT_WHOLE, 10_000, -10_000, 10**12, 99999999999])
def test_a_typed_number_that_is_not_whole_or_out_of_bounds_is_refused(number: object) -> None:
    refused = refusal_of_file(bare("points", 3, record(points=[number, 0, 0])))

    assert (refused.field, refused.entry) == ("points", 1)
    assert "9999" in describe_error(refused).replace(",", "").replace(" ", "")


@pytest.mark.parametrize("points", [[], [1], [1, 2], [1, 2, 3, 4], 5, None, "1,2,3"])
def test_typed_points_that_are_not_one_number_a_side_are_refused(points: object) -> None:
    refused = refusal_of_file(bare("points", 3, record(points=points)))

    assert (refused.field, refused.entry) == ("points", 1)


@pytest.mark.parametrize("number", [-9999, 0, 9999])
def test_typed_points_up_to_the_bounds_are_taken(number: int) -> None:
    sheet = sheet_of_file(bare("points", 2, record(points=[number, 0])))

    assert sheet["scores"] == [number, 0]


# Adjustments and notes


@pytest.mark.parametrize("number", [*NOT_WHOLE, 10_000, -10_000, 10**12])
def test_an_adjustment_that_is_not_whole_or_out_of_bounds_is_refused(number: object) -> None:
    refused = refusal(record(adjustment=[0, number], note="why"))

    assert (refused.field, refused.entry) == ("adjustment", 1)


@pytest.mark.parametrize("numbers", [[], [1], [1, 2, 3], 4, None, "1,2", {"0": 1}])
def test_an_adjustment_that_is_not_one_number_a_side_is_refused(numbers: object) -> None:
    refused = refusal(record(adjustment=numbers, note="why"))

    assert (refused.field, refused.entry) == ("adjustment", 1)


def test_an_adjustment_that_is_a_hand_as_well_is_refused() -> None:
    hand = record(adjustment=[1, 0], note="why", bidder=0, bid="3", tricks=[3, 3])

    refused = refusal(hand)

    assert refused.entry == 1


def test_a_note_of_280_characters_is_taken_and_one_of_281_is_refused() -> None:
    note = "é" * 280

    taken = sheet_of(record(thrown_in=True, note=note))
    refused = refusal(record(thrown_in=True, note=note + "é"))

    assert taken["rows"][0]["hand"]["note"] == note
    assert (refused.field, refused.entry) == ("note", 1)
    assert "280" in describe_error(refused)


@pytest.mark.parametrize("note", [3, True, ["a"], {"text": "a"}])
def test_a_note_that_is_no_text_is_refused(note: object) -> None:
    refused = refusal(record(thrown_in=True, note=note))

    assert (refused.field, refused.entry) == ("note", 1)


def test_a_note_of_the_match_of_281_characters_is_refused() -> None:
    refused = refusal(note="x" * 281)

    assert (refused.field, refused.entry) == ("note", None)
    assert "280" in describe_error(refused)


# The journal


@pytest.mark.parametrize(
    "hand",
    [
        {"bidder": 0, "bid": "3", "tricks": [3, 3]},
        {"side": 1, "bid": "3", "surrendered": True},
        {"thrown_in": True},
    ],
)
def test_no_further_hand_is_taken_after_the_match_is_decided(hand: Facts) -> None:
    refused = refusal(MADE, {"record": hand}, start=[40, 0])

    assert refused.entry == 2
    assert "decided" in describe_error(refused) or "won" in describe_error(refused)


def test_no_further_hand_is_taken_after_the_match_is_ended() -> None:
    refused = refusal(MADE, {"end": True}, MADE)

    assert refused.entry == 3
    assert "ended" in describe_error(refused) or "end" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        {"record": {"adjustment": [1, 0], "note": "too late"}},
        {"amend": 1, "hand": {"thrown_in": True}},
        {"overrule": 1, "side": 0, "points": 5},
        {"strike": 1},
        {"undo": 1},
        {"undo": 2},
        {"rename": {"side": 0, "name": "Late"}},
        {"dealer": 2},
        {"end": True},
    ],
    ids=str,
)
def test_after_the_end_only_a_reopening_is_taken(entry: Facts) -> None:
    refused = refusal(MADE, {"end": True}, entry)

    assert refused.entry == 3
    assert "end" in describe_error(refused)


def test_a_second_end_is_refused() -> None:
    refused = refusal({"end": True}, {"end": True})

    assert refused.entry == 2


def test_a_match_that_has_not_ended_cannot_be_reopened() -> None:
    never = refusal(MADE, {"reopen": "why not"})
    twice = refusal(MADE, {"end": True}, {"reopen": "wrong tricks"}, {"reopen": "again"})

    assert (never.field, never.entry) == ("reopen", 2)
    assert (twice.field, twice.entry) == ("reopen", 4)


@pytest.mark.parametrize("reason", ["", "   ", "\t\n", None, True, 3, ["why"]])
def test_a_reopening_without_a_reason_is_refused(reason: object) -> None:
    refused = refusal({"end": True}, {"reopen": reason})

    assert (refused.field, refused.entry) == ("reopen", 2)


@pytest.mark.parametrize("value", [False, 1, "true", None])
def test_an_end_that_is_not_true_is_refused(value: object) -> None:
    refused = refusal({"end": value})

    assert (refused.field, refused.entry) == ("end", 1)


@pytest.mark.parametrize("number", [*NOT_A_PLACE, 0, 2])
@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"amend": None, "hand": {"thrown_in": True}}, "amend"),
        ({"overrule": None, "side": 0, "points": 5}, "overrule"),
        ({"overrule": None, "side": 0, "points": None}, "overrule"),
        ({"strike": None}, "strike"),
        ({"undo": None}, "undo"),
    ],
    ids=["amend", "overrule", "overrule null", "strike", "undo"],
)
def test_an_unknown_record_or_entry_cannot_be_corrected(
    entry: Facts, field: str, number: object
) -> None:
    refused = refusal(MADE, entry | {field: number})

    assert (refused.field, refused.entry) == (field, 2)


def test_the_number_of_an_undone_hand_is_unknown() -> None:
    refused = refusal(MADE, {"undo": 1}, {"strike": 1})

    assert (refused.field, refused.entry) == ("strike", 3)


def test_a_hand_cannot_be_amended_into_an_adjustment() -> None:
    refused = refusal(MADE, {"amend": 1, "hand": {"adjustment": [1, 0], "note": "why"}})

    assert refused.entry == 2
    assert "adjustment" in describe_error(refused)


def test_an_adjustment_cannot_be_amended_into_a_hand() -> None:
    award = record(adjustment=[1, 0], note="why")

    refused = refusal(award, {"amend": 1, "hand": {"thrown_in": True}})

    assert refused.entry == 2
    assert "adjustment" in describe_error(refused)


def test_an_adjustment_may_be_amended_into_another() -> None:
    award = record(adjustment=[1, 0], note="why")
    amend = {"amend": 1, "hand": {"adjustment": [2, -1], "note": "said wrong"}}

    sheet = sheet_of(award, amend)

    assert sheet["scores"] == [2, -1]


def test_a_hand_cannot_be_amended_into_one_the_rules_refuse() -> None:
    refused = refusal(MADE, {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [3, 2]}})

    assert (refused.field, refused.entry) == ("tricks", 2)


@pytest.mark.parametrize("hand", [None, [], "made", 3, {}])
def test_an_amendment_without_the_facts_of_a_hand_is_refused(hand: object) -> None:
    refused = refusal(MADE, {"amend": 1, "hand": hand})

    assert refused.entry == 2


def test_a_record_cannot_be_struck_twice() -> None:
    refused = refusal(MADE, {"strike": 1}, {"strike": 1})

    assert (refused.field, refused.entry) == ("strike", 3)
    assert "struck" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        {"amend": 1, "hand": {"thrown_in": True}},
        {"overrule": 1, "side": 0, "points": 5},
        {"overrule": 1, "side": 0, "points": None},
    ],
    ids=["amend", "overrule", "overrule null"],
)
def test_nothing_more_can_be_written_on_a_struck_record(entry: Facts) -> None:
    refused = refusal(MADE, {"strike": 1}, entry)

    assert refused.entry == 3
    assert "struck" in describe_error(refused)


@pytest.mark.parametrize("side", [*NOT_A_PLACE, pytest.param(2, id="a third side")])
def test_an_unknown_side_cannot_be_overruled(side: object) -> None:
    refused = refusal(MADE, {"overrule": 1, "side": side, "points": 5})

    assert (refused.field, refused.entry) == ("side", 2)


@pytest.mark.parametrize("points", [True, 2.0, 2.5, "2", [2], {"is": 2}, 10_000, -10_000, 10**12])
def test_an_overrule_that_is_not_whole_or_out_of_bounds_is_refused(points: object) -> None:
    refused = refusal(MADE, {"overrule": 1, "side": 0, "points": points})

    assert (refused.field, refused.entry) == ("points", 2)


@pytest.mark.parametrize("left_out", ["side", "points"])
def test_an_overrule_without_its_side_or_its_points_is_refused(left_out: str) -> None:
    entry = {"overrule": 1, "side": 0, "points": 5}
    del entry[left_out]

    refused = refusal(MADE, entry)

    assert refused.entry == 2
    assert left_out in describe_error(refused)


def test_only_the_last_entry_that_stands_can_be_undone() -> None:
    refused = refusal(MADE, MADE, {"undo": 1})

    assert (refused.field, refused.entry) == ("undo", 3)
    assert "last" in describe_error(refused)


def test_an_entry_taken_back_already_cannot_be_undone_again() -> None:
    refused = refusal(MADE, MADE, {"undo": 2}, {"undo": 2})

    assert (refused.field, refused.entry) == ("undo", 4)


def test_an_undo_cannot_take_itself_or_an_entry_to_come_back() -> None:
    itself = refusal(MADE, {"undo": 2})
    to_come = refusal(MADE, {"undo": 3})

    assert (itself.field, itself.entry) == ("undo", 2)
    assert (to_come.field, to_come.entry) == ("undo", 2)


def test_an_end_cannot_be_undone() -> None:
    refused = refusal(MADE, {"end": True}, {"undo": 2})

    assert refused.entry == 3


def test_neither_a_reopening_nor_what_stands_before_it_can_be_undone() -> None:
    ending = [MADE, {"end": True}, {"reopen": "wrong tricks"}]

    reopening = refusal(*ending, {"undo": 3})
    before = refusal(*ending, {"undo": 1})

    assert (reopening.field, reopening.entry) == ("undo", 4)
    assert (before.field, before.entry) == ("undo", 4)


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_be_the_next_dealer(seat: object) -> None:
    refused = refusal({"dealer": seat})

    assert (refused.field, refused.entry) == ("dealer", 1)


@pytest.mark.parametrize("place", [*NOT_A_PLACE, pytest.param(4, id="one too many")])
@pytest.mark.parametrize("field", ["seat", "side"])
def test_an_unknown_seat_or_side_cannot_be_renamed(field: str, place: object) -> None:
    refused = refusal({"rename": {field: place, "name": "Zoe"}})

    assert (refused.field, refused.entry) == (field, 1)


@pytest.mark.parametrize(
    "rename",
    [{"name": "Zoe"}, {"side": 0}, {"seat": 0, "side": 0, "name": "Zoe"}, {}, None, "Zoe", ["Zoe"]],
)
def test_a_rename_without_exactly_one_place_and_a_name_is_refused(rename: object) -> None:
    refused = refusal({"rename": rename})

    assert refused.entry == 1


def test_an_amendment_that_leaves_a_hand_against_the_rules_is_refused_and_names_that_hand() -> None:
    first = record(bidder=0, bid="3", tricks=[3, 3])
    forced = {"bidder": 1, "bid": "3", "forced": True, "tricks": [3, 3]}
    moved = {"amend": 2, "hand": forced | {"dealer": 3}}

    refused = refusal(first, {"record": forced}, moved, rules=STICK_THE_DEALER, first_dealer=0)

    assert refused.entry == 3
    assert "Hand 2" in describe_error(refused)
    assert "dealer" in describe_error(refused)


def test_amending_a_hand_never_moves_the_dealer_of_a_hand_that_names_its_own() -> None:
    first = record(bidder=0, bid="3", tricks=[3, 3], dealer=0)
    forced = record(bidder=1, bid="3", forced=True, tricks=[3, 3], dealer=1)
    moved = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [3, 3], "dealer": 2}}

    sheet = sheet_of(first, forced, moved, rules=STICK_THE_DEALER)

    assert [row["dealer"] for row in sheet["rows"]] == [2, 1]


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"at": "2026-11-29T20:45:00Z"},
        {"record": {"thrown_in": True}, "strike": 1},
        {"end": True, "reopen": "both"},
        {"hand": {"thrown_in": True}},
        {"play": {"thrown_in": True}},
        {"record": None},
        {"record": []},
        {"record": {}},
        {"record": "thrown in"},
        None,
        [],
        "end",
        7,
        True,
    ],
    ids=str,
)
def test_an_entry_that_is_not_exactly_one_of_the_known_kinds_is_refused(entry: Any) -> None:
    refused = refusal(MADE, entry)

    assert refused.entry == 2


# Who wrote it and when


@pytest.mark.parametrize(
    "at",
    ["yesterday", "2026-11-29", "2026-11-29T20:45:00", "2026-11-29T20:45:00+01:00", "", 3, None],
)
def test_an_entry_at_a_time_that_is_not_iso_8601_in_utc_is_refused(at: object) -> None:
    refused = refusal(MADE | {"at": at})

    assert (refused.field, refused.entry) == ("at", 1)


@pytest.mark.parametrize("by", ["", "  ", "\u200b", "x" * 81, 3, None, True, ["Ann"]])
def test_an_entry_by_somebody_without_a_name_is_refused(by: object) -> None:
    refused = refusal(MADE | {"by": by})

    assert (refused.field, refused.entry) == ("by", 1)


def test_an_entry_may_say_when_it_was_written_and_by_whom() -> None:
    match = match_file(MADE | {"at": "2026-11-29T20:45:00Z", "by": "Ann\tLee"})

    entry = write_match(read_match(match))["entries"][0]

    assert (entry["at"], entry["by"]) == ("2026-11-29T20:45:00Z", "Ann Lee")


@pytest.mark.parametrize("opened", ["", "soon", "2026-11-29T20:45:00+02:00", 2026, None])
def test_a_match_opened_at_no_time_in_utc_is_refused(opened: object) -> None:
    refused = refusal(opened=opened)

    assert (refused.field, refused.entry) == ("opened", None)


# Unknown fields


@pytest.mark.parametrize(
    "match",
    [
        match_file() | {"colour": "red"},
        match_file(rules={"colour": "red"}),
        match_file(rules={"target": {"points": 42, "test": "reach", "colour": "red"}}),
        match_file(rules={"made": {"bid": 1, "colour": "red"}}),
        match_file(rules={"forced": STUCK | {"colour": "red"}, "minimum_bid": "3"}),
        match_file(rules={"bids": [{"name": "1", "needs": 1, "worth": 1, "colour": "red"}]}),
        match_file(
            rules={
                "bids": [{"name": "1", "needs": 1, "worth": 1, "made": {"bid": 1, "colour": "red"}}]
            }
        ),
    ],
    ids=["match", "ruleset", "target", "award", "forced", "bid", "award of a bid"],
)
def test_an_unknown_field_around_the_entries_is_refused(match: Facts) -> None:
    refused = refusal_of_file(match)

    assert refused.entry is None
    assert refused.field is not None
    assert refused.field.endswith("colour")
    assert "colour" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        MADE | {"colour": "red"},
        record(bidder=0, bid="3", tricks=[3, 3], colour="red"),
        record(thrown_in=True, colour="red"),
        record(adjustment=[1, 0], note="why", colour="red"),
        {"amend": 1, "hand": {"thrown_in": True}, "colour": "red"},
        {"amend": 1, "hand": {"thrown_in": True, "colour": "red"}},
        {"overrule": 1, "side": 0, "points": 5, "colour": "red"},
        {"strike": 1, "colour": "red"},
        {"undo": 1, "colour": "red"},
        {"rename": {"side": 0, "name": "Us", "colour": "red"}},
        {"rename": {"side": 0, "name": "Us"}, "colour": "red"},
        {"dealer": 1, "colour": "red"},
        {"end": True, "colour": "red"},
    ],
    ids=str,
)
def test_an_unknown_field_in_an_entry_is_refused(entry: Facts) -> None:
    refused = refusal(MADE, entry)

    assert (refused.field, refused.entry) == ("colour", 2)
    assert "colour" in describe_error(refused)


def test_an_unknown_field_of_a_reopening_is_refused() -> None:
    refused = refusal({"end": True}, {"reopen": "why", "colour": "red"})

    assert (refused.field, refused.entry) == ("colour", 2)


# Names


def test_a_name_of_80_characters_is_taken_and_one_of_81_is_refused() -> None:
    sides = ["é" * 80, "Them"]

    taken = sheet_of(sides=sides)
    refused = refusal(sides=[sides[0] + "é", "Them"])

    assert taken["sides"] == sides
    assert (refused.field, refused.entry) == ("sides", None)
    assert "80" in describe_error(refused)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\t\n", "\u200b", "\u200d\u200d", "\u202e", "\u2060", "\u00ad", "\x00\x07", "\ufe0f"],
    ids=ascii,
)
def test_a_name_with_nothing_to_see_is_refused_everywhere(name: str) -> None:
    side = refusal(sides=[name, "Them"])
    player = refusal(players=["Ann", name, "Cat", "Dan"])
    renamed = refusal(MADE, {"rename": {"seat": 0, "name": name}})

    assert (side.field, side.entry) == ("sides", None)
    assert (player.field, player.entry) == ("players", None)
    assert (renamed.field, renamed.entry) == ("name", 2)
    assert "name" in describe_error(renamed).lower()


@pytest.mark.parametrize("name", [3, True, None, ["Ann"], {"is": "Ann"}])
def test_a_name_that_is_no_text_is_refused(name: object) -> None:
    side = refusal(sides=[name, "Them"])
    renamed = refusal({"rename": {"side": 0, "name": name}})

    assert (side.field, side.entry) == ("sides", None)
    assert (renamed.field, renamed.entry) == ("name", 1)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\tLee", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("Ann\r\nLee", "Ann Lee"),
        ("A\u202enn", "Ann"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\x00n\x07n", "Ann"),
        ("Jose\u0301", "José"),
        ("Z\u030cofie", "Žofie"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("李", "李"),
        ("עדה", "עדה"),
        ("=1+1", "=1+1"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
    ],
    ids=ascii,
)
def test_a_name_is_kept_in_one_form(written: str, kept: str) -> None:
    match = match_file({"rename": {"side": 1, "name": written}}, sides=[written, "Them"])

    export = write_match(read_match(match))

    assert sheet_of_file(match)["sides"] == [kept, kept]
    assert export["sides"] == [kept, "Them"]
    assert export["entries"][0]["rename"]["name"] == kept


def test_the_80_characters_are_counted_after_the_name_was_brought_to_its_form() -> None:
    decomposed = "e\u0301" * 80

    sheet = sheet_of(sides=[f"  {decomposed}\u202e  ", "Them"])

    assert sheet["sides"][0] == "é" * 80


# The match around the entries


@pytest.mark.parametrize("match", [None, [], "scorekeeper/1", 3, True])
def test_a_match_that_is_no_object_is_refused(match: object) -> None:
    refused = refusal_of_file(match)

    assert refused.entry is None


@pytest.mark.parametrize("left_out", ["format", "ruleset", "entries"])
def test_a_match_without_a_needed_field_is_refused(left_out: str) -> None:
    match = match_file(MADE)
    del match[left_out]

    refused = refusal_of_file(match)

    assert (refused.field, refused.entry) == (left_out, None)
    assert left_out in describe_error(refused)


@pytest.mark.parametrize("name", ["scorekeeper/2", "Scorekeeper/1", "", 1, None, ["scorekeeper/1"]])
def test_a_match_of_another_format_is_refused(name: object) -> None:
    refused = refusal(format=name)

    assert (refused.field, refused.entry) == ("format", None)
    assert "scorekeeper/1" in describe_error(refused)


@pytest.mark.parametrize("entries", [None, {}, "none", 3])
def test_entries_that_are_no_list_are_refused(entries: object) -> None:
    refused = refusal_of_file(match_file() | {"entries": entries})

    assert (refused.field, refused.entry) == ("entries", None)


@pytest.mark.parametrize("sides", [[], ["Us"], ["Us", "You", "Them"], "Us & Them", None, 2])
def test_names_that_are_not_one_a_side_are_refused(sides: object) -> None:
    refused = refusal(sides=sides)

    assert (refused.field, refused.entry) == ("sides", None)


@pytest.mark.parametrize("players", [[], ["A", "B"], ["A", "B", "C", "D", "E"], "ABCD", None, 4])
def test_names_that_are_not_one_a_seat_are_refused(players: object) -> None:
    refused = refusal(players=players)

    assert (refused.field, refused.entry) == ("players", None)


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_be_the_first_dealer(seat: object) -> None:
    refused = refusal(first_dealer=seat)

    assert (refused.field, refused.entry) == ("first_dealer", None)


@pytest.mark.parametrize("number", [*NOT_WHOLE, -1, 10_000, 10**12])
@pytest.mark.parametrize("field", ["start", "start_shortfalls"])
def test_a_start_out_of_bounds_on_a_carry_forward_sheet_is_refused(
    field: str, number: object
) -> None:
    refused = refusal_of_file(match_file() | {field: [0, number]})

    assert (refused.field, refused.entry) == (field, None)


@pytest.mark.parametrize("start", [[], [1], [1, 2, 3], 5, None, "0,0"])
@pytest.mark.parametrize("field", ["start", "start_shortfalls"])
def test_a_start_that_is_not_one_number_a_side_is_refused(field: str, start: object) -> None:
    refused = refusal_of_file(match_file() | {field: start})

    assert (refused.field, refused.entry) == (field, None)


def test_a_signed_sheet_starts_anywhere_within_bounds_but_with_no_shortfalls() -> None:
    rules = {"sheet": "signed"}

    sheet = sheet_of(rules=rules, start=[-9999, 9999])
    below = refusal(rules=rules, start=[-10_000, 0])
    shortfalls = refusal(rules=rules, start_shortfalls=[1, 0])

    assert sheet["scores"] == [-9999, 9999]
    assert (below.field, below.entry) == ("start", None)
    assert (shortfalls.field, shortfalls.entry) == ("start_shortfalls", None)


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


# How much, and when


LINE = {"record": {"adjustment": [1, 0]}}


def test_a_file_of_5000_entries_is_taken_and_the_one_after_is_refused() -> None:
    assert len(read_match(match_file(*[LINE] * 5000)).entries) == 5000

    refused = refusal(*[LINE] * 5001)

    assert refused.entry == 5001
    assert refused.field == "record"
    assert "5000 entries" in describe_error(refused)


def test_a_full_file_may_still_be_undone_ended_and_reopened() -> None:
    full = [LINE] * 5000
    after: list[Any] = [{"undo": 5000}, {"undo": 4999}]
    after += [{"end": True}, {"reopen": "x"}, {"end": True}]

    assert read_match(match_file(*full, *after)).state.ended
    for more in (LINE, {"strike": 1}, {"rename": {"side": 0, "name": "X"}}, {"dealer": 1}):
        assert refusal(*full, {"undo": 5000}, more).entry == 5002


def test_a_longer_match_of_before_is_read_where_it_is_stored() -> None:
    opening = read_match(match_file()).opening

    assert replayed(opening, [LINE] * 5010).state.version == 5010


@pytest.mark.parametrize("time", ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59Z"])
def test_the_first_and_the_last_time_are_taken(time: str) -> None:
    match = match_file(LINE | {"at": time}, opened=time)

    assert write_match(read_match(match))["opened"] == time


@pytest.mark.parametrize(
    "time", ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z"]
)
def test_a_time_of_another_age_is_refused_at_its_field(time: str) -> None:
    opened = refusal_of_file(match_file(LINE, opened=time))
    at = refusal(LINE, LINE | {"at": time})

    assert (opened.field, opened.entry) == ("opened", None)
    assert (at.field, at.entry) == ("at", 2)
    assert "1970 to 2199" in describe_error(opened)
    assert "1970 to 2199" in describe_error(at)


def test_a_time_of_another_age_is_read_where_it_is_stored() -> None:
    time = "0001-01-01T00:00:00Z"
    opening = read_opening({"ruleset": {"preset": "pepper"}, "opened": time})

    match = replayed(opening, [LINE | {"at": time}])

    assert match.entries[0].at == match.opening.opened == time

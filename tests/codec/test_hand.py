"""What is refused of a hand: its field and a sentence that names the error."""

import pytest

from scorekeeper.messages.errors import describe_error
from tests.codec.refused_values import (
    BARGAINED,
    CLUBS_MUST_BE_PLAYED,
    MUST_PLAY_A_FORCED_BID,
    NOT_A_PLACE,
    NOT_TEXT,
    NOT_WHOLE,
    PEPPER_ROUND,
    alone,
    bare,
)
from tests.rules.builders import (
    STICK_THE_DEALER,
    STUCK,
    Facts,
    record,
    refusal,
    refusal_of_file,
    sheet_of,
    sheet_of_file,
)

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

"""The tables of pepper to 42: every bid, every count of tricks, every house rule, every ending."""

from typing import Any

import pytest

from scorekeeper.codec.match_file import read_match
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.messages.explanations import explain
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import STICK_THE_DEALER, STUCK, Facts, match_file, record, sheet_of

# bid: (bidding side, defenders) when the bidding side takes 0, 1, 2, 3, 4, 5, 6 tricks
TABLE = {
    "1": [(-1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (1, -1)],
    "2": [(-2, 6), (-2, 5), (2, 4), (2, 3), (2, 2), (2, 1), (2, -2)],
    "3": [(-3, 6), (-3, 5), (-3, 4), (3, 3), (3, 2), (3, 1), (3, -3)],
    "4": [(-4, 6), (-4, 5), (-4, 4), (-4, 3), (4, 2), (4, 1), (4, -4)],
    "5": [(-5, 6), (-5, 5), (-5, 4), (-5, 3), (-5, 2), (5, 1), (5, -5)],
    "6": [(-6, 6), (-6, 5), (-6, 4), (-6, 3), (-6, 2), (-6, 1), (6, -6)],
    "little pepper": [(-7, 7), (-7, 7), (-7, 7), (-7, 7), (-7, 7), (-7, 7), (7, -7)],
    "big pepper": [(-14, 14), (-14, 14), (-14, 14), (-14, 14), (-14, 14), (-14, 14), (14, -14)],
}
WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "little pepper": 7, "big pepper": 14}
NEEDS = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "little pepper": 6, "big pepper": 6}
EVERY_PLAYED_HAND = [
    pytest.param(bid, tricks, *points, id=f"{bid} bid and {tricks} taken")
    for bid, row in TABLE.items()
    for tricks, points in enumerate(row)
]
SEATS = [
    pytest.param(0, id="North bids"),
    pytest.param(1, id="East bids"),
    pytest.param(2, id="South bids"),
    pytest.param(3, id="West bids"),
]
SCORE_WHAT_YOU_GET = {"made": {"tricks": 1}}
NORTH_3_TAKING_3 = record(bidder=0, bid="3", tricks=[3, 3])
EAST_3_TAKING_3 = record(bidder=1, bid="3", tricks=[3, 3])


def columns(side: int, bidding: int, others: int) -> list[int]:
    return [bidding, others] if side == 0 else [others, bidding]


def points_of(hand: dict[str, Any], **rules: Any) -> list[int]:
    points: list[int] = sheet_of(record(**hand), rules=rules)["rows"][0]["points"]
    return points


# The table of points


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("bid", "tricks", "bidding", "defending"), EVERY_PLAYED_HAND)
def test_a_played_hand_pays_what_the_table_prints(
    bid: str, tricks: int, bidding: int, defending: int, seat: int
) -> None:
    hand = record(bidder=seat, bid=bid, tricks=columns(seat % 2, tricks, 6 - tricks))

    row = sheet_of(hand)["rows"][0]

    assert row["points"] == columns(seat % 2, bidding, defending)
    assert row["outcome"] == ("made" if tricks >= NEEDS[bid] else "set")
    assert all(type(number) is int for number in row["points"] + row["cells"])


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("bid", "tricks", "bidding", "defending"), EVERY_PLAYED_HAND)
def test_a_side_pays_the_same_when_nobody_said_which_seat_bid(
    bid: str, tricks: int, bidding: int, defending: int, side: int
) -> None:
    hand = record(side=side, bid=bid, tricks=columns(side, tricks, 6 - tricks))

    row = sheet_of(hand)["rows"][0]

    assert row["points"] == columns(side, bidding, defending)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("bid", TABLE)
def test_a_surrendered_hand_pays_the_worth_of_the_bid_and_the_defenders_nothing(
    bid: str, seat: int
) -> None:
    hand = record(bidder=seat, bid=bid, surrendered=True)

    row = sheet_of(hand)["rows"][0]

    assert row["points"] == columns(seat % 2, WORTH[bid], 0)
    assert row["outcome"] == "surrendered"


@pytest.mark.parametrize("trump", ["clubs", "diamonds", "hearts", "spades", "no trump"])
@pytest.mark.parametrize("bid", TABLE)
def test_plain_pepper_lets_a_hand_be_surrendered_whatever_the_trump(bid: str, trump: str) -> None:
    hand = record(side=0, bid=bid, trump=trump, surrendered=True)

    row = sheet_of(hand)["rows"][0]

    assert row["points"] == [WORTH[bid], 0]


@pytest.mark.parametrize("trump", ["clubs", "diamonds", "hearts", "spades", "no trump"])
def test_the_trump_changes_no_number_of_a_played_hand(trump: str) -> None:
    hand = {"bidder": 2, "bid": "4", "trump": trump, "tricks": [3, 3]}

    points = points_of(hand)

    assert points == [-4, 3]


def test_a_thrown_in_hand_is_a_row_of_zeros_and_the_deal_passes_on() -> None:
    sheet = sheet_of(record(thrown_in=True), first_dealer=2)

    row = sheet["rows"][0]
    assert (row["outcome"], row["points"], row["cells"]) == ("thrown in", [0, 0], [0, 0])
    assert (row["dealer"], sheet["next_dealer"]) == (2, 3)


def test_a_six_that_fails_pays_by_the_trick_and_a_little_pepper_pays_seven() -> None:
    six = points_of({"bidder": 0, "bid": "6", "tricks": [5, 1]})
    little_pepper = points_of({"bidder": 0, "bid": "little pepper", "tricks": [5, 1]})

    assert six == [-6, 1]
    assert little_pepper == [-7, 7]


def test_a_bid_missed_by_one_costs_the_bid() -> None:
    points = points_of({"bidder": 3, "bid": "4", "tricks": [3, 3]})

    assert points == [3, -4]


def test_a_made_bid_pays_the_bid_and_not_the_tricks() -> None:
    points = points_of({"bidder": 0, "bid": "2", "tricks": [5, 1]})

    assert points == [2, 1]


def test_pepper_is_played_to_42_on_a_carry_forward_sheet_by_default() -> None:
    sheet = sheet_of(record(bidder=0, bid="3", tricks=[2, 4]))

    assert sheet["wins_at"] == 42
    assert (sheet["rows"][0]["cells"], sheet["shortfalls"]) == ([0, 4], [3, 0])


# House rules


@pytest.mark.parametrize("bid", TABLE)
@pytest.mark.parametrize("minimum", TABLE)
def test_a_bid_at_or_over_the_minimum_pays_as_ever(minimum: str, bid: str) -> None:
    if list(TABLE).index(bid) < list(TABLE).index(minimum):
        return

    points = points_of({"bidder": 0, "bid": bid, "tricks": [6, 0]}, minimum_bid=minimum)

    assert points == list(TABLE[bid][6])


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_a_stuck_dealer_who_declines_costs_his_side_the_minimum(dealer: int) -> None:
    hand = record(bidder=dealer, bid="3", declined=True)

    row = sheet_of(hand, rules=STICK_THE_DEALER, first_dealer=dealer)["rows"][0]

    assert row["points"] == columns(dealer % 2, -3, 0)
    assert row["outcome"] == "declined"


def test_a_stuck_dealer_loses_a_minimum_of_four_when_four_is_the_minimum() -> None:
    rules = {"minimum_bid": "4", "forced": STUCK | {"bid": "4"}}

    points = points_of({"bidder": 0, "bid": "4", "declined": True}, **rules)

    assert points == [-4, 0]


@pytest.mark.parametrize("tricks", range(7))
def test_a_forced_minimum_pays_like_any_other_three(tricks: int) -> None:
    hand = {"bidder": 0, "bid": "3", "forced": True, "tricks": [tricks, 6 - tricks]}

    points = points_of(hand, **STICK_THE_DEALER)

    assert points == list(TABLE["3"][tricks])


def test_a_forced_minimum_may_be_surrendered_where_it_need_not_be_played() -> None:
    hand = {"bidder": 0, "bid": "3", "forced": True, "surrendered": True}

    points = points_of(hand, **STICK_THE_DEALER)

    assert points == [3, 0]


@pytest.mark.parametrize("must_play", [False, True])
def test_a_stuck_dealer_who_bids_higher_bids_an_ordinary_hand_that_may_be_surrendered(
    must_play: bool,
) -> None:
    rules = {"minimum_bid": "3", "forced": STUCK | {"must_play": must_play}}

    points = points_of({"bidder": 0, "bid": "4", "surrendered": True}, **rules)

    assert points == [4, 0]


@pytest.mark.parametrize("trump", ["diamonds", "hearts", "spades", "no trump"])
@pytest.mark.parametrize("bid", TABLE)
def test_dirty_clubs_leave_the_other_trumps_free_to_surrender(bid: str, trump: str) -> None:
    hand = {"bidder": 0, "bid": bid, "trump": trump, "surrendered": True}

    points = points_of(hand, must_play=["clubs"])

    assert points == [WORTH[bid], 0]


@pytest.mark.parametrize("bid", TABLE)
def test_a_hand_at_dirty_clubs_that_is_played_pays_as_ever(bid: str) -> None:
    hand = {"bidder": 0, "bid": bid, "trump": "clubs", "tricks": [5, 1]}

    points = points_of(hand, must_play=["clubs"])

    assert points == list(TABLE[bid][5])


def test_a_played_hand_needs_no_trump_even_where_some_must_be_played() -> None:
    points = points_of({"bidder": 0, "bid": "3", "tricks": [3, 3]}, must_play=["clubs"])

    assert points == [3, 3]


@pytest.mark.parametrize("trump", [{}, {"trump": "clubs"}])
def test_dirty_clubs_do_not_stop_a_stuck_dealer_from_declining(trump: dict[str, str]) -> None:
    hand = {"bidder": 0, "bid": "3", "declined": True} | trump

    points = points_of(hand, **STICK_THE_DEALER, must_play=["clubs"])

    assert points == [-3, 0]


@pytest.mark.parametrize("trump", ["clubs", "diamonds", "hearts", "spades"])
def test_where_no_trump_must_be_played_a_suit_may_still_be_surrendered(trump: str) -> None:
    hand = {"bidder": 1, "bid": "5", "trump": trump, "surrendered": True}

    points = points_of(hand, must_play=["no trump"])

    assert points == [0, 5]


def test_where_no_trump_is_not_allowed_the_suits_still_are() -> None:
    rules = {"trumps": ["clubs", "diamonds", "hearts", "spades"]}

    points = points_of({"bidder": 0, "bid": "3", "trump": "spades", "tricks": [3, 3]}, **rules)

    assert points == [3, 3]


# score what you get: a made number bid pays its tricks, everything else is unchanged
SCORED_WHAT_THEY_GOT = {
    "1": [(-1, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, -1)],
    "2": [(-2, 6), (-2, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, -2)],
    "3": [(-3, 6), (-3, 5), (-3, 4), (3, 3), (4, 2), (5, 1), (6, -3)],
    "4": [(-4, 6), (-4, 5), (-4, 4), (-4, 3), (4, 2), (5, 1), (6, -4)],
    "5": [(-5, 6), (-5, 5), (-5, 4), (-5, 3), (-5, 2), (5, 1), (6, -5)],
    "6": [(-6, 6), (-6, 5), (-6, 4), (-6, 3), (-6, 2), (-6, 1), (6, -6)],
    "little pepper": TABLE["little pepper"],
    "big pepper": TABLE["big pepper"],
}


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("tricks", range(7))
@pytest.mark.parametrize("bid", TABLE)
def test_score_what_you_get_pays_the_tricks_of_a_made_number_bid_only(
    bid: str, tricks: int, side: int
) -> None:
    hand = {"side": side, "bid": bid, "tricks": columns(side, tricks, 6 - tricks)}

    points = points_of(hand, **SCORE_WHAT_YOU_GET)

    assert points == columns(side, *SCORED_WHAT_THEY_GOT[bid][tricks])


@pytest.mark.parametrize("bid", TABLE)
def test_score_what_you_get_still_pays_the_bid_for_a_surrender(bid: str) -> None:
    points = points_of({"side": 1, "bid": bid, "surrendered": True}, **SCORE_WHAT_YOU_GET)

    assert points == [0, WORTH[bid]]


@pytest.mark.parametrize(
    ("points", "test", "wins_at"),
    [
        (30, "reach", 30),
        (30, "exceed", 31),
        (31, "reach", 31),
        (31, "exceed", 32),
        (42, "reach", 42),
        (42, "exceed", 43),
        (43, "reach", 43),
        (1, "reach", 1),
        (99999, "reach", 99999),
    ],
)
def test_a_target_is_shown_as_the_score_that_wins(points: int, test: str, wins_at: int) -> None:
    rules = {"target": {"points": points, "test": test}}

    sheet = sheet_of(rules=rules)

    assert sheet["wins_at"] == wins_at


@pytest.mark.parametrize(
    ("target", "start", "state"),
    [
        ({"points": 30, "test": "reach"}, 26, "playing"),
        ({"points": 30, "test": "reach"}, 27, "decided"),
        ({"points": 30, "test": "exceed"}, 27, "playing"),
        ({"points": 30, "test": "exceed"}, 28, "decided"),
        ({"points": 31, "test": "reach"}, 27, "playing"),
        ({"points": 31, "test": "reach"}, 28, "decided"),
        ({"points": 42, "test": "reach"}, 38, "playing"),
        ({"points": 42, "test": "reach"}, 39, "decided"),
        ({"points": 43, "test": "reach"}, 39, "playing"),
        ({"points": 43, "test": "reach"}, 40, "decided"),
        (None, 9000, "playing"),
    ],
)
def test_the_match_is_decided_exactly_at_the_target(
    target: dict[str, Any] | None, start: int, state: str
) -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, rules={"target": target}, start=[start, 0])

    assert sheet["scores"] == [start + 3, 3]
    assert sheet["state"] == state


def test_exceed_30_and_reach_31_draw_the_same_line() -> None:
    exceed = {"target": {"points": 30, "test": "exceed"}}
    reach = {"target": {"points": 31, "test": "reach"}}

    for start in range(24, 34):
        past_30 = sheet_of(NORTH_3_TAKING_3, rules=exceed, start=[start, 0])
        at_31 = sheet_of(NORTH_3_TAKING_3, rules=reach, start=[start, 0])

        assert (past_30["state"], past_30["wins_at"]) == (at_31["state"], at_31["wins_at"])


# The carry-forward sheet


def test_the_worked_hand_writes_0_and_4_with_3_to_make_good() -> None:
    row = sheet_of(record(bidder=0, bid="3", tricks=[2, 4]))["rows"][0]

    assert row["points"] == [-3, 4]
    assert row["cells"] == [0, 4]
    assert row["shortfalls"] == [3, 0]


def test_a_gain_first_pays_the_shortfall_and_writes_what_is_left() -> None:
    missed = record(bidder=0, bid="3", tricks=[2, 4])
    part = record(bidder=0, bid="2", surrendered=True)
    rest = record(bidder=0, bid="5", surrendered=True)

    rows = sheet_of(missed, part, rest)["rows"]

    assert [row["cells"][0] for row in rows] == [0, 0, 4]
    assert [row["shortfalls"][0] for row in rows] == [3, 1, 0]


def test_losses_pile_up_in_the_shortfall() -> None:
    missed = record(bidder=0, bid="4", tricks=[2, 4])

    sheet = sheet_of(missed, missed, missed)

    assert (sheet["totals"], sheet["shortfalls"], sheet["scores"]) == ([0, 12], [12, 0], [-12, 12])


@pytest.mark.parametrize(
    "nothing", [record(thrown_in=True), record(side=1, bid="2", surrendered=True)]
)
def test_a_result_of_nothing_leaves_the_shortfall_alone(nothing: dict[str, Any]) -> None:
    sheet = sheet_of(record(bidder=0, bid="3", tricks=[2, 4]), nothing)

    assert sheet["rows"][1]["cells"][0] == 0
    assert sheet["shortfalls"][0] == 3


def test_the_same_hands_in_another_order_give_other_totals_and_the_same_scores() -> None:
    missed = record(bidder=0, bid="5", tricks=[4, 2])
    made = record(bidder=0, bid="5", tricks=[5, 1])

    missed_first = sheet_of(missed, made)
    made_first = sheet_of(made, missed)

    assert (missed_first["totals"], missed_first["scores"]) == ([0, 3], [0, 3])
    assert (made_first["totals"], made_first["scores"]) == ([5, 3], [0, 3])


def test_correcting_an_early_hand_changes_every_later_cell() -> None:
    hands = [record(bidder=0, bid="3", tricks=[3, 3]), record(bidder=0, bid="3", tricks=[3, 3])]
    correction = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [2, 4]}}

    before, after = sheet_of(*hands), sheet_of(*hands, correction)

    assert [row["cells"] for row in before["rows"]] == [[3, 3], [3, 3]]
    assert [row["cells"] for row in after["rows"]] == [[0, 4], [0, 3]]


def test_a_start_from_paper_pays_the_shortfall_it_came_with() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[10, 20], start_shortfalls=[5, 0])

    row = sheet["rows"][0]
    assert (row["cells"], row["shortfalls"]) == ([0, 3], [2, 0])
    assert (sheet["totals"], sheet["scores"]) == ([10, 23], [8, 23])


def test_a_signed_sheet_writes_the_points_themselves() -> None:
    sheet = sheet_of(record(bidder=0, bid="3", tricks=[2, 4]), rules={"sheet": "signed"})

    row = sheet["rows"][0]
    assert (row["cells"], row["totals"], row["scores"]) == ([-3, 4], [-3, 4], [-3, 4])
    assert (row["shortfalls"], sheet["shortfalls"]) == ([0, 0], [0, 0])


def test_an_adjustment_is_written_like_any_other_points() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, record(adjustment=[-5, 2], note="revoke"), first_dealer=1)

    row = sheet["rows"][1]
    assert (row["outcome"], row["points"], row["cells"]) == ("adjustment", [-5, 2], [0, 2])
    assert (row["shortfalls"], sheet["scores"]) == ([5, 0], [-2, 5])
    assert sheet["next_dealer"] == 2


def test_an_adjustment_of_five_changes_the_total_by_exactly_five() -> None:
    before = sheet_of(NORTH_3_TAKING_3)
    after = sheet_of(NORTH_3_TAKING_3, record(adjustment=[5, 0], note="forgotten at the start"))

    assert (before["totals"], after["totals"]) == ([3, 3], [8, 3])
    assert len(after["rows"]) == 2


def test_an_overruled_column_takes_the_agreed_points_and_says_so() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"overrule": 1, "side": 1, "points": -2})

    row = sheet["rows"][0]
    assert (row["points"], row["overruled"]) == ([3, -2], [False, True])
    assert (row["cells"], row["shortfalls"]) == ([3, 0], [0, 2])


def test_an_overrule_stands_when_the_hand_is_amended() -> None:
    overrule = {"overrule": 1, "side": 1, "points": 0}
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "4", "tricks": [4, 2]}}

    row = sheet_of(NORTH_3_TAKING_3, overrule, amend)["rows"][0]

    assert (row["points"], row["overruled"]) == ([4, 0], [False, True])


def test_an_overrule_of_the_points_already_there_still_says_it_was_overruled() -> None:
    overrule = {"overrule": 1, "side": 1, "points": 3}
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "4", "tricks": [4, 2]}}

    row = sheet_of(NORTH_3_TAKING_3, overrule, amend)["rows"][0]

    assert (row["points"], row["overruled"]) == ([4, 3], [False, True])


def test_an_overrule_of_null_gives_the_hand_its_own_points_again() -> None:
    entries = [{"overrule": 1, "side": 1, "points": points} for points in (9, None)]

    row = sheet_of(NORTH_3_TAKING_3, *entries)["rows"][0]

    assert (row["points"], row["overruled"]) == ([3, 3], [False, False])


def test_an_overrule_of_null_is_taken_where_there_is_none() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"overrule": 1, "side": 0, "points": None})

    assert sheet["rows"][0]["points"] == [3, 3]
    assert sheet["version"] == 2


def test_a_struck_hand_keeps_its_row_worth_nothing_and_its_deal_was_dealt() -> None:
    overrule = {"overrule": 1, "side": 0, "points": 9}

    sheet = sheet_of(NORTH_3_TAKING_3, overrule, {"strike": 1}, EAST_3_TAKING_3, first_dealer=0)

    row = sheet["rows"][0]
    assert (row["outcome"], row["points"], row["cells"]) == ("struck", [0, 0], [0, 0])
    assert [row["dealer"] for row in sheet["rows"]] == [0, 1]


def test_an_undone_hand_leaves_no_row_and_its_number_goes_to_the_next() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"undo": 1}, EAST_3_TAKING_3, first_dealer=0)

    assert [row["number"] for row in sheet["rows"]] == [1]
    assert sheet["rows"][0]["hand"]["bidder"] == 1
    assert (sheet["rows"][0]["dealer"], sheet["version"]) == (0, 3)


def test_undo_takes_back_a_correction_and_then_the_hand_before_it() -> None:
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "4", "tricks": [4, 2]}}

    once = sheet_of(NORTH_3_TAKING_3, amend, {"undo": 2})
    twice = sheet_of(NORTH_3_TAKING_3, amend, {"undo": 2}, {"undo": 1})

    assert once["scores"] == [3, 3]
    assert (twice["rows"], twice["scores"], twice["version"]) == ([], [0, 0], 4)


def test_amending_the_last_hand_opens_no_hand_and_moves_no_dealer() -> None:
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "4", "tricks": [4, 2]}}

    sheet = sheet_of(NORTH_3_TAKING_3, amend, amend, amend, first_dealer=0)

    assert len(sheet["rows"]) == 1
    assert sheet["next_dealer"] == 1


def test_the_dealer_goes_round_and_a_dealer_entry_moves_the_next_deal() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"dealer": 3}, NORTH_3_TAKING_3, EAST_3_TAKING_3)

    assert [row["dealer"] for row in sheet["rows"]] == [0, 3, 0]
    assert sheet["next_dealer"] == 1


def test_a_hand_that_names_its_dealer_moves_the_deals_after_it() -> None:
    named = record(bidder=0, bid="3", tricks=[3, 3], dealer=2)

    sheet = sheet_of(NORTH_3_TAKING_3, named, EAST_3_TAKING_3)

    assert [row["dealer"] for row in sheet["rows"]] == [0, 2, 3]


def test_a_rename_changes_the_names_on_the_sheet_and_no_number() -> None:
    entries = [{"rename": {"side": 1, "name": "Them"}}, {"rename": {"seat": 2, "name": "Zoe"}}]
    players = ["A", "B", "C", "D"]

    sheet = sheet_of(NORTH_3_TAKING_3, *entries, sides=["Us", "You"], players=players)

    assert sheet["sides"] == ["Us", "Them"]
    assert sheet["players"] == ["A", "B", "Zoe", "D"]
    assert sheet["scores"] == [3, 3]


# The end


def test_when_both_sides_are_over_the_higher_score_wins() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[41, 40])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([44, 43], "decided", 0)


def test_when_both_sides_are_over_the_higher_score_wins_although_the_other_side_bid() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[40, 41])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([43, 44], "decided", 1)


def test_defenders_may_cross_the_line_on_the_other_sides_bid() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[0, 39])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([3, 42], "decided", 1)


def test_a_surrender_may_decide_the_match() -> None:
    sheet = sheet_of(record(side=1, bid="2", surrendered=True), start=[41, 40])

    assert (sheet["state"], sheet["winner"], sheet["next_dealer"]) == ("decided", 1, None)


def test_level_at_the_top_one_more_hand_is_played() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[40, 40])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([43, 43], "playing", None)
    assert sheet["next_dealer"] == 1


def test_still_level_yet_another_hand_is_played() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, EAST_3_TAKING_3, start=[40, 40])

    assert (sheet["scores"], sheet["state"]) == ([46, 46], "playing")


def test_after_a_level_score_a_side_may_drop_under_the_target_and_the_higher_wins() -> None:
    missed = record(bidder=1, bid="5", tricks=[3, 3])

    sheet = sheet_of(NORTH_3_TAKING_3, missed, start=[39, 39])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([45, 37], "decided", 0)


def test_after_a_level_score_play_goes_on_when_nobody_is_at_the_target_any_more() -> None:
    drop = record(adjustment=[-5, -4], note="both sides looked at the table")

    sheet = sheet_of(NORTH_3_TAKING_3, drop, start=[39, 39])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([37, 38], "playing", None)


def test_a_dealer_who_declines_after_a_tie_loses_although_the_totals_are_level() -> None:
    tie = record(bidder=1, bid="3", tricks=[3, 3])
    decline = record(bidder=1, bid="3", declined=True)

    sheet = sheet_of(tie, decline, rules=STICK_THE_DEALER, start=[39, 39], first_dealer=0)

    assert (sheet["totals"], sheet["shortfalls"], sheet["scores"]) == ([42, 42], [0, 3], [42, 39])
    assert (sheet["state"], sheet["winner"]) == ("decided", 0)


def test_a_total_at_the_target_does_not_win_while_the_score_is_under_it() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, start=[42, 0], start_shortfalls=[9, 0])

    assert (sheet["totals"], sheet["scores"]) == ([42, 3], [36, 3])
    assert (sheet["state"], sheet["winner"]) == ("playing", None)


def test_an_adjustment_may_decide_the_match() -> None:
    award = record(adjustment=[2, 0], note="exposed card")

    sheet = sheet_of(NORTH_3_TAKING_3, award, start=[37, 0])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([42, 3], "decided", 0)


def test_an_adjustment_alone_decides_nothing_until_a_hand_stands() -> None:
    award = record(adjustment=[50, 0], note="moved over from paper")

    alone = sheet_of(award)
    with_a_hand = sheet_of(award, EAST_3_TAKING_3)

    assert (alone["scores"], alone["state"], alone["winner"]) == ([50, 0], "playing", None)
    assert (with_a_hand["state"], with_a_hand["winner"]) == ("decided", 0)


def test_a_start_over_the_target_decides_nothing_until_a_hand_stands() -> None:
    before = sheet_of(start=[50, 0])
    after = sheet_of(record(thrown_in=True), start=[50, 0])

    assert (before["state"], before["winner"], before["next_dealer"]) == ("playing", None, 0)
    assert (after["state"], after["winner"]) == ("decided", 0)


def test_a_struck_hand_is_no_hand_to_decide_a_match_by() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"strike": 1}, start=[50, 0])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([50, 0], "playing", None)


def test_an_overrule_may_decide_the_match() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"overrule": 1, "side": 0, "points": 10}, start=[32, 0])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([42, 3], "decided", 0)


def test_an_adjustment_may_follow_a_decided_match_and_take_the_win_away() -> None:
    penalty = record(adjustment=[-5, 0], note="revoke in the last hand")

    sheet = sheet_of(NORTH_3_TAKING_3, penalty, start=[40, 0])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([38, 3], "playing", None)
    assert sheet["next_dealer"] == 1


@pytest.mark.parametrize(
    "correction",
    [
        {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [2, 4]}},
        {"overrule": 1, "side": 0, "points": 0},
        {"strike": 1},
        {"undo": 1},
    ],
    ids=lambda correction: next(iter(correction)),
)
def test_a_correction_that_takes_the_win_away_makes_the_match_undecided_again(
    correction: dict[str, Any],
) -> None:
    decided = sheet_of(NORTH_3_TAKING_3, start=[40, 0])
    corrected = sheet_of(NORTH_3_TAKING_3, correction, start=[40, 0])
    big_pepper = record(bidder=0, bid="big pepper", tricks=[6, 0])
    won_again = sheet_of(NORTH_3_TAKING_3, correction, big_pepper, start=[40, 0])

    assert (decided["state"], decided["winner"]) == ("decided", 0)
    assert (corrected["state"], corrected["winner"]) == ("playing", None)
    assert corrected["next_dealer"] is not None
    assert (won_again["state"], won_again["winner"]) == ("decided", 0)


def test_undoing_the_winning_hand_leaves_no_trace_and_a_later_win_is_seen_once() -> None:
    weaker = record(bidder=0, bid="1", tricks=[1, 5])

    undone = sheet_of(NORTH_3_TAKING_3, {"undo": 1}, weaker, start=[40, 0])
    never = sheet_of(weaker, start=[40, 0])
    later = sheet_of(NORTH_3_TAKING_3, {"undo": 1}, weaker, NORTH_3_TAKING_3, start=[40, 0])

    assert undone | {"version": 0} == never | {"version": 0}
    assert (undone["state"], undone["winner"]) == ("playing", None)
    assert (later["scores"], later["state"], later["winner"]) == ([44, 8], "decided", 0)


def test_a_correction_may_make_an_earlier_hand_cross_and_the_hands_since_still_count() -> None:
    later = record(bidder=1, bid="6", surrendered=True)
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "big pepper", "tricks": [6, 0]}}

    sheet = sheet_of(NORTH_3_TAKING_3, later, amend, start=[30, 30])

    assert [row["scores"] for row in sheet["rows"]] == [[44, 16], [44, 22]]
    assert (sheet["state"], sheet["winner"]) == ("decided", 0)


def test_a_correction_may_hand_the_win_to_the_other_side() -> None:
    amend = {"amend": 1, "hand": {"bidder": 0, "bid": "4", "tricks": [3, 3]}}

    sheet = sheet_of(NORTH_3_TAKING_3, amend, start=[41, 40])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([37, 43], "decided", 1)


def test_a_decided_match_that_is_ended_keeps_its_winner() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"end": True}, start=[40, 0])

    assert (sheet["state"], sheet["winner"], sheet["next_dealer"]) == ("ended", 0, None)


def test_a_match_ended_undecided_has_no_winner() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, {"end": True}, start=[30, 0])

    assert (sheet["state"], sheet["winner"], sheet["next_dealer"]) == ("ended", None, None)
    assert sheet["scores"] == [33, 3]


def test_a_match_may_be_ended_before_any_hand() -> None:
    sheet = sheet_of({"end": True})

    assert (sheet["state"], sheet["winner"], sheet["rows"]) == ("ended", None, [])


def test_a_reopened_match_is_decided_still_and_playing_where_it_was_not() -> None:
    ending: list[Facts] = [{"end": True}, {"reopen": "wrong tricks in hand 1"}]

    won = sheet_of(NORTH_3_TAKING_3, *ending, start=[40, 0])
    undecided = sheet_of(NORTH_3_TAKING_3, *ending, start=[30, 0])

    assert (won["state"], won["winner"]) == ("decided", 0)
    assert (undecided["state"], undecided["next_dealer"]) == ("playing", 1)


def test_where_only_a_made_bid_wins_the_defenders_cannot_go_out() -> None:
    rules = {"win_by": "making"}

    defenders_over = sheet_of(NORTH_3_TAKING_3, rules=rules, start=[0, 41])
    bidders_over = sheet_of(EAST_3_TAKING_3, rules=rules, start=[0, 41])
    surrendered = sheet_of(record(side=1, bid="1", surrendered=True), rules=rules, start=[0, 41])
    missed = sheet_of(record(bidder=1, bid="4", tricks=[3, 3]), rules=rules, start=[0, 50])

    assert defenders_over["state"] == "playing"
    assert (bidders_over["state"], bidders_over["winner"]) == ("decided", 1)
    assert (surrendered["state"], surrendered["winner"]) == ("decided", 1)
    assert missed["state"] == "playing"


def test_where_only_a_made_bid_wins_a_level_side_that_may_not_win_does_not_stop_it() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, rules={"win_by": "making"}, start=[40, 40])

    assert (sheet["scores"], sheet["state"], sheet["winner"]) == ([43, 43], "decided", 0)


def test_where_only_a_made_bid_wins_a_higher_side_that_may_not_win_does_not_stop_it() -> None:
    sheet = sheet_of(NORTH_3_TAKING_3, rules={"win_by": "making"}, start=[40, 80])

    assert (sheet["state"], sheet["winner"]) == ("decided", 0)


def test_where_only_a_made_bid_wins_the_last_hand_is_neither_an_adjustment_nor_struck() -> None:
    award = record(adjustment=[0, 0], note="nothing changes")
    rules = {"win_by": "making"}

    adjusted = sheet_of(NORTH_3_TAKING_3, award, rules=rules, start=[40, 0])
    struck = sheet_of(EAST_3_TAKING_3, NORTH_3_TAKING_3, {"strike": 2}, rules=rules, start=[36, 0])
    penalty = record(adjustment=[9, 0], note="exposed cards")
    beaten = sheet_of(EAST_3_TAKING_3, penalty, rules=rules, start=[36, 0])

    assert (adjusted["state"], adjusted["winner"]) == ("decided", 0)
    assert (struck["scores"], struck["state"]) == ([39, 3], "playing")
    assert (beaten["scores"], beaten["state"]) == ([48, 3], "playing")


def test_where_deciding_the_hand_wins_setting_the_bid_goes_out_too() -> None:
    rules = {"win_by": "deciding"}
    missed = record(bidder=0, bid="4", tricks=[3, 3])

    set_it = sheet_of(missed, rules=rules, start=[0, 40])
    made_it = sheet_of(NORTH_3_TAKING_3, rules=rules, start=[0, 40])

    assert (set_it["state"], set_it["winner"]) == ("decided", 1)
    assert made_it["state"] == "playing"


def test_where_the_bidder_crosses_first_a_bidding_side_over_wins_whatever_the_scores() -> None:
    rules = {"crossing": "bidder"}

    both_over = sheet_of(NORTH_3_TAKING_3, rules=rules, start=[40, 60])
    level = sheet_of(NORTH_3_TAKING_3, rules=rules, start=[40, 40])
    bidder_under = sheet_of(NORTH_3_TAKING_3, rules=rules, start=[30, 60])

    assert (both_over["state"], both_over["winner"]) == ("decided", 0)
    assert (level["state"], level["winner"]) == ("decided", 0)
    assert (bidder_under["state"], bidder_under["winner"]) == ("decided", 1)


def test_where_a_side_may_lose_the_other_side_wins_when_it_falls_to_the_floor() -> None:
    missed = record(bidder=0, bid="big pepper", tricks=[5, 1])

    above = sheet_of(missed, rules={"lose_at": -15})
    at_it = sheet_of(missed, rules={"lose_at": -14})
    both = sheet_of(
        missed,
        record(adjustment=[0, -40], note="both sides fell"),
        rules={"lose_at": -14, "sheet": "signed"},
    )

    assert (above["state"], above["winner"]) == ("playing", None)
    assert (at_it["state"], at_it["winner"]) == ("decided", 1)
    assert (both["scores"], both["state"], both["winner"]) == ([-14, -26], "playing", None)


# The sentence behind a number


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "hand",
    [
        {"bidder": 0, "bid": "5", "tricks": [4, 2]},
        {"bidder": 0, "bid": "5", "tricks": [6, 0]},
        {"side": 1, "bid": "little pepper", "tricks": [0, 6]},
        {"side": 1, "bid": "big pepper", "tricks": [1, 5]},
        {"bidder": 3, "bid": "2", "surrendered": True},
        {"thrown_in": True},
        {"adjustment": [-2, 4], "note": "revoke"},
    ],
)
def test_every_number_has_its_sentence_and_the_sentence_has_the_number(
    hand: dict[str, Any], side: int
) -> None:
    sheet = build_sheet(read_match(match_file(record(**hand))))

    said = explain(sheet, 1, side)

    points = write_sheet(sheet)["rows"][0]["points"][side]
    assert str(said.story)
    assert points in [step.amount for step in said.steps]
    assert str(said.rule)

"""The first published games beside pepper to 42: every hand, and the end."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from tests.rules.builders import Facts, record, refusal, sheet_of

# bid: what the bidding side gets when it takes 0, 1, 2, 3, 4, 5, 6 tricks
OF_SIX = {
    "1": [-6, 1, 2, 3, 4, 5, 6],
    "2": [-6, -6, 2, 3, 4, 5, 6],
    "3": [-6, -6, -6, 3, 4, 5, 6],
    "4": [-6, -6, -6, -6, 4, 5, 6],
    "5": [-6, -6, -6, -6, -6, 5, 6],
    "little pepper": [-6, -6, -6, -6, -6, -6, 6],
    "big pepper": [-12, -12, -12, -12, -12, -12, 12],
}
# the same for 0 to 8 tricks
OF_EIGHT = {
    "1": [-8, 1, 2, 3, 4, 5, 6, 7, 8],
    "2": [-8, -8, 2, 3, 4, 5, 6, 7, 8],
    "3": [-8, -8, -8, 3, 4, 5, 6, 7, 8],
    "4": [-8, -8, -8, -8, 4, 5, 6, 7, 8],
    "5": [-8, -8, -8, -8, -8, 5, 6, 7, 8],
    "6": [-8, -8, -8, -8, -8, -8, 6, 7, 8],
    "7": [-8, -8, -8, -8, -8, -8, -8, 7, 8],
    "little pepper": [-8, -8, -8, -8, -8, -8, -8, -8, 8],
    "big pepper": [-16, -16, -16, -16, -16, -16, -16, -16, 16],
}
WITH_LONE_BIDS = {
    "1": [-6, 1, 2, 3, 4, 5, 6],
    "2": [-6, -6, 2, 3, 4, 5, 6],
    "3": [-6, -6, -6, 3, 4, 5, 6],
    "4": [-6, -6, -6, -6, 4, 5, 6],
    "5": [-6, -6, -6, -6, -6, 5, 6],
    "6": [-6, -6, -6, -6, -6, -6, 6],
    "alone one": [-6, -6, -6, -6, -6, -6, 6],
    "alone": [-12, -12, -12, -12, -12, -12, 12],
}
# preset: players, sides, tricks in a hand, the points of the bidding side
TABLES: dict[str, tuple[int, int, int, dict[str, list[int]]]] = {
    "pepper-30": (4, 2, 6, OF_SIX),
    "pepper-30-three": (3, 3, 8, OF_EIGHT),
    "pepper-30-two": (2, 2, 8, OF_EIGHT),
    "pepper-bid-out": (4, 2, 6, OF_SIX),
    "pepper-bid-out-three": (3, 3, 8, OF_EIGHT),
    "pepper-bid-out-two": (2, 2, 8, OF_EIGHT),
    "pepper-alone": (4, 2, 6, WITH_LONE_BIDS),
}
# name, needs, worth
LADDER_OF_SIX = [
    *(("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 5)),
    *(("little pepper", 6, 6), ("big pepper", 6, 12)),
]
LADDER_OF_EIGHT = [
    *(("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 5), ("6", 6, 6), ("7", 7, 7)),
    *(("little pepper", 8, 8), ("big pepper", 8, 16)),
]
LADDER_WITH_LONE_BIDS = [
    *(("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 5), ("6", 6, 6)),
    *(("alone one", 6, 6), ("alone", 6, 12)),
]
LADDERS = {
    "pepper-30": LADDER_OF_SIX,
    "pepper-30-three": LADDER_OF_EIGHT,
    "pepper-30-two": LADDER_OF_EIGHT,
    "pepper-bid-out": LADDER_OF_SIX,
    "pepper-bid-out-three": LADDER_OF_EIGHT,
    "pepper-bid-out-two": LADDER_OF_EIGHT,
    "pepper-alone": LADDER_WITH_LONE_BIDS,
}
SUITS = ["clubs", "diamonds", "hearts", "spades"]
BID_OUT = ["pepper-bid-out", "pepper-bid-out-three", "pepper-bid-out-two", "pepper-alone"]
TO_30 = ["pepper-30", "pepper-30-three", "pepper-30-two"]

EVERY_BID = [
    pytest.param(preset, seat, bid, id=f"{preset}: {seat} bids {bid}")
    for preset, (players, _, _, table) in TABLES.items()
    for seat in range(players)
    for bid in table
]


def every_hand(preset: str, bidders: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield who bids (a seat or a side), the bid, the tricks taken and the points of the table."""
    _, _, _, table = TABLES[preset]
    for bidder in range(bidders):
        for bid, row in table.items():
            for tricks, points in enumerate(row):
                yield bidder, bid, tricks, points


def splits(tricks: int, sides: int) -> Iterator[list[int]]:
    """Yield every way in which so many sides may share the tricks."""
    if sides == 1:
        yield [tricks]
        return
    for first in range(tricks + 1):
        for rest in splits(tricks - first, sides - 1):
            yield [first, *rest]


def around(side: int, bidding: int, others: list[int]) -> list[int]:
    """Return one number a side: `bidding` in column `side`, the others in the rest."""
    return [*others[:side], bidding, *others[side:]]


def figures(preset: str, **rules: Any) -> Facts:
    written: Facts = write_ruleset(read_ruleset({"preset": preset} | rules))
    return written


# The table of points


@pytest.mark.parametrize("preset", TABLES)
def test_a_played_hand_pays_the_bidding_side_by_the_table_and_defenders_their_tricks(
    preset: str,
) -> None:
    players, sides, whole, _ = TABLES[preset]
    paid, printed = {}, {}
    for seat, bid, tricks, points in every_hand(preset, players):
        side = seat % sides
        for others in splits(whole - tricks, sides - 1):
            hand = record(bidder=seat, bid=bid, tricks=around(side, tricks, others))
            row = sheet_of(hand, rules=preset)["rows"][0]
            case = seat, bid, *hand["record"]["tricks"]
            paid[case] = row["points"], row["outcome"]
            printed[case] = around(side, points, others), "made" if points > 0 else "set"

    assert paid == printed


@pytest.mark.parametrize("preset", TABLES)
def test_a_side_pays_the_same_when_nobody_said_which_seat_bid(preset: str) -> None:
    _, sides, whole, _ = TABLES[preset]
    paid, printed = {}, {}
    for side, bid, tricks, points in every_hand(preset, sides):
        others = [whole - tricks, *[0] * (sides - 2)]
        hand = record(side=side, bid=bid, tricks=around(side, tricks, others))
        case = side, bid, tricks
        paid[case] = sheet_of(hand, rules=preset)["rows"][0]["points"]
        printed[case] = around(side, points, others)

    assert paid == printed


@pytest.mark.parametrize(("preset", "seat", "bid"), EVERY_BID)
def test_no_bid_of_these_games_can_be_surrendered(preset: str, seat: int, bid: str) -> None:
    refused = refusal(record(bidder=seat, bid=bid, surrendered=True), rules=preset)

    assert refused.field == "surrendered"


@pytest.mark.parametrize(("preset", "seat", "bid"), EVERY_BID)
def test_nobody_declines_nor_folds_nor_is_forced_in_these_games(
    preset: str, seat: int, bid: str
) -> None:
    _, sides, whole, _ = TABLES[preset]
    side = seat % sides
    hand = {"bidder": seat, "bid": bid, "tricks": around(side, whole, [0] * (sides - 1))}

    declined = refusal(record(bidder=seat, bid=bid, declined=True), rules=preset)
    folded = refusal(record(**hand, folded=[(side + 1) % sides]), rules=preset)
    forced = refusal(record(**hand, forced=True), rules=preset)

    assert (declined.field, folded.field, forced.field) == ("declined", "folded", "forced")


@pytest.mark.parametrize("preset", TABLES)
def test_a_hand_that_everybody_passed_is_a_row_of_zeros(preset: str) -> None:
    players, sides, _, _ = TABLES[preset]

    sheet = sheet_of(record(thrown_in=True), rules=preset, first_dealer=players - 1)

    assert (sheet["rows"][0]["outcome"], sheet["rows"][0]["points"]) == ("thrown in", [0] * sides)
    assert sheet["next_dealer"] == 0


@pytest.mark.parametrize("trump", [*SUITS, "no trump", "no trump low"])
@pytest.mark.parametrize("preset", TABLES)
def test_only_pepper_alone_has_a_low_no_trump_and_no_trump_changes_a_number(
    preset: str, trump: str
) -> None:
    _, sides, whole, table = TABLES[preset]
    others = [whole - 4, *[0] * (sides - 2)]
    hand = record(bidder=0, bid="4", trump=trump, tricks=[4, *others])

    if trump == "no trump low" and preset != "pepper-alone":
        assert refusal(hand, rules=preset).field == "trump"
    else:
        assert sheet_of(hand, rules=preset)["rows"][0]["points"] == [table["4"][4], *others]


@pytest.mark.parametrize(
    ("preset", "bid"),
    [
        ("pepper-30", "6"),
        ("pepper-bid-out", "6"),
        ("pepper-30-three", "8"),
        ("pepper-30-two", "8"),
        ("pepper-alone", "little pepper"),
        ("pepper-alone", "big pepper"),
        ("pepper-30", "Little Pepper"),
        ("pepper-alone", "Alone"),
    ],
)
def test_a_bid_that_its_game_does_not_print_is_refused(preset: str, bid: str) -> None:
    _, sides, whole, _ = TABLES[preset]

    refused = refusal(record(side=0, bid=bid, tricks=[whole, *[0] * (sides - 1)]), rules=preset)

    assert refused.field == "bid"


@pytest.mark.parametrize("preset", TABLES)
def test_the_tricks_of_every_side_add_up_to_the_hand(preset: str) -> None:
    _, sides, whole, _ = TABLES[preset]

    one_short = refusal(
        record(side=0, bid="1", tricks=[whole - 1, *[0] * (sides - 1)]), rules=preset
    )
    one_over = refusal(record(side=0, bid="1", tricks=[whole, 1, *[0] * (sides - 2)]), rules=preset)

    assert (one_short.field, one_over.field) == ("tricks", "tricks")


# The settings before the first hand


@pytest.mark.parametrize(
    ("preset", "target", "win_by"),
    [
        *((preset, 30, "reaching") for preset in TO_30),
        *((preset, 30, "making") for preset in BID_OUT[:3]),
        ("pepper-alone", 42, "making"),
    ],
)
def test_a_game_is_set_up_as_its_line_of_the_table_says(
    preset: str, target: int, win_by: str
) -> None:
    players, sides, tricks, _ = TABLES[preset]

    game = figures(preset)

    assert (game["players"], game["sides"], game["tricks"]) == (players, sides, tricks)
    assert game["target"] == {"points": target, "test": "reach"}
    assert (game["win_by"], game["crossing"], game["lose_at"]) == (win_by, "higher", None)
    assert (game["sheet"], game["entry"], game["shutout"]) == ("signed", "contract", None)
    assert (game["surrender"], game["must_play"], game["free_tricks"]) == (False, [], {})
    assert (game["minimum_bid"], game["forced"]) == (None, None)
    low = ["no trump low"] if preset == "pepper-alone" else []
    assert game["trumps"] == [*SUITS, "no trump", *low]
    assert sheet_of(rules=preset)["wins_at"] == target


@pytest.mark.parametrize("preset", TABLES)
def test_the_ladder_is_the_printed_one_in_lower_case(preset: str) -> None:
    bids = figures(preset)["bids"]

    assert [(bid["name"], bid["needs"], bid["worth"]) for bid in bids] == LADDERS[preset]


@pytest.mark.parametrize("preset", TABLES)
def test_every_name_on_the_sheet_is_told_apart(preset: str) -> None:
    names = [figures(each)["name"] for each in TABLES]

    sheet = sheet_of(rules=preset)

    assert names.count(sheet["name"]) == 1
    assert len(sheet["sides"]) == TABLES[preset][1]
    assert len(sheet["players"]) == TABLES[preset][0]


def test_a_loss_is_written_as_it_is_on_these_signed_sheets() -> None:
    missed = record(bidder=0, bid="5", tricks=[4, 2])
    made = record(bidder=2, bid="2", tricks=[4, 2])

    rows = sheet_of(missed, made, rules="pepper-30")["rows"]

    assert [row["cells"] for row in rows] == [[-6, 2], [4, 2]]
    assert [row["totals"] for row in rows] == [[-6, 2], [-2, 4]]
    assert [row["shortfalls"] for row in rows] == [[0, 0], [0, 0]]


# The end: to 30, any side


@pytest.mark.parametrize("preset", TO_30)
@pytest.mark.parametrize(("start", "state"), [(26, "playing"), (27, "decided")])
def test_a_game_to_30_is_decided_at_30_exactly(preset: str, start: int, state: str) -> None:
    _, sides, whole, _ = TABLES[preset]
    rest = [0] * (sides - 1)

    sheet = sheet_of(
        record(side=0, bid="3", tricks=[3, whole - 3, *rest[1:]]),
        rules=preset,
        start=[start, *rest],
    )

    assert (sheet["state"], sheet["scores"][0]) == (state, start + 3)


@pytest.mark.parametrize("preset", TO_30)
def test_a_game_to_30_is_won_by_defenders_too(preset: str) -> None:
    _, sides, whole, _ = TABLES[preset]
    rest = [0] * (sides - 2)

    sheet = sheet_of(
        record(side=0, bid="3", tricks=[3, whole - 3, *rest]), rules=preset, start=[0, 28, *rest]
    )

    assert (sheet["state"], sheet["winner"]) == ("decided", 1)


def test_both_over_30_the_higher_score_wins_whoever_bid() -> None:
    sheet = sheet_of(record(bidder=0, bid="3", tricks=[4, 2]), rules="pepper-30", start=[27, 32])

    assert (sheet["scores"], sheet["winner"]) == ([31, 34], 1)


def test_level_at_the_top_of_three_plays_on_until_it_is_settled() -> None:
    level = record(bidder=0, bid="2", tricks=[2, 2, 4])
    settled = record(bidder=1, bid="4", tricks=[3, 1, 4])

    before = sheet_of(level, rules="pepper-30-three", start=[28, 28, 0])
    after = sheet_of(level, settled, rules="pepper-30-three", start=[28, 28, 0])

    assert (before["scores"], before["state"]) == ([30, 30, 4], "playing")
    assert (after["scores"], after["winner"]) == ([33, 22, 8], 0)


def test_level_below_the_top_does_not_stop_the_winner() -> None:
    sheet = sheet_of(
        record(bidder=2, bid="4", tricks=[2, 2, 4]), rules="pepper-30-three", start=[28, 28, 28]
    )

    assert (sheet["scores"], sheet["winner"]) == ([30, 30, 32], 2)


def test_level_at_30_plays_on_and_a_side_may_drop_under_it_meanwhile() -> None:
    level = record(bidder=0, bid="3", tricks=[3, 3])
    missed = record(bidder=1, bid="5", tricks=[2, 4])

    before = sheet_of(level, rules="pepper-30", start=[27, 27])
    after = sheet_of(level, missed, rules="pepper-30", start=[27, 27])

    assert (before["scores"], before["state"]) == ([30, 30], "playing")
    assert (after["scores"], after["winner"]) == ([32, 24], 0)


# The end: only on a hand whose bid that side made

# preset: a hand that side 0 bids and makes, one it bids and misses, one that side 1 bids and makes
HANDS = {
    preset: (
        record(side=0, bid="3", tricks=[4, whole - 4, *[0] * (sides - 2)]),
        record(side=0, bid="3", tricks=[2, whole - 2, *[0] * (sides - 2)]),
        record(side=1, bid="2", tricks=[whole - 2, 2, *[0] * (sides - 2)]),
    )
    for preset, (_, sides, whole, _) in TABLES.items()
}


def over(preset: str, first: int, second: int = 0) -> Facts:
    """Return a start that brings the first sides so far past the target, or short of it."""
    sides, target = TABLES[preset][1], 42 if preset == "pepper-alone" else 30
    return {"start": [target + first, target + second, 0][:sides]}


@pytest.mark.parametrize("preset", BID_OUT)
def test_a_side_over_the_target_on_a_hand_it_did_not_bid_does_not_win(preset: str) -> None:
    _, _, theirs = HANDS[preset]

    sheet = sheet_of(theirs, rules=preset, **over(preset, -2, -20))

    assert sheet["scores"][0] >= sheet["wins_at"]
    assert (sheet["state"], sheet["winner"]) == ("playing", None)


@pytest.mark.parametrize("preset", BID_OUT)
def test_it_wins_once_it_makes_a_bid_of_its_own(preset: str) -> None:
    ours, _, theirs = HANDS[preset]

    sheet = sheet_of(theirs, ours, rules=preset, **over(preset, -2, -20))

    assert (sheet["state"], sheet["winner"]) == ("decided", 0)


@pytest.mark.parametrize("preset", BID_OUT)
def test_a_side_still_over_the_target_after_missing_its_bid_does_not_win(preset: str) -> None:
    _, missed, _ = HANDS[preset]

    sheet = sheet_of(missed, rules=preset, **over(preset, 20, -20))

    assert sheet["scores"][0] >= sheet["wins_at"]
    assert sheet["state"] == "playing"


@pytest.mark.parametrize("preset", BID_OUT)
def test_setting_the_other_side_does_not_win_either(preset: str) -> None:
    _, missed, _ = HANDS[preset]

    sheet = sheet_of(missed, rules=preset, **over(preset, -20, -1))

    assert sheet["scores"][1] >= sheet["wins_at"]
    assert sheet["state"] == "playing"


@pytest.mark.parametrize("preset", BID_OUT)
def test_the_side_that_made_its_bid_wins_under_a_higher_score_that_may_not(preset: str) -> None:
    ours, _, _ = HANDS[preset]

    sheet = sheet_of(ours, rules=preset, **over(preset, -4, 10))

    assert sheet["scores"][0] == sheet["wins_at"]
    assert sheet["scores"][1] > sheet["scores"][0]
    assert (sheet["state"], sheet["winner"]) == ("decided", 0)


@pytest.mark.parametrize("preset", ["pepper-bid-out", "pepper-alone"])
def test_a_level_side_that_may_not_win_does_not_stop_the_one_that_made_its_bid(
    preset: str,
) -> None:
    ours = record(side=0, bid="3", tricks=[3, 3])

    sheet = sheet_of(ours, rules=preset, **over(preset, -3, -3))

    assert sheet["scores"][0] == sheet["scores"][1] == sheet["wins_at"]
    assert sheet["winner"] == 0


@pytest.mark.parametrize("preset", BID_OUT)
def test_one_short_of_the_target_a_made_bid_plays_on(preset: str) -> None:
    ours, _, _ = HANDS[preset]

    sheet = sheet_of(ours, rules=preset, **over(preset, -5, -20))

    assert (sheet["scores"][0], sheet["state"]) == (sheet["wins_at"] - 1, "playing")


def test_an_adjustment_over_the_target_wins_on_the_last_hand_that_its_side_made() -> None:
    ours, _, theirs = HANDS["pepper-bid-out"]
    adjustment = record(adjustment=[4, 0], note="revoke")

    made_it = sheet_of(ours, adjustment, rules="pepper-bid-out", start=[22, 0])
    did_not = sheet_of(theirs, adjustment, rules="pepper-bid-out", start=[22, 0])

    assert (made_it["scores"][0], made_it["winner"]) == (30, 0)
    assert (did_not["scores"][0], did_not["state"]) == (30, "playing")


# Pepper, the card game of coloured balls


def test_pepper_cards_counts_rounds_won_by_four_to_three_on_a_signed_sheet() -> None:
    game = figures("pepper-cards")

    sheet = sheet_of(rules="pepper-cards")

    assert (game["players"], game["sides"], game["entry"]) == (4, 4, "winner")
    assert (game["sheet"], game["bids"], game["win_by"]) == ("signed", [], "reaching")
    assert (sheet["wins_at"], len(sheet["sides"])) == (3, 4)


@pytest.mark.parametrize("players", range(2, 11))
def test_the_winner_of_a_round_gets_one_and_nobody_else_anything(players: int) -> None:
    rules = {"preset": "pepper-cards", "players": players}

    for winner in range(players):
        row = sheet_of(record(winner=winner), rules=rules)["rows"][0]

        assert row["points"] == [int(side == winner) for side in range(players)]
        assert (row["outcome"], row["cells"]) == ("won", row["points"])


@pytest.mark.parametrize("players", range(2, 11))
def test_the_third_round_won_ends_the_evening_of_any_number(players: int) -> None:
    rules = {"preset": "pepper-cards", "players": players}
    rounds = [record(winner=winner) for winner in (1, 0, 1, 0, 1)]

    before, after = sheet_of(*rounds[:4], rules=rules), sheet_of(*rounds, rules=rules)

    assert (before["state"], before["scores"][:2]) == ("playing", [2, 2])
    assert (after["state"], after["winner"]) == ("decided", 1)
    assert refusal(*rounds, record(winner=0), rules=rules).field == "record"


def test_a_table_may_play_more_rounds() -> None:
    rules = {"preset": "pepper-cards", "target": {"points": 5, "test": "reach"}}

    four = sheet_of(*[record(winner=2)] * 4, rules=rules)
    five = sheet_of(*[record(winner=2)] * 5, rules=rules)

    assert (four["wins_at"], four["state"]) == (5, "playing")
    assert five["winner"] == 2


@pytest.mark.parametrize("winner", [-1, 4, True, None, "North"])
def test_a_winner_who_is_not_at_the_table_is_refused(winner: object) -> None:
    refused = refusal(record(winner=winner), rules="pepper-cards")

    assert refused.field == "winner"


# The bare sheet


def test_a_plain_sheet_is_signed_for_two_and_has_no_target() -> None:
    game = figures("plain")

    sheet = sheet_of(record(points=[9000, -3]), rules="plain")

    assert (game["players"], game["sides"], game["entry"]) == (2, 2, "points")
    assert (game["sheet"], game["target"]) == ("signed", None)
    assert (sheet["wins_at"], sheet["state"]) == (None, "playing")
    assert sheet["rows"][0]["cells"] == [9000, -3]


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("preset", ["plain", "pepper-cards"])
def test_where_everyone_plays_alone_the_sides_are_as_many_as_the_players(
    preset: str, players: int
) -> None:
    game = figures(preset, players=players)

    assert (game["players"], game["sides"]) == (players, players)
    assert len(sheet_of(rules={"preset": preset, "players": players})["sides"]) == players


@pytest.mark.parametrize("players", [1, 11, 0, -2])
@pytest.mark.parametrize("preset", ["plain", "pepper-cards"])
def test_a_table_of_fewer_than_two_or_more_than_ten_is_refused(preset: str, players: int) -> None:
    refused = refusal(rules={"preset": preset, "players": players})

    assert refused.field == "ruleset.players"


@pytest.mark.parametrize("each", [1, 2, 3, 4, 5])
def test_a_plain_sheet_may_be_kept_for_two_sides(each: int) -> None:
    rules = {"preset": "plain", "players": 2 * each, "sides": 2}

    sheet = sheet_of(record(points=[120, -30]), record(points=[0, 80]), rules=rules)

    assert (len(sheet["sides"]), len(sheet["players"])) == (2, 2 * each)
    assert sheet["scores"] == [120, 50]
    assert sheet["next_dealer"] == 2 % (2 * each)


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_two_sides_cannot_share_an_odd_number_of_players(players: int) -> None:
    refused = refusal(rules={"preset": "plain", "players": players, "sides": 2})

    assert refused.field == "ruleset.sides"


@pytest.mark.parametrize("players", range(2, 11))
def test_a_plain_row_is_one_typed_number_a_side(players: int) -> None:
    rules = {"preset": "plain", "players": players}
    typed = [7 * side - 20 for side in range(players)]

    row = sheet_of(record(points=typed), rules=rules)["rows"][0]

    assert (row["outcome"], row["points"], row["cells"]) == ("points", typed, typed)
    assert refusal(record(points=typed[1:]), rules=rules).field == "points"
    assert refusal(record(points=[*typed, 0]), rules=rules).field == "points"


def test_a_plain_sheet_may_carry_losses_forward() -> None:
    rules = {"preset": "plain", "sheet": "carry"}

    sheet = sheet_of(record(points=[-5, 10]), record(points=[8, -4]), rules=rules)

    assert [row["cells"] for row in sheet["rows"]] == [[0, 10], [3, 0]]
    assert [row["shortfalls"] for row in sheet["rows"]] == [[5, 0], [0, 4]]
    assert (sheet["totals"], sheet["scores"]) == ([3, 10], [3, 6])


@pytest.mark.parametrize("sheet", ["carry", "signed"])
@pytest.mark.parametrize(("test", "wins_at"), [("reach", 500), ("exceed", 501)])
def test_a_plain_sheet_with_a_target_is_won_by_the_highest(
    sheet: str, test: str, wins_at: int
) -> None:
    target = {"points": 500, "test": test}
    rules = {"preset": "plain", "players": 3, "sheet": sheet, "target": target}
    short = record(points=[wins_at - 1, 20, 30])
    level = record(points=[1, wins_at - 20, 0])
    higher = record(points=[0, 5, wins_at])

    playing = sheet_of(short, rules=rules)
    tied = sheet_of(short, level, rules=rules)
    won = sheet_of(short, level, higher, rules=rules)

    assert (playing["wins_at"], playing["state"]) == (wins_at, "playing")
    assert (tied["scores"][:2], tied["state"]) == ([wins_at, wins_at], "playing")
    assert (won["scores"], won["winner"]) == ([wins_at, wins_at + 5, wins_at + 30], 2)

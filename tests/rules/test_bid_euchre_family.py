"""The wider family of games: worked hands, endings, and what each game refuses."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.codec.match_file import read_match
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.messages.rows import describe_result
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import Facts, match_file, record, refusal, sheet_of, sheet_of_file
from tests.rules.strategies import evenings, published, quickly

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
PRESETS = PACKAGE / "presets"
SEED_GAMES = {
    *("pepper", "pepper-30", "pepper-30-three", "pepper-30-two", "pepper-bid-out"),
    *("pepper-bid-out-three", "pepper-bid-out-two", "pepper-alone", "pepper-cards", "plain"),
}
NUMBERS_FROM_3 = [("3", 3, 3), ("4", 4, 4), ("5", 5, 5), ("6", 6, 6)]
NUMBERS_FROM_6 = [
    *(("6", 6, 6), ("7", 7, 7), ("8", 8, 8), ("9", 9, 9), ("10", 10, 10), ("11", 11, 11)),
    ("12", 12, 12),
]
# preset: players, sides, tricks, wins at, loses at, and the ladder: name, needs, worth
FAMILY: dict[str, tuple[int, int, int, int | None, int | None, list[tuple[str, int, int]]]] = {
    "wolf-pepper": (
        *(4, 2, 6, 42, None),
        [("4", 4, 4), ("5", 5, 5), ("6", 6, 6), ("moon", 6, 7), ("double moon", 6, 14)],
    ),
    "pepper-31": (4, 2, 6, 31, -31, [*NUMBERS_FROM_3, ("unassisted", 6, 14)]),
    "bid-euchre-32": (4, 2, 6, 32, None, NUMBERS_FROM_3),
    "bid-euchre-slide": (
        *(4, 2, 6, 42, None),
        [*NUMBERS_FROM_3, ("slide", 6, 12), ("alone", 6, 24)],
    ),
    "double-hasenpfeffer": (
        *(4, 2, 12, None, None),
        [
            *(("3", 3, 3), ("3 alone", 3, 3), ("4", 4, 4), ("4 alone", 4, 4)),
            *(("5", 5, 5), ("5 alone", 5, 5), ("6", 6, 6), ("6 alone", 6, 6)),
            *(("7", 7, 7), ("7 alone", 7, 7), ("8", 8, 8), ("8 alone", 8, 8)),
            *(("9", 9, 9), ("9 alone", 9, 9), ("10", 10, 10), ("10 alone", 10, 10)),
            *(("11", 11, 11), ("11 alone", 11, 11), ("12", 12, 12), ("12 alone", 12, 12)),
        ],
    ),
    "bid-euchre-double-deck": (
        *(4, 2, 12, 51, -49),
        [*NUMBERS_FROM_6, ("shooter", 12, 18), ("loner", 12, 24)],
    ),
    "bid-euchre-six": (
        *(6, 2, 8, 32, None),
        [*NUMBERS_FROM_3, ("7", 7, 7), ("8", 8, 8), ("shoot", 8, 12), ("alone", 8, 24)],
    ),
    "hasenpfeffer-64": (
        *(4, 2, 12, 64, None),
        [*NUMBERS_FROM_6, ("hoss", 12, 16), ("pfeffer", 12, 32)],
    ),
    "pepper-eight": (
        *(4, 2, 8, 50, None),
        [*NUMBERS_FROM_3, ("7", 7, 7), ("8", 8, 8), ("small pepper", 8, 12), ("big pepper", 8, 24)],
    ),
    "pepper-solo-three": (
        *(3, 3, 8, 32, None),
        [
            *(("1", 1, 1), ("2", 2, 2), *NUMBERS_FROM_3, ("7", 7, 7), ("8", 8, 8)),
            ("pepper", 8, 9),
        ],
    ),
    "pepper-solo-four": (
        *(4, 4, 6, 25, None),
        [("1", 1, 1), ("2", 2, 2), *NUMBERS_FROM_3, ("pepper", 6, 7)],
    ),
}
# preset: hands, each as who bid, the bid, the tricks a side, and the points a side
WORKED: dict[str, list[tuple[int, str, list[int], list[int]]]] = {
    "wolf-pepper": [
        (0, "4", [4, 2], [4, 2]),
        (0, "4", [5, 1], [4, 1]),
        (1, "5", [2, 4], [2, -5]),
        (2, "6", [6, 0], [6, -6]),
        (2, "6", [5, 1], [-6, 1]),
        (3, "moon", [0, 6], [-7, 7]),
        (3, "moon", [1, 5], [7, -7]),
        (3, "moon", [4, 2], [7, -7]),
        (0, "double moon", [6, 0], [14, -14]),
        (0, "double moon", [5, 1], [-14, 14]),
    ],
    "pepper-31": [
        (0, "3", [3, 3], [3, 3]),
        (0, "3", [5, 1], [5, 1]),
        (1, "4", [3, 3], [3, -4]),
        (2, "5", [6, 0], [6, -5]),
        (3, "unassisted", [0, 6], [-14, 14]),
        (3, "unassisted", [1, 5], [1, -14]),
    ],
    "bid-euchre-32": [
        (0, "3", [5, 1], [5, 1]),
        (0, "3", [2, 4], [-3, 4]),
        (1, "4", [1, 5], [1, 5]),
        (2, "6", [6, 0], [6, 0]),
        (2, "6", [0, 6], [-6, 6]),
    ],
    "bid-euchre-slide": [
        (0, "4", [5, 1], [5, 1]),
        (1, "5", [2, 4], [2, -5]),
        (2, "slide", [6, 0], [12, 0]),
        (2, "slide", [5, 1], [-12, 1]),
        (3, "alone", [0, 6], [0, 24]),
        (3, "alone", [3, 3], [3, -24]),
    ],
    "double-hasenpfeffer": [
        (0, "3", [7, 5], [7, 5]),
        (0, "3 alone", [7, 5], [14, 5]),
        (1, "5", [8, 4], [8, -5]),
        (1, "5 alone", [8, 4], [8, -10]),
        (2, "12", [12, 0], [12, 0]),
        (2, "12 alone", [12, 0], [24, 0]),
        (2, "12 alone", [11, 1], [-24, 1]),
    ],
    "bid-euchre-double-deck": [
        (0, "6", [7, 5], [9, 5]),
        (1, "8", [5, 7], [5, -8]),
        (2, "12", [12, 0], [14, 0]),
        (2, "12", [11, 1], [-12, 1]),
        (3, "shooter", [0, 12], [0, 18]),
        (3, "shooter", [1, 11], [1, -18]),
        (0, "loner", [12, 0], [24, 0]),
        (0, "loner", [10, 2], [-18, 2]),
    ],
    "bid-euchre-six": [
        (5, "4", [3, 5], [3, 5]),
        (4, "7", [6, 2], [-7, 2]),
        (0, "8", [8, 0], [8, 0]),
        (1, "shoot", [0, 8], [0, 12]),
        (1, "shoot", [1, 7], [1, -12]),
        (2, "alone", [8, 0], [24, 0]),
        (2, "alone", [0, 8], [-24, 8]),
    ],
    "hasenpfeffer-64": [
        (0, "6", [9, 3], [9, 3]),
        (1, "10", [3, 9], [3, -10]),
        (2, "12", [12, 0], [12, 0]),
        (2, "hoss", [12, 0], [16, 0]),
        (2, "hoss", [11, 1], [-16, 1]),
        (3, "pfeffer", [0, 12], [0, 32]),
        (3, "pfeffer", [4, 8], [4, -32]),
    ],
    "pepper-eight": [
        (0, "3", [6, 2], [6, 2]),
        (1, "8", [1, 7], [1, -8]),
        (2, "8", [8, 0], [8, 0]),
        (2, "small pepper", [8, 0], [12, 0]),
        (2, "small pepper", [7, 1], [-12, 1]),
        (3, "big pepper", [0, 8], [0, 24]),
        (3, "big pepper", [2, 6], [2, -24]),
    ],
    "pepper-solo-three": [
        (0, "4", [5, 2, 1], [4, 2, 1]),
        (0, "4", [5, 3, 0], [4, 3, -4]),
        (1, "6", [2, 5, 1], [2, -6, 1]),
        (1, "6", [3, 5, 0], [3, -6, -6]),
        (2, "8", [0, 0, 8], [-8, -8, 8]),
        (2, "pepper", [0, 0, 8], [-9, -9, 9]),
        (2, "pepper", [1, 0, 7], [1, -9, -9]),
    ],
    "pepper-solo-four": [
        (3, "3", [1, 1, 1, 3], [1, 1, 1, 3]),
        (3, "3", [1, 2, 0, 3], [1, 2, -3, 3]),
        (2, "5", [1, 1, 4, 0], [1, 1, -5, -5]),
        (0, "pepper", [6, 0, 0, 0], [7, -7, -7, -7]),
        (1, "pepper", [1, 5, 0, 0], [1, -7, -7, -7]),
    ],
}
EVERY_WORKED_HAND = [
    pytest.param(preset, *hand, id=f"{preset}: {hand[0]} bids {hand[1]}, {hand[2]}")
    for preset, worked in WORKED.items()
    for hand in worked
]
# the first four hands of wolf pepper when North deals: a 4 by the seat on the dealer's left
PEPPER_ROUND = [
    record(bidder=1, bid="4", tricks=[2, 4]),
    record(bidder=2, bid="4", tricks=[4, 2]),
    record(bidder=3, bid="4", tricks=[2, 4]),
    record(bidder=0, bid="4", tricks=[4, 2]),
]


def before(preset: str) -> list[Facts]:
    """Return the hands that a game begins with before anybody may bid freely."""
    return PEPPER_ROUND if preset == "wolf-pepper" else []


def figures(preset: str, **rules: Any) -> Facts:
    written: Facts = write_ruleset(read_ruleset({"preset": preset} | rules))
    return written


# The setup of each game


def test_every_preset_is_a_seed_game_or_one_of_the_wider_family() -> None:
    assert set(preset_names()) == SEED_GAMES | set(FAMILY)
    assert set(WORKED) == set(FAMILY)
    assert all(len(worked) >= 4 for worked in WORKED.values())


@pytest.mark.parametrize("preset", FAMILY)
def test_a_game_is_set_up_as_its_line_of_the_table_says(preset: str) -> None:
    players, sides, tricks, wins_at, lose_at, ladder = FAMILY[preset]

    game = figures(preset)

    assert (game["players"], game["sides"], game["tricks"]) == (players, sides, tricks)
    assert [(bid["name"], bid["needs"], bid["worth"]) for bid in game["bids"]] == ladder
    assert (sheet_of(rules=preset)["wins_at"], game["lose_at"]) == (wins_at, lose_at)
    assert game["sheet"] == "signed"


def test_the_ways_to_win_are_those_of_the_table() -> None:
    ways = {preset: (figures(preset)["win_by"], figures(preset)["crossing"]) for preset in FAMILY}

    odd = {preset: way for preset, way in ways.items() if way != ("reaching", "higher")}
    assert odd == {
        "bid-euchre-32": ("reaching", "bidder"),
        "hasenpfeffer-64": ("making", "higher"),
        "pepper-eight": ("deciding", "higher"),
    }


def test_the_ways_to_give_up_are_those_of_the_table() -> None:
    ways = {
        preset: (figures(preset)["surrender"], figures(preset)["must_play"]) for preset in FAMILY
    }

    odd = {preset: way for preset, way in ways.items() if way != (False, [])}
    assert odd == {
        "wolf-pepper": (True, ["clubs"]),
        "pepper-31": (True, ["clubs"]),
        "pepper-solo-three": ("each", ["no trump"]),
        "pepper-solo-four": ("each", ["no trump"]),
    }


# Worked hands


@pytest.mark.parametrize(("preset", "bidder", "bid", "tricks", "points"), EVERY_WORKED_HAND)
def test_a_worked_hand_pays_what_its_table_prints(
    preset: str, bidder: int, bid: str, tricks: list[int], points: list[int]
) -> None:
    hand = record(bidder=bidder, bid=bid, tricks=tricks)

    row = sheet_of(*before(preset), hand, rules=preset)["rows"][-1]

    needs = {name: needs for name, needs, _ in FAMILY[preset][5]}[bid]
    assert row["points"] == points
    assert row["outcome"] == ("made" if tricks[bidder % FAMILY[preset][1]] >= needs else "set")


@pytest.mark.parametrize(
    ("preset", "bid", "tricks", "points"),
    [
        ("bid-euchre-slide", "4", [5, 1], [4, 1]),
        ("bid-euchre-slide", "slide", [6, 0], [12, 0]),
        ("bid-euchre-double-deck", "6", [7, 5], [6, 5]),
        ("bid-euchre-double-deck", "loner", [12, 0], [24, 0]),
        ("bid-euchre-double-deck", "loner", [11, 1], [-18, 1]),
        ("double-hasenpfeffer", "5 alone", [6, 6], [12, 6]),
        ("double-hasenpfeffer", "5 alone", [4, 8], [-10, 8]),
        ("pepper-eight", "big pepper", [8, 0], [24, 0]),
    ],
)
def test_a_bid_with_awards_of_its_own_keeps_them_when_the_table_changes_the_rest(
    preset: str, bid: str, tricks: list[int], points: list[int]
) -> None:
    rules = {"preset": preset, "made": {"bid": 1}, "set": {"points": -1}}

    row = sheet_of(record(bidder=0, bid=bid, tricks=tricks), rules=rules)["rows"][0]

    assert row["points"] == points


@pytest.mark.parametrize("tricks", range(1, 7))
@pytest.mark.parametrize(("bid", "worth"), [("moon", 7), ("double moon", 14)])
def test_a_moon_that_is_set_pays_the_same_whatever_the_tricks(
    bid: str, worth: int, tricks: int
) -> None:
    hand = record(bidder=0, bid=bid, tricks=[6 - tricks, tricks])

    row = sheet_of(*PEPPER_ROUND, hand, rules="wolf-pepper")["rows"][-1]

    assert row["points"] == [-worth, worth]


# Wolf pepper: the pepper round, free tricks, clubs


def test_the_pepper_round_is_a_four_by_the_dealers_left_four_times_round() -> None:
    sheet = sheet_of(*PEPPER_ROUND, rules="wolf-pepper")

    assert [row["dealer"] for row in sheet["rows"]] == [0, 1, 2, 3]
    assert [row["points"] for row in sheet["rows"]] == [[2, 4], [4, 2], [2, 4], [4, 2]]
    assert (sheet["scores"], sheet["next_dealer"]) == ([12, 12], 0)


@pytest.mark.parametrize("first_dealer", range(4))
@pytest.mark.parametrize("hands", range(4))
def test_in_the_pepper_round_nobody_else_bids_and_nothing_else_is_bid(
    hands: int, first_dealer: int
) -> None:
    seat = (first_dealer + hands + 1) % 4
    dealt = [
        record(bidder=(first_dealer + hand + 1) % 4, bid="4", tricks=[3, 3])
        for hand in range(hands)
    ]
    head: Facts = {"rules": "wolf-pepper", "first_dealer": first_dealer}

    dealer = refusal(*dealt, record(bidder=(seat - 1) % 4, bid="4", tricks=[3, 3]), **head)
    partner = refusal(*dealt, record(bidder=(seat + 2) % 4, bid="4", tricks=[3, 3]), **head)
    others = refusal(*dealt, record(side=(seat + 1) % 2, bid="4", tricks=[3, 3]), **head)
    higher = refusal(*dealt, record(bidder=seat, bid="5", tricks=[3, 3]), **head)
    nobody = refusal(*dealt, record(thrown_in=True), **head)
    taken = sheet_of(*dealt, record(bidder=seat, bid="4", forced=True, tricks=[3, 3]), **head)

    assert (dealer.field, partner.field, others.field) == ("bidder", "bidder", "bidder")
    assert (higher.field, nobody.field) == ("bid", "thrown_in")
    assert len(taken["rows"]) == hands + 1


def test_the_fifth_hand_is_bid_freely_and_is_not_forced() -> None:
    free = record(bidder=0, bid="5", tricks=[5, 1])

    sheet = sheet_of(*PEPPER_ROUND, free, rules="wolf-pepper")
    passed = sheet_of(*PEPPER_ROUND, record(thrown_in=True), rules="wolf-pepper")
    flagged = refusal(
        *PEPPER_ROUND, record(bidder=1, bid="4", forced=True, tricks=[3, 3]), rules="wolf-pepper"
    )

    assert sheet["rows"][4]["points"] == [5, 1]
    assert passed["rows"][4]["outcome"] == "thrown in"
    assert flagged.field == "forced"


def test_a_struck_hand_counts_into_the_pepper_round_and_an_adjustment_does_not() -> None:
    free = record(bidder=0, bid="5", tricks=[5, 1])
    adjustment = record(adjustment=[0, -2], note="revoke")

    struck = sheet_of(*PEPPER_ROUND, {"strike": 1}, free, rules="wolf-pepper")
    early = refusal(*PEPPER_ROUND[:3], adjustment, free, rules="wolf-pepper")
    late = sheet_of(*PEPPER_ROUND[:3], adjustment, PEPPER_ROUND[3], free, rules="wolf-pepper")

    assert struck["rows"][4]["points"] == [5, 1]
    assert (early.field, early.entry) == ("bid", 5)
    assert late["rows"][5]["points"] == [5, 1]


def test_a_hand_of_the_pepper_round_stays_one_when_it_is_amended() -> None:
    freed = {"amend": 2, "hand": {"bidder": 0, "bid": "5", "tricks": [5, 1]}}
    mended = {"amend": 2, "hand": {"bidder": 2, "bid": "4", "tricks": [3, 3]}}

    refused = refusal(*PEPPER_ROUND, freed, rules="wolf-pepper")
    sheet = sheet_of(*PEPPER_ROUND, mended, rules="wolf-pepper")

    assert (refused.entry, refused.field) == (5, "bidder")
    assert sheet["rows"][1]["points"] == [-4, 3]


@pytest.mark.parametrize(
    ("bid", "free", "points"),
    [
        ("4", None, [4, 0]),
        ("4", 0, [4, 0]),
        ("4", 1, [4, 1]),
        ("4", 2, [4, 2]),
        ("5", None, [5, 0]),
        ("5", 1, [5, 1]),
        ("6", None, [6, 0]),
        ("moon", None, [7, 0]),
        ("double moon", None, [14, 0]),
    ],
)
def test_a_surrender_pays_the_bid_and_the_defenders_the_tricks_they_bargained_for(
    bid: str, free: int | None, points: list[int]
) -> None:
    granted = {} if free is None else {"free_tricks": free}
    hand = record(bidder=2, bid=bid, trump="hearts", surrendered=True, **granted)

    row = sheet_of(*PEPPER_ROUND, hand, rules="wolf-pepper")["rows"][-1]

    assert (row["outcome"], row["points"]) == ("surrendered", points)


@pytest.mark.parametrize(
    ("bid", "free"),
    [("4", 3), ("4", -1), ("5", 2), ("6", 1), ("moon", 1), ("double moon", 1), ("6", 0)],
)
def test_more_free_tricks_than_the_bid_allows_are_refused(bid: str, free: int) -> None:
    hand = record(bidder=2, bid=bid, trump="hearts", surrendered=True, free_tricks=free)

    refused = refusal(*PEPPER_ROUND, hand, rules="wolf-pepper")

    assert refused.field == "free_tricks"


def test_a_four_of_the_pepper_round_may_be_bargained_for_but_not_at_clubs() -> None:
    hand = {"bidder": 1, "bid": "4", "surrendered": True, "free_tricks": 2}

    sheet = sheet_of(record(**hand, trump="no trump"), rules="wolf-pepper")
    clubs = refusal(record(**hand, trump="clubs"), rules="wolf-pepper")

    assert sheet["rows"][0]["points"] == [2, 4]
    assert clubs.field == "surrendered"


@pytest.mark.parametrize("preset", ["wolf-pepper", "pepper-31"])
def test_clubs_must_be_played_so_a_surrender_names_its_trump(preset: str) -> None:
    for bid, _, worth in FAMILY[preset][5]:
        hand = {"bidder": 2, "bid": bid, "surrendered": True}

        clubs = refusal(*before(preset), record(**hand, trump="clubs"), rules=preset)
        unnamed = refusal(*before(preset), record(**hand), rules=preset)
        spades = sheet_of(*before(preset), record(**hand, trump="spades"), rules=preset)

        assert (clubs.field, unnamed.field) == ("surrendered", "trump")
        assert spades["rows"][-1]["points"] == [worth, 0]


# Pepper to 31: the stuck dealer


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(
    ("tricks", "points"), [(0, (-3, 6)), (2, (-3, 4)), (3, (3, 3)), (5, (5, 1)), (6, (6, -3))]
)
def test_a_stuck_dealers_three_is_played_and_pays_like_any_other(
    tricks: int, points: tuple[int, int], dealer: int
) -> None:
    taken, paid = [tricks, 6 - tricks], list(points)
    if dealer % 2:
        taken.reverse()
        paid.reverse()
    hand = record(bidder=dealer, bid="3", forced=True, tricks=taken)

    row = sheet_of(hand, rules="pepper-31", first_dealer=dealer)["rows"][0]

    assert row["points"] == paid
    assert row["hand"]["forced"] is True


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ({"bidder": 0, "bid": "3", "declined": True}, "declined"),
        ({"thrown_in": True}, "thrown_in"),
        (
            {"bidder": 0, "bid": "3", "forced": True, "trump": "hearts", "surrendered": True},
            "surrendered",
        ),
        ({"bidder": 1, "bid": "3", "forced": True, "tricks": [3, 3]}, "forced"),
        ({"bidder": 2, "bid": "3", "forced": True, "tricks": [3, 3]}, "forced"),
        ({"bidder": 0, "bid": "4", "forced": True, "tricks": [4, 2]}, "forced"),
        ({"side": 0, "bid": "3", "forced": True, "tricks": [3, 3]}, "bidder"),
        ({"bidder": 0, "bid": "2", "tricks": [3, 3]}, "bid"),
    ],
)
def test_a_stuck_dealer_bids_three_and_it_is_played(hand: Facts, field: str) -> None:
    refused = refusal(record(**hand), rules="pepper-31")

    assert refused.field == field


@pytest.mark.parametrize(("bid", "points"), [("3", [3, 0]), ("4", [4, 0]), ("unassisted", [14, 0])])
def test_a_dealer_who_bids_of_his_own_will_may_be_surrendered_to(
    bid: str, points: list[int]
) -> None:
    hand = record(bidder=0, bid=bid, trump="diamonds", surrendered=True)

    row = sheet_of(hand, rules="pepper-31")["rows"][0]

    assert row["points"] == points


# Solo pepper: each may fold alone


@pytest.mark.parametrize(
    ("preset", "hand", "points"),
    [
        (
            "pepper-solo-three",
            {"bidder": 0, "bid": "5", "tricks": [5, 3, 0], "folded": [2]},
            [5, 3, 0],
        ),
        (
            "pepper-solo-three",
            {"bidder": 1, "bid": "pepper", "tricks": [0, 8, 0], "folded": [0]},
            [0, 9, -9],
        ),
        (
            "pepper-solo-three",
            {"side": 2, "bid": "7", "tricks": [0, 2, 6], "folded": [0]},
            [0, 2, -7],
        ),
        (
            "pepper-solo-four",
            {"bidder": 3, "bid": "3", "tricks": [0, 3, 0, 3], "folded": [2, 0]},
            [0, 3, 0, 3],
        ),
        (
            "pepper-solo-four",
            {"bidder": 3, "bid": "3", "tricks": [0, 3, 0, 3], "folded": [2]},
            [-3, 3, 0, 3],
        ),
        (
            "pepper-solo-four",
            {"bidder": 0, "bid": "pepper", "tricks": [5, 0, 1, 0], "folded": [3]},
            [-7, -7, 1, 0],
        ),
    ],
)
def test_one_who_folded_scores_nothing_and_one_who_stayed_and_took_none_loses_the_bid(
    preset: str, hand: Facts, points: list[int]
) -> None:
    row = sheet_of(record(**hand, trump="hearts"), rules=preset)["rows"][0]

    assert row["points"] == points
    assert row["hand"]["folded"] == sorted(hand["folded"])


@pytest.mark.parametrize("preset", ["pepper-solo-three", "pepper-solo-four"])
def test_when_all_fold_the_bid_is_paid_as_surrendered(preset: str) -> None:
    _, sides, whole, _, _, ladder = FAMILY[preset]
    nothing = [0] * (sides - 1)

    for bid, _, worth in ladder:
        hand = {"bidder": 0, "bid": bid, "trump": "clubs"}
        surrendered = sheet_of(record(**hand, surrendered=True), rules=preset)["rows"][0]
        folded = refusal(
            record(**hand, tricks=[whole, *nothing], folded=[*range(1, sides)]), rules=preset
        )

        assert (surrendered["outcome"], surrendered["points"]) == ("surrendered", [worth, *nothing])
        assert folded.field == "folded"


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ({"trump": "no trump", "tricks": [5, 3, 0], "folded": [2]}, "folded"),
        ({"trump": "no trump", "surrendered": True}, "surrendered"),
        ({"tricks": [5, 3, 0], "folded": [2]}, "trump"),
        ({"surrendered": True}, "trump"),
        ({"trump": "hearts", "tricks": [5, 3, 0], "folded": [0]}, "folded"),
        ({"trump": "hearts", "tricks": [5, 3, 0], "folded": [1]}, "folded"),
        ({"trump": "hearts", "tricks": [5, 3, 0], "folded": [2, 2]}, "folded"),
        ({"trump": "hearts", "tricks": [5, 3, 0], "folded": []}, "folded"),
        ({"trump": "hearts", "surrendered": True, "folded": [2]}, "folded"),
        ({"trump": "hearts", "surrendered": True, "free_tricks": 1}, "free_tricks"),
    ],
)
def test_nobody_folds_at_no_trump_nor_without_its_trump_nor_twice(hand: Facts, field: str) -> None:
    refused = refusal(record(bidder=0, bid="5", **hand), rules="pepper-solo-three")

    assert refused.field == field


def test_at_no_trump_all_stay_and_one_who_takes_none_loses_the_bid() -> None:
    hand = record(bidder=0, bid="5", trump="no trump", tricks=[5, 3, 0])

    row = sheet_of(hand, rules="pepper-solo-three")["rows"][0]

    assert row["points"] == [5, 3, -5]


# Games in which nobody gives up


@pytest.mark.parametrize(
    "preset",
    [
        *("bid-euchre-32", "bid-euchre-slide", "double-hasenpfeffer", "bid-euchre-double-deck"),
        *("bid-euchre-six", "hasenpfeffer-64", "pepper-eight"),
    ],
)
def test_the_other_games_are_played_to_the_last_trick(preset: str) -> None:
    whole = FAMILY[preset][2]
    for bid, _, _ in FAMILY[preset][5]:
        hand = {"bidder": 1, "bid": bid}

        surrendered = refusal(record(**hand, surrendered=True), rules=preset)
        folded = refusal(record(**hand, tricks=[0, whole], folded=[0]), rules=preset)
        declined = refusal(record(**hand, declined=True), rules=preset)
        forced = refusal(record(**hand, tricks=[0, whole], forced=True), rules=preset)

        assert (surrendered.field, folded.field) == ("surrendered", "folded")
        assert (declined.field, forced.field) == ("declined", "forced")


@pytest.mark.parametrize(
    ("preset", "bid"),
    [
        ("wolf-pepper", "3"),
        ("wolf-pepper", "little pepper"),
        ("pepper-31", "2"),
        ("bid-euchre-32", "slide"),
        ("bid-euchre-slide", "shoot"),
        ("double-hasenpfeffer", "2"),
        ("double-hasenpfeffer", "alone"),
        ("bid-euchre-double-deck", "5"),
        ("bid-euchre-six", "9"),
        ("hasenpfeffer-64", "Pfeffer"),
        ("pepper-eight", "little pepper"),
        ("pepper-solo-three", "big pepper"),
        ("pepper-solo-four", "7"),
    ],
)
def test_a_bid_that_is_not_on_the_ladder_of_its_game_is_refused(preset: str, bid: str) -> None:
    _, sides, whole, *_ = FAMILY[preset]
    hand = record(side=0, bid=bid, tricks=[whole, *[0] * (sides - 1)])

    refused = refusal(*before(preset), hand, rules=preset)

    assert refused.field == "bid"


# Endings

PLAYS_ON: list[tuple[str, str, list[int], list[Facts], list[int]]] = [
    (
        "wolf-pepper",
        "level at 42",
        [40, 38],
        [record(bidder=1, bid="4", tricks=[2, 4])],
        [42, 42],
    ),
    (
        "pepper-31",
        "one short of 31",
        [27, 0],
        [record(bidder=0, bid="3", tricks=[3, 3])],
        [30, 3],
    ),
    (
        "pepper-31",
        "one above -31",
        [-26, 5],
        [record(bidder=0, bid="4", tricks=[2, 4])],
        [-30, 9],
    ),
    (
        "pepper-31",
        "both at or under -31",
        [-50, -26],
        [record(bidder=0, bid="5", tricks=[6, 0])],
        [-44, -31],
    ),
    (
        "bid-euchre-32",
        "one short",
        [28, 20],
        [record(bidder=0, bid="3", tricks=[3, 3])],
        [31, 23],
    ),
    (
        "bid-euchre-slide",
        "one short",
        [17, 0],
        [record(bidder=0, bid="alone", tricks=[6, 0])],
        [41, 0],
    ),
    (
        "double-hasenpfeffer",
        "nobody agreed on a target",
        [900, 0],
        [record(bidder=0, bid="12 alone", tricks=[12, 0])],
        [924, 0],
    ),
    (
        "bid-euchre-double-deck",
        "50 is not past 50",
        [41, 0],
        [record(bidder=0, bid="6", tricks=[7, 5])],
        [50, 5],
    ),
    (
        "bid-euchre-double-deck",
        "-48 is not under -48",
        [-40, 10],
        [record(bidder=0, bid="8", tricks=[7, 5])],
        [-48, 15],
    ),
    (
        "bid-euchre-six",
        "level at 32",
        [28, 28],
        [record(bidder=5, bid="4", tricks=[4, 4])],
        [32, 32],
    ),
    (
        "hasenpfeffer-64",
        "over on a bid of the others",
        [60, 0],
        [record(bidder=1, bid="6", tricks=[6, 6])],
        [66, 6],
    ),
    (
        "hasenpfeffer-64",
        "over by setting the others",
        [60, 40],
        [record(bidder=1, bid="7", tricks=[6, 6])],
        [66, 33],
    ),
    (
        "pepper-eight",
        "over on a bid that the others made",
        [45, 10],
        [record(bidder=1, bid="3", tricks=[5, 3])],
        [50, 13],
    ),
    (
        "pepper-eight",
        "still over after missing a bid",
        [60, 0],
        [record(bidder=0, bid="4", tricks=[3, 5])],
        [56, 5],
    ),
    (
        "pepper-solo-three",
        "level at 32",
        [27, 29, 0],
        [record(bidder=0, bid="5", trump="hearts", tricks=[5, 3, 0], folded=[2])],
        [32, 32, 0],
    ),
    (
        "pepper-solo-four",
        "one short of 25",
        [0, 0, 0, 18],
        [record(bidder=3, bid="6", tricks=[0, 0, 0, 6])],
        [-6, -6, -6, 24],
    ),
]
WON: list[tuple[str, str, list[int], list[Facts], list[int], int]] = [
    (
        "wolf-pepper",
        "both over, the higher",
        [40, 40],
        [record(bidder=1, bid="4", tricks=[2, 4])],
        [42, 44],
        1,
    ),
    (
        "wolf-pepper",
        "level, then settled",
        [40, 38],
        [record(bidder=1, bid="4", tricks=[2, 4]), record(bidder=2, bid="4", tricks=[3, 3])],
        [38, 45],
        1,
    ),
    (
        "wolf-pepper",
        "with a free trick",
        [0, 41],
        [record(bidder=1, bid="4", trump="spades", surrendered=True, free_tricks=1)],
        [1, 45],
        1,
    ),
    (
        "pepper-31",
        "31",
        [26, 0],
        [record(bidder=0, bid="3", tricks=[5, 1])],
        [31, 1],
        0,
    ),
    (
        "pepper-31",
        "the others fell to -31",
        [-27, 5],
        [record(bidder=0, bid="4", tricks=[2, 4])],
        [-31, 9],
        1,
    ),
    (
        "pepper-31",
        "the others shut out to -31",
        [0, -17],
        [record(bidder=0, bid="unassisted", tricks=[6, 0])],
        [14, -31],
        0,
    ),
    (
        "pepper-31",
        "who falls to -31 has lost whatever else he reached",
        [-27, 30],
        [record(bidder=0, bid="4", tricks=[3, 3])],
        [-31, 33],
        1,
    ),
    (
        "bid-euchre-32",
        "both over, the bidder under a higher score",
        [29, 31],
        [record(bidder=0, bid="3", tricks=[3, 3])],
        [32, 34],
        0,
    ),
    (
        "bid-euchre-32",
        "both over and level, the bidder",
        [29, 29],
        [record(bidder=1, bid="3", tricks=[3, 3])],
        [32, 32],
        1,
    ),
    (
        "bid-euchre-32",
        "only the defenders over",
        [20, 30],
        [record(bidder=0, bid="3", tricks=[3, 3])],
        [23, 33],
        1,
    ),
    (
        "bid-euchre-32",
        "both over, a bidder who was set and is over still",
        [38, 36],
        [record(bidder=0, bid="5", tricks=[3, 3])],
        [33, 39],
        0,
    ),
    (
        "bid-euchre-slide",
        "42",
        [18, 0],
        [record(bidder=0, bid="alone", tricks=[6, 0])],
        [42, 0],
        0,
    ),
    (
        "bid-euchre-double-deck",
        "51 is past 50",
        [42, 0],
        [record(bidder=0, bid="6", tricks=[7, 5])],
        [51, 5],
        0,
    ),
    (
        "bid-euchre-double-deck",
        "-49 is under -48",
        [-41, 10],
        [record(bidder=0, bid="8", tricks=[7, 5])],
        [-49, 15],
        1,
    ),
    (
        "bid-euchre-six",
        "32 of three against three",
        [10, 24],
        [record(bidder=3, bid="8", tricks=[0, 8])],
        [10, 32],
        1,
    ),
    (
        "hasenpfeffer-64",
        "over before, then a bid made",
        [60, 0],
        [record(bidder=1, bid="6", tricks=[6, 6]), record(bidder=0, bid="6", tricks=[6, 6])],
        [72, 12],
        0,
    ),
    (
        "hasenpfeffer-64",
        "by a bid made, under a higher score",
        [58, 70],
        [record(bidder=2, bid="6", tricks=[6, 6])],
        [64, 76],
        0,
    ),
    (
        "pepper-eight",
        "by setting the others",
        [45, 10],
        [record(bidder=1, bid="5", tricks=[6, 2])],
        [51, 5],
        0,
    ),
    (
        "pepper-eight",
        "by making a bid",
        [44, 49],
        [record(bidder=0, bid="6", tricks=[6, 2])],
        [50, 51],
        0,
    ),
    (
        "pepper-solo-three",
        "32 by surrender",
        [0, 0, 27],
        [record(bidder=2, bid="5", trump="clubs", surrendered=True)],
        [0, 0, 32],
        2,
    ),
    (
        "pepper-solo-four",
        "25 as a defender",
        [24, 0, 0, 0],
        [record(bidder=3, bid="5", trump="clubs", tricks=[1, 0, 0, 5], folded=[1, 2])],
        [25, 0, 0, 5],
        0,
    ),
]


@pytest.mark.parametrize(
    ("preset", "start", "hands", "scores"),
    [pytest.param(preset, *rest, id=f"{preset}: {why}") for preset, why, *rest in PLAYS_ON],
)
def test_a_match_that_is_not_decided_plays_on(
    preset: str, start: list[int], hands: list[Facts], scores: list[int]
) -> None:
    sheet = sheet_of(*hands, rules=preset, start=start)

    assert sheet["scores"] == scores
    assert (sheet["state"], sheet["winner"]) == ("playing", None)


@pytest.mark.parametrize(
    ("preset", "start", "hands", "scores", "winner"),
    [pytest.param(preset, *rest, id=f"{preset}: {why}") for preset, why, *rest in WON],
)
def test_a_match_is_decided_as_its_game_says(
    preset: str, start: list[int], hands: list[Facts], scores: list[int], winner: int
) -> None:
    sheet = sheet_of(*hands, rules=preset, start=start)
    after = refusal(*hands, hands[0], rules=preset, start=start)

    assert sheet["scores"] == scores
    assert (sheet["state"], sheet["winner"]) == ("decided", winner)
    assert after.entry == len(hands) + 1


@pytest.mark.parametrize(("target", "state"), [(62, "playing"), (61, "decided")])
def test_double_hasenpfeffer_ends_where_the_table_agreed(target: int, state: str) -> None:
    rules = {"preset": "double-hasenpfeffer", "target": {"points": target, "test": "reach"}}

    sheet = sheet_of(record(bidder=0, bid="4 alone", tricks=[8, 4]), rules=rules, start=[45, 0])

    assert (sheet["scores"], sheet["state"]) == ([61, 4], state)


# A preset is data


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_says_where_its_figures_come_from(name: str) -> None:
    lines = (PRESETS / f"{name}.toml").read_text(encoding="utf-8").splitlines()

    told = " ".join(line for line in lines[:4] if line.startswith("#"))
    assert "Source: " in told
    assert all(len(line) <= 100 for line in lines)


def test_no_code_names_a_preset_but_the_default() -> None:
    names = set(preset_names()) - {"pepper"}

    named = {
        (str(path.relative_to(PACKAGE)), node.lineno, node.value)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }

    assert named == set()


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_written_out_in_full_is_the_same_ruleset(name: str) -> None:
    written = json.loads(json.dumps(figures(name)))

    again = read_ruleset(written)

    assert "preset" not in written
    assert again == read_ruleset({"preset": name})
    assert write_ruleset(again) == written


@pytest.mark.parametrize("name", preset_names())
@quickly
@given(data=st.data())
def test_an_evening_of_a_preset_written_out_in_full_gives_the_same_sheet(
    name: str, data: st.DataObject
) -> None:
    _, match = data.draw(evenings(of=st.just(published(name))))

    sheet = sheet_of_file(match)

    assert sheet == sheet_of_file(match | {"ruleset": {"preset": name}})


# Who has won, in words


@pytest.mark.parametrize(
    ("preset", "start", "hand", "words"),
    [
        (
            "hasenpfeffer-64",
            [58, 70],
            {"bidder": 2, "bid": "6", "tricks": [6, 6]},
            "North & South win by the last bid, 64 to 76",
        ),
        (
            "bid-euchre-32",
            [29, 31],
            {"bidder": 0, "bid": "3", "tricks": [3, 3]},
            "North & South win by the last bid, 32 to 34",
        ),
        (
            "bid-euchre-32",
            [29, 29],
            {"bidder": 0, "bid": "3", "tricks": [3, 3]},
            "North & South win by the last bid, 32 to 32",
        ),
        (
            "pepper-31",
            [0, -30],
            {"bidder": 1, "bid": "4", "tricks": [4, 2]},
            "North & South win, 4 to \N{MINUS SIGN}34",
        ),
    ],
)
def test_the_verdict_says_where_the_last_bid_and_not_the_score_decided(preset, start, hand, words):
    file = match_file({"record": hand}, rules=preset, start=start)

    sheet = build_sheet(read_match(file))

    assert str(describe_result(sheet)) == words

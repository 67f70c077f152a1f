"""Match files that the browser tests import by the command line."""

from typing import Any

Facts = dict[str, Any]


def match_file(entries: list[Facts], ruleset: Facts | None = None, **facts: Any) -> Facts:
    game = ruleset or {"preset": "pepper"}
    return {"format": "scorekeeper/1", "ruleset": game, "entries": entries, **facts}


def records(*hands: Facts) -> list[Facts]:
    return [{"record": hand} for hand in hands]


PLAYERS = ["Marta", "Tom", "Ivo", "Nell"]
HANDS = records(
    {"bidder": 0, "bid": "3", "tricks": [4, 2]},
    {"bidder": 1, "bid": "4", "tricks": [2, 4]},
    {"bidder": 2, "bid": "5", "surrendered": True},
    {"bidder": 3, "bid": "3", "tricks": [3, 3]},
    {"bidder": 0, "bid": "little pepper", "tricks": [6, 0]},
    {"bidder": 1, "bid": "4", "tricks": [0, 6]},
    {"bidder": 2, "bid": "4", "tricks": [5, 1]},
    {"bidder": 2, "bid": "6", "tricks": [4, 2]},
)
FRIDAY = match_file(HANDS, players=PLAYERS, note="Friday table")
EMPTY = match_file([])

# 20 carrying 6 and two big peppers: 42 to -5, which is won.
WON = [*HANDS, *records(*[{"side": 0, "bid": "big pepper", "surrendered": True}] * 2)]
DECIDED = match_file(WON, players=PLAYERS, note="Friday table")
ENDED = match_file([*WON, {"end": True}], players=PLAYERS, note="Friday table")

STRICT = {
    "preset": "pepper",
    "minimum_bid": "3",
    "must_play": ["clubs"],
    "forced": {
        "who": "dealer",
        "bid": "3",
        "hands": "stuck",
        "may_decline": True,
        "must_play": True,
    },
}
CORRECTED = match_file(
    [
        {"record": {"side": 0, "bid": "3", "tricks": [4, 2], "trump": "hearts", "note": "slow"}},
        {"amend": 1, "hand": {"side": 0, "bid": "3", "tricks": [2, 4], "trump": "hearts"}},
        {"record": {"adjustment": [0, -2], "note": "revoke"}},
        {"overrule": 1, "side": 1, "points": 7},
        {"record": {"bidder": 3, "bid": "5", "tricks": [2, 4]}},
        {"strike": 3},
        {"rename": {"seat": 1, "name": "Tom"}},
        {"undo": 7},
    ],
    ruleset=STRICT,
)

# No published game: three who each play alone and bid, and ten columns of typed points.
ALONE = {
    "name": "Three alone",
    "players": 3,
    "sides": 3,
    "entry": "contract",
    "tricks": 8,
    "bids": [{"name": str(n), "needs": n, "worth": n} for n in range(2, 9)],
    "made": {"bid": 1},
    "set": {"bid": -1},
    "defence_made": {"tricks": 1},
    "defence_set": {"tricks": 1},
    "trumps": ["clubs", "diamonds", "hearts", "spades"],
    "target": {"points": 30, "test": "reach"},
}
THREE = match_file(
    records({"bidder": 0, "bid": "4", "tricks": [4, 1, 3]}, {"thrown_in": True}),
    ruleset=ALONE,
    players=["Marta", "Tom", "Ivo"],
)
TYPED = {"name": "Ten at cards", "players": 10, "sides": 10, "entry": "points", "sheet": "signed"}
TEN = match_file(
    records({"points": [12, 0, -7, 30, 4, 100, 0, -25, 6, 8]}),
    ruleset=TYPED,
    players=["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"],
)

# Every four hands give each side one point: nobody has won after forty.
FORTY = match_file(
    records(
        *[
            {"bidder": 0, "bid": "6", "tricks": [5, 1]},
            {"bidder": 1, "bid": "6", "tricks": [1, 5]},
            {"bidder": 2, "bid": "4", "tricks": [4, 2]},
            {"bidder": 3, "bid": "4", "tricks": [2, 4]},
        ]
        * 10
    ),
    players=PLAYERS,
    note="A long evening",
)

WOLF = match_file(
    records({"bidder": 1, "bid": "4", "trump": "hearts", "surrendered": True, "free_tricks": 2}),
    {"preset": "wolf-pepper"},
)
SOLO = match_file(
    records({"bidder": 2, "bid": "4", "trump": "spades", "folded": [3], "tricks": [1, 1, 4, 0]}),
    {"preset": "pepper-solo-four"},
)
SIX = match_file(
    records({"bidder": 4, "bid": "alone", "tricks": [7, 1]}), {"preset": "bid-euchre-six"}
)
CARDS = match_file(records({"winner": 2}, {"winner": 0}), {"preset": "pepper-cards"})
TWELVE = match_file(
    records({"bidder": 0, "bid": "8 alone", "tricks": [9, 3]}), {"preset": "double-hasenpfeffer"}
)

EVERY_STATE = {
    "friday": FRIDAY,
    "empty": EMPTY,
    "decided": DECIDED,
    "ended": ENDED,
    "corrected": CORRECTED,
    "three": THREE,
    "ten": TEN,
    "wolf": WOLF,
    "solo": SOLO,
    "six": SIX,
    "cards": CARDS,
    "twelve": TWELVE,
}

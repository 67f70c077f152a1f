"""Matches of every shape, and difficult names."""

import random

from scorekeeper.codec.match_file import read_match
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import match_file, record

OPENED = "2026-11-29T20:45:00Z"
HOSTILE = [
    *(
        "=1+1",
        "+x",
        "-2+3",
        "@sum(1)",
        "<script>alert(1)</script>",
        '"><img src=x>',
        "]]>",
        "&amp;",
    ),
    *("\u202eabc", "👩‍👩‍👧‍👦", "Žofie", "José", "李", "Ελένη", "Мира", "نور", "שלום", "x" * 80),
    *("ﷺ" * 80, "Å̧ḁ", "a\u200db", "\ufffe nul", "{{7*7}}", "');--", "http://x.example/a", "a|b"),
]
# How many columns, hands, and what kind of sheet.
SHAPES = [
    *((2, 0, "carry"), (2, 1, "signed"), (2, 30, "carry"), (2, 31, "signed"), (3, 30, "carry")),
    *((4, 12, "signed"), (5, 3, "carry"), (6, 31, "signed"), (7, 1, "carry"), (8, 30, "signed")),
    *((9, 2, "carry"), (10, 30, "carry"), (10, 0, "signed")),
]


def typed(columns, hands, sheet="signed", names=None, target=None):
    """Return a match of typed points that differ from hand to hand."""
    chance = random.Random(columns * 1000 + hands)  # noqa: S311 - the same every time
    rules = {"preset": "plain", "players": columns, "sides": columns, "sheet": sheet}
    points = [[chance.randint(-5, 9) for _ in range(columns)] for _ in range(hands)]
    match = match_file(
        *(record(points=each) for each in points),
        rules={**rules, "target": target and {"points": target, "test": "reach"}},
        opened=OPENED,
    )
    return match | ({"players": names} if names else {})


def friday():
    """Return an evening of Pepper with a set bid, a surrender, corrections, and an end."""
    return match_file(
        record(bidder=0, bid="3", trump="spades", tricks=[4, 2]),
        record(bidder=1, bid="4", trump="hearts", surrendered=True),
        record(bidder=2, bid="little pepper", tricks=[5, 1], note="so close"),
        record(bidder=3, bid="3", tricks=[3, 3]),
        record(thrown_in=True),
        record(adjustment=[0, -2], note="revoke"),
        {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [5, 1]}},
        {"overrule": 4, "side": 0, "points": 5},
        {"strike": 2},
        {"rename": {"side": 0, "name": "The Elders"}},
        {"end": True, "at": "2026-11-29T22:38:00Z", "by": "Ann"},
        players=["Ann", "Bob", "Cat", "Dan"],
        note="Friday table",
        opened=OPENED,
    )


def finished(match):
    return printable_sheet(read_match(match))


def written(write, match):
    """Return what a writer of match and sheet makes of the match file."""
    read = read_match(match)
    return write(read, build_sheet(read))

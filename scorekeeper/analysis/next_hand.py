"""Every outcome of the next hand, so that a page can show the outcome before a hand is saved."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add
from typing import NamedTuple

from scorekeeper.rules.hand import Played, Surrendered
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Bid, Ruleset
from scorekeeper.rules.scoring import award_kind, score
from scorekeeper.rules.sheet import Sheet, carry
from scorekeeper.rules.verdict import winner_of


class HandResult(NamedTuple):
    """The figures after one possible hand, one number a side, and the side that would win.

    The tuples are in column order. `kind` is made, set, shut out (made, and the defenders took no
    trick in a game that has an award for it) or surrendered.
    """

    kind: str
    points: tuple[int, ...]
    cells: tuple[int, ...]
    shortfalls: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None


class BidOutcomes(NamedTuple):
    """The outcomes of one bid by one side.

    `played` holds one outcome for each number of tricks that the side takes, from 0 up. `given_up`
    holds one for each number of free tricks that a surrender may grant, from 0 up; it is empty if
    the game has no surrender.
    """

    side: int
    bid: Bid
    played: list[HandResult]
    given_up: list[HandResult]


def next_hand_outcomes(sheet: Sheet) -> list[BidOutcomes]:
    """Return the outcomes of every bid of both sides.

    The list is empty unless two sides bid in the game and the match is being played.
    """
    rules = sheet.opening.ruleset
    if rules.entry != "contract" or not rules.two_sided or sheet.state != "playing":
        return []
    return [
        BidOutcomes(
            side,
            bid,
            [_played(sheet, rules, side, bid, took) for took in range(rules.tricks + 1)],
            list(_given_up(sheet, rules, side, bid)),
        )
        for side in range(rules.sides)
        for bid in rules.offered
    ]


def _played(sheet: Sheet, rules: Ruleset, side: int, bid: Bid, took: int) -> HandResult:
    tricks = (took, rules.tricks - took)
    hand = Played(side, None, bid, tricks if side == 0 else tricks[::-1])
    outcome, points = score(hand, rules)
    shut_out = outcome is Outcome.MADE and award_kind(hand, 1 - side, rules) == "shutout"
    return _outcome(sheet, hand, outcome, points, "shut out" if shut_out else outcome)


def _given_up(sheet: Sheet, rules: Ruleset, side: int, bid: Bid) -> Iterator[HandResult]:
    if not rules.surrender:
        return
    for free in range(rules.free_tricks.get(bid.name, 0) + 1):
        hand = Surrendered(side, None, bid, free)
        outcome, points = score(hand, rules)
        yield _outcome(sheet, hand, outcome, points, outcome)


def _outcome(
    sheet: Sheet, hand: Played | Surrendered, outcome: Outcome, points: tuple[int, ...], kind: str
) -> HandResult:
    cells, shortfalls = points, sheet.shortfalls
    if sheet.opening.ruleset.carries:
        cells, shortfalls = carry(points, shortfalls)
    scores = tuple(map(add, sheet.scores, points))
    return HandResult(
        kind,
        points,
        cells,
        shortfalls,
        tuple(map(add, sheet.totals, cells)),
        winner_of(sheet.opening.ruleset, scores, (hand, outcome)),
    )

"""Every outcome of every bid of a game, as tables, and a few worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from scorekeeper.rules.hand import Played
from scorekeeper.rules.ruleset import TWO, Bid, Ruleset
from scorekeeper.rules.scoring import score

Points: TypeAlias = tuple[int, ...]
"""The points of one outcome: of one side, or of the bidding side and then of a defender."""


class OutcomeRow(NamedTuple):
    """The row of one bid: the points of each number of tricks from 0, then those of a surrender."""

    bid: Bid
    cells: tuple[Points, ...]


class OutcomeTable(NamedTuple):
    """A table of points by bid and by tricks.

    A cell of "both" is the points of the bidding side and of the defenders, and one of "defender"
    the points when the bid is made and when it is missed, or a single number if both are the same.
    `surrendered` is true if the last cell of each row is for a surrender.
    """

    of: Literal["both", "bidder", "defender"]
    surrendered: bool
    rows: tuple[OutcomeRow, ...]


class WorkedExample(NamedTuple):
    """A hand that was bid: the tricks that the bidding side took, its points, a defender's."""

    bid: Bid
    tricks: int
    own: int
    other: int


def worked_examples(game: Ruleset) -> list[WorkedExample]:
    """Return worked hands: the lowest and the highest bid, each just made and just missed.

    The list is empty if nothing is bid in the game. Where everyone plays alone, the defender of an
    example has all the other tricks.
    """
    ends = [game.offered[0], *game.offered[1:][-1:]] if game.bids else []
    return [_worked_example(game, bid, took) for bid in ends for took in (bid.needs, bid.needs - 1)]


def _worked_example(game: Ruleset, bid: Bid, took: int) -> WorkedExample:
    tricks = (took, game.tricks - took, *(0,) * (game.sides - TWO))
    own, other, *_ = _points(game, bid, tricks)
    return WorkedExample(bid, took, own, other)


def outcome_tables(game: Ruleset) -> list[OutcomeTable]:
    """Return every outcome of every bid that may be made, as tables; none if nothing is bid.

    With two sides, one table holds the points of both, bidding side first. With more, the bidding
    side and a defender have a table each, by their own tricks.
    """
    if game.entry != "contract":
        return []
    given_up = bool(game.surrender)
    if game.two_sided:
        return [OutcomeTable("both", given_up, tuple(_pairs(game)))]
    return [
        OutcomeTable("bidder", given_up, tuple(_bidders(game))),
        OutcomeTable("defender", given_up, tuple(_defenders(game))),
    ]


def _pairs(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = [_points(game, bid, (took, game.tricks - took)) for took in range(game.tricks + 1)]
        yield _row(game, bid, cells, (bid.worth, 0))


def _bidders(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = []
        for took in range(game.tricks + 1):
            tricks = (took, game.tricks - took, *(0,) * (game.sides - 2))
            cells.append(_points(game, bid, tricks)[:1])
        yield _row(game, bid, cells, (bid.worth,))


def _defenders(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = [_defended(game, bid, took) for took in range(game.tricks + 1)]
        yield _row(game, bid, cells, (0,))


def _defended(game: Ruleset, bid: Bid, took: int) -> Points:
    """Return the points of a defender's tricks against a made bid, then against a missed one.

    There is only one item if both are the same, or if the bid cannot be made with the tricks that
    are left.
    """
    rest, others = game.tricks - took, (0,) * (game.sides - 3)
    paid = []
    if rest >= bid.needs:
        paid.append(_points(game, bid, (rest, took, 0, *others))[1])
    low = min(rest, bid.needs - 1)  # a bid needs at least one trick, so it can be missed
    paid.append(_points(game, bid, (low, took, rest - low, *others))[1])
    return tuple(dict.fromkeys(paid))


def _points(game: Ruleset, bid: Bid, tricks: tuple[int, ...]) -> Points:
    return score(Played(0, None, bid, tricks), game)[1]


def _row(game: Ruleset, bid: Bid, cells: list[Points], given_up: Points) -> OutcomeRow:
    last = [given_up] if game.surrender else []
    return OutcomeRow(bid, (*cells, *last))

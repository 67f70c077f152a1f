"""Every outcome of every bid of a game, as tables, and a few worked hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.messages.numbers import signed
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.hand import Played
from scorekeeper.rules.ruleset import TWO, Ruleset
from scorekeeper.rules.scoring import score
from scorekeeper.rules.terms import Bid

SLASH = "/"


class Row(NamedTuple):
    """One rung of the ladder in a table of outcomes: one cell a column."""

    bid: str
    needs: int
    worth: int
    cells: tuple[str, ...]


class Outcomes(NamedTuple):
    """A table of points by bid and by tricks. An empty cell cannot happen."""

    title: Sentence
    columns: tuple[str, ...]
    surrendered: bool
    rows: tuple[Row, ...]


def worked(game: Ruleset) -> list[Sentence]:
    """Worked hands: the lowest and the highest bid, each just made and just missed."""
    ends = [game.offered[0], *game.offered[1:][-1:]] if game.bids else []
    return [_worked(game, bid, took) for bid in ends for took in (bid.needs, bid.needs - 1)]


def _worked(game: Ruleset, bid: Bid, took: int) -> Sentence:
    tricks = (took, game.tricks - took, *(0,) * (game.sides - TWO))
    own, other, *_ = _points(game, bid, tricks)
    together = N_(
        "Bid %(bid)s, took %(took)s of %(all)s: bidding side %(own)s, defenders %(other)s."
    )
    alone = N_(
        "Bid %(bid)s, took %(took)s of %(all)s: the bidder %(own)s, one with the rest %(other)s."
    )
    return Sentence(
        together if game.two_sided else alone,
        bid=bid.name,
        took=took,
        all=game.tricks,
        own=signed(own),
        other=signed(other),
    )


def outcomes(game: Ruleset) -> list[Outcomes]:
    """Every outcome of every bid that may be made; none where nothing is bid.

    With two sides one table holds both, bidding side first; where there are more, the bidding
    side and a defender have a table each, by its own tricks.
    """
    if game.entry != "contract":
        return []
    columns = tuple(str(tricks) for tricks in range(game.tricks + 1))
    given_up = bool(game.surrender)
    if game.two_sided:
        title = Sentence("By the bidding side's tricks: bidding side / defenders")
        return [Outcomes(title, columns, given_up, tuple(_pairs(game)))]
    return [
        Outcomes(
            Sentence("The bidding side, by its tricks"),
            columns,
            given_up,
            tuple(_bidders(game)),
        ),
        Outcomes(
            Sentence("Each defender, by its own tricks: bid made / missed"),
            columns,
            given_up,
            tuple(_defenders(game)),
        ),
    ]


def _pairs(game: Ruleset) -> Iterator[Row]:
    for bid in game.offered:
        cells = [
            SLASH.join(map(signed, _points(game, bid, (took, game.tricks - took))))
            for took in range(game.tricks + 1)
        ]
        yield _row(game, bid, cells, f"{signed(bid.worth)}{SLASH}0")


def _bidders(game: Ruleset) -> Iterator[Row]:
    for bid in game.offered:
        cells = []
        for took in range(game.tricks + 1):
            tricks = (took, game.tricks - took, *(0,) * (game.sides - 2))
            cells.append(signed(_points(game, bid, tricks)[0]))
        yield _row(game, bid, cells, signed(bid.worth))


def _defenders(game: Ruleset) -> Iterator[Row]:
    for bid in game.offered:
        cells = [SLASH.join(_defended(game, bid, took)) for took in range(game.tricks + 1)]
        yield _row(game, bid, cells, "0")


def _defended(game: Ruleset, bid: Bid, took: int) -> list[str]:
    """What a defender's tricks pay against a made bid, then against a missed one if that differs.

    Only one of them where the tricks leave the bidder no way to the other.
    """
    rest, others = game.tricks - took, (0,) * (game.sides - 3)
    paid = []
    if rest >= bid.needs:
        paid.append(_points(game, bid, (rest, took, 0, *others))[1])
    low = min(rest, bid.needs - 1)  # a bid needs a trick at least, so that it can be missed
    paid.append(_points(game, bid, (low, took, rest - low, *others))[1])
    return [signed(points) for points in dict.fromkeys(paid)]


def _points(game: Ruleset, bid: Bid, tricks: tuple[int, ...]) -> tuple[int, ...]:
    return score(Played(0, 0, None, bid, tricks), game)[1]


def _row(game: Ruleset, bid: Bid, cells: list[str], given_up: str) -> Row:
    last = [given_up] if game.surrender else []
    return Row(bid.name, bid.needs, bid.worth, (*cells, *last))

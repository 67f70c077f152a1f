"""Every outcome of every bid of a game, as tables, and a few worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.messages.numbers import format_signed
from scorekeeper.rules.errors import N_, Message
from scorekeeper.rules.hand import Played
from scorekeeper.rules.ruleset import TWO, Bid, Ruleset
from scorekeeper.rules.scoring import score

SLASH = "/"


class OutcomeRow(NamedTuple):
    """The row of one bid in a table of outcomes: one cell a column, then one for a surrender."""

    bid: str
    needs: int
    worth: int
    cells: tuple[str, ...]


class OutcomeTable(NamedTuple):
    """A table of points by bid and by tricks.

    `surrendered` is true if each row has one more cell than there are columns, for a surrender.
    """

    title: Message
    columns: tuple[str, ...]
    surrendered: bool
    rows: tuple[OutcomeRow, ...]


def worked_examples(game: Ruleset) -> list[Message]:
    """Return worked hands: the lowest and the highest bid, each just made and just missed.

    The list is empty if nothing is bid in the game.
    """
    ends = [game.offered[0], *game.offered[1:][-1:]] if game.bids else []
    return [_worked_example(game, bid, took) for bid in ends for took in (bid.needs, bid.needs - 1)]


def _worked_example(game: Ruleset, bid: Bid, took: int) -> Message:
    tricks = (took, game.tricks - took, *(0,) * (game.sides - TWO))
    own, other, *_ = _points(game, bid, tricks)
    together = N_(
        "Bid %(bid)s, took %(took)s of %(all)s: bidding side %(own)s, defenders %(other)s."
    )
    alone = N_(
        "Bid %(bid)s, took %(took)s of %(all)s: the bidder %(own)s, one with the rest %(other)s."
    )
    return Message(
        together if game.two_sided else alone,
        bid=bid.name,
        took=took,
        all=game.tricks,
        own=format_signed(own),
        other=format_signed(other),
    )


def outcome_tables(game: Ruleset) -> list[OutcomeTable]:
    """Return every outcome of every bid that may be made, as tables; none if nothing is bid.

    With two sides, one table holds the points of both, bidding side first. With more, the bidding
    side and a defender have a table each, by their own tricks.
    """
    if game.entry != "contract":
        return []
    columns = tuple(str(tricks) for tricks in range(game.tricks + 1))
    given_up = bool(game.surrender)
    if game.two_sided:
        title = Message("By the bidding side's tricks: bidding side / defenders")
        return [OutcomeTable(title, columns, given_up, tuple(_pairs(game)))]
    return [
        OutcomeTable(
            Message("The bidding side, by its tricks"),
            columns,
            given_up,
            tuple(_bidders(game)),
        ),
        OutcomeTable(
            Message("Each defender, by its own tricks: bid made / missed"),
            columns,
            given_up,
            tuple(_defenders(game)),
        ),
    ]


def _pairs(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = [
            SLASH.join(map(format_signed, _points(game, bid, (took, game.tricks - took))))
            for took in range(game.tricks + 1)
        ]
        yield _row(game, bid, cells, f"{format_signed(bid.worth)}{SLASH}0")


def _bidders(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = []
        for took in range(game.tricks + 1):
            tricks = (took, game.tricks - took, *(0,) * (game.sides - 2))
            cells.append(format_signed(_points(game, bid, tricks)[0]))
        yield _row(game, bid, cells, format_signed(bid.worth))


def _defenders(game: Ruleset) -> Iterator[OutcomeRow]:
    for bid in game.offered:
        cells = [SLASH.join(_defended(game, bid, took)) for took in range(game.tricks + 1)]
        yield _row(game, bid, cells, "0")


def _defended(game: Ruleset, bid: Bid, took: int) -> list[str]:
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
    return [format_signed(points) for points in dict.fromkeys(paid)]


def _points(game: Ruleset, bid: Bid, tricks: tuple[int, ...]) -> tuple[int, ...]:
    return score(Played(0, 0, None, bid, tricks), game)[1]


def _row(game: Ruleset, bid: Bid, cells: list[str], given_up: str) -> OutcomeRow:
    last = [given_up] if game.surrender else []
    return OutcomeRow(bid.name, bid.needs, bid.worth, (*cells, *last))

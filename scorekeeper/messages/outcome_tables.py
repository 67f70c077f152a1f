"""The tables of outcomes and the worked examples of a game, in figures and words."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.analysis.outcomes import (
    OutcomeTable,
    WorkedExample,
    outcome_tables,
    worked_examples,
)
from scorekeeper.messages.message import Message, Plural
from scorekeeper.messages.numbers import format_signed
from scorekeeper.rules.ruleset import Ruleset

_SLASH = "/"
_TITLES = {
    "both": Message("By the bidding side's tricks: bidding side / defenders"),
    "bidder": Message("The bidding side, by its tricks"),
    "defender": Message("Each defender, by its own tricks: bid made / missed"),
}


class RowText(NamedTuple):
    """The row of one bid: the tricks that it needs, the points at stake, and a text a column."""

    bid: str
    needs: int
    worth: int
    cells: tuple[str, ...]


class TableText(NamedTuple):
    """A table of outcomes; `columns` are the tricks that were taken.

    `surrendered` is true if each row has one more cell than there are columns, for a surrender.
    """

    title: Message
    columns: tuple[str, ...]
    surrendered: bool
    rows: tuple[RowText, ...]


def format_outcomes(game: Ruleset) -> list[TableText]:
    """Return the tables of every outcome of every bid; none if nothing is bid in the game."""
    return [_format_table(game, table) for table in outcome_tables(game)]


def _format_table(game: Ruleset, table: OutcomeTable) -> TableText:
    rows = (
        RowText(
            row.bid.name,
            row.bid.needs,
            row.bid.worth,
            tuple(_SLASH.join(map(format_signed, points)) for points in row.cells),
        )
        for row in table.rows
    )
    columns = tuple(map(str, range(game.tricks + 1)))
    return TableText(_TITLES[table.of], columns, table.surrendered, tuple(rows))


def describe_examples(game: Ruleset) -> list[Message]:
    """Return a sentence for each worked example; none if nothing is bid in the game."""
    return [_describe_example(game, example) for example in worked_examples(game)]


def _describe_example(game: Ruleset, example: WorkedExample) -> Message:
    return Message(
        _EXAMPLES[game.two_sided],
        bid=example.bid.name,
        took=example.tricks,
        all=game.tricks,
        own=format_signed(example.own),
        other=format_signed(example.other),
    )


# By whether there are two sides. English names no tricks here, but other languages do.
_EXAMPLES = {
    True: Plural(
        "Bid %(bid)s, took %(took)s of %(all)s: bidding side %(own)s, defenders %(other)s.",
        "Bid %(bid)s, took %(took)s of %(all)s: bidding side %(own)s, defenders %(other)s.",
        "all",
    ),
    False: Plural(
        "Bid %(bid)s, took %(took)s of %(all)s: the bidder %(own)s, one with the rest %(other)s.",
        "Bid %(bid)s, took %(took)s of %(all)s: the bidder %(own)s, one with the rest %(other)s.",
        "all",
    ),
}

"""A game in plain text: its shape, its rules in words, and every outcome of every bid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.messages.message import Message
from scorekeeper.messages.outcome_tables import TableText, format_outcomes
from scorekeeper.messages.payouts import bid_awards, payouts
from scorekeeper.messages.ruleset import describe_rules, describe_shape
from scorekeeper.rules.ruleset import Ruleset


def write_games(games: Mapping[str, Ruleset]) -> str:
    """Return one line for each game: its name in match files, its full name, shape and goal."""
    width = max(map(len, games))
    return "".join(
        f"{name:{width}}  {game.name}: {_shape(game)}\n" for name, game in sorted(games.items())
    )


def write_game(game: Ruleset) -> str:
    """Return the game's shape and goal, its payouts, its rules, and tables of its outcomes."""
    lines = [f"{game.name}: {_shape(game)}", "", *payout_lines(game)]
    lines += ["", *map(str, describe_rules(game))]
    for table in format_outcomes(game):
        lines += ["", f"{table.title}", *_columns(table)]
    return "\n".join(lines) + "\n"


def payout_lines(game: Ruleset) -> list[str]:
    """Return a line for each payout, and one for the bids that are paid in their own way."""
    return [
        *(f"{each.title}: {each.figure} ({each.words})" for each in payouts(game)),
        *(f"{', '.join(own.bids)}: {'; '.join(map(str, own.terms))}" for own in bid_awards(game)),
    ]


def _shape(game: Ruleset) -> str:
    return ", ".join(map(str, describe_shape(game)))


def titles_of(table: TableText) -> list[str]:
    """Return the column headings of a table of outcomes."""
    words = [Message("bid"), Message("needs"), Message("worth")]
    given_up = [Message("surrendered")] if table.surrendered else []
    return [*map(str, words), *table.columns, *map(str, given_up)]


def _columns(table: TableText) -> Iterator[str]:
    rows = [titles_of(table)]
    rows += [[row.bid, str(row.needs), str(row.worth), *row.cells] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(cell.ljust(width) for cell, width in cells).rstrip()

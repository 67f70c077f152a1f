"""A game in plain text: what it is, and every outcome of every bid."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.explain import formula, goal, signed
from scorekeeper.rules.hand import Played
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score
from scorekeeper.rules.terms import Award, Bid


def write_games(games: Mapping[str, Ruleset]) -> str:
    """One line a game: its name for match files, its own name, shape and goal."""
    width = max(map(len, games))
    return "".join(
        f"{name:{width}}  {game.name}: {shape(game)}, {goal(game)}\n"
        for name, game in sorted(games.items())
    )


def write_game(game: Ruleset) -> str:
    """The game's shape and goal, its awards, and a table of its outcomes."""
    lines = [f"{game.name}: {shape(game)}, {goal(game)}", f"Sheet: {_sheet(game)}"]
    if game.entry == "contract":
        lines += ["", *_outcomes(game), "", f"Surrendered: {_surrender(game)}"]
    if game.minimum_bid:
        lines.append(f"Minimum bid: {game.minimum_bid}")
    if game.must_play:
        lines.append(f"Must be played: {', '.join(game.must_play)}")
    return "\n".join(lines) + "\n"


def shape(game: Ruleset) -> str:
    """Players, sides and tricks."""
    sides = "each alone" if game.alone else f"{game.sides} sides"
    tricks = f", {game.tricks} tricks" if game.tricks else ""
    return f"{game.players} players, {sides}{tricks}"


def _sheet(game: Ruleset) -> str:
    if game.carries:
        return "carry-forward, cells of 0 or more; a loss comes off the side's next gains"
    return "signed, losses are written with a minus"


def _surrender(game: Ruleset) -> str:
    if not game.surrender:
        return "not in this game"
    each = "; each may fold alone for 0" if game.surrender == "each" else ""
    return f"the bidding side gets the worth of the bid, the defenders 0{each}"


def _outcomes(game: Ruleset) -> list[str]:
    """A table by bid and the bidding side's tricks: bidders / defenders."""
    tricks = range(game.tricks + 1)
    rows = [["bid", "worth", *map(str, tricks)]]
    if not game.two_sided:
        rows = [["bid", "worth", "made", "set", "each defender", "shut out"]]
    for bid in game.offered:
        cells = [_two_sided(game, bid, took) for took in tricks]
        if not game.two_sided:
            paid = game.paid[bid.name]
            kinds = ("made", "set", "defence_made", "shutout")
            cells = [_paid(paid[kind]) for kind in kinds]
        rows.append([bid.name, str(bid.worth), *cells])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _two_sided(game: Ruleset, bid: Bid, took: int) -> str:
    hand = Played(0, 0, None, bid, (took, game.tricks - took))
    _, points = score(hand, game)
    return "/".join(map(signed, points))


def _paid(award: Award | None) -> str:
    return formula(award) if award else "-"

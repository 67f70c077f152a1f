"""View models of a game, and of the list of games to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.codec.presets import common_presets, preset_names
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.messages.payouts import bid_awards, payouts
from scorekeeper.messages.ruleset import describe_rules, describe_shape
from scorekeeper.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PayoutView:
    """One of the three payouts that players argue about."""

    title: str
    figure: str
    words: str


@dataclass(frozen=True, slots=True)
class GameView:
    """One game. `preset` is empty for custom rules; `bid_awards` are bids paid in their own way."""

    preset: str
    name: str
    shape: str
    figures: list[PayoutView]
    bid_awards: list[str]
    rules: list[str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Every published game: the most common ones, and the rest by name."""

    common: list[GameView]
    more: list[GameView]


def view_game(game: Ruleset, preset: str = "") -> GameView:
    """Return the game as its pages print it."""
    return GameView(
        preset=preset,
        name=game.name,
        shape=", ".join(map(str, describe_shape(game))),
        figures=[PayoutView(str(f.title), str(f.figure), str(f.words)) for f in payouts(game)],
        bid_awards=[
            f"{', '.join(own.bids)}: {'; '.join(map(str, own.terms))}." for own in bid_awards(game)
        ],
        rules=[str(sentence) for sentence in describe_rules(game)],
    )


def shelf() -> Shelf:
    """Return the published games in the order they are offered, in the viewer's language."""
    games = [view_game(read_ruleset({"preset": name}), name) for name in preset_names()]
    first = common_presets()
    return Shelf(
        common=sorted((g for g in games if g.preset in first), key=lambda g: first.index(g.preset)),
        more=sorted((g for g in games if g.preset not in first), key=lambda g: g.name),
    )

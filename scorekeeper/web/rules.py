"""The games, explained: what each is, what a hand is worth, every outcome of every bid."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorekeeper.rules.outcomes import outcomes
from scorekeeper.rules.presets import presets
from scorekeeper.rules.ruleset_reader import read_ruleset
from scorekeeper.web.game_view import shelf, view_game

rules = Blueprint("rules", __name__, url_prefix="/rules")


@rules.get("")
def index() -> str:
    return render_template("rules/index.html", shelf=shelf())


@rules.get("/<name>")
def game(name: str) -> str:
    if name not in presets():
        abort(404)
    played = read_ruleset({"preset": name})
    return render_template("rules/game.html", game=view_game(played, name), tables=outcomes(played))

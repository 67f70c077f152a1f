"""The pages of the games: what each is, what a hand is worth, every outcome of every bid."""

from __future__ import annotations

from flask import abort, render_template

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.messages.outcome_tables import format_outcomes
from scorekeeper.web.game_view import shelf, view_game
from scorekeeper.web.rules import bp


@bp.get("")
def index() -> str:
    return render_template("rules/index.html", shelf=shelf())


@bp.get("/<name>")
def show(name: str) -> str:
    if name not in preset_names():
        abort(404)
    played = read_ruleset({"preset": name})
    return render_template(
        "rules/game.html", game=view_game(played, name), tables=format_outcomes(played)
    )

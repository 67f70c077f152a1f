"""The page that sets up a match: by a published game, or by rules of one's own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import render_template, session

from scorekeeper.codec.presets import common_presets
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.messages.labels import seat_labels, side_labels
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import short_name
from scorekeeper.rules.match import COMPASS
from scorekeeper.rules.ruleset import MOST_SEATS, TWO, Ruleset
from scorekeeper.web.form_values import field_text
from scorekeeper.web.forms import MatchForm
from scorekeeper.web.game_view import shelf, view_game
from scorekeeper.web.house_rules import fill_house_rules, house_rule_fields, no_trump_choices
from scorekeeper.web.sheet_view import side_marks, view_match
from scorekeeper.web.submit import FormProblem


@dataclass(frozen=True, slots=True)
class SeatName:
    """The name and the mark of one seat or one side, as the drawing of the table shows them."""

    name: str
    mark: str
    letter: str
    short: str


def new_setup_page(rules: dict[str, Any], problem: FormProblem | None = None) -> str:
    """Return the page that sets up a match by these rules, given as in a match file.

    Raise RuleError if they are not valid.
    """
    game = read_ruleset(rules)
    form = MatchForm(formdata=None)
    form.rules.data = json.dumps(rules, ensure_ascii=False)
    form.first_dealer.data = "0"
    fit_form(form, game)
    fill_house_rules(form, game)
    form.mark()
    return setup_page(form, game, problem)


def default_rules() -> dict[str, Any]:
    return {"preset": common_presets()[0]}


def setup_page(form: MatchForm, game: Ruleset, problem: FormProblem | None = None) -> str:
    """Return the page with this form, which must have been fitted to the game."""
    chosen = json.loads(field_text(form.rules))
    preset = chosen.get("preset", "")
    return render_template(
        "setup/match.html",
        form=form,
        problem=problem,
        running=_running(),
        game=view_game(game, preset),
        shelf=shelf(),
        house=house_rule_fields(game),
        seats=_marked(seat_names(game), game.sides),
        sides=_marked(side_names(game), game.sides),
        drawn=game.players == len(COMPASS),
        counts=range(TWO, MOST_SEATS + 1) if preset and game.entry != "contract" else (),
        players=game.players,
        together=not game.alone,
        may_pair=game.entry == "points",
        no_target=game.target is None,
    )


def _marked(names: tuple[str, ...], sides: int) -> list[SeatName]:
    return [
        SeatName(name, *side_marks(place % sides, sides), short_name(name))
        for place, name in enumerate(names)
    ]


def _running() -> str | None:
    """Return the title of this device's newest match that has not ended; None if there is none."""
    listed = matches.list_matches(current_device()) if "device" in session else ()
    tables = (each for each in listed if isinstance(each, matches.MatchSnapshot))
    views = (view_match(snapshot) for snapshot in tables if not snapshot.state.ended)
    return next((view.title for view in views), None)


def fit_form(form: MatchForm, game: Ruleset) -> None:
    """Fit the form to the game: one field a seat, one a side, and the choices that it has."""
    for field, count in (
        (form.seats, game.players),
        (form.sides, game.sides),
        (form.start, game.sides),
        (form.shortfalls, game.sides),
    ):
        field.entries = field.entries[:count]
        while len(field) < count:
            field.append_entry("")
    form.first_dealer.choices = {str(seat): name for seat, name in enumerate(seat_names(game))}
    form.minimum_bid.choices = {"": str(Message("none"))} | {
        bid.name: bid.name for bid in game.bids
    }
    form.no_trump.choices = no_trump_choices(game)


def seat_names(game: Ruleset) -> tuple[str, ...]:
    """Return the default names of the players, in the language of whoever opens the match."""
    return tuple(map(str, seat_labels(game)))


def side_names(game: Ruleset) -> tuple[str, ...]:
    return tuple(map(str, side_labels(game)))

"""The pages that set up a match: the game, house rules, names and seats."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.codec.presets import common_presets
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.http.device import current_device
from scorekeeper.matches import creation, matches
from scorekeeper.matches.player_names import free_name, host_names
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import SEPARATOR, short_name
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import COMPASS, seat_labels, side_labels
from scorekeeper.rules.ruleset import MOST_POINTS, MOST_SEATS, TWO, Ruleset
from scorekeeper.web.form_values import field_text, parse_whole_number
from scorekeeper.web.forms import EachSide, MatchForm
from scorekeeper.web.game_view import shelf, view_game
from scorekeeper.web.setup import bp
from scorekeeper.web.setup.house_rules import (
    fill_house_rules,
    form_field,
    house_rule_fields,
    no_trump_choices,
    parse_house_rules,
    reminders_of,
)
from scorekeeper.web.sheet_view import side_marks, view_match
from scorekeeper.web.submit import FormProblem

_NOT_STARTED = Message("The match was not started.")
_FIRST_DEALER = Message("The first dealer's seat")
_COUNTS = {"players": Message("Players"), "sides": Message("Sides")}


@dataclass(frozen=True, slots=True)
class SeatName:
    """The name and the mark of one seat or one side, as the drawing of the table shows them."""

    name: str
    mark: str
    letter: str
    short: str


@bp.route("/new", methods=["GET", "POST"])
def create() -> ResponseReturnValue:
    if request.method != "POST":
        return _chosen()
    form = MatchForm()
    try:
        game = _game_of(field_text(form.rules))
    except RuleError as error:
        problem = FormProblem(_NOT_STARTED, error.why, "rules")
        return new_match(_default(), problem), 422
    _fit(form, game)
    try:
        code = creation.open_match(_opening_of(form, game), current_device(), form.key)
    except RuleError as error:
        problem = FormProblem(_NOT_STARTED, error.why, form_field(error.field))
        return _page(form, game, problem), 422
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


def new_match(rules: dict[str, Any], problem: FormProblem | None = None) -> str:
    """Return the page that sets up a match by these rules, given as in a match file.

    Raise RuleError if they are not valid.
    """
    game = read_ruleset(rules)
    form = MatchForm(formdata=None)
    form.rules.data = json.dumps(rules, ensure_ascii=False)
    form.first_dealer.data = "0"
    _fit(form, game)
    fill_house_rules(form, game)
    form.mark()
    return _page(form, game, problem)


def _default() -> dict[str, Any]:
    return {"preset": common_presets()[0]}


def _chosen() -> ResponseReturnValue:
    """Return the page for the game and the numbers of players and sides in the query."""
    rules = {**_default(), **({"preset": request.args["game"]} if "game" in request.args else {})}
    try:
        for name, what in _COUNTS.items():
            if request.args.get(name):
                rules[name] = parse_whole_number(request.args[name], name, what, TWO, MOST_SEATS)
        return new_match(rules)
    except RuleError as error:
        problem = FormProblem(Message("This game cannot be set up."), error.why, "rules")
        return new_match(_default(), problem), 422


def _game_of(text: str) -> Ruleset:
    """Return the game that the form was shown for. Raise RuleError if it is missing or invalid."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError("The form does not say which game is played.", "rules") from None
    return read_ruleset(facts)


def _fit(form: MatchForm, game: Ruleset) -> None:
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
    form.first_dealer.choices = {str(seat): name for seat, name in enumerate(_seats(game))}
    form.minimum_bid.choices = {"": str(Message("none"))} | {
        bid.name: bid.name for bid in game.bids
    }
    form.no_trump.choices = no_trump_choices(game)


def _opening_of(form: MatchForm, game: Ruleset) -> dict[str, Any]:
    """Return the match of the form as a match file without entries. Raise RuleError if invalid."""
    rules = parse_house_rules(form, game)
    carries = rules["sheet"] == "carry"
    low = 0 if carries else -MOST_POINTS
    seat = form.first_dealer.data
    last = game.players - 1
    players = _names(form.seats, _seats(game), host_names())
    facts: dict[str, Any] = {
        "ruleset": rules,
        "players": players,
        "first_dealer": parse_whole_number(seat, "first_dealer", _FIRST_DEALER, 0, last),
        "start": _numbers(form.start, Message("A total"), low),
    }
    if not game.alone:
        facts["sides"] = _names(form.sides, _sides(game))
    owed = _numbers(form.shortfalls, Message("What is carried"), 0)
    if not carries and any(owed):
        place = next(place for place, number in enumerate(owed) if number)
        raise RuleError(
            "Only a sheet that carries its losses starts with something carried.",
            f"shortfalls-{place}",
        )
    if carries:
        facts["start_shortfalls"] = owed
    said = reminders_of(form, game)
    note = SEPARATOR.join(filter(None, (field_text(form.note).strip(), *said)))
    return {**facts, **({"note": note} if note else {})}


def _seats(game: Ruleset) -> tuple[str, ...]:
    """Return the default names of the players, in the language of whoever opens the match."""
    return tuple(map(str, seat_labels(game)))


def _sides(game: Ruleset) -> tuple[str, ...]:
    return tuple(map(str, side_labels(game)))


def _names(typed: EachSide, defaults: tuple[str, ...], taken: Collection[str] = ()) -> list[str]:
    """Return the names that were typed, or the defaults; numbered where they clash."""
    names: list[str] = []
    for field, default in zip(typed, defaults, strict=True):
        name = field.data if field_text(field).strip() else default
        names.append(free_name(name, [*taken, *names], field.name))
    return names


def _numbers(typed: EachSide, what: Message, low: int) -> list[int]:
    return [
        parse_whole_number(field.data, field.name, what, low) if field_text(field).strip() else 0
        for field in typed
    ]


def _page(form: MatchForm, game: Ruleset, problem: FormProblem | None = None) -> str:
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
        seats=_seat_names(_seats(game), game.sides),
        sides=_seat_names(_sides(game), game.sides),
        drawn=game.players == len(COMPASS),
        counts=range(TWO, MOST_SEATS + 1) if preset and game.entry != "contract" else (),
        players=game.players,
        together=not game.alone,
        may_pair=game.entry == "points",
        no_target=game.target is None,
    )


def _seat_names(names: tuple[str, ...], sides: int) -> list[SeatName]:
    return [
        SeatName(
            name,
            *side_marks(place % sides, sides),
            short_name(name),
        )
        for place, name in enumerate(names)
    ]


def _running() -> str | None:
    """Return the title of this device's newest match that has not ended; None if there is none."""
    listed = matches.list_matches(current_device()) if "device" in session else ()
    tables = (each for each in listed if isinstance(each, matches.MatchSnapshot))
    views = (view_match(snapshot) for snapshot in tables if not snapshot.cached.match.state.ended)
    return next((view.title for view in views), None)

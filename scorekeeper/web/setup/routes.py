"""The pages that set up a match: the game, house rules, names and seats."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.http.device import current_device
from scorekeeper.matches import creation
from scorekeeper.matches.player_names import free_name, host_names
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import SEPARATOR
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import MOST_POINTS, MOST_SEATS, TWO, Ruleset
from scorekeeper.web.form_values import field_text, parse_whole_number
from scorekeeper.web.forms import EachSide, MatchForm
from scorekeeper.web.house_rules import form_field, parse_house_rules, reminders_of
from scorekeeper.web.setup import bp
from scorekeeper.web.setup_page import (
    default_rules,
    fit_form,
    new_setup_page,
    seat_names,
    setup_page,
    side_names,
)
from scorekeeper.web.submit import FormProblem

_NOT_STARTED = Message("The match was not started.")
_FIRST_DEALER = Message("The first dealer's seat")
_COUNTS = {"players": Message("Players"), "sides": Message("Sides")}


@bp.route("/new", methods=["GET", "POST"])
def create() -> ResponseReturnValue:
    if request.method != "POST":
        return _chosen()
    form = MatchForm()
    try:
        game = _game_of(field_text(form.rules))
    except RuleError as error:
        problem = FormProblem(_NOT_STARTED, describe_error(error), "rules")
        return new_setup_page(default_rules(), problem), 422
    fit_form(form, game)
    try:
        code = creation.open_match(_opening_of(form, game), current_device(), form.key)
    except RuleError as error:
        problem = FormProblem(_NOT_STARTED, describe_error(error), form_field(error.field))
        return setup_page(form, game, problem), 422
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


def _chosen() -> ResponseReturnValue:
    """Return the page for the game and the numbers of players and sides in the query."""
    rules = default_rules()
    if "game" in request.args:
        rules["preset"] = request.args["game"]
    try:
        for name, what in _COUNTS.items():
            if request.args.get(name):
                rules[name] = parse_whole_number(request.args[name], name, what, TWO, MOST_SEATS)
        return new_setup_page(rules)
    except RuleError as error:
        problem = FormProblem(
            Message("This game cannot be set up."), describe_error(error), "rules"
        )
        return new_setup_page(default_rules(), problem), 422


def _game_of(text: str) -> Ruleset:
    """Return the game that the form was shown for. Raise RuleError if it is missing or invalid."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError("game-missing", "rules") from None
    return read_ruleset(facts)


def _opening_of(form: MatchForm, game: Ruleset) -> dict[str, Any]:
    """Return the match of the form as a match file without entries. Raise RuleError if invalid."""
    rules = parse_house_rules(form, game)
    carries = rules["sheet"] == "carry"
    low = 0 if carries else -MOST_POINTS
    seat = form.first_dealer.data
    last = game.players - 1
    players = _names(form.seats, seat_names(game), host_names())
    facts: dict[str, Any] = {
        "ruleset": rules,
        "players": players,
        "first_dealer": parse_whole_number(seat, "first_dealer", _FIRST_DEALER, 0, last),
        "start": _numbers(form.start, Message("A total"), low),
    }
    if not game.alone:
        facts["sides"] = _names(form.sides, side_names(game))
    owed = _numbers(form.shortfalls, Message("What is carried"), 0)
    if not carries and any(owed):
        place = next(place for place, number in enumerate(owed) if number)
        raise RuleError("shortfalls-not-carried", f"shortfalls-{place}")
    if carries:
        facts["start_shortfalls"] = owed
    said = reminders_of(form, game)
    note = SEPARATOR.join(filter(None, (field_text(form.note).strip(), *said)))
    return {**facts, **({"note": note} if note else {})}


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

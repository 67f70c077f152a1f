"""Custom rules: edited from any game, worked out, saved as a file, loaded again."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.codec.match_file import read_json
from scorekeeper.codec.presets import common_presets, preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.messages.outcome_tables import describe_examples, format_outcomes
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.text import clean
from scorekeeper.web.custom_rules import bp
from scorekeeper.web.custom_rules.award_text import WAYS
from scorekeeper.web.custom_rules.conversion import (
    fill_rules,
    form_field_of,
    parse_ruleset,
    spare_rows,
)
from scorekeeper.web.custom_rules.forms import RulesForm
from scorekeeper.web.forms import BUTTON
from scorekeeper.web.game_view import view_game
from scorekeeper.web.setup_page import new_setup_page
from scorekeeper.web.submit import FormProblem

_WRONG = Message("These rules do not work.")
_UNSAFE = re.compile(r"[^a-z0-9]+")


@bp.route("", methods=["GET", "POST"])
def edit() -> ResponseReturnValue:
    if request.method != "POST":
        name = request.args.get("game", common_presets()[0])
        if name not in preset_names():
            abort(404)
        return _page(read_ruleset({"preset": name}))
    form = RulesForm()
    spare_rows(form)
    try:
        game = read_ruleset(parse_ruleset(form))
    except RuleError as error:
        problem = FormProblem(_WRONG, describe_error(error), form_field_of(form, error.field))
        return _page(None, form, problem), 422
    if request.form.get(BUTTON) == "play":
        return new_setup_page(write_ruleset(game))
    if request.form.get(BUTTON) == "save":
        return _saved(game)
    return _page(game, form)


@bp.post("/file")
def load() -> ResponseReturnValue:
    """Load rules from a file, to start a match or to edit them."""
    try:
        game = read_ruleset(_facts(request.files.get("file")))
    except RuleError as error:
        problem = FormProblem(Message("The file was not taken."), describe_error(error), "file")
        return new_setup_page({"preset": common_presets()[0]}, problem), 422
    if request.form.get(BUTTON) == "change":
        return _page(game)
    return new_setup_page(write_ruleset(game))


def _facts(file: Any) -> object:  # noqa: ANN401 - an upload, or None
    """Return the ruleset of a file, which may be a match file. Raise RuleError if there is none."""
    if file is None or not file.filename:
        raise RuleError("rules-file-missing", "file")
    facts = clean(read_json(file.read()))
    return facts["ruleset"] if isinstance(facts, dict) and "ruleset" in facts else facts


def _saved(game: Ruleset) -> Response:
    """Return the ruleset as a file, as a match file holds it; it can be loaded again."""
    text = json.dumps(write_ruleset(game), ensure_ascii=False, indent=1) + "\n"
    response = make_response(text)
    response.headers["Content-Type"] = "application/json"
    name = _UNSAFE.sub("-", game.name.lower()).strip("-") or "own"
    response.headers["Content-Disposition"] = f'attachment; filename="rules-{name}.json"'
    return response


def _page(
    game: Ruleset | None, form: RulesForm | None = None, problem: FormProblem | None = None
) -> str:
    """Return the form, and the outcomes of its rules if they are valid."""
    if form is None and game is not None:
        form = RulesForm(formdata=None)
        fill_rules(form, game)
    return render_template(
        "custom_rules/rules.html",
        form=form,
        ways=WAYS,
        game=view_game(game) if game else None,
        tables=format_outcomes(game) if game else [],
        examples=list(map(str, describe_examples(game))) if game else [],
        problem=problem,
    )

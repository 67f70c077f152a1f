"""A table's own rules: changed from any game, worked out, saved as a file, loaded again."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.outcomes import outcomes, worked
from scorekeeper.codec.match_file import read_json
from scorekeeper.codec.presets import common, presets
from scorekeeper.messages.award_text import WAYS
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.text import clean
from scorekeeper.web.custom_rules.conversion import fill_rules, own_field, ruleset_of, spare_rows
from scorekeeper.web.custom_rules.forms import RulesForm
from scorekeeper.web.game_view import view_game
from scorekeeper.web.setup.routes import new_match
from scorekeeper.web.submit import Problem

bp = Blueprint("own", __name__, url_prefix="/rules/own")
_WRONG = Sentence("These rules do not work.")
_UNSAFE = re.compile(r"[^a-z0-9]+")


@bp.route("", methods=["GET", "POST"])
def rules() -> ResponseReturnValue:
    if request.method != "POST":
        name = request.args.get("game", common()[0])
        if name not in presets():
            abort(404)
        return _page(Ruleset.from_dict({"preset": name}))
    form = RulesForm()
    spare_rows(form)
    try:
        game = Ruleset.from_dict(ruleset_of(form))
    except Refused as refused:
        problem = Problem(_WRONG, refused.why, own_field(form, refused.field))
        return _page(None, form, problem), 422
    if request.form.get("deed") == "play":
        return new_match(game.to_dict())
    if request.form.get("deed") == "save":
        return _saved(game)
    return _page(game, form)


@bp.post("/file")
def load() -> ResponseReturnValue:
    """Rules from a file, to play by or to change."""
    try:
        game = Ruleset.from_dict(_facts(request.files.get("file")))
    except Refused as refused:
        problem = Problem(Sentence("The file was not taken."), refused.why, "file")
        return new_match({"preset": common()[0]}, problem), 422
    if request.form.get("deed") == "change":
        return _page(game)
    return new_match(game.to_dict())


def _facts(file: Any) -> object:  # noqa: ANN401 - an upload, or None
    """What the file says: a ruleset, or a match file whose ruleset it is. Raises Refused."""
    if file is None or not file.filename:
        raise Refused("Choose a file of rules first.", "file")
    facts = clean(read_json(file.read()))
    return facts["ruleset"] if isinstance(facts, dict) and "ruleset" in facts else facts


def _saved(game: Ruleset) -> Response:
    """The ruleset as a file: what a match file holds, and what can be loaded again."""
    text = json.dumps(game.to_dict(), ensure_ascii=False, indent=1) + "\n"
    response = make_response(text)
    response.headers["Content-Type"] = "application/json"
    name = _UNSAFE.sub("-", game.name.lower()).strip("-") or "own"
    response.headers["Content-Disposition"] = f'attachment; filename="rules-{name}.json"'
    return response


def _page(
    game: Ruleset | None, form: RulesForm | None = None, problem: Problem | None = None
) -> str:
    """The form, and what the rules come to where they hold together."""
    if form is None and game is not None:
        form = RulesForm(formdata=None)
        fill_rules(form, game)
    return render_template(
        "custom_rules/rules.html",
        form=form,
        ways=WAYS,
        game=view_game(game) if game else None,
        tables=outcomes(game) if game else [],
        examples=[str(sentence) for sentence in worked(game)] if game else [],
        problem=problem,
    )

"""The routes of the published games, and of the API's own description."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from scorekeeper.api.openapi import DOCUMENT
from scorekeeper.api.responses import PREFIX, json_response
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset

bp = Blueprint("api_rulesets", __name__, url_prefix=PREFIX)


@bp.get("/rulesets")
def index() -> Response:
    """Return every preset by its name, each as a whole ruleset."""
    return json_response(
        {name: write_ruleset(read_ruleset({"preset": name})) for name in preset_names()}
    )


@bp.get("/rulesets/<name>")
def one(name: str) -> Response:
    if name not in preset_names():
        abort(404, "There is no ruleset of that name.")
    return json_response(write_ruleset(read_ruleset({"preset": name})))


@bp.get("/openapi.json")
def document() -> Response:
    return json_response(DOCUMENT)

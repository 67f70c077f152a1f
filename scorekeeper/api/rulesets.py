"""The published games, and this API described."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from scorekeeper.api.answers import PREFIX, answer
from scorekeeper.api.openapi import DOCUMENT
from scorekeeper.rules.presets import presets
from scorekeeper.rules.ruleset_reader import read_ruleset

rulesets = Blueprint("api_rulesets", __name__, url_prefix=PREFIX)


@rulesets.get("/rulesets")
def index() -> Response:
    """Every preset by its name, each as a whole ruleset."""
    return answer({name: read_ruleset({"preset": name}).to_dict() for name in presets()})


@rulesets.get("/rulesets/<name>")
def one(name: str) -> Response:
    if name not in presets():
        abort(404, "There is no ruleset of that name.")
    return answer(read_ruleset({"preset": name}).to_dict())


@rulesets.get("/openapi.json")
def document() -> Response:
    return answer(DOCUMENT)

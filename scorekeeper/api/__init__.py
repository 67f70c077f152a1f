"""The HTTP API: JSON in, JSON out, tokens and no cookies."""

from __future__ import annotations

from flask import Flask

from scorekeeper.api.match_routes import bp as matches
from scorekeeper.api.responses import add_problems, no_such_call
from scorekeeper.api.ruleset_routes import bp as rulesets

_BLUEPRINTS = (matches, rulesets)
for blueprint in _BLUEPRINTS:
    add_problems(blueprint)


def add_api(app: Flask) -> None:
    """Add the API to the app. Call after the pages and their CSRF protection are added."""
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
        app.extensions["csrf"].exempt(blueprint)
    app.before_request(no_such_call)

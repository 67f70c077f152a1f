"""Setting up a match: the game, its house rules, names and seats."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("setup", __name__)

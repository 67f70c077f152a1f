"""The published games, explained."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("rules", __name__, url_prefix="/rules")

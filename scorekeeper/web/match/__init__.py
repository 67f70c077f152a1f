"""The match page and the pages that belong to it."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("match", __name__, url_prefix="/m/<code>")

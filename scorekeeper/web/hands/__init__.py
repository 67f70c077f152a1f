"""Writing, changing and striking hands."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("hands", __name__, url_prefix="/m/<code>")

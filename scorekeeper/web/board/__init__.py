"""The board: the totals as large as a screen."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("board", __name__, url_prefix="/m/<code>/board")

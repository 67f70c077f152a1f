"""The help pages: the Markdown of scorekeeper/help, served in the look of the app."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("help", __name__, url_prefix="/help")

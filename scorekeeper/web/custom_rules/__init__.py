"""Custom rules: edited, saved as a file, loaded again."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("custom_rules", __name__, url_prefix="/rules/own")

"""Home: the matches of this device."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("home", __name__)

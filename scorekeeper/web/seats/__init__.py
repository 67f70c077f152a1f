"""Joining a match, and inviting others to it."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("seats", __name__)

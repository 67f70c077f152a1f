"""Importing match files, and blank pads to take along."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("transfer", __name__)

"""Installing the app on a phone, and its pages without a network."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("install", __name__)

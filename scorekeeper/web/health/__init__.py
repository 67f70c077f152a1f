"""Liveness, readiness and metrics, for machines."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("health", __name__)

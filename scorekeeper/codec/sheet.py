"""The sheet as JSON, for programs."""

from __future__ import annotations

from typing import Any

from scorekeeper.codec.hand import write_hand
from scorekeeper.rules.sheet import Line, Sheet


def write_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet as a dict, ready for JSON."""
    return {
        "name": sheet.opening.ruleset.name,
        "sides": list(sheet.sides),
        "players": list(sheet.players),
        "wins_at": sheet.wins_at,
        "rows": [write_line(line) for line in sheet.lines],
        "totals": list(sheet.totals),
        "shortfalls": list(sheet.shortfalls),
        "scores": list(sheet.scores),
        "state": sheet.state,
        "winner": sheet.winner,
        "next_dealer": sheet.next_dealer,
        "version": sheet.version,
    }


def write_line(line: Line) -> dict[str, Any]:
    """Return one row of the sheet as a dict, ready for JSON."""
    return {
        "number": line.number,
        "dealer": line.dealer,
        "hand": write_hand(line.hand),
        "outcome": line.outcome,
        "points": list(line.points),
        "cells": list(line.cells),
        "shortfalls": list(line.shortfalls),
        "totals": list(line.totals),
        "scores": list(line.scores),
        "overruled": list(line.overruled),
    }

"""The next hand before it is saved, for the games whose outcomes do not fit on the page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import Preview
from scorekeeper.http.device import device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import Table
from scorekeeper.messages.numbers import plain, signed
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands.hand_form import hand_of
from scorekeeper.web.submit import MOVED_ON

bp = Blueprint("preview", __name__, url_prefix="/m/<code>")


@bp.post("/preview")
def show(code: str) -> ResponseReturnValue:
    """What the fields of the hand form would write as the next hand; nothing is written.

    Answers with the row, one number a side in column order, and what to say of it; or with `why`
    it cannot be written and the field at fault: as 403 where it is not theirs to write, as 409
    where the sheet has moved on, and as 200 where the rules refuse it.
    """
    form = HandForm()

    def facts(table: Table) -> dict[str, Any]:
        return {"record": hand_of(form, table, table.fold.match.standing.dealer)}

    try:
        _, shown = matches.preview_entry(code, device(), facts, version=form.seen)
    except Refused as refused:
        return _unwritten(refused.why, form.own_names.get(refused.field or "", refused.field))
    except matches.Forbidden as forbidden:
        return _unwritten(str(forbidden)), 403
    except matches.Conflict:
        return _unwritten(str(MOVED_ON)), 409
    return _row(shown)


def _unwritten(why: str, field: str | None = None) -> dict[str, Any]:
    return {"why": why, "field": field, "said": [], "wins": ""}


def _row(shown: Preview) -> dict[str, Any]:
    above, line = shown.rows[0].before, shown.rows[0].after
    winner = shown.after.winner
    won = winner is not None and winner != shown.before.winner
    return {
        "number": line.number,
        "kind": line.outcome,
        "points": line.points,
        "cells": line.cells,
        "shorts": line.shortfalls,
        "totals": line.totals,
        "owed": above.shortfalls,
        "winner": -1 if winner is None else winner,
        "said": [str(_said(shown, side)) for side in range(len(line.points))],
        "wins": str(Sentence("%(side)s would win.", side=shown.after.sides[winner or 0]))
        if won
        else "",
    }


def _said(shown: Preview, side: int) -> Sentence:
    """North & South −3: writes 0, carries 9."""
    above, line = shown.rows[0].before, shown.rows[0].after
    owed, short = above.shortfalls[side], line.shortfalls[side]
    told = {"side": shown.after.sides[side], "points": signed(line.points[side])}
    cell = plain(line.cells[side])
    if not line.points[side] or not (owed or short):
        return Sentence("%(side)s %(points)s.", **told)
    if short:
        return Sentence(
            "%(side)s %(points)s: writes %(cell)s, carries %(short)s.",
            **told,
            cell=cell,
            short=short,
        )
    return Sentence(
        "%(side)s %(points)s: writes %(cell)s, %(owed)s paid off.", **told, cell=cell, owed=owed
    )

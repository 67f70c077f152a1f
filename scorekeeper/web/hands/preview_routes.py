"""The preview of the next hand, for games with too many outcomes to put on the page."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import Preview
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number, format_signed
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands import bp
from scorekeeper.web.hands.hand_form import parse_hand
from scorekeeper.web.submit import MOVED_ON, submission_of


@bp.post("/preview")
def preview(code: str) -> ResponseReturnValue:
    """Return what the hand form would write as the next hand; nothing is written.

    The response holds the row, one number a side in column order, and messages about it. If it
    cannot be written, it holds `why` and the field at fault: with 403 if the role does not permit
    it, with 409 if the sheet has changed meanwhile, and with 200 if the rules refuse it.
    """
    form = HandForm()

    def facts(snapshot: MatchSnapshot) -> dict[str, Any]:
        return {"record": parse_hand(form, snapshot, snapshot.state.dealer)}

    try:
        entry = submission_of(code, form, facts)
        _, shown = matches.preview_entry(code, current_device(), entry, version=form.shown_version)
    except RuleError as error:
        return _unwritten(describe_error(error), form.field_name(error.field))
    except matches.Forbidden as forbidden:
        return _unwritten(describe_error(forbidden)), 403
    except matches.VersionConflict:
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
        "said": [str(_describe(shown, side)) for side in range(len(line.points))],
        "wins": str(Message("%(side)s would win.", side=shown.after.sides[winner or 0]))
        if won
        else "",
    }


def _describe(shown: Preview, side: int) -> Message:
    """Return a message, such as: North & South −3: writes 0, carries 9."""
    above, line = shown.rows[0].before, shown.rows[0].after
    owed, short = above.shortfalls[side], line.shortfalls[side]
    summary = {"side": shown.after.sides[side], "points": format_signed(line.points[side])}
    cell = format_number(line.cells[side])
    if not line.points[side] or not (owed or short):
        return Message("%(side)s %(points)s.", **summary)
    if short:
        return Message(
            "%(side)s %(points)s: writes %(cell)s, carries %(short)s.",
            **summary,
            cell=cell,
            short=short,
        )
    return Message(
        "%(side)s %(points)s: writes %(cell)s, %(owed)s paid off.", **summary, cell=cell, owed=owed
    )

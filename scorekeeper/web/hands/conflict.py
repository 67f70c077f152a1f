"""A conflict: two phones have entered the same hand. Both versions, for the players to choose."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from scorekeeper.analysis.history import entries_of_row
from scorekeeper.codec.hand import read_hand
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import permissions_of
from scorekeeper.messages.audit import author_name
from scorekeeper.messages.locale import format_hour
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_signed
from scorekeeper.messages.rows import summarize_row
from scorekeeper.rules.checks import check_hand
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.scoring import score
from scorekeeper.rules.sheet import Line
from scorekeeper.web.entry_panel import ConflictView, HandVersion
from scorekeeper.web.form_values import field_text
from scorekeeper.web.forms import BUTTON, HandForm
from scorekeeper.web.hands.hand_form import parse_hand
from scorekeeper.web.sheet_view import view_sides

_SOMEBODY = Message("Somebody")
_NOT_ENTERED = ("csrf_token", "version", "once", BUTTON, "number")


def view_conflict(snapshot: MatchSnapshot, form: HandForm) -> ConflictView | None:
    """Return the conflict with the row that the form was entered for; None if it has no hand."""
    text = field_text(form.number)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < len("10000") else 0
    lines = snapshot.sheet.lines
    if not 1 <= number <= len(lines) or lines[number - 1].struck:
        return None
    line = lines[number - 1]
    if line.dealer is None:
        return None
    mine = _entered_hand(snapshot, form, line)
    by, at = _written(snapshot, number)
    return ConflictView(
        number=number,
        by=by,
        time=format_hour(at),
        theirs=_version(snapshot, line),
        mine=None if mine is None else _version(snapshot, _as_if(snapshot, line, mine)),
        same=mine is not None and mine == line.hand,
        may_offer=mine is not None and permissions_of(snapshot).may_change(number),
        typed=[
            (name, text)
            for name, text in request.form.items(multi=True)
            if name not in _NOT_ENTERED
        ],
    )


def _entered_hand(snapshot: MatchSnapshot, form: HandForm, line: Line) -> Hand | None:
    """Return the hand that was entered, as it would be in that row; None if it is not valid."""
    state = snapshot.state
    dealer = line.dealer or 0
    try:
        hand, named = read_hand(parse_hand(form, snapshot, dealer), state.ruleset)
        check_hand(
            hand,
            state.ruleset,
            dealer if named is None else named,
            state.dealt_before(line.number),
        )
    except RuleError:
        return None
    return hand


def _as_if(snapshot: MatchSnapshot, line: Line, hand: Hand) -> Line:
    """Return the row with this hand in it, its outcome and its points."""
    outcome, points = score(hand, snapshot.state.ruleset)
    return replace(line, hand=hand, outcome=outcome, points=points)


def _version(snapshot: MatchSnapshot, line: Line) -> HandVersion:
    summary = summarize_row(snapshot.sheet, line)
    return HandVersion(
        side=None if summary.side is None else view_sides(snapshot.sheet)[summary.side],
        bid=" ".join(filter(None, (summary.bid, summary.who))),
        result=summary.result,
        points=[format_signed(points) for points in line.points],
    )


def _written(snapshot: MatchSnapshot, number: int) -> tuple[str | Message, str | None]:
    """Return who wrote the entry of this row, and when."""
    written, *_ = entries_of_row(snapshot.match, number)
    entry = snapshot.match.entries[written - 1]
    return author_name(entry.by) or _SOMEBODY, entry.at

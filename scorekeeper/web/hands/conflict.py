"""Two phones have entered the same hand: what each of them says, for the table to choose."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request

from scorekeeper.analysis.history import entries_of_row
from scorekeeper.codec.hand import read_hand
from scorekeeper.matches.matches import Table
from scorekeeper.matches.permissions import you
from scorekeeper.messages.audit import author
from scorekeeper.messages.locale import hour
from scorekeeper.messages.numbers import signed
from scorekeeper.messages.rows import tell
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.rules.hand import Hand, hand_facts
from scorekeeper.rules.scoring import score
from scorekeeper.rules.sheet import Line
from scorekeeper.web.form_values import text_of
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands.hand_form import hand_of
from scorekeeper.web.sheet_view import SideView, view_sides

_SOMEBODY = Sentence("Somebody")
_NOT_TYPED = ("csrf_token", "version", "once", "deed", "number")


@dataclass(frozen=True, slots=True)
class Version:
    """One of the two: the side that bid, the bid, what came of it, and the points of each side."""

    side: SideView | None
    bid: str
    result: Sentence
    points: list[str]


@dataclass(frozen=True, slots=True)
class ConflictView:
    """The hand of row `number`, as it was saved `by` somebody at `time`, and as it was typed here.

    `typed` is the form as it came: whoever `may_offer` can offer it as a correction.
    """

    number: int
    by: str | Sentence
    time: str
    theirs: Version
    mine: Version | None
    same: bool
    may_offer: bool
    typed: list[tuple[str, str]]


def view_conflict(table: Table, form: HandForm) -> ConflictView | None:
    """What stands where the form was to be written; None where nothing does."""
    text = text_of(form.number)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < len("10000") else 0
    lines = table.sheet.lines
    if not 1 <= number <= len(lines) or lines[number - 1].outcome == "struck":
        return None
    line = lines[number - 1]
    if line.dealer is None:
        return None
    mine = _typed(table, form, line)
    by, at = _written(table, number)
    return ConflictView(
        number=number,
        by=by,
        time=hour(at),
        theirs=_version(table, line),
        mine=None if mine is None else _version(table, _as_if(table, line, mine)),
        same=mine is not None and hand_facts(mine) == hand_facts(line.hand),
        may_offer=mine is not None and you(table).may_change(number),
        typed=[
            (name, text) for name, text in request.form.items(multi=True) if name not in _NOT_TYPED
        ],
    )


def _typed(table: Table, form: HandForm, line: Line) -> Hand | None:
    """The hand that was typed, as it would be in that row; None where it is none yet."""
    standing = table.fold.match.standing
    dealer = line.dealer or 0
    try:
        facts = hand_of(form, table, dealer)
        return read_hand(facts, standing.ruleset, dealer, standing.dealt_before(line.number))
    except Refused:
        return None


def _as_if(table: Table, line: Line, hand: Hand) -> Line:
    """The row as it would be with this hand in it."""
    outcome, points = score(hand, table.fold.match.standing.ruleset)
    return replace(line, hand=hand, outcome=outcome, points=points)


def _version(table: Table, line: Line) -> Version:
    told = tell(table.sheet, line)
    return Version(
        side=None if told.side is None else view_sides(table.sheet)[told.side],
        bid=" ".join(filter(None, (told.bid, told.who))),
        result=told.result,
        points=[signed(points) for points in line.points],
    )


def _written(table: Table, number: int) -> tuple[str | Sentence, str | None]:
    """By whom and when the record of this row was written."""
    written, *_ = entries_of_row(table.match, number)
    entry = table.match.entries[written - 1]
    return author(entry.by) or _SOMEBODY, entry.at

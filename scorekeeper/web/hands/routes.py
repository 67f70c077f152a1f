"""The forms that write hands: the next hand, a change, a strike, one column, an adjustment."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import preview_change
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import permissions_of
from scorekeeper.messages.message import Message
from scorekeeper.observability import metrics
from scorekeeper.rules.entry import Strike
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.sheet import Line
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.form_values import field_text, optional_field, parse_whole_number
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands import bp
from scorekeeper.web.hands.conflict import view_conflict
from scorekeeper.web.hands.correction import ChangesView, submit_or_preview, view_changes
from scorekeeper.web.hands.forms import AdjustmentForm, ColumnForm
from scorekeeper.web.hands.hand_form import fill_hand, parse_hand
from scorekeeper.web.keypad import add_dealer, filled_keypad
from scorekeeper.web.match_page import match_page, open_match_page
from scorekeeper.web.paging import window_of
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import SIGN, WRITTEN, FormProblem, open_form, submit_entry


@bp.post("/hands")
def record(code: str) -> ResponseReturnValue:
    """Write the next hand.

    A script, which sends the header `SIGN`, gets the match page without a redirect, and in that
    header `WRITTEN` if the hand is on the sheet, even if another phone has written the same one.
    """
    form = HandForm()
    same = False

    def again(now: MatchSnapshot, problem: FormProblem) -> str:
        nonlocal same
        text = Message("Save hand %(number)s", number=len(now.sheet.lines) + 1)
        conflict = view_conflict(now, form) if problem.moved_on else None
        if conflict and conflict.same:
            same = True
            return match_page(now, form, None, problem, conflict)
        keys = filled_keypad(form, now, now.state.dealer, text)
        return match_page(now, form, keys, problem, conflict)

    response = make_response(
        submit_entry(
            code, form, partial(_next_hand, form), again, Message("The hand was not saved.")
        )
    )
    written = response.location is not None
    if SIGN in request.headers and (written or same):
        response = make_response(open_match_page(code)) if written else response
        response.headers[SIGN] = WRITTEN
    return response


def _next_hand(form: HandForm, snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return the record of the form's hand. Raise VersionConflict if it is for another row."""
    another = field_text(form.number) not in {"", str(len(snapshot.sheet.lines) + 1)}
    if another and snapshot.sheet.state == "playing":
        metrics.count("conflicts")
        raise matches.VersionConflict(snapshot)
    return {"record": parse_hand(form, snapshot, snapshot.state.dealer)}


@bp.route("/hands/<int:number>", methods=["GET", "POST"])
def change(code: str, number: int) -> ResponseReturnValue:
    snapshot = matches.read_match(code, current_device())
    line = standing_line(snapshot, number)
    if line is None:
        return _gone(snapshot, number)
    if isinstance(line.hand, Adjustment):
        return _change_adjustment(snapshot, number, line.hand)
    form = HandForm()
    page = partial(_change_page, form, line)

    def facts(now: MatchSnapshot) -> dict[str, Any]:
        return {"amend": number, "hand": parse_hand(form, now, line.dealer or 0)}

    if request.method == "POST":
        failed = Message("Hand %(number)s was not changed.", number=number)
        return submit_or_preview(code, form, facts, page, failed)
    fill_hand(form, line.hand)
    form.stamp(snapshot.sheet.version)
    return page(snapshot)


def _change_page(
    form: HandForm,
    line: Line,
    now: MatchSnapshot,
    problem: FormProblem | None = None,
    changes: ChangesView | None = None,
) -> str:
    """Return the page that changes a row; the match page if the row has been struck meanwhile."""
    number, dealer = line.number, line.dealer or 0
    if standing_line(now, number) is None:
        return match_page(now, form, problem=problem)
    save = Message("Change hand %(number)s", number=number)
    keys = filled_keypad(form, now, dealer, save, number)
    add_dealer(keys, now, field_text(form.dealer) or str(dealer))
    view = view_match(now)
    return render_template(
        "hands/change.html",
        view=view,
        row=view.row(number),
        form=form,
        strike_form=_stamped_form(now),
        without=_without(now, number),
        keys=keys,
        problem=problem,
        changes=changes,
    )


@bp.post("/hands/<int:number>/strike")
def strike(code: str, number: int) -> ResponseReturnValue:
    form = EntryForm()

    def again(now: MatchSnapshot, problem: FormProblem) -> str:
        return match_page(now, form, problem=problem)

    failed = Message("Row %(number)s was not struck.", number=number)
    return submit_entry(code, form, lambda _: {"strike": number}, again, failed)


@bp.route("/column", methods=["GET", "POST"])
def correct_column(code: str) -> ResponseReturnValue:
    form = ColumnForm()
    page = partial(_column_page, form)

    def facts(_: MatchSnapshot) -> dict[str, Any]:
        points = field_text(form.points).strip()
        return {
            "overrule": parse_whole_number(form.number.data, "number", Message("The hand")),
            "side": parse_whole_number(form.side.data, "side", Message("The side"), 0),
            "points": parse_whole_number(points, "points", Message("What it is worth"))
            if points
            else None,
        }

    if request.method == "POST":
        return submit_or_preview(code, form, facts, page, Message("The column was not corrected."))
    form.side.data = request.args.get("side")
    form.number.data = request.args.get("number")
    return page(open_form(code, form))


def _column_page(
    form: ColumnForm,
    now: MatchSnapshot,
    problem: FormProblem | None = None,
    changes: ChangesView | None = None,
) -> str:
    """Return the page that corrects a column: of the last rows, and of the one in the form."""
    chosen, last = field_text(form.number), window_of(len(now.sheet.lines))
    numbers = [
        str(line.number)
        for index, line in enumerate(now.sheet.lines)
        if not line.struck and (index >= last.start or str(line.number) == chosen)
    ]
    mine = permissions_of(now).may_correct
    form.side.choices = {str(n): name for n, name in enumerate(now.sheet.sides) if mine(n)}
    form.number.choices = {number: number for number in numbers}
    if form.number.data is None and numbers:
        form.number.data = numbers[-1]
    view = view_match(now)
    return render_template(
        "hands/column.html", view=view, form=form, problem=problem, changes=changes
    )


@bp.route("/adjust", methods=["GET", "POST"])
def adjust(code: str) -> ResponseReturnValue:
    form = AdjustmentForm()

    def page(
        now: MatchSnapshot, problem: FormProblem | None = None, changes: ChangesView | None = None
    ) -> str:
        return _adjustment_page(now, form, problem, changes)

    def facts(snapshot: MatchSnapshot) -> dict[str, Any]:
        return {"record": _adjustment_of(form, snapshot)}

    if request.method == "POST":
        return submit_or_preview(code, form, facts, page, Message("The points were not written."))
    return page(open_form(code, form))


def standing_line(snapshot: MatchSnapshot, number: int) -> Line | None:
    """Return row `number` of the sheet; None if there is no such row or it is struck."""
    lines = snapshot.sheet.lines
    if not 1 <= number <= len(lines) or lines[number - 1].struck:
        return None
    return lines[number - 1]


def _gone(snapshot: MatchSnapshot, number: int) -> ResponseReturnValue:
    """Return the match page with a 404, which says that row `number` cannot be changed."""
    problem = FormProblem(
        Message("Row %(number)s was not changed.", number=number),
        Message("It is not on the sheet, or it has been struck."),
    )
    return match_page(snapshot, _stamped_form(snapshot), problem=problem), 404


def _change_adjustment(
    snapshot: MatchSnapshot, number: int, hand: Adjustment
) -> ResponseReturnValue:
    form = AdjustmentForm()

    def page(
        now: MatchSnapshot, problem: FormProblem | None = None, changes: ChangesView | None = None
    ) -> str:
        if standing_line(now, number) is None:
            return match_page(now, form, problem=problem)
        return _adjustment_page(now, form, problem, changes, number)

    def facts(now: MatchSnapshot) -> dict[str, Any]:
        return {"amend": number, "hand": _adjustment_of(form, now)}

    if request.method == "POST":
        failed = Message("Line %(number)s was not changed.", number=number)
        return submit_or_preview(snapshot.code, form, facts, page, failed)
    for points in hand.points:
        form.points.append_entry(str(points))
    form.note.data = hand.note or ""
    form.stamp(snapshot.sheet.version)
    return page(snapshot)


def _adjustment_page(
    snapshot: MatchSnapshot,
    form: AdjustmentForm,
    problem: FormProblem | None,
    changes: ChangesView | None = None,
    number: int | None = None,
) -> str:
    """Return the page of a new adjustment, or of the one in row `number`."""
    sides = len(snapshot.sheet.sides)
    form.points.entries = form.points.entries[:sides]
    while len(form.points) < sides:
        form.points.append_entry("")
    view = view_match(snapshot)
    return render_template(
        "hands/adjust.html",
        view=view,
        form=form,
        strike_form=_stamped_form(snapshot),
        without=_without(snapshot, number) if number else None,
        row=view.row(number) if number else None,
        action=request.path,
        problem=problem,
        changes=changes,
    )


def _adjustment_of(form: AdjustmentForm, snapshot: MatchSnapshot) -> dict[str, Any]:
    typed = [field_text(field) for field in form.points]
    typed += [""] * (len(snapshot.sheet.sides) - len(typed))
    if not any(text.strip() for text in typed):
        raise RuleError("points-not-typed", "points-0")
    points = [
        parse_whole_number(text, f"points-{n}", Message("Points of %(side)s", side=name))
        if text.strip()
        else 0
        for n, (text, name) in enumerate(zip(typed, snapshot.sheet.sides, strict=False))
    ]
    return {"adjustment": points, **optional_field("note", field_text(form.note))}


def _without(snapshot: MatchSnapshot, number: int) -> ChangesView | None:
    """Return what striking row `number` would change; None if it cannot be struck."""
    try:
        return view_changes(preview_change(snapshot.cached.match, Strike(number)))
    except RuleError:
        return None


def _stamped_form(snapshot: MatchSnapshot) -> EntryForm:
    form = EntryForm(formdata=None)
    form.stamp(snapshot.sheet.version)
    return form

"""Writing hands: the next one, a changed one, a struck one, one column, agreed points."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import preview
from scorekeeper.http.device import device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import Table
from scorekeeper.matches.permissions import you
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.web.base_form import Act
from scorekeeper.web.form_values import optional, text_of, whole_number
from scorekeeper.web.forms import AdjustmentForm, ColumnForm, HandForm
from scorekeeper.web.hands.conflict import view_conflict
from scorekeeper.web.hands.correction import ChangesView, save_or_show, view_changes
from scorekeeper.web.hands.hand_form import fill, hand_of
from scorekeeper.web.hands.keypad import add_dealer, typed_keys
from scorekeeper.web.match.routes import match_page, show
from scorekeeper.web.paging import window_of
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import SIGN, WRITTEN, Problem, open_form, save

bp = Blueprint("hands", __name__, url_prefix="/m/<code>")


@bp.post("/hands")
def record(code: str) -> ResponseReturnValue:
    """Writes the next hand. A script is answered at once, and told for sure that it is written."""
    form = HandForm()
    same = False

    def facts(table: Table) -> dict[str, Any]:
        another = text_of(form.number) not in {"", str(len(table.sheet.lines) + 1)}
        if another and table.sheet.state == "playing":
            raise matches.Conflict(table)  # it was entered for another row
        return {"record": hand_of(form, table, table.fold.match.standing.dealer)}

    def again(now: Table, problem: Problem) -> str:
        nonlocal same
        text = Sentence("Save hand %(number)s", number=len(now.sheet.lines) + 1)
        conflict = view_conflict(now, form) if problem.moved_on else None
        if conflict and conflict.same:
            same = True
            return match_page(now, form, None, problem, conflict)
        keys = typed_keys(form, now, now.fold.match.standing.dealer, text)
        return match_page(now, form, keys, problem, conflict)

    response = make_response(save(code, form, facts, again, Sentence("The hand was not saved.")))
    written = response.location is not None
    if SIGN in request.headers and (written or same):
        response = make_response(show(code)) if written else response
        response.headers[SIGN] = WRITTEN
    return response


@bp.route("/hands/<int:number>", methods=["GET", "POST"])
def change(code: str, number: int) -> ResponseReturnValue:
    table = matches.read_match(code, device())
    hand = standing_hand(table, number)
    if hand is None:
        return _gone(table, number)
    if isinstance(hand, Adjustment):
        return _change_adjustment(table, number, hand)
    form = HandForm()
    dealer = hand.dealer

    def page(now: Table, problem: Problem | None = None, changes: ChangesView | None = None) -> str:
        if standing_hand(now, number) is None:
            return match_page(now, form, problem=problem)
        keys = typed_keys(
            form, now, dealer, Sentence("Change hand %(number)s", number=number), number
        )
        add_dealer(keys, now, text_of(form.dealer) or str(dealer))
        view = view_match(now)
        return render_template(
            "hands/change.html",
            view=view,
            row=view.row(number),
            form=form,
            strike_form=_act(now),
            without=_without(now, number),
            keys=keys,
            problem=problem,
            changes=changes,
        )

    def facts(now: Table) -> dict[str, Any]:
        return {"amend": number, "hand": hand_of(form, now, dealer)}

    if request.method == "POST":
        failed = Sentence("Hand %(number)s was not changed.", number=number)
        return save_or_show(code, form, facts, page, failed)
    fill(form, hand)
    form.stamp(table.sheet.version)
    return page(table)


@bp.post("/hands/<int:number>/strike")
def strike(code: str, number: int) -> ResponseReturnValue:
    form = Act()

    def again(now: Table, problem: Problem) -> str:
        return match_page(now, form, problem=problem)

    failed = Sentence("Row %(number)s was not struck.", number=number)
    return save(code, form, lambda _: {"strike": number}, again, failed)


@bp.route("/column", methods=["GET", "POST"])
def column(code: str) -> ResponseReturnValue:
    form = ColumnForm()

    def page(now: Table, problem: Problem | None = None, changes: ChangesView | None = None) -> str:
        asked = text_of(form.number)
        last = window_of(len(now.sheet.lines))
        numbers = [
            str(line.number)
            for place, line in enumerate(now.sheet.lines)
            if line.outcome != "struck" and (place >= last.start or str(line.number) == asked)
        ]
        mine = you(now).may_correct
        form.side.choices = {str(n): name for n, name in enumerate(now.sheet.sides) if mine(n)}
        form.number.choices = {number: number for number in numbers}
        if form.number.data is None and numbers:
            form.number.data = numbers[-1]
        return render_template(
            "hands/column.html",
            view=view_match(now),
            form=form,
            problem=problem,
            changes=changes,
        )

    def facts(_: Table) -> dict[str, Any]:
        points = text_of(form.points).strip()
        return {
            "overrule": whole_number(form.number.data, "number", Sentence("The hand")),
            "side": whole_number(form.side.data, "side", Sentence("The side"), 0),
            "points": whole_number(points, "points", Sentence("What it is worth"))
            if points
            else None,
        }

    if request.method == "POST":
        return save_or_show(code, form, facts, page, Sentence("The column was not corrected."))
    form.side.data = request.args.get("side")
    form.number.data = request.args.get("number")
    return page(open_form(code, form))


@bp.route("/adjust", methods=["GET", "POST"])
def adjust(code: str) -> ResponseReturnValue:
    form = AdjustmentForm()

    def page(now: Table, problem: Problem | None = None, changes: ChangesView | None = None) -> str:
        return _adjustment_page(now, form, problem, changes)

    def facts(table: Table) -> dict[str, Any]:
        return {"record": _adjustment_of(form, table)}

    if request.method == "POST":
        return save_or_show(code, form, facts, page, Sentence("The points were not written."))
    return page(open_form(code, form))


def standing_hand(table: Table, number: int) -> Hand | None:
    """What row `number` holds; None where there is no such row or it is struck."""
    lines = table.sheet.lines
    if not 1 <= number <= len(lines) or lines[number - 1].outcome == "struck":
        return None
    return lines[number - 1].hand


def _gone(table: Table, number: int) -> ResponseReturnValue:
    """The match, with the news that row `number` is not there to be changed."""
    problem = Problem(
        Sentence("Row %(number)s was not changed.", number=number),
        Sentence("It is not on the sheet, or it has been struck."),
    )
    return match_page(table, _act(table), problem=problem), 404


def _change_adjustment(table: Table, number: int, hand: Adjustment) -> ResponseReturnValue:
    form = AdjustmentForm()

    def page(now: Table, problem: Problem | None = None, changes: ChangesView | None = None) -> str:
        if standing_hand(now, number) is None:
            return match_page(now, form, problem=problem)
        return _adjustment_page(now, form, problem, changes, number)

    def facts(now: Table) -> dict[str, Any]:
        return {"amend": number, "hand": _adjustment_of(form, now)}

    if request.method == "POST":
        failed = Sentence("Line %(number)s was not changed.", number=number)
        return save_or_show(table.code, form, facts, page, failed)
    for points in hand.points:
        form.points.append_entry(str(points))
    form.note.data = hand.note or ""
    form.stamp(table.sheet.version)
    return page(table)


def _adjustment_page(
    table: Table,
    form: AdjustmentForm,
    problem: Problem | None,
    changes: ChangesView | None = None,
    number: int | None = None,
) -> str:
    """The page of a new adjustment, or of the one in row `number`."""
    sides = len(table.sheet.sides)
    form.points.entries = form.points.entries[:sides]
    while len(form.points) < sides:
        form.points.append_entry("")
    view = view_match(table)
    return render_template(
        "hands/adjust.html",
        view=view,
        form=form,
        strike_form=_act(table),
        without=_without(table, number) if number else None,
        row=view.row(number) if number else None,
        action=request.path,
        problem=problem,
        changes=changes,
    )


def _adjustment_of(form: AdjustmentForm, table: Table) -> dict[str, Any]:
    typed = [text_of(field) for field in form.points]
    typed += [""] * (len(table.sheet.sides) - len(typed))
    if not any(text.strip() for text in typed):
        raise Refused("Write the points of at least one side.", "points-0")
    points = [
        whole_number(text, f"points-{n}", Sentence("Points of %(side)s", side=name))
        if text.strip()
        else 0
        for n, (text, name) in enumerate(zip(typed, table.sheet.sides, strict=False))
    ]
    return {"adjustment": points, **optional("note", text_of(form.note))}


def _without(table: Table, number: int) -> ChangesView | None:
    """What changes when row `number` is taken off the sheet; None where it cannot be."""
    try:
        return view_changes(preview(table.fold.match, {"strike": number}))
    except Refused:
        return None


def _act(table: Table) -> Act:
    form = Act(formdata=None)
    form.stamp(table.sheet.version)
    return form

"""Writing hands: the next one, a changed one, a struck one, one column, agreed points."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import service
from scorekeeper.rules.hand import Adjustment
from scorekeeper.service import Table
from scorekeeper.web.device import device
from scorekeeper.web.forms import (
    Act,
    AdjustmentForm,
    ColumnForm,
    HandForm,
    optional,
    text_of,
    whole_number,
)
from scorekeeper.web.hand_form import add_dealer, fill, hand_of, typed_keys
from scorekeeper.web.match import is_adjustment, match_page
from scorekeeper.web.saving import Problem, save
from scorekeeper.web.sheet_view import view_match

hands = Blueprint("hands", __name__, url_prefix="/m/<code>")


@hands.post("/hands")
def record(code: str) -> ResponseReturnValue:
    table = service.read_match(code, device())
    form = HandForm()
    dealer = table.sheet.next_dealer or 0

    def again(now: Table, problem: Problem) -> str:
        text = f"Save hand {len(now.sheet.lines) + 1}"
        return match_page(
            now, form, typed_keys(form, now, now.sheet.next_dealer or 0, text), problem
        )

    number = len(table.sheet.lines) + 1
    return save(
        table,
        form,
        lambda: {"record": hand_of(form, table, dealer)},
        again,
        f"Hand {number} was not saved.",
    )


@hands.route("/hands/<int:number>", methods=["GET", "POST"])
def change(code: str, number: int) -> ResponseReturnValue:
    table = service.read_match(code, device())
    if is_adjustment(table, number):
        return _change_adjustment(table, number)
    hand = table.sheet.lines[number - 1].hand
    form = HandForm()
    if isinstance(hand, Adjustment) or table.sheet.lines[number - 1].outcome == "struck":
        abort(404)

    def page(now: Table, problem: Problem | None = None) -> str:
        keys = typed_keys(form, now, hand.dealer, f"Change hand {number}")
        add_dealer(keys, now, _chosen_dealer(form, hand.dealer))
        view = view_match(now)
        return render_template(
            "hands/change.html",
            view=view,
            row=view.rows[number - 1],
            form=form,
            strike_form=_act(now),
            keys=keys,
            problem=problem,
        )

    if request.method == "GET":
        fill(form, hand)
        form.stamp(table.sheet.version)
        return page(table)
    return save(
        table,
        form,
        lambda: {"amend": number, "hand": hand_of(form, table, hand.dealer)},
        page,
        f"Hand {number} was not changed.",
    )


@hands.post("/hands/<int:number>/strike")
def strike(code: str, number: int) -> ResponseReturnValue:
    table = service.read_match(code, device())
    is_adjustment(table, number)
    form = Act()

    def again(now: Table, problem: Problem) -> str:
        return match_page(now, form, problem=problem)

    return save(table, form, lambda: {"strike": number}, again, f"Row {number} was not struck.")


@hands.route("/column", methods=["GET", "POST"])
def column(code: str) -> ResponseReturnValue:
    table = service.read_match(code, device())
    form = ColumnForm()
    standing = [line for line in table.sheet.lines if line.outcome != "struck"]
    form.side.choices = {str(n): name for n, name in enumerate(table.sheet.sides)}
    form.number.choices = {str(line.number): str(line.number) for line in standing}

    def page(now: Table, problem: Problem | None = None) -> str:
        return render_template(
            "hands/column.html", view=view_match(now), form=form, problem=problem
        )

    if request.method == "GET":
        last = str(standing[-1].number) if standing else ""
        form.side.data = request.args.get("side", "")
        form.number.data = request.args.get("number", last)
        form.stamp(table.sheet.version)
        return page(table)

    def facts() -> dict[str, Any]:
        points = text_of(form.points).strip()
        return {
            "overrule": whole_number(form.number.data, "number", "The hand"),
            "side": whole_number(form.side.data, "side", "The side"),
            "points": whole_number(points, "points", "What it is worth") if points else None,
        }

    return save(table, form, facts, page, "The column was not corrected.")


@hands.route("/adjust", methods=["GET", "POST"])
def adjust(code: str) -> ResponseReturnValue:
    table = service.read_match(code, device())
    form = AdjustmentForm()
    action = url_for("hands.adjust", code=table.code)

    def page(now: Table, problem: Problem | None = None) -> str:
        return _adjustment_page(now, form, action, problem)

    if request.method == "GET":
        form.stamp(table.sheet.version)
        return page(table)
    failed = "The points were not written."
    return save(table, form, lambda: {"record": _adjustment_of(form, table)}, page, failed)


def _change_adjustment(table: Table, number: int) -> ResponseReturnValue:
    form = AdjustmentForm()
    action = url_for("hands.change", code=table.code, number=number)
    line = table.sheet.lines[number - 1]
    if line.outcome == "struck" or not isinstance(line.hand, Adjustment):
        abort(404)

    def page(now: Table, problem: Problem | None = None) -> str:
        return _adjustment_page(now, form, action, problem, number)

    if request.method == "GET":
        for points in line.hand.points:
            form.points.append_entry(str(points))
        form.note.data = line.hand.note or ""
        form.stamp(table.sheet.version)
        return page(table)
    return save(
        table,
        form,
        lambda: {"amend": number, "hand": _adjustment_of(form, table)},
        page,
        f"Line {number} was not changed.",
    )


def _adjustment_page(
    table: Table,
    form: AdjustmentForm,
    action: str,
    problem: Problem | None,
    number: int | None = None,
) -> str:
    while len(form.points) < len(table.sheet.sides):
        form.points.append_entry("")
    view = view_match(table)
    return render_template(
        "hands/adjust.html",
        view=view,
        form=form,
        strike_form=_act(table),
        row=view.rows[number - 1] if number else None,
        action=action,
        problem=problem,
    )


def _adjustment_of(form: AdjustmentForm, table: Table) -> dict[str, Any]:
    typed = [text_of(field) for field in form.points]
    typed += [""] * (len(table.sheet.sides) - len(typed))
    points = [
        whole_number(text, f"points-{n}", f"Points of {name}") if text.strip() else 0
        for n, (text, name) in enumerate(zip(typed, table.sheet.sides, strict=False))
    ]
    return {"adjustment": points, **optional("note", text_of(form.note))}


def _act(table: Table) -> Act:
    form = Act(formdata=None)
    form.stamp(table.sheet.version)
    return form


def _chosen_dealer(form: HandForm, dealer: int) -> int:
    text = text_of(form.dealer)
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 else dealer

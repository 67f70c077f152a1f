"""The match page and what belongs to it: menu, history, explanations of a number, files."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.exports.formats import FILES
from scorekeeper.http.device import current_device
from scorekeeper.http.downloads import download_response
from scorekeeper.matches import matches, seats
from scorekeeper.messages.explanations import Step, explain
from scorekeeper.messages.locale import format_day
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number, format_signed
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.match import bp
from scorekeeper.web.match.history_view import view_history, view_row_log
from scorekeeper.web.match_page import open_match_page, render_sheet
from scorekeeper.web.sheet_view import view_match


@bp.get("")
def show(code: str) -> ResponseReturnValue:
    return open_match_page(code)


@bp.get("/menu")
def show_menu(code: str) -> str:
    form = EntryForm(formdata=None)
    seating = seats.read_seating(code, current_device())
    form.stamp(seating.table.sheet.version)
    view = view_match(seating.table)
    return render_template(
        "match/menu.html", view=view, form=form, expires=format_day(seating.expires)
    )


@bp.get("/history")
def show_history(code: str) -> str:
    """Show the newest part of the history, or the part near the index `from` of the query."""
    snapshot = matches.read_match(code, current_device())
    asked = request.args.get("from", type=int)
    window, lines = view_history(snapshot, seats.list_audit_events(code, current_device()), asked)
    return render_template(
        "match/history.html", view=view_match(snapshot), lines=lines, window=window
    )


@bp.get("/rows/<int:number>")
def show_rows(code: str, number: int) -> str:
    """Show the part of a long sheet that contains this row."""
    snapshot = matches.read_match(code, current_device())
    view = view_match(snapshot)
    return render_template("match/rows.html", view=view, sheet=render_sheet(snapshot, number - 1))


@bp.get("/hands/<int:number>/why/<int:side>")
def show_explanation(code: str, number: int, side: int) -> str:
    snapshot = matches.read_match(code, current_device())
    try:
        explained = explain(snapshot.sheet, number, side)
    except IndexError:
        abort(404)
    line = snapshot.sheet.lines[number - 1]
    view = view_match(snapshot)
    return render_template(
        "match/explanation.html",
        view=view,
        row=view.row(number),
        number=number,
        side=view.sides[side],
        heading=Message("Why %(figure)s?", figure=format_number(line.cells[side])),
        story=str(explained.story),
        lines=[_calculation_line(step) for step in explained.steps],
        rules=[str(rule) for rule in (explained.rule, explained.carried) if rule],
        log=view_row_log(snapshot, number),
    )


def _calculation_line(step: Step) -> dict[str, Any]:
    amount = format_number(step.amount) if step.foot else format_signed(step.amount)
    return {"label": str(step.label), "amount_text": amount, "total": step.foot}


@bp.get("/sheet.<ext>")
def download(code: str, ext: str) -> Response:
    if ext not in FILES:
        abort(404)
    return download_response(matches.read_match(code, current_device()), ext)

"""The match page and what hangs on it: menu, history, why a number is there, files."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, session
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.exports.formats import FILES, SLOW, file_name
from scorekeeper.exports.printable_sheet import finish
from scorekeeper.exports.svg import svg_race
from scorekeeper.http.device import device
from scorekeeper.http.thread_pool import run_in_thread
from scorekeeper.matches import matches, seats
from scorekeeper.matches.matches import Table
from scorekeeper.matches.snapshot import names_of
from scorekeeper.messages.explanations import explain
from scorekeeper.messages.locale import day
from scorekeeper.messages.numbers import plain, signed
from scorekeeper.rules.errors import Sentence
from scorekeeper.web.base_form import Act
from scorekeeper.web.compressed_page import HOLE
from scorekeeper.web.fragments import Drawing, fill
from scorekeeper.web.hands.conflict import ConflictView
from scorekeeper.web.hands.keypad import Keys
from scorekeeper.web.hands.preview_data import preview_data
from scorekeeper.web.match.entry_panel import draw_slip, typed_slip
from scorekeeper.web.match.history_view import view_history, view_row_log
from scorekeeper.web.match_status import Around, view_around
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import Problem, open_form

bp = Blueprint("match", __name__, url_prefix="/m/<code>")


@bp.get("")
def show(code: str) -> ResponseReturnValue:
    form = Act(formdata=None)
    table = open_form(code, form)
    drawing, around = Drawing(table), view_around(table)
    if around.claim or table.sheet.state == "ended":  # for a moment, or hardly looked at again
        return match_page(table, form)
    look = session.get("look")

    def facts() -> dict[str, Any]:
        return {**_page_facts(table, around, drawing), "session": {"look": look}}

    return drawing.page(facts, table.places, around.mark, look).answer(form.hidden_tag())


@bp.get("/menu")
def menu(code: str) -> str:
    form = Act(formdata=None)
    seating = seats.seating(code, device())
    form.stamp(seating.table.sheet.version)
    view = view_match(seating.table)
    return render_template("match/menu.html", view=view, form=form, expires=day(seating.expires))


@bp.get("/history")
def history(code: str) -> str:
    """The newest lines, or those from the place that the address names on."""
    table = matches.read_match(code, device())
    asked = request.args.get("from", type=int)
    window, lines = view_history(table, seats.acts(code, device()), asked)
    return render_template("match/history.html", view=view_match(table), lines=lines, window=window)


@bp.get("/rows/<int:number>")
def rows(code: str, number: int) -> str:
    """The part of a long sheet with this row in it."""
    table = matches.read_match(code, device())
    view = view_match(table)
    sheet = Drawing(table).sheet(view.you, number - 1)
    return render_template("match/rows.html", view=view, sheet=sheet)


@bp.get("/hands/<int:number>/why/<int:side>")
def why(code: str, number: int, side: int) -> str:
    table = matches.read_match(code, device())
    try:
        explained = explain(table.sheet, number, side)
    except IndexError:
        abort(404)
    line = table.sheet.lines[number - 1]
    view = view_match(table)
    return render_template(
        "match/why.html",
        view=view,
        row=view.row(number),
        number=number,
        side=view.sides[side],
        heading=Sentence("Why %(figure)s?", figure=plain(line.cells[side])),
        story=str(explained.story),
        lines=[
            {
                "label": str(step.label),
                "amount_text": plain(step.amount) if step.foot else signed(step.amount),
                "total": step.foot,
            }
            for step in explained.steps
        ],
        rules=[str(rule) for rule in (explained.rule, explained.carried) if rule],
        log=view_row_log(table, number),
    )


@bp.get("/sheet.<ext>")
def sheet(code: str, ext: str) -> Response:
    if ext not in FILES:
        abort(404)
    table = matches.read_match(code, device())
    kind, write = FILES[ext]
    work = partial(write, table.match, table.sheet)
    response = make_response(run_in_thread(work) if ext in SLOW else work())
    name = file_name(table.match, table.code, ext)
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def match_page(
    table: Table,
    form: Act,
    keys: Keys | None = None,
    problem: Problem | None = None,
    conflict: ConflictView | None = None,
) -> str:
    """The match page; `keys` holds what was tapped where a hand comes back."""
    facts = _page_facts(table, view_around(table), Drawing(table))
    if keys or problem or conflict:
        facts["slip"] = typed_slip(table, form, keys, problem, conflict)
    return fill(render_template("match/show.html", **facts, problem=problem), form)


def live_facts(table: Table, around: Around, drawing: Drawing) -> dict[str, Any]:
    """What the part of the match page prints that changes while it is looked at.

    It has holes where the hidden fields of forms belong.
    """
    view = view_match(table)
    ended = view.state == "ended"
    enters = view.state == "playing" and view.you.writes
    return {
        "view": view,
        "around": around,
        "names": names_of(table.sheet.players),
        "base": drawing.base,
        "unseen": HOLE,
        "totals": drawing.part("_totals"),
        "sheet": drawing.sheet(view.you),
        "slip": "" if ended else draw_slip(table, drawing),
        "outcomes": drawing.part("_outcomes", _outcomes) if enters else "",
        "race": _race(table) if ended else "",
    }


def _page_facts(table: Table, around: Around, drawing: Drawing) -> dict[str, Any]:
    return {
        **live_facts(table, around, drawing),
        "scripts": drawing.part("_scripts"),
        "top": drawing.part("_top"),
    }


def _outcomes(table: Table) -> dict[str, Any]:
    return {"preview": preview_data(table.sheet)}


def _race(table: Table) -> Markup:
    return Markup(svg_race(finish(table.match, table.sheet)))  # noqa: S704 - every text is escaped

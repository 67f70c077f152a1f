"""The match page and what belongs to it: menu, history, explanations of a number, files."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.exports.formats import FILES
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.exports.svg import svg_race
from scorekeeper.http.device import current_device
from scorekeeper.http.downloads import download_response
from scorekeeper.matches import matches, seats
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import permissions_of
from scorekeeper.matches.snapshot import role_names
from scorekeeper.messages.explanations import explain
from scorekeeper.messages.locale import format_day
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number, format_signed
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.fragments import HIDDEN_FIELDS, render_fragment
from scorekeeper.web.hands.conflict import ConflictView
from scorekeeper.web.hands.keypad import Keypad
from scorekeeper.web.hands.preview_data import preview_data
from scorekeeper.web.match import bp
from scorekeeper.web.match.entry_panel import render_entry_panel, render_returned_panel
from scorekeeper.web.match.history_view import view_history, view_row_log
from scorekeeper.web.match_status import MatchStatus, view_status
from scorekeeper.web.paging import window_of
from scorekeeper.web.sheet_view import view_match, view_sheet
from scorekeeper.web.submit import FormProblem, open_form


@bp.get("")
def show(code: str) -> ResponseReturnValue:
    form = EntryForm(formdata=None)
    snapshot = open_form(code, form)
    status = view_status(snapshot)
    if status.claim or snapshot.sheet.state == "ended":  # short-lived, or seldom opened again
        return match_page(snapshot, form)
    look = session.get("look")

    def context(_: MatchSnapshot) -> dict[str, Any]:
        return {**live_context(snapshot, status), "session": {"look": look}}

    page = render_fragment("show", snapshot, context, snapshot.roles, status.version, look)
    return fill_hidden_fields(page, form)


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
    return render_template("match/rows.html", view=view, sheet=_sheet(snapshot, number - 1))


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
        "match/why.html",
        view=view,
        row=view.row(number),
        number=number,
        side=view.sides[side],
        heading=Message("Why %(figure)s?", figure=format_number(line.cells[side])),
        story=str(explained.story),
        lines=[
            {
                "label": str(step.label),
                "amount_text": format_number(step.amount)
                if step.foot
                else format_signed(step.amount),
                "total": step.foot,
            }
            for step in explained.steps
        ],
        rules=[str(rule) for rule in (explained.rule, explained.carried) if rule],
        log=view_row_log(snapshot, number),
    )


@bp.get("/sheet.<ext>")
def download(code: str, ext: str) -> Response:
    if ext not in FILES:
        abort(404)
    return download_response(matches.read_match(code, current_device()), ext)


def match_page(
    snapshot: MatchSnapshot,
    form: EntryForm,
    keys: Keypad | None = None,
    problem: FormProblem | None = None,
    conflict: ConflictView | None = None,
) -> str:
    """Return the match page; `keys` is the keypad as it was entered, if a hand was refused."""
    facts = live_context(snapshot, view_status(snapshot))
    if keys or problem or conflict:
        facts["entry_panel"] = render_returned_panel(snapshot, form, keys, problem, conflict)
    return fill_hidden_fields(render_template("match/show.html", **facts, problem=problem), form)


def live_context(snapshot: MatchSnapshot, status: MatchStatus) -> dict[str, Any]:
    """Return the context of the part of the match page that is refreshed.

    It has `HIDDEN_FIELDS` where the hidden fields of a form belong.
    """
    view = view_match(snapshot)
    ended = view.state == "ended"
    enters = view.state == "playing" and view.permissions.writes
    return {
        "view": view,
        "status": status,
        "names": role_names(snapshot.sheet.players),
        "base": _address(snapshot),
        "hidden_fields": HIDDEN_FIELDS,
        "sheet": _sheet(snapshot),
        "entry_panel": "" if ended else render_entry_panel(snapshot),
        "outcomes": render_fragment("_outcomes", snapshot, _outcomes) if enters else "",
        "race": _race(snapshot) if ended else "",
    }


def fill_hidden_fields(page: str, form: EntryForm) -> str:
    """Return the page with the form's hidden fields in place of every `HIDDEN_FIELDS`."""
    return page.replace(HIDDEN_FIELDS, form.hidden_tag())


def _sheet(snapshot: MatchSnapshot, place: int | None = None) -> Markup:
    """Return the sheet, with links to change those rows that the actor may change.

    Of a long sheet it is the last part, or the part near the row at index `place`.
    """
    permissions = permissions_of(snapshot)
    may_change = "all" if permissions.host else "last" if permissions.writes else "none"
    window = window_of(len(snapshot.sheet.lines), place)

    def context(public: MatchSnapshot) -> dict[str, Any]:
        return {"base": _address(public), **view_sheet(public, window, may_change)}

    return render_fragment("_sheet", snapshot, context, may_change, window.start)


def _address(snapshot: MatchSnapshot) -> str:
    return url_for("match.show", code=snapshot.code)


def _outcomes(snapshot: MatchSnapshot) -> dict[str, Any]:
    return {"preview": preview_data(snapshot.sheet)}


def _race(snapshot: MatchSnapshot) -> Markup:
    return Markup(svg_race(printable_sheet(snapshot.match, snapshot.sheet)))  # noqa: S704 - every text is escaped

"""The board: the totals as large as a screen, for a tablet or a television across the room."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template, request, url_for

from scorekeeper.http.addresses import link_to, qr_svg
from scorekeeper.http.device import current_device
from scorekeeper.matches import seats
from scorekeeper.matches.seats import SeatingPlan
from scorekeeper.messages.message import Message
from scorekeeper.tokens import format_code
from scorekeeper.web.board import bp
from scorekeeper.web.match_status import MatchStatus, view_status
from scorekeeper.web.sheet_view import MatchView, RowView, view_match


@bp.get("")
def show(code: str) -> str:
    seating = seats.read_seating(code, current_device())
    return render_template("board/show.html", **_facts(seating, view_status(seating.table)))


@bp.get("/fragment")
def show_fragment(code: str) -> Response:
    """Return the part of the board that changes; 304 if nothing has changed."""
    seating = seats.read_seating(code, current_device())
    status = view_status(seating.table)
    response = Response(mimetype="text/html")
    etag = _mark(seating, status)
    response.set_etag(etag)
    if etag not in request.if_none_match:
        response.set_data(render_template("board/_board.html", **_facts(seating, status)))
    response.make_conditional(request)
    return response


def _facts(seating: SeatingPlan, status: MatchStatus) -> dict[str, Any]:
    """Return the context of the board. Who may write also gets the code and its QR code."""
    snapshot = seating.table
    view = view_match(snapshot)
    shown = seating.open and view.permissions.writes
    address = link_to(url_for("seats.join", key=view.code)) if shown else ""
    return {
        "view": view,
        "mark_of": _mark(seating, status),
        "next_code": status.next_code,
        "last": _last_hand(view),
        "typed": snapshot.sheet.opening.ruleset.entry == "points",
        "figures": max(len(side.total_text) for side in view.sides),
        "code_text": format_code(view.code) if shown else "",
        "qr": qr_svg(address, Message("QR code to join with the code %(code)s", code=view.code))
        if shown
        else "",
    }


def _mark(seating: SeatingPlan, status: MatchStatus) -> str:
    """Return the ETag of the board: a short text that changes with what it shows."""
    version = seating.table.state.version
    return f"{version}-{status.version}-{seating.open:d}"


def _last_hand(view: MatchView) -> RowView | None:
    """Return the last hand that is not struck; None if there is none."""
    last = view.table.state.last_hand_number()
    return view.row(last) if last else None

"""The board: the totals as large as a screen, for a tablet or a television across the room."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.http.device import device
from scorekeeper.matches import seats
from scorekeeper.matches.seats import Seating
from scorekeeper.rules.errors import Sentence
from scorekeeper.web.match_status import Around, view_around
from scorekeeper.web.seats.invite_routes import code_text, link_to, qr_of
from scorekeeper.web.sheet_view import MatchView, RowView, view_match

bp = Blueprint("board", __name__, url_prefix="/m/<code>/board")


@bp.get("")
def show(code: str) -> str:
    seating = seats.seating(code, device())
    return render_template("board/show.html", **_facts(seating, view_around(seating.table)))


@bp.get("/fragment")
def fragment(code: str) -> Response:
    """The board as its page prints it; 304 where nothing has changed."""
    seating = seats.seating(code, device())
    around = view_around(seating.table)
    response = Response(mimetype="text/html")
    etag = _mark(seating, around)
    response.set_etag(etag)
    if etag not in request.if_none_match:
        response.set_data(render_template("board/_board.html", **_facts(seating, around)))
    response.make_conditional(request)
    return response


def _facts(seating: Seating, around: Around) -> dict[str, Any]:
    """What the board prints. The way to a seat is shown to those who may see the code."""
    table = seating.table
    view = view_match(table)
    shown = seating.open and view.you.writes
    address = link_to(url_for("join.link", key=view.code)) if shown else ""
    return {
        "view": view,
        "mark_of": _mark(seating, around),
        "next_code": around.next_code,
        "last": _last_hand(view),
        "typed": table.sheet.opening.ruleset.entry == "points",
        "figures": max(len(side.total_text) for side in view.sides),
        "code_text": code_text(view.code) if shown else "",
        "qr": qr_of(address, Sentence("QR code to join with the code %(code)s", code=view.code))
        if shown
        else "",
    }


def _mark(seating: Seating, around: Around) -> str:
    """A short text that changes with what the board shows: its ETag."""
    version = seating.table.fold.match.standing.version
    return f"{version}-{around.mark}-{seating.open:d}"


def _last_hand(view: MatchView) -> RowView | None:
    """The last hand that stands."""
    last = view.table.fold.match.standing.last_hand_number()
    return view.row(last) if last else None

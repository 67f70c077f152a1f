"""The match as other phones hear it: a stream of what is new, and a fragment to fetch."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from scorekeeper import events
from scorekeeper.http.device import device
from scorekeeper.http.rate_limits import asker
from scorekeeper.matches import matches, seats
from scorekeeper.web.base_form import Act
from scorekeeper.web.fragments import Drawing, fill
from scorekeeper.web.match.routes import live_facts
from scorekeeper.web.match_status import view_around
from scorekeeper.web.submit import open_form

bp = Blueprint("live", __name__, url_prefix="/m/<code>")
_HEARD = ("entering", "gone", "superseded", "table")


@bp.get("/live")
def stream(code: str) -> Response:
    """Server-sent events: the version, and by name who is entering, what is new around the sheet,
    and that the match is gone.
    """
    listener, table = matches.hear(code, device(), asker())
    version = table.fold.match.standing.version
    return events.answer(listener, version, _HEARD, table.places)


@bp.get("/fragment")
def fragment(code: str) -> Response:
    """The part of the match page that changes, as that page prints it; 304 where nothing has."""
    form = Act(formdata=None)
    table = open_form(code, form)
    around = view_around(table)
    version = table.fold.match.standing.version
    response = Response(mimetype="text/html")
    etag = f"{version}-{around.mark}"
    response.set_etag(etag)
    if etag not in request.if_none_match:
        facts = live_facts(table, around, Drawing(table))
        response.set_data(fill(render_template("match/_live.html", **facts), form))
    response.make_conditional(request)
    return response


@bp.post("/entering")
def entering(code: str) -> tuple[str, int]:
    """Lets the others see who has begun to enter a hand."""
    seats.entering(code, device())
    return "", 204

"""The match as other phones hear it: a stream of what is new, and a fragment to fetch."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from scorekeeper import joining, service
from scorekeeper import live as bell
from scorekeeper.limits import asker
from scorekeeper.web.around import view_around
from scorekeeper.web.device import device
from scorekeeper.web.drawn import Drawing, fill
from scorekeeper.web.match import live_facts
from scorekeeper.web.posted import Act
from scorekeeper.web.saving import open_form

live = Blueprint("live", __name__, url_prefix="/m/<code>")
_HEARD = ("entering", "gone", "superseded", "table")


@live.get("/live")
def stream(code: str) -> Response:
    """Server-sent events: the version, and by name who is entering, what is new around the sheet,
    and that the match is gone.
    """
    listener, table = service.hear(code, device(), asker())
    version = table.fold.match.standing.version
    return bell.answer(listener, version, _HEARD, table.places)


@live.get("/fragment")
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


@live.post("/entering")
def entering(code: str) -> tuple[str, int]:
    """Lets the others see who has begun to enter a hand."""
    joining.entering(code, device())
    return "", 204

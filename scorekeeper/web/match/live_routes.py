"""The live match: a stream of server-sent events, and the fragment to fetch."""

from __future__ import annotations

from flask import Response, render_template, request

from scorekeeper import events
from scorekeeper.http.device import current_device
from scorekeeper.http.rate_limits import client_network
from scorekeeper.matches import matches, seats
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.match import bp
from scorekeeper.web.match_page import fill_hidden_fields, live_context
from scorekeeper.web.match_status import view_status
from scorekeeper.web.submit import open_form

_EVENTS = ("entering", "gone", "superseded", "table")


@bp.get("/live")
def stream(code: str) -> Response:
    """Stream server-sent events.

    An event without a name holds the version. By name come who is entering a hand (`entering`),
    that the status beside the sheet has changed (`table`), that the match is deleted (`gone`), and
    that another page of this browser has the stream now (`superseded`).
    """
    subscription, snapshot = matches.subscribe(code, current_device(), client_network())
    version = snapshot.state.version
    return events.stream_response(subscription, version, _EVENTS, snapshot.roles)


@bp.get("/fragment")
def show_fragment(code: str) -> Response:
    """Return the part of the match page that changes; 304 if nothing has changed."""
    form = EntryForm(formdata=None)
    snapshot = open_form(code, form)
    status = view_status(snapshot)
    version = snapshot.state.version
    response = Response(mimetype="text/html")
    etag = f"{version}-{status.version}"
    response.set_etag(etag)
    if etag not in request.if_none_match:
        facts = live_context(snapshot, status)
        response.set_data(fill_hidden_fields(render_template("match/_live.html", **facts), form))
    response.make_conditional(request)
    return response


@bp.post("/entering")
def announce_entering(code: str) -> tuple[str, int]:
    """Publish to the others who has begun to enter a hand."""
    seats.announce_entering(code, current_device())
    return "", 204

"""The routes about matches: each takes a token, a body if there is one, and calls one service."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper import events
from scorekeeper.api import requests
from scorekeeper.api.responses import PREFIX, InvalidRequest, etag, json_response, sheet_response
from scorekeeper.codec.entry import write_entries
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.codec.submission import read_submission
from scorekeeper.exports.formats import FILES
from scorekeeper.http.downloads import download_response
from scorekeeper.http.rate_limits import client_network, count_new_match
from scorekeeper.matches import creation, matches, seats
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.rules.errors import RuleError
from scorekeeper.tokens import HOST, WATCH, Token, seat_role

bp = Blueprint("api_matches", __name__, url_prefix=f"{PREFIX}/matches")
_MOST_BYTES = 1024 * 1024  # thousands of hands
_SHORT_BYTES = 4096


@bp.post("")
def open_match() -> Response:
    """Open a match from its facts, or import a whole match file."""
    count_new_match()  # first, so that the body of a request over the limit is not read
    facts = requests.json_body(_MOST_BYTES)
    if not isinstance(facts, dict):
        raise RuleError("match-not-an-object")
    whole = "format" in facts or "entries" in facts
    code = creation.import_match(facts) if whole else creation.open_match(facts, None)
    return _new_match(matches.read_match(code), seats.list_tokens(code, None), 201)


@bp.get("/<code>")
def sheet(code: str) -> Response:
    snapshot = matches.read_match(code, requests.current_token())
    if requests.is_not_modified(snapshot.state.version):
        return Response(status=304, headers={"ETag": etag(snapshot)})
    return sheet_response(snapshot)


@bp.get("/<code>/journal")
def journal(code: str) -> Response:
    snapshot = matches.read_match(code, requests.current_token())
    return json_response({"entries": write_entries(snapshot.match.entries)}, ETag=etag(snapshot))


@bp.post("/<code>/entries")
def write_entry(code: str) -> Response:
    token = requests.current_token()
    if not 0 < (request.content_length or 0) <= _SHORT_BYTES:
        _check_token(code, token)
    try:
        facts, version, key = requests.json_body(), requests.if_match(), requests.idempotency_key()
    except InvalidRequest:
        _check_token(code, token)
        raise
    submission = partial(read_submission, facts)
    snapshot = matches.write_entry(code, token, submission, version=version, key=key)
    return sheet_response(snapshot, 200 if snapshot.written is None else 201)


def _check_token(code: str, token: Token) -> None:
    """Raise MatchNotFound for a wrong token: before any other error, and a long body.

    Release the database meanwhile, because the rest of a body may be slow to come.
    """
    matches.read_match(code, token)
    matches.release_connection()


@bp.post("/<code>/rematch")
def rematch(code: str) -> Response:
    """Return the rematch, with those of its tokens that the caller may see.

    The host sees all of them, everybody else those of their own role and of watching.
    """
    token = requests.current_token()
    snapshot, made = creation.rematch(code, token)
    links = seats.list_tokens(snapshot.code, None)
    if token.role != HOST:
        links = {role: links[role] for role in (token.role, WATCH)}
    return _new_match(snapshot, links, 201 if made else 200)


@bp.delete("/<code>")
def delete(code: str) -> Response:
    matches.delete_match(code, requests.current_token())
    return Response(status=204)


@bp.get("/<code>/sheet.<ext>")
def sheet_file(code: str, ext: str) -> Response:
    snapshot = matches.read_match(code, requests.current_token())
    if ext not in FILES:
        abort(404, "There is no such export.")
    response = download_response(snapshot, ext)
    response.headers["ETag"] = etag(snapshot)
    return response


@bp.get("/<code>/live")
def stream(code: str) -> Response:
    subscription, snapshot = matches.subscribe(code, requests.current_token(), client_network())
    version = snapshot.state.version
    return events.stream_response(subscription, version, ("entering", "gone"), snapshot.roles)


def _new_match(snapshot: MatchSnapshot, links: dict[str, str], status: int) -> Response:
    """Return a match with the tokens that the caller may see; null stands for the others."""
    seats = range(len(snapshot.sheet.players))
    facts: dict[str, Any] = {
        "code": snapshot.code,
        "keys": {
            "host": links.get(HOST),
            "seats": [links.get(seat_role(number)) for number in seats],
            "watch": links.get(WATCH),
        },
        "sheet": write_sheet(snapshot.sheet),
    }
    location = url_for("api_matches.sheet", code=snapshot.code)
    return json_response(facts, status, Location=location, ETag=etag(snapshot))

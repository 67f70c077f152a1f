"""The calls about matches: each a key, a body where there is one, and one act of the service."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper import events
from scorekeeper.api import requests
from scorekeeper.api.responses import PREFIX, Unreadable, answer, etag, sheet_answer
from scorekeeper.exports.formats import FILES, SLOW, file_name
from scorekeeper.http.rate_limits import asker, count_opening
from scorekeeper.http.thread_pool import run_in_thread
from scorekeeper.matches import creation, matches, seats
from scorekeeper.matches.snapshot import Table
from scorekeeper.rules.errors import Refused
from scorekeeper.tokens import HOST, WATCH, seat

bp = Blueprint("api_matches", __name__, url_prefix=f"{PREFIX}/matches")
_MOST_BYTES = 1024 * 1024  # thousands of hands
_SHORT_BYTES = 4096


@bp.post("")
def open_match() -> Response:
    """Opens a match from its facts, or takes in a whole match file."""
    count_opening()  # a body that is too many is not looked at
    facts = requests.body(_MOST_BYTES)
    if not isinstance(facts, dict):
        raise Refused("A match is written as an object.")
    whole = "format" in facts or "entries" in facts
    code = creation.import_match(facts) if whole else creation.open_match(facts, None)
    return _new_match(matches.read_match(code), seats.links(code, None), 201)


@bp.get("/<code>")
def sheet(code: str) -> Response:
    table = matches.read_match(code, requests.key())
    if requests.has_it(table.fold.match.standing.version):
        return Response(status=304, headers={"ETag": etag(table)})
    return sheet_answer(table)


@bp.get("/<code>/journal")
def journal(code: str) -> Response:
    table = matches.read_match(code, requests.key())
    entries = [entry.to_dict() for entry in table.match.entries]
    return answer({"entries": entries}, ETag=etag(table))


@bp.post("/<code>/entries")
def write_entry(code: str) -> Response:
    key = requests.key()
    # A wrong key is told before anything else that is wrong, and before a long body is read. A body
    # as short as a hand's is read first: to ask the database twice costs a tenth of a hand.
    short = 0 < (request.content_length or 0) <= _SHORT_BYTES
    if not short:
        matches.require_place(code, key)
    try:
        facts, version, once = requests.body(), requests.seen(), requests.idempotency_key()
    except Unreadable:
        matches.require_place(code, key)
        raise
    table = matches.write_entry(code, key, facts, version=version, key=once)
    return sheet_answer(table, 200 if table.written is None else 201)


@bp.post("/<code>/rematch")
def rematch(code: str) -> Response:
    """The match that follows; its keys as far as those of this one were the caller's to see."""
    key = requests.key()
    table, made = creation.rematch(code, key)
    links = seats.links(table.code, None)
    if key.place != HOST:
        links = {place: links[place] for place in (key.place, WATCH)}
    return _new_match(table, links, 201 if made else 200)


@bp.delete("/<code>")
def delete(code: str) -> Response:
    matches.delete_match(code, requests.key())
    return Response(status=204)


@bp.get("/<code>/sheet.<ext>")
def sheet_file(code: str, ext: str) -> Response:
    table = matches.read_match(code, requests.key())
    if ext not in FILES:
        abort(404, "There is no such export.")
    kind, write = FILES[ext]
    work = partial(write, table.match, table.sheet)
    response = Response(run_in_thread(work) if ext in SLOW else work(), content_type=kind)
    name = file_name(table.match, table.code, ext)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["ETag"] = etag(table)
    return response


@bp.get("/<code>/live")
def stream(code: str) -> Response:
    listener, table = matches.hear(code, requests.key(), asker())
    version = table.fold.match.standing.version
    return events.answer(listener, version, ("entering", "gone"), table.places)


def _new_match(table: Table, links: dict[str, str], status: int) -> Response:
    """A match with the keys that its asker may see; null stands for the others."""
    seats = range(len(table.sheet.players))
    facts: dict[str, Any] = {
        "code": table.code,
        "keys": {
            "host": links.get(HOST),
            "seats": [links.get(seat(number)) for number in seats],
            "watch": links.get(WATCH),
        },
        "sheet": table.sheet.to_dict(),
    }
    location = url_for("api_matches.sheet", code=table.code)
    return answer(facts, status, Location=location, ETag=etag(table))

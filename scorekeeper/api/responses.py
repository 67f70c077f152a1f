"""The responses of the API: JSON, and every error as a problem of RFC 9457."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.codec.sheet import write_sheet
from scorekeeper.events import StreamRefused
from scorekeeper.http.fragment_cache import cached_fragment
from scorekeeper.http.rate_limits import RateLimited, count_wrong_token
from scorekeeper.matches import matches
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError

PREFIX = "/api/v1"
_TRY_AGAIN = 5
_NO_KEY = "This needs a key that opens this match: Authorization: Bearer KEY."


class InvalidRequest(Exception):
    """A malformed request: a status, a sentence, and the field or header at fault."""

    def __init__(self, status: int, why: str, field: str | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.field = field


def json_response(facts: object, status: int = 200, **headers: str) -> Response:
    """Return the facts as JSON. In the name of a header write _ for -."""
    return _response(_text(facts), status, headers)


def sheet_response(snapshot: MatchSnapshot, status: int = 200) -> Response:
    """Return the sheet as JSON, with its version as the ETag."""

    def render() -> str:
        return _text(write_sheet(snapshot.sheet))

    body = cached_fragment(("sheet as JSON", snapshot.code, snapshot.sheet.version), render)
    return _response(body, status, {"ETag": etag(snapshot)})


def _text(facts: object) -> str:
    return f"{json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}\n"


def _response(body: str, status: int, headers: Mapping[str, str]) -> Response:
    response = Response(body, status, mimetype="application/json")
    response.headers.extend({name.replace("_", "-"): text for name, text in headers.items()})
    return response


def etag(snapshot: MatchSnapshot) -> str:
    return f'"{snapshot.state.version}"'


def problem(status: int, why: str, field: str | None = None, **more: Any) -> Response:  # noqa: ANN401
    """Return a problem: `field` if one is at fault, and whatever else belongs to it."""
    facts: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": why,
        **({} if field is None else {"field": field}),
        **more,
    }
    response = json_response(facts, status)
    response.mimetype = "application/problem+json"
    return response


def add_problems(blueprint: Blueprint) -> None:
    """Handle every error of the blueprint `blueprint` as a problem."""
    blueprint.register_error_handler(matches.MatchNotFound, _no_match)
    blueprint.register_error_handler(RateLimited, _too_many)
    blueprint.register_error_handler(HTTPException, _http)
    for error, status in _STATUS.items():
        blueprint.register_error_handler(error, _response_to(status))
    blueprint.register_error_handler(InvalidRequest, lambda e: problem(e.status, e.why, e.field))
    blueprint.register_error_handler(matches.Forbidden, lambda e: problem(403, describe_error(e)))
    blueprint.register_error_handler(RuleError, _refused)
    blueprint.register_error_handler(matches.VersionConflict, _conflict)
    blueprint.register_error_handler(matches.Unavailable, _unavailable)
    blueprint.register_error_handler(StreamRefused, _unavailable)


_STATUS: Mapping[type[Exception], tuple[int, str, str]] = {
    matches.MissingVersion: (
        428,
        'Say which version you saw: If-Match: "N", the ETag of the sheet.',
        "If-Match",
    ),
    matches.AlreadyWritten: (
        422,
        "This key has written another entry: a new entry takes a new key.",
        "Idempotency-Key",
    ),
}


def _response_to(problem_facts: tuple[int, str, str]) -> Any:  # noqa: ANN401 - an error handler
    status, why, field = problem_facts
    return lambda _: problem(status, why, field)


def _no_match(_: matches.MatchNotFound) -> Response:
    """Give no token, a wrong one and an unknown code the same response; count a wrong one."""
    if request.authorization is not None:
        try:
            count_wrong_token()
        except RateLimited as too_many:
            return _too_many(too_many)
    response = problem(401, _NO_KEY)
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _too_many(too_many: RateLimited) -> Response:
    response = problem(429, f"Too many tries from this address: wait {too_many.wait} seconds.")
    response.headers["Retry-After"] = str(too_many.wait)
    return response


def _refused(error: RuleError) -> Response:
    if request.method in {
        "GET",
        "HEAD",
    }:  # nothing was sent, so it is a stored match that can no longer be read
        current_app.logger.error("A stored match is refused at entry %s", error.entry)
        return problem(500, "This match no longer reads. It is kept as it is.")
    whole = request.endpoint == "api_matches.open_match" and error.entry is not None
    entry = {"entry": error.entry} if whole else {}
    return problem(422, describe_error(error), error.field, **entry)


def _conflict(conflict: matches.VersionConflict) -> Response:
    sheet = conflict.snapshot.sheet
    why = "The sheet has moved on since the version that If-Match names. Nothing was written."
    response = problem(409, why, sheet=write_sheet(sheet), version=sheet.version)
    response.headers["ETag"] = etag(conflict.snapshot)
    return response


def _unavailable(error: Exception) -> Response:
    why = (
        "There are too many open streams: ask for the sheet every few seconds instead."
        if isinstance(error, StreamRefused)
        else "The database does not answer. Send it again with the same Idempotency-Key."
    )
    response = problem(503, why)
    response.headers["Retry-After"] = str(_TRY_AGAIN)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    why = error.description or HTTPStatus(status).phrase
    if status >= 500:  # noqa: PLR2004
        current_app.logger.error("%s in %s", status, request.endpoint)
        why = "Something broke here. Nothing was written."
    return problem(status, why)


def no_such_call() -> Response | None:
    """Return a problem for a path or method that the API does not have, else None."""
    error = request.routing_exception
    if error is None or isinstance(error, RequestRedirect) or not _in_api(request.path):
        return None
    response = problem(error.code or 404, "The API has no such call: see openapi.json.")
    valid = getattr(error, "valid_methods", None)
    if valid:
        response.headers["Allow"] = ", ".join(sorted(valid))
    return response


def _in_api(path: str) -> bool:
    return path == PREFIX or path.startswith(f"{PREFIX}/")

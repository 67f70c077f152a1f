"""The API described in OpenAPI 3.1, maintained by hand; a test compares it with the routes.

The calls are here; what they take and return is in `schemas`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.api.schemas import JOURNAL, SCHEMAS, ref
from scorekeeper.codec.fields import Schema
from scorekeeper.exports.formats import FILES


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _answers(good: Mapping[str, Schema], *problems: int) -> Schema:
    error_responses = {
        str(status): {
            "description": _PROBLEMS[status],
            "content": {"application/problem+json": {"schema": ref("Problem")}},
        }
        for status in problems
    }
    return {**good, **error_responses}


_PROBLEMS = {
    400: "The request is damaged: no JSON, or a header that cannot be read.",
    401: "No key, a wrong one, or no such match: the answer is the same.",
    403: "The key may not do that.",
    404: "There is no such thing.",
    409: "The sheet has moved on: `sheet` and `version` as they stand.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "Against the rules: `detail` says why, `field` where.",
    428: "If-Match is missing.",
    429: "Too many wrong keys, or too many matches opened, from this address.",
    503: "Not just now: see Retry-After.",
}
_ETAG = {"description": 'The version, as `"7"`.', "schema": {"type": "string"}}

_CODE: Schema = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
_IF_MATCH: Schema = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": 'The version that the writer saw: `"7"`.',
    "schema": {"type": "string"},
}
_IF_NONE_MATCH: Schema = {**_IF_MATCH, "name": "If-None-Match", "required": False}
_ONCE: Schema = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key sent again writes nothing more, and is answered as the first was.",
    "schema": {"type": "string", "maxLength": 255},
}
_SHEET_ANSWER: Schema = {
    "description": "The sheet.",
    "headers": {"ETag": _ETAG},
    "content": _json(ref("Sheet")),
}
_OPENED_ANSWER: Schema = {
    "description": "The match, and the keys that the caller may see.",
    "headers": {"ETag": _ETAG, "Location": {"schema": {"type": "string"}}},
    "content": _json(ref("Opened")),
}
_STREAM: Schema = {
    "description": (
        "Server-sent events. Unnamed: `id` and `data` are the version, the first at once. Named:"
        " `entering` (data: `seat 1`) and `gone`."
    ),
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}


def _call(summary: str, answers: Schema, *parameters: Schema, **more: Any) -> Schema:  # noqa: ANN401
    return {"summary": summary, "parameters": list(parameters), "responses": answers, **more}


def _body(schema: Schema) -> Schema:
    return {"required": True, "content": _json(schema)}


def _export(ext: str) -> Schema:
    kind = FILES[ext][0].partition(";")[0]
    good = {"description": "The file.", "content": {kind: {"schema": {}}}}
    call = _call(f"The match as a file: .{ext}", _answers({"200": good}, 401, 429), _CODE)
    return {"get": call}


_OPEN = _call(
    "Open a match from its facts, or take in a whole match file",
    _answers({"201": _OPENED_ANSWER}, 400, 413, 415, 422, 429),
    requestBody=_body({"oneOf": [ref("Opening"), ref("MatchFile")]}),
    security=[],
)
_WRITE = _call(
    "Write one entry",
    _answers(
        {"200": _SHEET_ANSWER, "201": _SHEET_ANSWER},
        *(400, 401, 403, 409, 413, 415, 422, 428, 429),
    ),
    *(_CODE, _IF_MATCH, _ONCE),
    requestBody=_body(ref("Entry")),
)
_GAMES = {"description": "By name.", "content": _json({"type": "object"})}
_GAME = {"description": "The whole ruleset.", "content": _json(ref("Ruleset"))}
_NOT_CHANGED = {"description": "You have it."}

DOCUMENT: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Scorekeeper",
        "version": "1",
        "description": "The score sheet of Pepper and its cousins: a door to all of it.",
    },
    "servers": [{"url": "/api/v1"}],
    "security": [{"key": []}],
    "paths": {
        "/matches": {"post": _OPEN},
        "/matches/{code}": {
            "get": _call(
                "The sheet",
                _answers({"200": _SHEET_ANSWER, "304": _NOT_CHANGED}, 400, 401, 429),
                *(_CODE, _IF_NONE_MATCH),
            ),
            "delete": _call(
                "Delete the match, its journal and every right at it",
                _answers({"204": {"description": "It is gone."}}, 401, 403, 429),
                _CODE,
            ),
        },
        "/matches/{code}/journal": {
            "get": _call(
                "Every entry, with when and by whom",
                _answers(
                    {"200": {"description": "The journal.", "content": _json(JOURNAL)}}, 401, 429
                ),
                _CODE,
            )
        },
        "/matches/{code}/entries": {"post": _WRITE},
        "/matches/{code}/rematch": {
            "post": _call(
                "Play again: the same seats and rules; there is one rematch, ever",
                _answers({"200": _OPENED_ANSWER, "201": _OPENED_ANSWER}, 401, 403, 429),
                _CODE,
            )
        },
        "/matches/{code}/live": {
            "get": _call("Hear of every change", _answers({"200": _STREAM}, 401, 429, 503), _CODE)
        },
        **{f"/matches/{{code}}/sheet.{ext}": _export(ext) for ext in FILES},
        "/rulesets": {"get": _call("Every preset", {"200": _GAMES}, security=[])},
        "/rulesets/{name}": {
            "get": _call(
                "One preset",
                _answers({"200": _GAME}, 404),
                {**_CODE, "name": "name"},
                security=[],
            )
        },
        "/openapi.json": {
            "get": _call(
                "This document",
                {"200": {"description": "OpenAPI 3.1.", "content": _json({"type": "object"})}},
                security=[],
            )
        },
    },
    "components": {
        "securitySchemes": {
            "key": {
                "type": "http",
                "scheme": "bearer",
                "description": "The key at the end of a link: of the host, a seat, or a watcher.",
            }
        },
        "schemas": SCHEMAS,
    },
}

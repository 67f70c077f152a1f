"""The API described in OpenAPI 3.1, kept by hand; a test holds it to the routes there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from scorekeeper.exports.files import FILES
from scorekeeper.rules.presets import presets
from scorekeeper.rules.reading import LONGEST_NAME, LONGEST_NOTE, MOST_POINTS
from scorekeeper.rules.ruleset import ENTRIES, MOST_BIDS, MOST_SEATS, MOST_TRICKS, TRUMPS
from scorekeeper.rules.terms import AWARDS, MOST_TARGET

Schema: TypeAlias = dict[str, Any]


def _ref(name: str, kind: str = "schemas") -> Schema:
    return {"$ref": f"#/components/{kind}/{name}"}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _list(items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": items, "minItems": least, "maxItems": MOST_SEATS}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _answers(good: Mapping[str, Schema], *problems: int) -> Schema:
    told = {
        str(status): {
            "description": _PROBLEMS[status],
            "content": {"application/problem+json": {"schema": _ref("Problem")}},
        }
        for status in problems
    }
    return {**good, **told}


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
_SEAT = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
_POINTS = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
_NUMBER = {"type": "integer", "minimum": 1}
_NAME = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
_NOTE = {"type": "string", "maxLength": LONGEST_NOTE}
_TIME = {"type": "string", "format": "date-time"}
_TRUE = {"type": "boolean", "const": True}
_ETAG = {"description": 'The version, as `"7"`.', "schema": {"type": "string"}}

_HAND: Schema = {
    "description": "What the table reports of one deal, or an adjustment.",
    **_object(
        [],
        bidder=_SEAT,
        side=_SEAT,
        bid={"type": "string", "maxLength": LONGEST_NAME},
        tricks=_list({"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}),
        folded=_list(_SEAT),
        surrendered=_TRUE,
        free_tricks={"type": "integer", "minimum": 0, "maximum": MOST_TRICKS},
        declined=_TRUE,
        thrown_in=_TRUE,
        winner=_SEAT,
        points=_list(_POINTS),
        adjustment=_list(_POINTS),
        trump={"enum": list(TRUMPS)},
        forced=_TRUE,
        dealer=_SEAT,
        note=_NOTE,
    ),
}
_DEEDS: list[Schema] = [
    _object(["record"], record=_ref("Hand")),
    _object(["amend", "hand"], amend=_NUMBER, hand=_ref("Hand")),
    _object(
        ["overrule", "side", "points"],
        overrule=_NUMBER,
        side=_SEAT,
        points={"type": ["integer", "null"], "minimum": -MOST_POINTS, "maximum": MOST_POINTS},
    ),
    _object(["strike"], strike=_NUMBER),
    _object(["undo"], undo=_NUMBER),
    _object(
        ["rename"],
        rename={
            "oneOf": [
                _object(["side", "name"], side=_SEAT, name=_NAME),
                _object(["seat", "name"], seat=_SEAT, name=_NAME),
            ]
        },
    ),
    _object(["dealer"], dealer=_SEAT),
    _object(["end"], end=_TRUE),
    _object(["reopen"], reopen={**_NOTE, "minLength": 1}),
]
_SIGNED: list[Schema] = [
    {**deed, "properties": {**deed["properties"], "at": _TIME, "by": _NAME}} for deed in _DEEDS
]
_COUNT = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
_AWARD = _object([], points=_POINTS, bid=_POINTS, tricks=_POINTS, at_least_bid={"type": "boolean"})
_OR_NULL: Schema = {"type": "null"}
_AWARD_OR_NULL = {"oneOf": [_ref("Award"), _OR_NULL]}
_TRUMPS = {"type": "array", "items": {"enum": list(TRUMPS)}, "uniqueItems": True}
_BID = _object(
    ["name", "needs", "worth"],
    name=_NAME,
    needs=_COUNT,
    worth=_POINTS,
    **dict.fromkeys(AWARDS, _AWARD_OR_NULL),
)
_FORCED = _object(
    ["who", "bid", "hands"],
    who={"enum": ["dealer", "left of dealer"]},
    bid=_NAME,
    hands={"oneOf": [{"const": "stuck"}, _NUMBER]},
    may_decline={"type": "boolean"},
    must_play={"type": "boolean"},
)
_RULESET: Schema = {
    "description": "A preset's name and any field to override, or a ruleset of its own.",
    **_object(
        [],
        preset={"enum": list(presets())},
        name=_NAME,
        players={"type": "integer", "minimum": 2, "maximum": MOST_SEATS},
        sides={"type": "integer", "minimum": 2, "maximum": MOST_SEATS},
        entry={"enum": list(ENTRIES)},
        tricks={"oneOf": [_COUNT, _OR_NULL]},
        bids={"type": "array", "items": _BID, "maxItems": MOST_BIDS},
        **dict.fromkeys(AWARDS, _AWARD_OR_NULL),
        surrender={"enum": [False, True, "each"]},
        must_play=_TRUMPS,
        trumps=_TRUMPS,
        minimum_bid={"type": ["string", "null"]},
        forced={"oneOf": [_FORCED, _OR_NULL]},
        free_tricks={"type": "object", "additionalProperties": _COUNT},
        target={
            "oneOf": [
                _object(
                    ["points", "test"],
                    points={"type": "integer", "minimum": 1, "maximum": MOST_TARGET},
                    test={"enum": ["reach", "exceed"]},
                ),
                _OR_NULL,
            ]
        },
        win_by={"enum": ["reaching", "making", "deciding"]},
        crossing={"enum": ["higher", "bidder"]},
        lose_at={"type": ["integer", "null"], "minimum": -MOST_POINTS, "maximum": MOST_POINTS},
        sheet={"enum": ["carry", "signed"]},
    ),
}
_OPENING: Schema = {
    "ruleset": _ref("Ruleset"),
    "sides": _list(_NAME),
    "players": _list(_NAME),
    "opened": _TIME,
    "note": _NOTE,
    "first_dealer": _SEAT,
    "start": _list(_POINTS),
    "start_shortfalls": _list({"type": "integer", "minimum": 0, "maximum": MOST_POINTS}),
}
_ROW = _object(
    ["number", "dealer", "hand", "outcome", "points", "cells", "shortfalls", "totals", "scores"],
    number=_NUMBER,
    dealer={"type": ["integer", "null"]},
    hand=_ref("Hand"),
    outcome={"type": "string"},
    points=_list({"type": "integer"}),
    cells=_list({"type": "integer"}),
    shortfalls=_list({"type": "integer"}),
    totals=_list({"type": "integer"}),
    scores=_list({"type": "integer"}),
    overruled=_list({"type": "boolean"}),
)
_SHEET = _object(
    ["name", "sides", "players", "rows", "totals", "scores", "state", "version"],
    name=_NAME,
    sides=_list(_NAME),
    players=_list(_NAME),
    wins_at={"type": ["integer", "null"]},
    rows={"type": "array", "items": _ROW},
    totals=_list({"type": "integer"}),
    shortfalls=_list({"type": "integer"}),
    scores=_list({"type": "integer"}),
    state={"enum": ["playing", "decided", "ended"]},
    winner={"type": ["integer", "null"]},
    next_dealer={"type": ["integer", "null"]},
    version={"type": "integer", "minimum": 0},
)
_KEY = {"type": ["string", "null"]}
_OPENED = _object(
    ["code", "keys", "sheet"],
    code={"type": "string"},
    keys=_object(["host", "seats", "watch"], host=_KEY, seats=_list(_KEY), watch=_KEY),
    sheet=_ref("Sheet"),
)
_PROBLEM: Schema = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
        "entry": {"type": "integer"},
        "sheet": _ref("Sheet"),
        "version": {"type": "integer"},
    },
    "required": ["type", "title", "status", "detail"],
}

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
    "content": _json(_ref("Sheet")),
}
_OPENED_ANSWER: Schema = {
    "description": "The match, and the keys that the caller may see.",
    "headers": {"ETag": _ETAG, "Location": {"schema": {"type": "string"}}},
    "content": _json(_ref("Opened")),
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
    requestBody=_body({"oneOf": [_ref("Opening"), _ref("MatchFile")]}),
    security=[],
)
_WRITE = _call(
    "Write one entry",
    _answers(
        {"200": _SHEET_ANSWER, "201": _SHEET_ANSWER},
        *(400, 401, 403, 409, 413, 415, 422, 428, 429),
    ),
    *(_CODE, _IF_MATCH, _ONCE),
    requestBody=_body(_ref("Entry")),
)
_GAMES = {"description": "By name.", "content": _json({"type": "object"})}
_GAME = {"description": "The whole ruleset.", "content": _json(_ref("Ruleset"))}
_NOT_CHANGED = {"description": "You have it."}
_ENTRIES = _object(["entries"], entries={"type": "array", "items": {"oneOf": _SIGNED}})

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
                    {"200": {"description": "The journal.", "content": _json(_ENTRIES)}}, 401, 429
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
        "schemas": {
            "Award": _AWARD,
            "Entry": {"oneOf": _DEEDS},
            "Hand": _HAND,
            "MatchFile": _object(
                ["format", "ruleset", "entries"],
                **_OPENING,
                format={"const": "scorekeeper/1"},
                entries={"type": "array", "items": {"oneOf": _SIGNED}},
            ),
            "Opened": _OPENED,
            "Opening": _object(["ruleset"], **_OPENING),
            "Problem": _PROBLEM,
            "Ruleset": _RULESET,
            "Sheet": _SHEET,
        },
    },
}

"""What the calls of the API take and return, in JSON Schema."""

from __future__ import annotations

from typing import Any, TypeAlias

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.validation import (
    FIRST_YEAR,
    LAST_YEAR,
    LONGEST_NAME,
    LONGEST_NOTE,
)
from scorekeeper.rules.checks import MOST_ENTRIES
from scorekeeper.rules.ruleset import (
    AWARDS,
    ENTRIES,
    MOST_BIDS,
    MOST_POINTS,
    MOST_SEATS,
    MOST_TARGET,
    MOST_TRICKS,
    TRUMPS,
)

Schema: TypeAlias = dict[str, Any]


def ref(name: str, kind: str = "schemas") -> Schema:
    """Return a reference to the component of this name in the document."""
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


_SEAT = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
_POINTS = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
_NUMBER = {"type": "integer", "minimum": 1}
_NAME = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
_NOTE = {"type": "string", "maxLength": LONGEST_NOTE}
_TIME = {
    "type": "string",
    "format": "date-time",
    "description": f"In UTC, of the years {FIRST_YEAR} to {LAST_YEAR}.",
}
_TRUE = {"type": "boolean", "const": True}

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
    _object(["record"], record=ref("Hand")),
    _object(["amend", "hand"], amend=_NUMBER, hand=ref("Hand")),
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
    {**event, "properties": {**event["properties"], "at": _TIME, "by": _NAME}} for event in _DEEDS
]
_COUNT = {"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}
_AWARD = _object([], points=_POINTS, bid=_POINTS, tricks=_POINTS, at_least_bid={"type": "boolean"})
_OR_NULL: Schema = {"type": "null"}
_AWARD_OR_NULL = {"oneOf": [ref("Award"), _OR_NULL]}
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
        preset={"enum": list(preset_names())},
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
    "ruleset": ref("Ruleset"),
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
    hand=ref("Hand"),
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
    sheet=ref("Sheet"),
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
        "sheet": ref("Sheet"),
        "version": {"type": "integer"},
    },
    "required": ["type", "title", "status", "detail"],
}
JOURNAL = _object(["entries"], entries={"type": "array", "items": {"oneOf": _SIGNED}})
SCHEMAS: dict[str, Schema] = {
    "Award": _AWARD,
    "Entry": {"oneOf": _DEEDS},
    "Hand": _HAND,
    "MatchFile": _object(
        ["format", "ruleset", "entries"],
        **_OPENING,
        format={"const": "scorekeeper/1"},
        entries={
            "type": "array",
            "items": {"oneOf": _SIGNED},
            "description": f"At most {MOST_ENTRIES}; after them only undo, end and reopen.",
        },
    ),
    "Opened": _OPENED,
    "Opening": _object(
        ["ruleset"],
        **{
            **_OPENING,
            "opened": {**_TIME, "description": f"{_TIME['description']} A day from now at most."},
        },
    ),
    "Problem": _PROBLEM,
    "Ruleset": _RULESET,
    "Sheet": _SHEET,
}

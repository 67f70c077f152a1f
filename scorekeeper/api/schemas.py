"""What the calls of the API take and return, in JSON Schema."""

from __future__ import annotations

from typing import Any

from scorekeeper.codec.fields import Schema, object_schema
from scorekeeper.codec.ruleset import award_schema, ruleset_schema
from scorekeeper.codec.validation import (
    FIRST_YEAR,
    LAST_YEAR,
    LONGEST_NAME,
    LONGEST_NOTE,
)
from scorekeeper.rules.checks import MOST_ENTRIES
from scorekeeper.rules.ruleset import MOST_POINTS, MOST_SEATS, MOST_TRICKS, TRUMPS


def ref(name: str, kind: str = "schemas") -> Schema:
    """Return a reference to the component of this name in the document."""
    return {"$ref": f"#/components/{kind}/{name}"}


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
    **object_schema(
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
    object_schema(["record"], record=ref("Hand")),
    object_schema(["amend", "hand"], amend=_NUMBER, hand=ref("Hand")),
    object_schema(
        ["overrule", "side", "points"],
        overrule=_NUMBER,
        side=_SEAT,
        points={"type": ["integer", "null"], "minimum": -MOST_POINTS, "maximum": MOST_POINTS},
    ),
    object_schema(["strike"], strike=_NUMBER),
    object_schema(["undo"], undo=_NUMBER),
    object_schema(
        ["rename"],
        rename={
            "oneOf": [
                object_schema(["side", "name"], side=_SEAT, name=_NAME),
                object_schema(["seat", "name"], seat=_SEAT, name=_NAME),
            ]
        },
    ),
    object_schema(["dealer"], dealer=_SEAT),
    object_schema(["end"], end=_TRUE),
    object_schema(["reopen"], reopen={**_NOTE, "minLength": 1}),
]
_SIGNED: list[Schema] = [
    {**event, "properties": {**event["properties"], "at": _TIME, "by": _NAME}} for event in _DEEDS
]
_AWARD = award_schema()


def _with_awards(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Return the schema with a reference for every award in it."""
    if schema == _AWARD:
        return ref("Award")
    if isinstance(schema, dict):
        return {name: _with_awards(part) for name, part in schema.items()}
    return [_with_awards(part) for part in schema] if isinstance(schema, list) else schema


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
_ROW = object_schema(
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
_SHEET = object_schema(
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
_OPENED = object_schema(
    ["code", "keys", "sheet"],
    code={"type": "string"},
    keys=object_schema(["host", "seats", "watch"], host=_KEY, seats=_list(_KEY), watch=_KEY),
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
JOURNAL = object_schema(["entries"], entries={"type": "array", "items": {"oneOf": _SIGNED}})
SCHEMAS: dict[str, Schema] = {
    "Award": _AWARD,
    "Entry": {"oneOf": _DEEDS},
    "Hand": _HAND,
    "MatchFile": object_schema(
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
    "Opening": object_schema(
        ["ruleset"],
        **{
            **_OPENING,
            "opened": {**_TIME, "description": f"{_TIME['description']} A day from now at most."},
        },
    ),
    "Problem": _PROBLEM,
    "Ruleset": _with_awards(ruleset_schema()),
    "Sheet": _SHEET,
}

"""A ruleset in JSON and TOML: read, written and described, all from its declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from scorekeeper.codec.fields import (
    Codec,
    Codecs,
    FieldCodec,
    Integer,
    Known,
    Nullable,
    Object,
    Schema,
    build,
    codecs_of,
    object_schema,
)
from scorekeeper.codec.presets import load_preset, preset_names
from scorekeeper.codec.validation import check_fields, field_path, parse_choice
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.field import Field
from scorekeeper.rules.ruleset import (
    AWARDS,
    TRUMPS,
    Award,
    Bid,
    BidName,
    Forced,
    Ruleset,
    Target,
    Trump,
    check_on_ladder,
)

_NOTHING: tuple[object, ...] = (None, [], {})
"""What a game without bids may write for a field that only games with bids have."""


def read_ruleset(data: object, where: str = "ruleset") -> Ruleset:
    """Read the ruleset of a match file: a preset with overrides, or a complete ruleset.

    `where` is the path of the ruleset in the file. Raise RuleError, naming the field, for an
    unknown preset or field, a missing or malformed value, and fields that contradict each other.
    """
    return build(Ruleset, where, **read_fields(data, where))


def write_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Return every field in a fixed order, ready for JSON; `read_ruleset` reverses it."""
    return {name: field.codec.write(getattr(ruleset, name)) for name, field in FIELDS.items()}


def read_fields(data: object, where: str) -> dict[str, Any]:
    """Return every field of a ruleset, each well formed by itself; they may contradict each other.

    Raise RuleError, naming the field, for an unknown preset or field and for a missing or malformed
    value.
    """
    facts = check_fields(data, (*FIELDS, "preset"), "ruleset", where)
    if "preset" in facts:
        facts = _on_preset(facts, where)
    _check_needed(_of_every_game(), facts, where)
    contract = FIELDS["entry"].read(facts, where, {}) == "contract"
    if contract:
        _check_needed(_of_contracts(), facts, where)
    else:
        _check_nothing_bid(facts, where)
    known: dict[str, Any] = {}
    for name, field in FIELDS.items():
        there = contract or not field.declared.contract
        known[name] = field.read(facts, where, known) if there else field.default
    return known


def ruleset_schema() -> Schema:
    """Return the JSON Schema of a ruleset, whether it builds on a preset or is complete."""
    fields = {name: _base_schema(field) for name, field in FIELDS.items()}
    return {
        "description": "A preset's name and any field to override, or a ruleset of its own.",
        **object_schema([], preset={"enum": list(preset_names())}, **fields),
        "allOf": [
            _where_entry(["contract"], {f.name: _contract_schema(f) for f in _of_contracts()}),
            _where_entry(
                ["winner", "points"], {f.name: {"enum": list(_NOTHING)} for f in _of_contracts()}
            ),
        ],
    }


def award_schema() -> Schema:
    """Return the JSON Schema of an award."""
    return _AWARD.schema


def _where_entry(entries: list[str], fields: dict[str, Schema]) -> Schema:
    """Return the part of a schema that holds where `entry` is one of these."""
    return {
        "if": {"properties": {"entry": {"enum": entries}}, "required": ["entry"]},
        "then": {"properties": fields},
    }


def _base_schema(field: FieldCodec) -> Schema:
    """Return the schema of a field in any game: one without bids may leave it empty."""
    if not field.declared.contract:
        return field.codec.schema
    return {"anyOf": [_full_schema(field.codec), {"enum": list(_NOTHING)}]}


def _contract_schema(field: FieldCodec) -> Schema:
    """Return the schema of a field in a game with bids."""
    return _full_schema(field.codec) if field.needed else field.codec.schema


def _full_schema(codec: Codec) -> Schema:
    return codec.inner.schema if isinstance(codec, Nullable) else codec.schema


def _of_every_game() -> Iterable[FieldCodec]:
    return (field for field in FIELDS.values() if not field.declared.contract)


def _of_contracts() -> Iterable[FieldCodec]:
    return (field for field in FIELDS.values() if field.declared.contract)


def _check_needed(fields: Iterable[FieldCodec], facts: Mapping[str, Any], where: str) -> None:
    for field in fields:
        if field.needed and facts.get(field.name) is None:
            raise RuleError("field-missing", field_path(where, field.name), what="ruleset")


def _check_nothing_bid(facts: Mapping[str, Any], where: str) -> None:
    for field in _of_contracts():
        if facts.get(field.name) not in _NOTHING:
            raise RuleError("contract-field", field_path(where, field.name))


def _on_preset(facts: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    name = parse_choice(facts["preset"], field_path(where, "preset"), preset_names())
    base = load_preset(name)
    if "preset" in base:
        base = _on_preset(base, where)
    merged = {**base, **{field: facts[field] for field in facts if field != "preset"}}
    if "players" in facts and "sides" not in facts and base["players"] == base["sides"]:
        merged["sides"] = facts["players"]
    return merged


class _Surrender:
    """Whether defenders may give a hand up: all, none, or each alone."""

    schema: Schema = {"enum": [False, True, "each"]}  # noqa: RUF012 - never changed

    def read(self, value: object, path: str, _: Known) -> bool | Literal["each"]:
        if isinstance(value, bool):
            return value
        if value == "each":
            return "each"
        raise RuleError("surrender-value", path, value=value)

    def write(self, value: object) -> object:
        return value


class _Trumps:
    """Some of the trumps, each named once."""

    schema: Schema = {  # noqa: RUF012 - never changed
        "type": "array",
        "items": {"enum": list(TRUMPS)},
        "uniqueItems": True,
    }

    def read(self, value: object, path: str, _: Known) -> tuple[Trump, ...]:
        if not isinstance(value, list):
            raise RuleError("trumps-not-a-list", path, value=value)
        trumps = tuple(parse_choice(trump, path, TRUMPS) for trump in value)
        if len(set(trumps)) < len(trumps):
            raise RuleError("trump-twice", path)
        return trumps

    def write(self, value: tuple[Trump, ...]) -> list[Trump]:
        return list(value)


class _Ladder:
    """The bids of a game, lowest first."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    @property
    def schema(self) -> Schema:
        return {
            "type": "array",
            "items": _BID.schema,
            "minItems": self._least,
            "maxItems": self._most,
        }

    def read(self, value: object, path: str, known: Known) -> tuple[Bid, ...]:
        if not isinstance(value, list) or not self._least <= len(value) <= self._most:
            raise RuleError("bids-not-a-list", path, most=self._most)
        return tuple(_BID.read(bid, f"{path}.{place}", known) for place, bid in enumerate(value))

    def write(self, value: tuple[Bid, ...]) -> list[dict[str, Any]]:
        return [_BID.write(bid) for bid in value]


class _BidName:
    """The name of a bid of the ladder."""

    schema: Schema = {"type": "string"}  # noqa: RUF012 - never changed

    def read(self, value: object, path: str, _: Known) -> str:
        if not isinstance(value, str):
            check_on_ladder(value, path, ())
        return str(value)

    def write(self, value: str) -> str:
        return value


class _PerBid:
    """A number for some of the bids of the ladder."""

    def __init__(self, number: Integer) -> None:
        self._number = number

    @property
    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": self._number.schema}

    def read(self, value: object, path: str, known: Known) -> Mapping[str, int]:
        facts = check_fields(value, [bid.name for bid in known["bids"]], "ladder", path)
        return {
            name: self._number.read(number, field_path(path, name), known)
            for name, number in facts.items()
        }

    def write(self, value: Mapping[str, int]) -> dict[str, int]:
        return dict(value)


_LEFT_OUT = object()


def _bid(name: str, needs: int, worth: int, **awards: Any) -> Bid:  # noqa: ANN401
    own = {kind: awards[kind] for kind in AWARDS if awards[kind] is not _LEFT_OUT}
    return Bid(name, needs, worth, own)


def _of_bid(bid: Bid, name: str) -> object:
    return bid.awards.get(name, _LEFT_OUT) if name in AWARDS else getattr(bid, name)


_AWARD = Object(Award, codecs_of(Award, {}), "award", sparse=True)
_BID_AWARDS = (
    FieldCodec(kind, Field(), Nullable(_AWARD) if kind == "shutout" else _AWARD, _LEFT_OUT)
    for kind in AWARDS
)
_BID = Object(
    _bid,
    (*codecs_of(Bid, {}, but="awards"), *_BID_AWARDS),
    "bid",
    sparse=True,
    take=_of_bid,
)
_FORCED = Object(Forced, codecs_of(Forced, {}), "forced bid")
_TARGET = Object(Target, codecs_of(Target, {}), "target")
_CODECS: Codecs = {
    Award: lambda _: _AWARD,
    Forced: lambda _: _FORCED,
    Target: lambda _: _TARGET,
    BidName: lambda _: _BidName(),
    bool | Literal["each"]: lambda _: _Surrender(),
    tuple[Bid, ...]: lambda declared: _Ladder(declared.low, declared.high),
    tuple[Trump, ...]: lambda _: _Trumps(),
    Mapping[str, int]: lambda declared: _PerBid(
        Integer(declared.low, declared.high, declared.within)
    ),
}
FIELDS = {field.name: field for field in codecs_of(Ruleset, _CODECS)}

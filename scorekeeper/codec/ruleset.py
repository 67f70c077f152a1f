"""A ruleset in JSON and TOML: reading and writing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Literal, TypeVar

from scorekeeper.codec.presets import load_preset, preset_names
from scorekeeper.codec.validation import (
    check_fields,
    field_path,
    parse_boolean,
    parse_choice,
    parse_integer,
    parse_name,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import (
    AWARDS,
    ENTRIES,
    MOST_BIDS,
    MOST_POINTS,
    MOST_SEATS,
    MOST_TARGET,
    MOST_TRICKS,
    SUITS,
    TRUMPS,
    Award,
    Bid,
    Forced,
    Ruleset,
    Target,
    ladder_bid,
)

Read = TypeVar("Read")

FIELDS = (
    *("name", "players", "sides", "entry", "tricks", "bids", *AWARDS, "surrender", "must_play"),
    *("trumps", "minimum_bid", "forced", "free_tricks", "target", "win_by", "crossing"),
    *("lose_at", "sheet"),
)


def read_ruleset(data: object, where: str = "ruleset") -> Ruleset:
    """Read the ruleset of a match file: a preset with overrides, or a complete ruleset.

    `where` is the path of the ruleset in the file. Raise RuleError, naming the field, for an
    unknown preset or field, a missing or malformed value, and fields that contradict each other.
    """
    facts = check_fields(data, (*FIELDS, "preset"), "ruleset", where)
    if "preset" in facts:
        facts = _on_preset(facts, where)
    return _build(Ruleset, where, **_RulesetReader(facts, where).fields())


def write_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Return every field in a fixed order, ready for JSON; `read_ruleset` reverses it."""
    contract = ruleset.entry == "contract"
    return {
        "name": ruleset.name,
        "players": ruleset.players,
        "sides": ruleset.sides,
        "entry": ruleset.entry,
        "tricks": ruleset.tricks if contract else None,
        "bids": [_write_bid(bid) for bid in ruleset.bids],
        **_write_awards(ruleset.awards),
        "surrender": ruleset.surrender,
        "must_play": list(ruleset.must_play),
        "trumps": list(ruleset.trumps),
        "minimum_bid": ruleset.minimum_bid,
        "forced": ruleset.forced and asdict(ruleset.forced),
        "free_tricks": dict(ruleset.free_tricks),
        "target": ruleset.target and asdict(ruleset.target),
        "win_by": ruleset.win_by,
        "crossing": ruleset.crossing,
        "lose_at": ruleset.lose_at,
        "sheet": "carry" if ruleset.carries else "signed",
    }


def _write_bid(bid: Bid) -> dict[str, Any]:
    return {
        "name": bid.name,
        "needs": bid.needs,
        "worth": bid.worth,
        **_write_awards(bid.awards),
    }


def _write_awards(awards: Mapping[str, Award | None]) -> dict[str, Any]:
    return {
        name: award and {field: value for field, value in asdict(award).items() if value}
        for name, award in awards.items()
    }


def _on_preset(facts: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    name = parse_choice(facts["preset"], field_path(where, "preset"), preset_names())
    base = load_preset(name)
    if "preset" in base:
        base = _on_preset(base, where)
    merged = {**base, **{field: facts[field] for field in facts if field != "preset"}}
    if "players" in facts and "sides" not in facts and base["players"] == base["sides"]:
        merged["sides"] = facts["players"]
    return merged


def _build(value: Callable[..., Read], where: str, **fields: object) -> Read:
    """Return the value of these fields. Raise RuleError, with its full path, if two contradict."""
    try:
        return value(**fields)
    except RuleError as error:
        error.field = field_path(where, error.field)
        raise


class _RulesetReader:
    """Reads the fields of one ruleset, of which `where` is the path."""

    def __init__(self, facts: Mapping[str, Any], where: str) -> None:
        self.facts = facts
        self.where = where

    def fields(self) -> dict[str, Any]:
        self._needs("players", "sides", "entry")
        players = parse_integer(self.facts["players"], self._path("players"), 2, MOST_SEATS)
        sides = parse_integer(self.facts["sides"], self._path("sides"), 2, MOST_SEATS)
        if players % sides:
            raise RuleError(
                "players-not-shared-out", self._path("sides"), players=players, sides=sides
            )
        entry = parse_choice(self.facts["entry"], self._path("entry"), ENTRIES)
        bids = self._bids() if entry == "contract" else self._no_contract()
        return {
            "name": parse_name(self.facts.get("name", "Own rules"), self._path("name")),
            "players": players,
            "sides": sides,
            "entry": entry,
            "tricks": self.facts["tricks"] if entry == "contract" else 0,
            "bids": bids,
            "awards": {name: self._award(name) if bids else None for name in AWARDS},
            "surrender": self._surrender(),
            "must_play": self._trumps("must_play", SUITS[:0]),
            "trumps": self._trumps("trumps", TRUMPS[:5]),
            "minimum_bid": self._minimum_bid(bids),
            "forced": self._read("forced", _read_forced),
            "free_tricks": self._free_tricks(bids),
            "target": self._read("target", _read_target),
            "win_by": parse_choice(
                self.facts.get("win_by", "reaching"),
                self._path("win_by"),
                ("reaching", "making", "deciding"),
            ),
            "crossing": parse_choice(
                self.facts.get("crossing", "higher"), self._path("crossing"), ("higher", "bidder")
            ),
            "lose_at": self._read(
                "lose_at", lambda value, field: parse_integer(value, field, -MOST_POINTS, -1)
            ),
            "carries": self._sheet() == "carry",
        }

    def _path(self, name: str) -> str:
        return field_path(self.where, name)

    def _needs(self, *names: str) -> None:
        for name in names:
            if self.facts.get(name) is None:
                raise RuleError("ruleset-field-missing", self._path(name))

    def _read(self, name: str, read: Callable[[Any, str], Read]) -> Read | None:
        value = self.facts.get(name)
        return None if value is None else read(value, self._path(name))

    def _award(self, name: str) -> Award | None:
        return self._read(name, _read_award)

    def _no_contract(self) -> tuple[Bid, ...]:
        for name in ("tricks", "bids", *AWARDS, "minimum_bid", "forced", "free_tricks"):
            if self.facts.get(name) not in (None, [], {}):
                raise RuleError("contract-field", self._path(name))
        return ()

    def _bids(self) -> tuple[Bid, ...]:
        self._needs("tricks", "bids", *AWARDS[:4])
        tricks = parse_integer(self.facts["tricks"], self._path("tricks"), 1, MOST_TRICKS)
        listed = self.facts["bids"]
        if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_BIDS:
            raise RuleError("bids-not-a-list", self._path("bids"), most=MOST_BIDS)
        bids = tuple(
            _read_bid(bid, f"{self._path('bids')}.{place}", tricks)
            for place, bid in enumerate(listed)
        )
        names = [bid.name for bid in bids]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise RuleError("bid-twice", f"{self._path('bids')}.{place}.name", name=name)
        return bids

    def _sheet(self) -> str:
        value = self.facts.get("sheet", "signed")
        return parse_choice(value, self._path("sheet"), ("carry", "signed"))

    def _surrender(self) -> bool | Literal["each"]:
        value = self.facts.get("surrender", False)
        if isinstance(value, bool):
            return value
        if value == "each":
            return "each"
        raise RuleError("surrender-value", self._path("surrender"), value=value)

    def _trumps(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.facts.get(name, default)
        if not isinstance(value, list | tuple):
            raise RuleError("trumps-not-a-list", self._path(name), value=value)
        trumps = tuple(parse_choice(trump, self._path(name), TRUMPS) for trump in value)
        if len(set(trumps)) < len(trumps):
            raise RuleError("trump-twice", self._path(name))
        return trumps

    def _minimum_bid(self, bids: tuple[Bid, ...]) -> str | None:
        value = self.facts.get("minimum_bid")
        return value if value is None else ladder_bid(value, self._path("minimum_bid"), bids)

    def _free_tricks(self, bids: tuple[Bid, ...]) -> Mapping[str, int]:
        where = self._path("free_tricks")
        granted = self.facts.get("free_tricks", {})
        facts = check_fields(granted, [bid.name for bid in bids], "ladder", where)
        tricks = self.facts.get("tricks")
        return {
            name: parse_integer(most, field_path(where, name), 1, tricks or 0)
            for name, most in facts.items()
        }


def _read_award(data: object, where: str) -> Award:
    facts = check_fields(data, ("points", "bid", "tricks", "at_least_bid"), "award", where)

    def number(name: str) -> int:
        return parse_integer(facts.get(name, 0), field_path(where, name), -MOST_POINTS, MOST_POINTS)

    return Award(
        points=number("points"),
        bid=number("bid"),
        tricks=number("tricks"),
        at_least_bid=parse_boolean(
            facts.get("at_least_bid", False), field_path(where, "at_least_bid")
        ),
    )


def _read_bid(data: object, where: str, tricks: int) -> Bid:
    """Read the bid at path `where` in a game of `tricks` tricks a hand."""
    facts = check_fields(data, ("name", "needs", "worth", *AWARDS), "bid", where)
    for name in ("name", "needs", "worth"):
        if name not in facts:
            raise RuleError("bid-field-missing", field_path(where, name))
    return Bid(
        name=parse_name(facts["name"], field_path(where, "name")),
        needs=parse_integer(facts["needs"], field_path(where, "needs"), 1, tricks),
        worth=parse_integer(facts["worth"], field_path(where, "worth"), 0, MOST_POINTS),
        awards={
            name: None
            if name == "shutout" and facts[name] is None
            else _read_award(facts[name], field_path(where, name))
            for name in AWARDS
            if name in facts
        },
    )


def _read_forced(data: object, where: str) -> Forced:
    names = ("who", "bid", "hands", "may_decline", "must_play")
    facts = check_fields(data, names, "forced bid", where)
    for name in names[:3]:
        if name not in facts:
            raise RuleError("forced-field-missing", field_path(where, name))
    hands = facts["hands"]
    if hands != "stuck":
        hands = parse_integer(hands, field_path(where, "hands"), 1, MOST_TARGET)
    return _build(
        Forced,
        where,
        who=parse_choice(facts["who"], field_path(where, "who"), ("dealer", "left of dealer")),
        bid=parse_name(facts["bid"], field_path(where, "bid")),
        hands=hands,
        may_decline=parse_boolean(
            facts.get("may_decline", False), field_path(where, "may_decline")
        ),
        must_play=parse_boolean(facts.get("must_play", False), field_path(where, "must_play")),
    )


def _read_target(data: object, where: str) -> Target:
    facts = check_fields(data, ("points", "test"), "target", where)
    for name in ("points", "test"):
        if name not in facts:
            raise RuleError("target-field-missing", field_path(where, name))
    return Target(
        points=parse_integer(facts["points"], field_path(where, "points"), 1, MOST_TARGET),
        test=parse_choice(facts["test"], field_path(where, "test"), ("reach", "exceed")),
    )

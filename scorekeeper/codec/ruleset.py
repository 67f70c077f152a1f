"""Reading the fields of a ruleset, each validated by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from scorekeeper.codec.presets import load_preset, preset_names
from scorekeeper.codec.validation import (
    MOST_POINTS,
    check_fields,
    field_path,
    parse_choice,
    parse_integer,
    parse_name,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.terms import (
    AWARDS,
    ENTRIES,
    MOST_BIDS,
    MOST_SEATS,
    MOST_TRICKS,
    SUITS,
    TRUMPS,
    Award,
    Bid,
    Forced,
    Target,
    ladder_bid,
)

Read = TypeVar("Read")

FIELDS = (
    *("name", "players", "sides", "entry", "tricks", "bids", *AWARDS, "surrender", "must_play"),
    *("trumps", "minimum_bid", "forced", "free_tricks", "target", "win_by", "crossing"),
    *("lose_at", "sheet"),
)


def read_fields(data: object, where: str) -> dict[str, Any]:
    """Return the fields of a Ruleset, read from a preset with overrides or a complete ruleset.

    Each field is well formed by itself; `Ruleset.from_dict` finds the contradictions between them.
    `where` is the path of the ruleset in the file. Raise RuleError, naming the field, for an
    unknown preset or field and for a missing or malformed value.
    """
    facts = check_fields(data, (*FIELDS, "preset"), "ruleset", where)
    if "preset" in facts:
        facts = _on_preset(facts, where)
    return _RulesetReader(facts, where).fields()


def _on_preset(facts: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    name = parse_choice(facts["preset"], field_path(where, "preset"), preset_names())
    base = load_preset(name)
    if "preset" in base:
        base = _on_preset(base, where)
    merged = {**base, **{field: facts[field] for field in facts if field != "preset"}}
    if "players" in facts and "sides" not in facts and base["players"] == base["sides"]:
        merged["sides"] = facts["players"]
    return merged


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
            "forced": self._read("forced", Forced.from_dict),
            "free_tricks": self._free_tricks(bids),
            "target": self._read("target", Target.from_dict),
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
        return self._read(name, Award.from_dict)

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
            Bid.from_dict(bid, f"{self._path('bids')}.{place}", tricks)
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

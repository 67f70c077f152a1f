"""A game as data: the ladder of bids, what a hand is worth, when it ends.

Every number of a sheet comes from the awards written here; no code knows any one game. A ruleset is
a value that has checked itself: one that contradicts itself cannot be built.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from scorekeeper.rules.fields import named, titled
from scorekeeper.rules.presets import preset, presets
from scorekeeper.rules.reading import (
    MOST_POINTS,
    fields_of,
    name_of,
    one_of,
    path,
    whole,
)
from scorekeeper.rules.terms import AWARDS, Award, Bid, Forced, Target
from scorekeeper.rules.words import N_, Refused, Sentence, capital, shown

Read = TypeVar("Read")

SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))
TRUMPS = (*SUITS, N_("no trump"), N_("no trump low"))
ENTRIES: tuple[Literal["contract", "winner", "points"], ...] = ("contract", "winner", "points")
FIELDS = (
    *("name", "players", "sides", "entry", "tricks", "bids", *AWARDS, "surrender", "must_play"),
    *("trumps", "minimum_bid", "forced", "free_tricks", "target", "win_by", "crossing"),
    *("lose_at", "sheet"),
)
MOST_SEATS = 10
TWO = 2
MOST_TRICKS = 99
MOST_BIDS = 99
_KINDS = {
    "made": N_("made"),
    "set": N_("set"),
    "defence_made": N_("defence made"),
    "defence_set": N_("defence set"),
    "shutout": N_("shutout"),
}


@dataclass(frozen=True)
class Ruleset:
    """One game's rules. Build it with `from_dict`, which refuses any that contradict themselves."""

    name: str
    players: int
    sides: int
    entry: Literal["contract", "winner", "points"]
    tricks: int
    bids: tuple[Bid, ...]
    awards: Mapping[str, Award | None]
    surrender: bool | Literal["each"]
    must_play: tuple[str, ...]
    trumps: tuple[str, ...]
    minimum_bid: str | None
    forced: Forced | None
    free_tricks: Mapping[str, int]
    target: Target | None
    win_by: Literal["reaching", "making", "deciding"]
    crossing: Literal["higher", "bidder"]
    lose_at: int | None
    carries: bool

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """Each bid's place on the ladder, by name; lowest 0."""
        return {bid.name: place for place, bid in enumerate(self.bids)}

    @cached_property
    def lowest(self) -> int:
        """The place of the lowest bid that may be made."""
        return 0 if self.minimum_bid is None else self.rank[self.minimum_bid]

    @property
    def offered(self) -> tuple[Bid, ...]:
        return self.bids[self.lowest :]

    @property
    def alone(self) -> bool:
        """Whether everyone plays alone."""
        return self.players == self.sides

    @property
    def two_sided(self) -> bool:
        return self.sides == TWO

    @cached_property
    def wins_at(self) -> int | None:
        return self.target.wins_at if self.target else None

    @cached_property
    def worked_out(self) -> dict[tuple[Hashable, ...], tuple[str, tuple[int, ...]]]:
        """What scoring has worked out so far, by bid, side, tricks and folded sides."""
        return {}

    @cached_property
    def paid(self) -> Mapping[str, Mapping[str, Award | None]]:
        """The five awards of each bid, by its name: what it says itself, or else the game."""
        return {bid.name: {**self.awards, **bid.awards} for bid in self.bids}

    @classmethod
    def from_dict(cls, data: object, where: str = "ruleset") -> Ruleset:
        """Reads CONTRACT.md section 1's ruleset: a preset with overrides, or a whole one.

        Raises Refused naming the field for an unknown preset or field, a missing or malformed
        value, and every contradiction between fields.
        """
        facts = fields_of(data, (*FIELDS, "preset"), N_("a ruleset"), where)
        if "preset" in facts:
            facts = _on_preset(facts, where)
        return _Reader(facts, where).ruleset()

    def to_dict(self) -> dict[str, Any]:
        """Every field, in one order, ready for JSON; `from_dict` gives the same value back."""
        contract = self.entry == "contract"
        return {
            "name": self.name,
            "players": self.players,
            "sides": self.sides,
            "entry": self.entry,
            "tricks": self.tricks if contract else None,
            "bids": [bid.to_dict() for bid in self.bids],
            **{name: award and award.to_dict() for name, award in self.awards.items()},
            "surrender": self.surrender,
            "must_play": list(self.must_play),
            "trumps": list(self.trumps),
            "minimum_bid": self.minimum_bid,
            "forced": self.forced and self.forced.to_dict(),
            "free_tricks": dict(self.free_tricks),
            "target": self.target and self.target.to_dict(),
            "win_by": self.win_by,
            "crossing": self.crossing,
            "lose_at": self.lose_at,
            "sheet": "carry" if self.carries else "signed",
        }


def _on_preset(facts: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    name = one_of(facts["preset"], path(where, "preset"), presets())
    base = preset(name)
    if "preset" in base:
        base = _on_preset(base, where)
    merged = {**base, **{field: facts[field] for field in facts if field != "preset"}}
    if "players" in facts and "sides" not in facts and base["players"] == base["sides"]:
        merged["sides"] = facts["players"]
    return merged


class _Reader:
    """Reads the fields of one ruleset and holds them against each other."""

    def __init__(self, facts: Mapping[str, Any], where: str) -> None:
        self.facts = facts
        self.where = where

    def ruleset(self) -> Ruleset:
        self._needs("players", "sides", "entry")
        players = whole(self.facts["players"], self._path("players"), 2, MOST_SEATS)
        sides = whole(self.facts["sides"], self._path("sides"), 2, MOST_SEATS)
        if players % sides:
            raise Refused(
                "%(players)s players cannot be shared out over %(sides)s sides.",
                self._path("sides"),
                players=players,
                sides=sides,
            )
        entry = one_of(self.facts["entry"], self._path("entry"), ENTRIES)
        bids = self._bids() if entry == "contract" else self._no_contract()
        ruleset = Ruleset(
            name=name_of(self.facts.get("name", "Own rules"), self._path("name")),
            players=players,
            sides=sides,
            entry=entry,
            tricks=self.facts["tricks"] if entry == "contract" else 0,
            bids=bids,
            awards={name: self._award(name) if bids else None for name in AWARDS},
            surrender=self._surrender(),
            must_play=self._trumps("must_play", SUITS[:0]),
            trumps=self._trumps("trumps", TRUMPS[:5]),
            minimum_bid=self._minimum_bid(bids),
            forced=self._read("forced", Forced.from_dict),
            free_tricks=self._free_tricks(bids),
            target=self._read("target", Target.from_dict),
            win_by=one_of(
                self.facts.get("win_by", "reaching"),
                self._path("win_by"),
                ("reaching", "making", "deciding"),
            ),
            crossing=one_of(
                self.facts.get("crossing", "higher"), self._path("crossing"), ("higher", "bidder")
            ),
            lose_at=self._read(
                "lose_at", lambda value, field: whole(value, field, -MOST_POINTS, -1)
            ),
            carries=self._sheet() == "carry",
        )
        self._contradictions(ruleset)
        return ruleset

    def _path(self, name: str) -> str:
        return path(self.where, name)

    def _needs(self, *names: str) -> None:
        for name in names:
            if self.facts.get(name) is None:
                raise Refused("A ruleset needs its %(name)s.", self._path(name), name=named(name))

    def _read(self, name: str, read: Callable[[Any, str], Read]) -> Read | None:
        value = self.facts.get(name)
        return None if value is None else read(value, self._path(name))

    def _award(self, name: str) -> Award | None:
        return self._read(name, Award.from_dict)

    def _no_contract(self) -> tuple[Bid, ...]:
        for name in ("tricks", "bids", *AWARDS, "minimum_bid", "forced", "free_tricks"):
            if self.facts.get(name) not in (None, [], {}):
                raise Refused(
                    "%(name)s goes only with a game that is bid: its entry is contract.",
                    self._path(name),
                    name=titled(name),
                )
        return ()

    def _bids(self) -> tuple[Bid, ...]:
        self._needs("tricks", "bids", *AWARDS[:4])
        tricks = whole(self.facts["tricks"], self._path("tricks"), 1, MOST_TRICKS)
        listed = self.facts["bids"]
        if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_BIDS:
            raise Refused(
                "Bids is a list of 1 to %(most)s bids, lowest first.",
                self._path("bids"),
                most=MOST_BIDS,
            )
        bids = tuple(
            Bid.from_dict(bid, f"{self._path('bids')}.{place}", tricks)
            for place, bid in enumerate(listed)
        )
        names = [bid.name for bid in bids]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise Refused(
                    "The bid %(name)s stands on the ladder twice.",
                    f"{self._path('bids')}.{place}.name",
                    name=shown(name),
                )
        return bids

    def _sheet(self) -> str:
        value = self.facts.get("sheet", "signed")
        return one_of(value, self._path("sheet"), ("carry", "signed"))

    def _surrender(self) -> bool | Literal["each"]:
        value = self.facts.get("surrender", False)
        if isinstance(value, bool):
            return value
        if value == "each":
            return "each"
        raise Refused(
            'Surrender is true, false or "each", not %(value)s.',
            self._path("surrender"),
            value=shown(value),
        )

    def _trumps(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.facts.get(name, default)
        if not isinstance(value, list | tuple):
            raise Refused(
                "%(name)s is a list of trumps, not %(value)s.",
                self._path(name),
                name=titled(name),
                value=shown(value),
            )
        trumps = tuple(one_of(trump, self._path(name), TRUMPS) for trump in value)
        if len(set(trumps)) < len(trumps):
            raise Refused("A trump is named twice.", self._path(name))
        return trumps

    def _minimum_bid(self, bids: tuple[Bid, ...]) -> str | None:
        value = self.facts.get("minimum_bid")
        return value if value is None else self._on_ladder(value, "minimum_bid", bids)

    def _on_ladder(self, value: object, name: str, bids: tuple[Bid, ...]) -> str:
        for bid in bids:
            if bid.name == value:
                return bid.name
        raise Refused(
            "The bid %(value)s is not on the ladder.", self._path(name), value=shown(value)
        )

    def _free_tricks(self, bids: tuple[Bid, ...]) -> Mapping[str, int]:
        where = self._path("free_tricks")
        granted = self.facts.get("free_tricks", {})
        facts = fields_of(granted, [bid.name for bid in bids], N_("the ladder"), where)
        tricks = self.facts.get("tricks")
        return {
            name: whole(most, path(where, name), 1, tricks or 0) for name, most in facts.items()
        }

    def _contradictions(self, ruleset: Ruleset) -> None:
        """Refuses fields that are each well formed and cannot stand together."""
        contract = ruleset.entry == "contract"
        if ruleset.surrender and not contract:
            raise Refused("Only a hand that was bid can be surrendered.", self._path("surrender"))
        if ruleset.surrender == "each" and not ruleset.alone:
            raise Refused(
                "Each may fold alone only where everyone plays alone.", self._path("surrender")
            )
        if ruleset.free_tricks and not (ruleset.surrender and ruleset.two_sided):
            raise Refused(
                "Free tricks need two sides and a surrender to be granted for.",
                self._path("free_tricks"),
            )
        for trump in ruleset.must_play:
            if trump not in ruleset.trumps:
                raise Refused(
                    "%(trump)s must be played but is not among the trumps.",
                    self._path("must_play"),
                    trump=capital(Sentence(trump)),
                )
        if not contract and (ruleset.win_by, ruleset.crossing) != ("reaching", "higher"):
            raise Refused("Only a bid can decide who wins: nothing is bid.", self._path("win_by"))
        if ruleset.lose_at is not None and not ruleset.two_sided:
            raise Refused("Losing at a score needs two sides.", self._path("lose_at"))
        if ruleset.forced:
            self._forced(ruleset, ruleset.forced)
        if contract:
            self._outcomes(ruleset)

    def _forced(self, ruleset: Ruleset, forced: Forced) -> None:
        field = self._path("forced.bid")
        self._on_ladder(forced.bid, "forced.bid", ruleset.bids)
        if ruleset.rank[forced.bid] < ruleset.lowest:
            raise Refused("A forced bid cannot be under the minimum bid.", field)
        if forced.hands == "stuck" and ruleset.rank[forced.bid] > ruleset.lowest:
            raise Refused(
                "Sticking a seat needs a minimum bid: it is stuck with the lowest, %(bid)s.",
                field,
                bid=ruleset.bids[ruleset.lowest].name,
            )

    def _outcomes(self, ruleset: Ruleset) -> None:
        for place, bid in enumerate(ruleset.bids):
            for kind, award in ruleset.paid[bid.name].items():
                for tricks in (0, ruleset.tricks):
                    if award and abs(award.value(bid.worth, tricks)) > MOST_POINTS:
                        raise Refused(
                            "No hand is worth more than %(most)s points; %(kind)s at %(bid)s is.",
                            f"{self._path('bids')}.{place}.worth",
                            most=MOST_POINTS,
                            kind=Sentence(_KINDS[kind]),
                            bid=bid.name,
                        )

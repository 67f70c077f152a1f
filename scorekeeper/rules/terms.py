"""The terms of a game: awards, bids, who is forced to bid, the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.codec.validation import (
    MOST_POINTS,
    check_fields,
    field_path,
    parse_boolean,
    parse_choice,
    parse_integer,
    parse_name,
)
from scorekeeper.rules.errors import RuleError

AWARDS = ("made", "set", "defence_made", "defence_set", "shutout")
SUITS = ("clubs", "diamonds", "hearts", "spades")
TRUMPS = (*SUITS, "no trump", "no trump low")
ENTRIES: tuple[Literal["contract", "winner", "points"], ...] = ("contract", "winner", "points")
MOST_SEATS = 10
MOST_TRICKS = 99
MOST_BIDS = 99
MOST_TARGET = 99_999


@dataclass(frozen=True, slots=True)
class Award:
    """`points + bid x worth + tricks x own tricks`; with `at_least_bid`, at least the worth."""

    points: int = 0
    bid: int = 0
    tricks: int = 0
    at_least_bid: bool = False

    def value(self, worth: int, tricks: int) -> int:
        """Return the signed points of a side that took `tricks` when the bid is worth `worth`."""
        points = self.points + self.bid * worth + self.tricks * tricks
        return max(points, worth) if self.at_least_bid else points

    @classmethod
    def from_dict(cls, data: object, where: str) -> Award:
        """Read the award at path `where`. Raise RuleError if a field is unknown or malformed."""
        facts = check_fields(data, ("points", "bid", "tricks", "at_least_bid"), "award", where)

        def number(name: str) -> int:
            return parse_integer(
                facts.get(name, 0), field_path(where, name), -MOST_POINTS, MOST_POINTS
            )

        return cls(
            points=number("points"),
            bid=number("bid"),
            tricks=number("tricks"),
            at_least_bid=parse_boolean(
                facts.get("at_least_bid", False), field_path(where, "at_least_bid")
            ),
        )

    def to_dict(self) -> dict[str, int | bool]:
        written = {"points": self.points, "bid": self.bid, "tricks": self.tricks}
        return {
            **{name: value for name, value in written.items() if value},
            **({"at_least_bid": True} if self.at_least_bid else {}),
        }


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the ladder: the tricks it needs, the points at stake, the awards it overrides."""

    name: str
    needs: int
    worth: int
    awards: Mapping[str, Award | None]

    @classmethod
    def from_dict(cls, data: object, where: str, tricks: int) -> Bid:
        """Read the bid at path `where` in a game of `tricks` tricks a hand.

        Raise RuleError if a field is unknown, missing or malformed.
        """
        facts = check_fields(data, ("name", "needs", "worth", *AWARDS), "bid", where)
        for name in ("name", "needs", "worth"):
            if name not in facts:
                raise RuleError("bid-field-missing", field_path(where, name))
        return cls(
            name=parse_name(facts["name"], field_path(where, "name")),
            needs=parse_integer(facts["needs"], field_path(where, "needs"), 1, tricks),
            worth=parse_integer(facts["worth"], field_path(where, "worth"), 0, MOST_POINTS),
            awards={
                name: None
                if name == "shutout" and facts[name] is None
                else Award.from_dict(facts[name], field_path(where, name))
                for name in AWARDS
                if name in facts
            },
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "needs": self.needs,
            "worth": self.worth,
            **{name: award and award.to_dict() for name, award in self.awards.items()},
        }


@dataclass(frozen=True, slots=True)
class Forced:
    """The seat that must bid `bid` if nobody else bids ("stuck") or on the first `hands` hands."""

    who: Literal["dealer", "left of dealer"]
    bid: str
    hands: Literal["stuck"] | int
    may_decline: bool
    must_play: bool

    def seat(self, dealer: int, players: int) -> int:
        """Return the seat that is forced to bid when seat `dealer` deals."""
        return dealer if self.who == "dealer" else (dealer + 1) % players

    def covers(self, dealt: int) -> bool:
        """Return whether the hand after `dealt` others must be the forced bid, even unflagged."""
        return self.hands != "stuck" and dealt < self.hands

    @classmethod
    def from_dict(cls, data: object, where: str) -> Forced:
        """Read the forced bid at path `where`.

        Raise RuleError if a field is unknown, missing or malformed, or if a seat may decline that
        is not stuck.
        """
        names = ("who", "bid", "hands", "may_decline", "must_play")
        facts = check_fields(data, names, "forced bid", where)
        for name in names[:3]:
            if name not in facts:
                raise RuleError("forced-field-missing", field_path(where, name))
        hands = facts["hands"]
        if hands != "stuck":
            hands = parse_integer(hands, field_path(where, "hands"), 1, MOST_TARGET)
        forced = cls(
            who=parse_choice(facts["who"], field_path(where, "who"), ("dealer", "left of dealer")),
            bid=parse_name(facts["bid"], field_path(where, "bid")),
            hands=hands,
            may_decline=parse_boolean(
                facts.get("may_decline", False), field_path(where, "may_decline")
            ),
            must_play=parse_boolean(facts.get("must_play", False), field_path(where, "must_play")),
        )
        if forced.may_decline and hands != "stuck":
            raise RuleError("decline-not-stuck", field_path(where, "may_decline"))
        return forced

    def to_dict(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "bid": self.bid,
            "hands": self.hands,
            "may_decline": self.may_decline,
            "must_play": self.must_play,
        }


@dataclass(frozen=True, slots=True)
class Target:
    """The score to reach or to exceed. People read it as "wins at N or more"."""

    points: int
    test: Literal["reach", "exceed"]

    @property
    def wins_at(self) -> int:
        """The lowest score that wins."""
        return self.points + (self.test == "exceed")

    @classmethod
    def from_dict(cls, data: object, where: str) -> Target:
        """Read the target at path `where`.

        Raise RuleError if a field is unknown, missing or malformed.
        """
        facts = check_fields(data, ("points", "test"), "target", where)
        for name in ("points", "test"):
            if name not in facts:
                raise RuleError("target-field-missing", field_path(where, name))
        return cls(
            points=parse_integer(facts["points"], field_path(where, "points"), 1, MOST_TARGET),
            test=parse_choice(facts["test"], field_path(where, "test"), ("reach", "exceed")),
        )

    def to_dict(self) -> dict[str, Any]:
        return {"points": self.points, "test": self.test}


def ladder_bid(value: object, field: str, bids: tuple[Bid, ...]) -> str:
    """Return `value` as the name of a bid. Raise RuleError if it is not on the ladder."""
    for bid in bids:
        if bid.name == value:
            return bid.name
    raise RuleError("bid-not-on-ladder", field, value=value)

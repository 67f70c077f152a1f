"""A game as data: the ladder of bids, what a hand is worth, when it ends.

Every number of a sheet comes from the awards written here; no code knows any one game. A ruleset is
built by `read_ruleset` alone, which refuses one that contradicts itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from scorekeeper.rules.terms import AWARDS, Award, Bid, Forced, Target
from scorekeeper.rules.words import N_

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


@dataclass(frozen=True)
class Ruleset:
    """One game's rules. `read_ruleset` builds it, and refuses any that contradict themselves."""

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

    def to_dict(self) -> dict[str, Any]:
        """Every field, in one order, ready for JSON; `read_ruleset` gives the same value back."""
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

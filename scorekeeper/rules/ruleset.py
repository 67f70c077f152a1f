"""A game as data: the ladder of bids, the points of a hand, the end of a match.

Every number of a sheet comes from the awards of a ruleset; no code knows a particular game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from scorekeeper.codec.ruleset import read_fields
from scorekeeper.codec.validation import MOST_POINTS, field_path
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.terms import Award, Bid, Forced, Target, ladder_bid

TWO = 2


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game. `from_dict` builds it and rejects contradictory fields."""

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

    @classmethod
    def from_dict(cls, data: object, where: str = "ruleset") -> Ruleset:
        """Read the ruleset of a match file: a preset with overrides, or a complete ruleset.

        `where` is the path of the ruleset in the file. Raise RuleError, naming the field, for an
        unknown preset or field, a missing or malformed value, and fields that contradict each
        other.
        """
        ruleset = cls(**read_fields(data, where))
        _refuse_contradictions(ruleset, where)
        return ruleset

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The index of each bid on the ladder, by name; the lowest is 0."""
        return {bid.name: place for place, bid in enumerate(self.bids)}

    @cached_property
    def lowest(self) -> int:
        """The index of the lowest bid that may be made."""
        return 0 if self.minimum_bid is None else self.rank[self.minimum_bid]

    @property
    def offered(self) -> tuple[Bid, ...]:
        """The bids that may be made, lowest first."""
        return self.bids[self.lowest :]

    @property
    def alone(self) -> bool:
        """Whether each player is a side of their own."""
        return self.players == self.sides

    @property
    def two_sided(self) -> bool:
        return self.sides == TWO

    @cached_property
    def wins_at(self) -> int | None:
        """The lowest score that wins, or None if there is no target."""
        return self.target.wins_at if self.target else None

    @cached_property
    def worked_out(self) -> dict[tuple[Hashable, ...], tuple[str, tuple[int, ...]]]:
        """The cache of `score`: outcome and points by bid, side, tricks and folded sides."""
        return {}

    @cached_property
    def paid(self) -> Mapping[str, Mapping[str, Award | None]]:
        """The five awards of each bid, by its name: its own where it has them, else the game's."""
        return {bid.name: {**self.awards, **bid.awards} for bid in self.bids}

    def to_dict(self) -> dict[str, Any]:
        """Return every field in a fixed order, ready for JSON; `from_dict` reverses it."""
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


def _refuse_contradictions(ruleset: Ruleset, where: str) -> None:
    """Raise RuleError if fields that are each well formed contradict each other."""
    contract = ruleset.entry == "contract"
    if ruleset.surrender and not contract:
        raise RuleError("surrender-without-bids", field_path(where, "surrender"))
    if ruleset.surrender == "each" and not ruleset.alone:
        raise RuleError("folding-with-partners", field_path(where, "surrender"))
    if ruleset.free_tricks and not (ruleset.surrender and ruleset.two_sided):
        raise RuleError("free-tricks-without-surrender", field_path(where, "free_tricks"))
    for trump in ruleset.must_play:
        if trump not in ruleset.trumps:
            raise RuleError("must-play-not-a-trump", field_path(where, "must_play"), trump=trump)
    if not contract and (ruleset.win_by, ruleset.crossing) != ("reaching", "higher"):
        raise RuleError("win-by-without-bids", field_path(where, "win_by"))
    if ruleset.lose_at is not None and not ruleset.two_sided:
        raise RuleError("lose-at-sides", field_path(where, "lose_at"))
    if ruleset.forced:
        _forced(ruleset, ruleset.forced, where)
    if contract:
        _outcomes(ruleset, where)


def _forced(ruleset: Ruleset, forced: Forced, where: str) -> None:
    field = field_path(where, "forced.bid")
    ladder_bid(forced.bid, field, ruleset.bids)
    if ruleset.rank[forced.bid] < ruleset.lowest:
        raise RuleError("forced-under-minimum", field)
    if forced.hands == "stuck" and ruleset.rank[forced.bid] > ruleset.lowest:
        raise RuleError("stuck-without-minimum", field, bid=ruleset.bids[ruleset.lowest].name)


def _outcomes(ruleset: Ruleset, where: str) -> None:
    for place, bid in enumerate(ruleset.bids):
        for kind, award in ruleset.paid[bid.name].items():
            for tricks in (0, ruleset.tricks):
                if award and abs(award.value(bid.worth, tricks)) > MOST_POINTS:
                    raise RuleError(
                        "award-too-large",
                        f"{field_path(where, 'bids')}.{place}.worth",
                        most=MOST_POINTS,
                        kind=kind,
                        bid=bid.name,
                    )

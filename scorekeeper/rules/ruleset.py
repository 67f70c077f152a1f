"""A game as data: the ladder of bids, the points of a hand, the end of a match.

Every number of a sheet comes from the awards of a ruleset; no code knows a particular game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from scorekeeper.rules.errors import RuleError

AWARDS = ("made", "set", "defence_made", "defence_set", "shutout")
SUITS = ("clubs", "diamonds", "hearts", "spades")
TRUMPS = (*SUITS, "no trump", "no trump low")
ENTRIES: tuple[Literal["contract", "winner", "points"], ...] = ("contract", "winner", "points")
MOST_POINTS = 9_999
MOST_SEATS = 10
MOST_TRICKS = 99
MOST_BIDS = 99
MOST_TARGET = 99_999
TWO = 2


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


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the ladder: the tricks it needs, the points at stake, the awards it overrides."""

    name: str
    needs: int
    worth: int
    awards: Mapping[str, Award | None]


@dataclass(frozen=True, slots=True)
class Forced:
    """The seat that must bid `bid` if nobody else bids ("stuck") or on the first `hands` hands."""

    who: Literal["dealer", "left of dealer"]
    bid: str
    hands: Literal["stuck"] | int
    may_decline: bool
    must_play: bool

    def __post_init__(self) -> None:
        if self.may_decline and self.hands != "stuck":
            raise RuleError("decline-not-stuck", "may_decline")

    def seat(self, dealer: int, players: int) -> int:
        """Return the seat that is forced to bid when seat `dealer` deals."""
        return dealer if self.who == "dealer" else (dealer + 1) % players

    def covers(self, dealt: int) -> bool:
        """Return whether the hand after `dealt` others must be the forced bid, even unflagged."""
        return self.hands != "stuck" and dealt < self.hands


@dataclass(frozen=True, slots=True)
class Target:
    """The score to reach or to exceed. People read it as "wins at N or more"."""

    points: int
    test: Literal["reach", "exceed"]

    @property
    def wins_at(self) -> int:
        """The lowest score that wins."""
        return self.points + (self.test == "exceed")


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game. Raise RuleError, naming the field, if two of them contradict."""

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

    def __post_init__(self) -> None:
        _check_surrender(self)
        _check_end(self)
        if self.forced:
            _check_forced(self, self.forced)
        if self.entry == "contract":
            _check_points(self)

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The index of each bid on the ladder, by name; the lowest is 0.

        Kept, because the bar of folding 30 hands needs it (tests/benchmarks/test_main_job.py).
        """
        return {bid.name: place for place, bid in enumerate(self.bids)}

    @property
    def lowest(self) -> int:
        """The index of the lowest bid that may be made."""
        return 0 if self.minimum_bid is None else self.rank[self.minimum_bid]

    @property
    def offered(self) -> tuple[Bid, ...]:
        """The bids that may be made, lowest first."""
        return self.bids[self.lowest :]

    @property
    def players_per_side(self) -> int:
        return self.players // self.sides

    @property
    def alone(self) -> bool:
        """Whether each player is a side of their own."""
        return self.players == self.sides

    @property
    def two_sided(self) -> bool:
        return self.sides == TWO

    @property
    def wins_at(self) -> int | None:
        """The lowest score that wins, or None if there is no target."""
        return self.target.wins_at if self.target else None

    @cached_property
    def worked_out(self) -> dict[tuple[Hashable, ...], tuple[str, tuple[int, ...]]]:
        """The cache of `score`: outcome and points by bid, side, tricks and folded sides.

        The bar of folding 30 hands needs it (tests/benchmarks/test_main_job.py).
        """
        return {}

    @property
    def paid(self) -> Mapping[str, Mapping[str, Award | None]]:
        """The five awards of each bid, by its name: its own where it has them, else the game's."""
        return {bid.name: {**self.awards, **bid.awards} for bid in self.bids}


def ladder_bid(value: object, field: str, bids: tuple[Bid, ...]) -> str:
    """Return `value` as the name of a bid. Raise RuleError if it is not on the ladder."""
    for bid in bids:
        if bid.name == value:
            return bid.name
    raise RuleError("bid-not-on-ladder", field, value=value)


def _check_surrender(ruleset: Ruleset) -> None:
    if ruleset.surrender and ruleset.entry != "contract":
        raise RuleError("surrender-without-bids", "surrender")
    if ruleset.surrender == "each" and not ruleset.alone:
        raise RuleError("folding-with-partners", "surrender")
    if ruleset.free_tricks and not (ruleset.surrender and ruleset.two_sided):
        raise RuleError("free-tricks-without-surrender", "free_tricks")
    for trump in ruleset.must_play:
        if trump not in ruleset.trumps:
            raise RuleError("must-play-not-a-trump", "must_play", trump=trump)


def _check_end(ruleset: Ruleset) -> None:
    bidders_win = (ruleset.win_by, ruleset.crossing) != ("reaching", "higher")
    if bidders_win and ruleset.entry != "contract":
        raise RuleError("win-by-without-bids", "win_by")
    if ruleset.lose_at is not None and not ruleset.two_sided:
        raise RuleError("lose-at-sides", "lose_at")


def _check_forced(ruleset: Ruleset, forced: Forced) -> None:
    ladder_bid(forced.bid, "forced.bid", ruleset.bids)
    if ruleset.rank[forced.bid] < ruleset.lowest:
        raise RuleError("forced-under-minimum", "forced.bid")
    if forced.hands == "stuck" and ruleset.rank[forced.bid] > ruleset.lowest:
        raise RuleError(
            "stuck-without-minimum", "forced.bid", bid=ruleset.bids[ruleset.lowest].name
        )


def _check_points(ruleset: Ruleset) -> None:
    """Raise RuleError if a hand can be worth more points than a sheet takes."""
    for place, bid in enumerate(ruleset.bids):
        for kind, award in ruleset.paid[bid.name].items():
            for tricks in (0, ruleset.tricks):
                if award and abs(award.value(bid.worth, tricks)) > MOST_POINTS:
                    raise RuleError(
                        "award-too-large",
                        f"bids.{place}.worth",
                        most=MOST_POINTS,
                        kind=kind,
                        bid=bid.name,
                    )

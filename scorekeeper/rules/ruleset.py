"""A game as data: the ladder of bids, the points of a hand, the end of a match.

Every number of a sheet comes from the awards of a ruleset; no code knows a particular game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, NewType, TypeAlias, get_args

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.field import Field
from scorekeeper.rules.outcome import Outcome

MOST_POINTS = 9_999
MOST_SEATS = 10
MOST_TRICKS = 99
MOST_BIDS = 99
MOST_TARGET = 99_999
TWO = 2

BidName = NewType("BidName", str)
Suit: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
Trump: TypeAlias = Literal[Suit, "no trump", "no trump low"]
AWARDS = ("made", "set", "defence_made", "defence_set", "shutout")
SUITS: tuple[Suit, ...] = get_args(Suit)
TRUMPS: tuple[Trump, ...] = get_args(Trump)

_POINTS = Field(low=-MOST_POINTS, high=MOST_POINTS)


@dataclass(frozen=True, slots=True)
class Award:
    """`points + bid x worth + tricks x own tricks`; with `at_least_bid`, at least the worth."""

    points: Annotated[int, _POINTS] = 0
    bid: Annotated[int, _POINTS] = 0
    tricks: Annotated[int, _POINTS] = 0
    at_least_bid: bool = False

    def value(self, worth: int, tricks: int) -> int:
        """Return the signed points of a side that took `tricks` when the bid is worth `worth`."""
        points = self.points + self.bid * worth + self.tricks * tricks
        return max(points, worth) if self.at_least_bid else points


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the ladder: the tricks it needs, the points at stake, the awards it overrides."""

    name: Annotated[str, Field("name")]
    needs: Annotated[int, Field("needs", 1, MOST_TRICKS, within="tricks")]
    worth: Annotated[int, Field("worth", 0, MOST_POINTS)]
    awards: Mapping[str, Award | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forced:
    """The seat that must bid `bid` if nobody else bids ("stuck") or on the first `hands` hands."""

    who: Annotated[Literal["dealer", "left of dealer"], Field("who")]
    bid: Annotated[str, Field("bid")]
    hands: Annotated[Literal["stuck"] | int, Field("hands", 1, MOST_TARGET)]
    may_decline: bool = False
    must_play: bool = False

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

    points: Annotated[int, Field("points", 1, MOST_TARGET)]
    test: Annotated[Literal["reach", "exceed"], Field("test")]

    @property
    def wins_at(self) -> int:
        """The lowest score that wins."""
        return self.points + (self.test == "exceed")


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one game, in the order of a file.

    A field that only games with bids have holds its default in the others, where it means nothing.
    Raise RuleError, naming the field, if two of them contradict.
    """

    name: Annotated[str, Field("name")] = "Own rules"
    players: Annotated[int, Field("players", 2, MOST_SEATS)]
    sides: Annotated[int, Field("sides", 2, MOST_SEATS)]
    entry: Annotated[Literal["contract", "winner", "points"], Field("entry")]
    tricks: Annotated[int, Field("tricks", 1, MOST_TRICKS, contract=True, needed=True)] = 0
    bids: Annotated[tuple[Bid, ...], Field("bids", 1, MOST_BIDS, contract=True, needed=True)] = ()
    made: Annotated[Award | None, Field("made", contract=True, needed=True)] = None
    set: Annotated[Award | None, Field("set", contract=True, needed=True)] = None
    defence_made: Annotated[Award | None, Field(contract=True, needed=True)] = None
    defence_set: Annotated[Award | None, Field(contract=True, needed=True)] = None
    shutout: Annotated[Award | None, Field(contract=True)] = None
    surrender: bool | Literal["each"] = False
    must_play: Annotated[tuple[Trump, ...], Field("must play")] = ()
    trumps: Annotated[tuple[Trump, ...], Field("trumps")] = TRUMPS[:5]
    minimum_bid: Annotated[BidName | None, Field("minimum bid", contract=True)] = None
    forced: Annotated[Forced | None, Field("forced", contract=True)] = None
    free_tricks: Annotated[
        Mapping[str, int], Field("free tricks", 1, MOST_TRICKS, within="tricks", contract=True)
    ] = field(default_factory=dict)
    target: Annotated[Target | None, Field("target")] = None
    win_by: Annotated[Literal["reaching", "making", "deciding"], Field("win by")] = "reaching"
    crossing: Annotated[Literal["higher", "bidder"], Field("crossing")] = "higher"
    lose_at: Annotated[int | None, Field(low=-MOST_POINTS, high=-1)] = None
    sheet: Annotated[Literal["carry", "signed"], Field("sheet")] = "signed"

    def __post_init__(self) -> None:
        _check_seats(self)
        _check_ladder(self)
        _check_surrender(self)
        _check_end(self)
        if self.forced:
            _check_forced(self, self.forced)
        if self.entry == "contract":
            _check_points(self)

    @cached_property
    def awards(self) -> Mapping[str, Award | None]:
        """The five awards of the game; in a game without bids all are None."""
        return {kind: getattr(self, kind) for kind in AWARDS}

    @property
    def carries(self) -> bool:
        """Whether a loss is carried forward as a shortfall."""
        return self.sheet == "carry"

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

    @cached_property
    def common_ending(self) -> str:
        """The last word of several bids, with its space, which a narrow page leaves out.

        Empty if there is none. It is not left out after a number, which is a bid of its own.
        """
        parts = (bid.name.rpartition(" ") for bid in self.bids)
        endings = Counter(f" {last}" for first, _, last in parts if first and not first.isdigit())
        ((ending, times),) = endings.most_common(1) or [("", 0)]
        return ending if times > 1 else ""

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
    def worked_out(self) -> dict[tuple[Hashable, ...], tuple[Outcome, tuple[int, ...]]]:
        """The cache of `score`: outcome and points by bid, side, tricks and folded sides.

        The bar of folding 30 hands needs it (tests/benchmarks/test_main_job.py).
        """
        return {}

    @property
    def paid(self) -> Mapping[str, Mapping[str, Award | None]]:
        """The five awards of each bid, by its name: its own where it has them, else the game's."""
        return {bid.name: {**self.awards, **bid.awards} for bid in self.bids}


def check_on_ladder(bid: object, field: str, ladder: Collection[str]) -> None:
    """Raise RuleError if there is no bid of this name on the ladder."""
    if bid not in ladder:
        raise RuleError("bid-not-on-ladder", field, value=bid)


def _check_seats(ruleset: Ruleset) -> None:
    players, sides = ruleset.players, ruleset.sides
    if players % sides:
        raise RuleError("players-not-shared-out", "sides", players=players, sides=sides)


def _check_ladder(ruleset: Ruleset) -> None:
    names = [bid.name for bid in ruleset.bids]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise RuleError("bid-twice", f"bids.{place}.name", name=name)
    if ruleset.minimum_bid is not None:
        check_on_ladder(ruleset.minimum_bid, "minimum_bid", ruleset.rank)


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
    check_on_ladder(forced.bid, "forced.bid", ruleset.rank)
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

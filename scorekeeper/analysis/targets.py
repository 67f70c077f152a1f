"""What a side still needs: its distance to the target, and what each next hand would do.

Every hand is tried on the match itself, so that no rule is repeated here. With more than two sides
the tricks of the others matter too: see `_Rivals`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from scorekeeper.rules.entry import Entry, Record
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Declined, Hand, Played, Surrendered
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.match import Match
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Bid, Ruleset
from scorekeeper.rules.scoring import points_of, was_made
from scorekeeper.rules.sheet import Line, Sheet, build_sheet, rule_lines
from scorekeeper.rules.verdict import winner_of

Way: TypeAlias = Literal["made", "set", "surrendered", "declined"]
_FAR_BELOW = -(10**9)


class Projection(NamedTuple):
    """The figures of one side after a possible hand: its points, cell, shortfall and total."""

    points: int
    cell: int
    shortfall: int
    total: int


class BidProjection(NamedTuple):
    """One bid of the side: just made, missed by one trick, and surrendered by the defenders.

    A projection is None if the rules do not allow that result on the next hand.
    """

    bid: Bid
    made: Projection | None
    missed: Projection | None
    surrendered: Projection | None


class WinningBid(NamedTuple):
    """A bid, and a way it goes, that would win the match for the side.

    `bidder` is the side that bids. `tricks` are the numbers of its tricks that win the match; they
    are empty for a hand that is not played. `always` is true if every number of tricks that makes
    the bid (or misses it, as `way` says) is among them. `rivals` is true if the win also depends on
    how the other sides share their tricks.
    """

    bidder: int
    bid: str
    way: Way
    tricks: tuple[int, ...] = ()
    always: bool = True
    rivals: bool = False


class Targets(NamedTuple):
    """What one side needs.

    `to_go` is the number of points up to the target, `above` the number down to the losing score;
    each is None if the game has no such score. `rungs` are the bids it can make on the next hand,
    and `ends` the bids that would win the match for it.
    """

    side: int
    to_go: int | None
    above: int | None
    rungs: tuple[BidProjection, ...]
    ends: tuple[WinningBid, ...]


def find_targets(match: Match, side: int) -> Targets:
    """Return what `side`, a column from 0, needs in the match now.

    `rungs` and `ends` are empty if the match takes no further hand or if the game is not bid. Hands
    are tried in their most common form: nobody folds alone, and a surrender grants no free tricks.
    With more than two sides only the bids of the side itself are tried. Raise IndexError if there
    is no such side.
    """
    rules, sheet = match.opening.ruleset, build_sheet(match)
    if not 0 <= side < rules.sides:
        raise IndexError(side)
    score, goal, floor = sheet.scores[side], rules.wins_at, rules.lose_at
    playing = sheet.state == "playing" and rules.entry == "contract"
    bidders = range(rules.sides) if rules.two_sided else (side,)
    return Targets(
        side=side,
        to_go=None if goal is None else max(0, goal - score),
        above=None if floor is None else score - floor,
        rungs=tuple(_bid_projections(match, sheet, side)) if playing else (),
        ends=tuple(end for bidder in bidders if playing for end in _ends(match, side, bidder)),
    )


def _bid_projections(match: Match, sheet: Sheet, side: int) -> Iterator[BidProjection]:
    for bid in match.opening.ruleset.offered:
        made, missed = (
            _projection(match, sheet, side, _played(match, side, bid, took))
            for took in (bid.needs, bid.needs - 1)
        )
        given_up = _projection(match, sheet, side, _surrendered(match, side, bid))
        if made or missed or given_up:
            yield BidProjection(bid, made, missed, given_up)


def _projection(match: Match, sheet: Sheet, side: int, hand: Hand) -> Projection | None:
    state = _tried(match, hand)
    if state is None:
        return None
    line: Line = rule_lines(match.opening, state.rows, sheet.lines)[-1]
    return Projection(line.points[side], line.cells[side], line.shortfalls[side], line.totals[side])


def _tried(match: Match, hand: Hand) -> MatchState | None:
    """Return the state after this hand, or None if the rules do not allow it."""
    try:
        return match.extended([Entry(Record(hand))]).state
    except RuleError:
        return None


def _played(match: Match, side: int, bid: Bid, took: int) -> Played:
    """Return a hand that `side` bids; the next side takes all other tricks."""
    rules = match.opening.ruleset
    tricks = _shared(rules, side, took, (side + 1) % rules.sides)
    return Played(side, None, bid, tricks)


def _surrendered(match: Match, side: int, bid: Bid) -> Surrendered:
    rules = match.opening.ruleset
    harmless = [trump for trump in rules.trumps if trump not in rules.must_play]
    trump = harmless[0] if rules.must_play and harmless else None
    return Surrendered(side, None, bid, trump=trump)


def _shared(rules: Ruleset, side: int, took: int, other: int, gets: int = -1) -> tuple[int, ...]:
    """Return the tricks of each side: `took` for the side and `gets` for the other.

    A negative `gets` stands for all that are left; what is left after it goes to a third side.
    """
    tricks = [0] * rules.sides
    tricks[side], rest = took, rules.tricks - took
    tricks[other] = rest if gets < 0 else gets
    if tricks[other] < rest:
        third = next(each for each in range(rules.sides) if each not in (side, other))
        tricks[third] = rest - tricks[other]
    return tuple(tricks)


def _ends(match: Match, side: int, bidder: int) -> Iterator[WinningBid]:
    """Yield what wins the match for `side` when `bidder` bids, lowest bid first."""
    rules = match.opening.ruleset
    for bid in rules.offered:
        yield from _played_ends(match, side, bidder, bid, "made")
        yield from _played_ends(match, side, bidder, bid, "set")
        given_up = _tried(match, _surrendered(match, bidder, bid))
        if given_up and given_up.winner == side:
            yield WinningBid(bidder, bid.name, "surrendered")
    if rules.forced and rules.forced.may_decline:
        seat = rules.forced.seat(match.state.dealer, rules.players)
        bid = rules.bids[rules.rank[rules.forced.bid]]
        declined = _tried(match, Declined(seat % rules.sides, seat, bid))
        if seat % rules.sides == bidder and declined and declined.winner == side:
            yield WinningBid(bidder, rules.forced.bid, "declined")


def _played_ends(match: Match, side: int, bidder: int, bid: Bid, way: Way) -> Iterator[WinningBid]:
    most = match.opening.ruleset.tricks
    tricks = range(bid.needs, most + 1) if way == "made" else range(bid.needs)
    sure, perhaps = [], []
    for took in tricks:
        state = _tried(match, _played(match, bidder, bid, took))
        if state is None:
            continue
        if match.opening.ruleset.two_sided:
            certain, possible = state.winner == side, False
        else:
            certain, possible = _Rivals(match, state, side, bid, took).beaten()
        if certain:
            sure.append(took)
        elif possible:
            perhaps.append(took)
    if sure:
        yield WinningBid(bidder, bid.name, way, tuple(sure), len(sure) == len(tricks))
    if perhaps:
        yield WinningBid(
            bidder, bid.name, way, tuple(perhaps), len(perhaps) == len(tricks), rivals=True
        )


class _Rivals:
    """The defenders of a hand that has several of them, who may share their tricks in any way.

    The score of the bidding side does not depend on how they share them, and whether a defender
    keeps it from winning depends on the tricks of that defender alone.
    """

    def __init__(self, match: Match, after: MatchState, side: int, bid: Bid, took: int) -> None:
        self.rules, self.before = match.opening.ruleset, match.state.scores
        self.side, self.bid, self.took = side, bid, took
        self.own = after.scores[side]
        self.rest = self.rules.tricks - took

    def beaten(self) -> tuple[bool, bool]:
        """Return whether the side wins however the others share their tricks; whether it can."""
        if not self._wins_against(None):
            return False, False
        pays = self._pays()
        others = [side for side in range(self.rules.sides) if side != self.side]
        fits, all_fit = 1, True
        for other in others:
            below = self.own - self.before[other]
            free = self._wins_against(other)
            fine = [free or points < below for points in pays]
            folds_over = self.rules.surrender == "each" and not free and below <= 0
            all_fit = all_fit and all(fine) and not folds_over
            reached = 0
            for gets, fine_with in enumerate(fine):
                reached |= fits << gets if fine_with else 0
            fits = reached
        return all_fit, bool(fits >> self.rest & 1)

    def _pays(self) -> list[int]:
        """Return the points of a defender by its tricks, from 0 up; they are the same for each."""
        other = (self.side + 1) % self.rules.sides
        hands = (self._hand(other, gets) for gets in range(self.rest + 1))
        return [points_of(hand, other, self.rules) for hand in hands]

    def _hand(self, other: int, gets: int) -> Played:
        tricks = _shared(self.rules, self.side, self.took, other, gets)
        return Played(self.side, None, self.bid, tricks)

    def _wins_against(self, other: int | None) -> bool:
        """Return whether the side wins with its score, even if the score of `other` equals it."""
        scores = [_FAR_BELOW] * self.rules.sides
        scores[self.side] = self.own
        if other is not None:
            scores[other] = self.own
        hand = self._hand((self.side + 1) % self.rules.sides, self.rest)
        outcome = Outcome.MADE if was_made(hand) else Outcome.SET
        return winner_of(self.rules, scores, (hand, outcome)) == self.side

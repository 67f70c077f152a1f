"""The points of one hand for each side. Every number comes from the ruleset's awards."""

from __future__ import annotations

from scorekeeper.rules.hand import (
    Adjustment,
    Declined,
    Hand,
    Played,
    Surrendered,
    ThrownIn,
    Typed,
    Won,
)
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Ruleset


def score(hand: Hand, ruleset: Ruleset) -> tuple[Outcome, tuple[int, ...]]:
    """Return the outcome of a hand and its signed points, one number a side, in column order."""
    if isinstance(hand, Played):
        return _played(hand, ruleset)
    match hand:
        case Surrendered(side=side, bid=bid, free_tricks=free):
            return Outcome.SURRENDERED, _points(ruleset, side, bid.worth, free)
        case Declined(side=side, bid=bid):
            return Outcome.DECLINED, _points(ruleset, side, -bid.worth, 0)
        case ThrownIn():
            return Outcome.THROWN_IN, (0,) * ruleset.sides
        case Won(winner=side):
            return Outcome.WON, _points(ruleset, side, 1, 0)
        case Typed(points=points):
            return Outcome.POINTS, points
        case Adjustment(points=points):
            return Outcome.ADJUSTMENT, points


def was_made(hand: Played) -> bool:
    """Return whether the bidding side took at least the tricks that its bid needs."""
    return hand.tricks[hand.side] >= hand.bid.needs


def award_kind(hand: Played, side: int, ruleset: Ruleset) -> str | None:
    """Return which of the five awards pays `side` for a played hand; None if the side folded."""
    if side == hand.side:
        return "made" if was_made(hand) else "set"
    if side in hand.folded:
        return None
    if not hand.tricks[side] and ruleset.paid[hand.bid.name]["shutout"]:
        return "shutout"
    return "defence_made" if was_made(hand) else "defence_set"


def points_of(hand: Played, side: int, ruleset: Ruleset) -> int:
    """Return the signed points of a played hand for one side."""
    kind = award_kind(hand, side, ruleset)
    award = ruleset.paid[hand.bid.name][kind] if kind else None
    return award.value(hand.bid.worth, hand.tricks[side]) if award else 0


def _played(hand: Played, ruleset: Ruleset) -> tuple[Outcome, tuple[int, ...]]:
    """Return the outcome and the points, cached: an evening has few bids and tricks that differ."""
    key = (hand.bid.name, hand.side, hand.tricks, hand.folded)
    known = ruleset.worked_out.get(key)
    if known is None:
        known = ruleset.worked_out[key] = _work_out(hand, ruleset)
    return known


def _work_out(hand: Played, ruleset: Ruleset) -> tuple[Outcome, tuple[int, ...]]:
    points = tuple(points_of(hand, side, ruleset) for side in range(ruleset.sides))
    return Outcome.MADE if was_made(hand) else Outcome.SET, points


def _points(ruleset: Ruleset, side: int, own: int, others: int) -> tuple[int, ...]:
    return tuple(own if each == side else others for each in range(ruleset.sides))

"""Whether a match is decided, by the scores at the foot of its sheet and its last hand."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.hand import Hand, bidding_side
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Ruleset


def winner_of(
    ruleset: Ruleset, scores: Sequence[int], last_hand: tuple[Hand, Outcome] | None
) -> int | None:
    """Return the side for which the match is decided, or None while play goes on.

    `scores` holds one signed number a side, in column order. `last_hand` is the last hand that is
    neither struck nor an adjustment, with its outcome; without one nobody has won.
    """
    if last_hand is None:
        return None
    floor, goal = ruleset.lose_at, ruleset.wins_at
    losers = [side for side, score in enumerate(scores) if floor is not None and score <= floor]
    if losers:
        return 1 - losers[0] if len(losers) == 1 else None
    over = [side for side, score in enumerate(scores) if goal is not None and score >= goal]
    may_win = [side for side in over if _may_win(ruleset, side, *last_hand)]
    bidder = bidding_side(last_hand[0])
    if ruleset.crossing == "bidder" and len(may_win) > 1 and bidder in may_win:
        return bidder
    best = max((scores[side] for side in may_win), default=None)
    leaders = [side for side in may_win if scores[side] == best]
    return leaders[0] if len(leaders) == 1 else None


def _may_win(ruleset: Ruleset, side: int, hand: Hand, outcome: Outcome) -> bool:
    """Return whether the last hand allows `side` to win."""
    if ruleset.win_by == "reaching":
        return True
    if side == bidding_side(hand):
        return outcome in (Outcome.MADE, Outcome.SURRENDERED)
    return ruleset.win_by == "deciding" and outcome is Outcome.SET

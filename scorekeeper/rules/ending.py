"""When a match is decided, judged by the scores at the foot of the sheet and its last hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.rules.hand import Hand, bidding_side
from scorekeeper.rules.ruleset import Ruleset


def winner_of(
    ruleset: Ruleset, scores: Sequence[int], last_hand: Callable[[], tuple[Hand, str] | None]
) -> int | None:
    """The side for which the match is decided, or None while play goes on.

    `scores`: one signed number a side, in column order. `last_hand` finds the last hand that is
    neither struck nor an adjustment, with its outcome; where there is none, nobody has won.
    """
    losers = [] if ruleset.lose_at is None else _under(ruleset.lose_at, scores)
    goal = ruleset.wins_at
    over = [] if goal is None or max(scores) < goal else _over(goal, scores)
    hand = last_hand() if losers or over else None
    if hand is None:
        return None
    if losers:
        return 1 - losers[0] if len(losers) == 1 else None
    may_win = [side for side in over if _may_win(ruleset, side, *hand)]
    bidder = bidding_side(hand[0])
    if ruleset.crossing == "bidder" and len(may_win) > 1 and bidder in may_win:
        return bidder
    best = max((scores[side] for side in may_win), default=None)
    leaders = [side for side in may_win if scores[side] == best]
    return leaders[0] if len(leaders) == 1 else None


def _under(floor: int, scores: Sequence[int]) -> list[int]:
    """The sides so far down that they lose."""
    return [side for side, score in enumerate(scores) if score <= floor]


def _over(goal: int, scores: Sequence[int]) -> list[int]:
    """The sides at the target or past it."""
    return [side for side, score in enumerate(scores) if score >= goal]


def _may_win(ruleset: Ruleset, side: int, hand: Hand, outcome: str) -> bool:
    """Whether the last hand allows `side` to win."""
    if ruleset.win_by == "reaching":
        return True
    if side == bidding_side(hand):
        return outcome in ("made", "surrendered")
    return ruleset.win_by == "deciding" and outcome == "set"

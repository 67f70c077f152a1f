"""The result of one deal, as values that no code changes once they are built.

Only `read_hand` builds them from input, and it raises RuleError for an impossible hand. Most hands
are Played, and replaying a match makes one for each: the class is slotted and not frozen, because
such objects are the quickest to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.ruleset import Bid


@dataclass(slots=True)
class Played:
    """A bid that was played out.

    `tricks` holds one number a side, in column order; `folded` holds the sides that folded.
    """

    dealer: int
    side: int
    bidder: int | None
    bid: Bid
    tricks: tuple[int, ...]
    folded: tuple[int, ...] = ()
    forced: bool = False
    trump: str | None = None
    note: str | None = None


class Surrendered(NamedTuple):
    """A hand that the defenders gave up before a card was led, keeping `free_tricks`."""

    dealer: int
    side: int
    bidder: int | None
    bid: Bid
    free_tricks: int = 0
    forced: bool = False
    trump: str | None = None
    note: str | None = None


class Declined(NamedTuple):
    """A hand that the stuck seat declined to bid on."""

    dealer: int
    side: int
    bidder: int
    bid: Bid
    trump: str | None = None
    note: str | None = None


class ThrownIn(NamedTuple):
    """A hand on which everybody passed."""

    dealer: int
    trump: str | None = None
    note: str | None = None


class Won(NamedTuple):
    """A round that has one winner and no points of its own."""

    dealer: int
    winner: int
    trump: str | None = None
    note: str | None = None


class Typed(NamedTuple):
    """Points that were typed in: one signed number a side, in column order."""

    dealer: int
    points: tuple[int, ...]
    trump: str | None = None
    note: str | None = None


class Adjustment(NamedTuple):
    """A row of points that the players agreed on, one number a side: no hand, and no dealer."""

    points: tuple[int, ...]
    note: str | None = None


Contract: TypeAlias = Played | Surrendered | Declined
Dealt: TypeAlias = Contract | ThrownIn | Won | Typed
Hand: TypeAlias = Dealt | Adjustment


def hand_facts(hand: Hand) -> dict[str, Any]:
    """Return the hand as a match file holds it, without its dealer."""
    if isinstance(hand, Adjustment):
        return {"adjustment": list(hand.points), **_noted(hand.note)}
    bid = _bid_facts(hand) if isinstance(hand, Contract) else {}
    trump = {} if hand.trump is None else {"trump": hand.trump}
    forced = {"forced": True} if isinstance(hand, Played | Surrendered) and hand.forced else {}
    return {**bid, **trump, **_result_facts(hand), **forced, **_noted(hand.note)}


def _bid_facts(hand: Contract) -> dict[str, Any]:
    who = {"side": hand.side} if hand.bidder is None else {"bidder": hand.bidder}
    return {**who, "bid": hand.bid.name}


def _result_facts(hand: Dealt) -> dict[str, Any]:
    match hand:
        case Played(tricks=tricks, folded=folded):
            return {"tricks": list(tricks), **({"folded": list(folded)} if folded else {})}
        case Surrendered(free_tricks=free):
            return {"surrendered": True, **({"free_tricks": free} if free else {})}
        case Declined():
            return {"declined": True}
        case ThrownIn():
            return {"thrown_in": True}
        case Won(winner=winner):
            return {"winner": winner}
        case Typed(points=points):
            return {"points": list(points)}


def _noted(note: str | None) -> dict[str, str]:
    return {} if note is None else {"note": note}


def bidding_side(hand: Hand) -> int | None:
    """Return the side that bid, or None if nobody did."""
    return hand.side if isinstance(hand, Contract) else None

"""What a table reports of one deal, as values that nobody changes.

They are built by `read_hand` alone, which refuses facts that cannot be. Most hands are Played, and
a fold makes one for each: it is slotted and not frozen, because that is quickest to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.terms import Bid


@dataclass(slots=True)
class Played:
    """A bid that was played out. `tricks`: one number a side, in column order."""

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
    """The defenders gave the hand up before a card was led, keeping `free_tricks`."""

    dealer: int
    side: int
    bidder: int | None
    bid: Bid
    free_tricks: int = 0
    forced: bool = False
    trump: str | None = None
    note: str | None = None


class Declined(NamedTuple):
    """A stuck seat that would not bid."""

    dealer: int
    side: int
    bidder: int
    bid: Bid
    trump: str | None = None
    note: str | None = None


class ThrownIn(NamedTuple):
    """Everybody passed."""

    dealer: int
    trump: str | None = None
    note: str | None = None


class Won(NamedTuple):
    """A round with one winner and nothing else to say."""

    dealer: int
    winner: int
    trump: str | None = None
    note: str | None = None


class Typed(NamedTuple):
    """Points as they were typed in: one signed number a side, in column order."""

    dealer: int
    points: tuple[int, ...]
    trump: str | None = None
    note: str | None = None


class Adjustment(NamedTuple):
    """Not a hand: a row of points that the table agreed on. It has no dealer."""

    points: tuple[int, ...]
    note: str | None = None


Contract: TypeAlias = Played | Surrendered | Declined
Dealt: TypeAlias = Contract | ThrownIn | Won | Typed
Hand: TypeAlias = Dealt | Adjustment


def hand_facts(hand: Hand) -> dict[str, Any]:
    """The hand as CONTRACT.md section 1 writes it, without its dealer."""
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
    """The side that bid, where anybody did."""
    return hand.side if isinstance(hand, Contract) else None

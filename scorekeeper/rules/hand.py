"""What came of one deal, as frozen values. Who dealt it is a fact of the row, not of the hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.rules.ruleset import Bid


@dataclass(frozen=True, slots=True)
class Played:
    """A bid that was played out.

    `tricks` holds one number a side, in column order; `folded` holds the sides that folded.
    """

    side: int
    bidder: int | None
    bid: Bid
    tricks: tuple[int, ...]
    folded: tuple[int, ...] = ()
    forced: bool = False
    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A hand that the defenders gave up before a card was led, keeping `free_tricks`."""

    side: int
    bidder: int | None
    bid: Bid
    free_tricks: int = 0
    forced: bool = False
    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """A hand that the stuck seat declined to bid on."""

    side: int
    bidder: int
    bid: Bid
    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """A hand on which everybody passed."""

    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """A round that has one winner and no points of its own."""

    winner: int
    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """Points that were typed in: one signed number a side, in column order."""

    points: tuple[int, ...]
    trump: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A row of points that the players agreed on, one number a side: no hand, and no dealer."""

    points: tuple[int, ...]
    note: str | None = None


Contract: TypeAlias = Played | Surrendered | Declined
Dealt: TypeAlias = Contract | ThrownIn | Won | Typed
Hand: TypeAlias = Dealt | Adjustment


def bidding_side(hand: Hand) -> int | None:
    """Return the side that bid, or None if nobody did."""
    return hand.side if isinstance(hand, Contract) else None

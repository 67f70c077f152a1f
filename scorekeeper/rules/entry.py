"""The entries of a journal, as values that nobody changes.

A fold makes a Record and an Entry for every hand it reads: they are slotted and not frozen, because
that is what is quickest to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.hand import Adjustment, Hand, hand_facts


@dataclass(slots=True)
class Record:
    """A new row: a hand or an adjustment."""

    hand: Hand


class Amend(NamedTuple):
    """Other facts in the place of record `number`."""

    number: int
    hand: Hand


class Overrule(NamedTuple):
    """What record `number` is worth to `side`, signed; None takes an overrule back."""

    number: int
    side: int
    points: int | None


class Strike(NamedTuple):
    """Record `number` crossed out."""

    number: int


class Undo(NamedTuple):
    """Entry `entry` of the journal, counted from 1, taken back as if never written."""

    entry: int


class Rename(NamedTuple):
    """A new name for a side or for a seat; the other of the two is None."""

    side: int | None
    seat: int | None
    name: str


class Dealer(NamedTuple):
    """Who deals the next hand."""

    seat: int


class End(NamedTuple):
    """The match is over and read-only."""


class Reopen(NamedTuple):
    """An ended match taken up again."""

    reason: str


Event: TypeAlias = Record | Amend | Overrule | Strike | Undo | Rename | Dealer | End | Reopen


@dataclass(slots=True)
class Entry:
    """One deed, with when (ISO 8601, UTC) and by whom (a name) where that is known."""

    event: Event
    at: str | None = None
    by: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The entry as CONTRACT.md section 1 writes it, its hand's dealer included."""
        return {
            **_event_facts(self.event),
            **({"at": self.at} if self.at else {}),
            **({"by": self.by} if self.by else {}),
        }


def _event_facts(event: Event) -> dict[str, Any]:
    match event:
        case Record(hand):
            return {"record": _with_dealer(hand)}
        case Amend(number, hand):
            return {"amend": number, "hand": _with_dealer(hand)}
        case Overrule(number, side, points):
            return {"overrule": number, "side": side, "points": points}
        case Strike(number):
            return {"strike": number}
        case Undo(entry):
            return {"undo": entry}
        case Rename(side, seat, name):
            whose = {"side": side} if seat is None else {"seat": seat}
            return {"rename": {**whose, "name": name}}
        case Dealer(seat):
            return {"dealer": seat}
        case End():
            return {"end": True}
        case Reopen(reason):
            return {"reopen": reason}


def _with_dealer(hand: Hand) -> dict[str, Any]:
    facts = hand_facts(hand)
    if not isinstance(hand, Adjustment):
        facts["dealer"] = hand.dealer
    return facts

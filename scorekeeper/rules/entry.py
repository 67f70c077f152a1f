"""The entries of a journal, as values that no code changes once they are built.

Replaying a match makes a Record and an Entry for every hand. They are slotted and not frozen,
because such objects are the quickest to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.hand import Adjustment, Hand, hand_facts


@dataclass(slots=True)
class Record:
    """A new row of the sheet: a hand or an adjustment."""

    hand: Hand


class Amend(NamedTuple):
    """Replace the hand of record `number`, counted from 1."""

    number: int
    hand: Hand


class Overrule(NamedTuple):
    """Set the signed points of record `number` for `side`; None removes an earlier overrule."""

    number: int
    side: int
    points: int | None


class Strike(NamedTuple):
    """Cross out record `number`."""

    number: int


class Undo(NamedTuple):
    """Take back entry `entry` of the journal, counted from 1, as if it was never written."""

    entry: int


class Rename(NamedTuple):
    """Give a side or a seat a new name; the other of the two is None."""

    side: int | None
    seat: int | None
    name: str


class Dealer(NamedTuple):
    """Let `seat` deal the next hand."""

    seat: int


class End(NamedTuple):
    """End the match, which is read-only from then on."""


class Reopen(NamedTuple):
    """Go on with a match that was ended."""

    reason: str


Event: TypeAlias = Record | Amend | Overrule | Strike | Undo | Rename | Dealer | End | Reopen


@dataclass(slots=True)
class Entry:
    """One event, with its time (ISO 8601, UTC) and its author's name where they are known."""

    event: Event
    at: str | None = None
    by: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as a match file holds it, with the dealer of its hand."""
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

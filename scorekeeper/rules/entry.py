"""The entries of a journal, as frozen values.

`kind` is the field that says which event it is in a match file, and the field at fault when an
event as a whole is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from scorekeeper.rules.hand import Hand


@dataclass(frozen=True, slots=True)
class Record:
    """A new row of the sheet: a hand that seat `dealer` dealt, or an adjustment.

    `dealer` is None for an adjustment; outside a journal also for "whoever deals next".
    """

    kind: ClassVar = "record"
    hand: Hand
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """Replace the hand of record `number`, counted from 1.

    `dealer` is None for an adjustment; outside a journal also for "whoever dealt it before".
    """

    kind: ClassVar = "amend"
    number: int
    hand: Hand
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Overrule:
    """Set the signed points of record `number` for `side`; None removes an earlier overrule."""

    kind: ClassVar = "overrule"
    number: int
    side: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Strike:
    """Cross out record `number`."""

    kind: ClassVar = "strike"
    number: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back entry `entry` of the journal, counted from 1, as if it was never written."""

    kind: ClassVar = "undo"
    entry: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a side or a seat a new name; the other of the two is None."""

    kind: ClassVar = "rename"
    side: int | None
    seat: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Dealer:
    """Let `seat` deal the next hand."""

    kind: ClassVar = "dealer"
    seat: int


@dataclass(frozen=True, slots=True)
class End:
    """End the match, which is read-only from then on."""

    kind: ClassVar = "end"


@dataclass(frozen=True, slots=True)
class Reopen:
    """Go on with a match that was ended."""

    kind: ClassVar = "reopen"
    reason: str


Event: TypeAlias = Record | Amend | Overrule | Strike | Undo | Rename | Dealer | End | Reopen


@dataclass(frozen=True, slots=True)
class Entry:
    """One event, with its time (ISO 8601, UTC) and its author's name where they are known."""

    event: Event
    at: str | None = None
    by: str | None = None

"""What came of a hand, in one word; alone, because every room that shows a row needs it."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome of a row, by the word that sheets and exports write.

    POINTS is a hand whose points were typed in; START is the line above row 1.
    """

    MADE = "made"
    SET = "set"
    SURRENDERED = "surrendered"
    DECLINED = "declined"
    THROWN_IN = "thrown in"
    WON = "won"
    POINTS = "points"
    ADJUSTMENT = "adjustment"
    STRUCK = "struck"
    START = "start"

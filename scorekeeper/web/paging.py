"""Long lists by pages, so that no page draws more than a reader scrolls through."""

from __future__ import annotations

from typing import NamedTuple

MOST_ON_A_PAGE = 200
_STEP = MOST_ON_A_PAGE // 2


class Window(NamedTuple):
    """The places `start` to `stop` of a list of `total`, as a slice has them."""

    start: int
    stop: int
    total: int

    @property
    def earlier(self) -> int:
        """The place at which the page of those before begins; there are some where `start` > 0."""
        return max(0, self.start - MOST_ON_A_PAGE)

    @property
    def whole(self) -> bool:
        return self.start == 0 and self.stop == self.total


def window_of(total: int, place: int | None = None) -> Window:
    """The part of a list that begins near this place, or its last part.

    It begins at a whole hundred: rows that are kept drawn stay of use as the list grows.
    """
    last = 0 if total <= MOST_ON_A_PAGE else (total - _STEP - 1) // _STEP * _STEP
    start = last if place is None else min(last, max(0, place) // _STEP * _STEP)
    return Window(start, min(total, start + MOST_ON_A_PAGE), total)

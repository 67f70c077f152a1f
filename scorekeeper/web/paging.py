"""Paging of long lists, so that no page renders more than a reader scrolls through."""

from __future__ import annotations

from typing import NamedTuple

MOST_ON_A_PAGE = 200
_STEP = MOST_ON_A_PAGE // 2


class Window(NamedTuple):
    """The indexes from `start` to before `stop` of a list of `total`."""

    start: int
    stop: int
    total: int

    @property
    def earlier(self) -> int:
        """The index at which the previous page begins; there is one if `start` > 0."""
        return max(0, self.start - MOST_ON_A_PAGE)

    @property
    def whole(self) -> bool:
        return self.start == 0 and self.stop == self.total


def window_of(total: int, index: int | None = None) -> Window:
    """Return the part of a list that begins near this index, or its last part.

    It begins at a multiple of 100, so that its rows stay where they are as the list grows.
    """
    last = 0 if total <= MOST_ON_A_PAGE else (total - _STEP - 1) // _STEP * _STEP
    start = last if index is None else min(last, max(0, index) // _STEP * _STEP)
    return Window(start, min(total, start + MOST_ON_A_PAGE), total)

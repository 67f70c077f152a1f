"""The matches that this process folded last, so that a journal is not folded twice.

Entries are only ever added, so a fold stays right as far as it goes. Nothing here is a truth: it is
gone with the process, and the journal is read for what came after.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from scorekeeper.rules.match import Match

_MOST = 256


class Fold(NamedTuple):
    """A match as its journal gives it, and the place that wrote each of its entries.

    The place is None for an entry that a match file brought along.
    """

    match: Match
    places: tuple[str | None, ...]


class Folds:
    """The matches that were folded last, by the id of their row."""

    def __init__(self) -> None:
        self._folds: OrderedDict[int, Fold] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: int) -> Fold | None:
        with self._lock:
            return self._folds.get(match_id)

    def keep(self, match_id: int, fold: Fold) -> None:
        with self._lock:
            self._folds[match_id] = fold
            self._folds.move_to_end(match_id)
            if len(self._folds) > _MOST:
                self._folds.popitem(last=False)

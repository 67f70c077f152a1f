"""The matches that this process folded last, so that a journal is not folded twice.

Entries are only ever added, so a fold stays right as far as it goes. Nothing here is a truth: it is
gone with the process, and the journal is read for what came after.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Any, TypeVar

from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet, build_sheet

_MOST = 256
_MOST_ENTRIES = 25_000
"""Of all kept folds together: a few matches of many thousands must not fill the memory."""
_MOST_MADE = 64
_Made = TypeVar("_Made")


class Fold:
    """A match as its journal gives it, and the place that wrote each of its entries.

    The place is None for an entry that a match file brought along. What is worked out of a fold is
    kept with it and gone with it: a match that has moved on has another.
    """

    def __init__(
        self, match: Match, places: tuple[str | None, ...], older: Fold | None = None
    ) -> None:
        self.match = match
        self.places = places
        self._older = older
        self._made: dict[Hashable, Any] = {}

    @property
    def sheet(self) -> Sheet:
        """Worked out when somebody looks at it."""

        def make(older: Sheet | None) -> Sheet:
            return build_sheet(self.match, older.lines if older else ())

        return self.once("sheet", make)

    def once(self, key: Hashable, make: Callable[[_Made | None], _Made]) -> _Made:
        """What `make` gives, made once for all who ask with the same `key`.

        It may depend on nothing but the fold and the key. `make` is given what was made with this
        key before the last entries, or None, so that it need not begin anew.
        """
        made: _Made | None = self._made.get(key)
        if made is None:
            before = self._older._made.get(key) if self._older else None  # noqa: SLF001 - its kind
            made = make(before)
            if len(self._made) >= _MOST_MADE:
                self._made.clear()
            self._made[key] = made
        return made

    def extended(self, entries: Iterable[object], places: Iterable[str | None]) -> Fold:
        """The fold with more entries, and who wrote them. Raises Refused."""
        match = self.match.extended(entries)
        older = self._older
        if self._made:
            older, self._older = self, None  # one step back is enough
        return Fold(match, (*self.places, *places), older)


class Folds:
    """The matches that were folded last, by the id of their row."""

    def __init__(self) -> None:
        self._folds: OrderedDict[int, Fold] = OrderedDict()
        self._entries = 0
        self._lock = Lock()

    def get(self, match_id: int) -> Fold | None:
        with self._lock:
            return self._folds.get(match_id)

    def keep(self, match_id: int, fold: Fold) -> None:
        """Keeps the fold, and lets go of those that were kept first where there are too many."""
        with self._lock:
            self._take(match_id)
            self._folds[match_id] = fold
            self._entries += len(fold.places)
            while len(self._folds) > _MOST or (
                self._entries > _MOST_ENTRIES and len(self._folds) > 1
            ):
                self._take(next(iter(self._folds)))

    def _take(self, match_id: int) -> None:
        taken = self._folds.pop(match_id, None)
        self._entries -= len(taken.places) if taken else 0

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


class CachedMatch:
    """A match as its journal gives it, and the place that wrote each of its entries.

    The place is None for an entry that a match file brought along. What is worked out of a fold is
    kept with it and gone with it: a match that has moved on has another.
    """

    def __init__(
        self, match: Match, places: tuple[str | None, ...], older: CachedMatch | None = None
    ) -> None:
        self.match = match
        self.writers = places
        self._previous = older
        self._values: dict[Hashable, Any] = {}

    @property
    def sheet(self) -> Sheet:
        """Worked out when somebody looks at it."""

        def make(older: Sheet | None) -> Sheet:
            return build_sheet(self.match, older.lines if older else ())

        return self.memoize("sheet", make)

    def memoize(self, key: Hashable, make: Callable[[_Made | None], _Made]) -> _Made:
        """What `make` gives, made once for all who ask with the same `key`.

        It may depend on nothing but the fold and the key. `make` is given what was made with this
        key before the last entries, or None, so that it need not begin anew.
        """
        made: _Made | None = self._values.get(key)
        if made is None:
            before = self._previous._values.get(key) if self._previous else None  # noqa: SLF001 - its kind
            made = make(before)
            if len(self._values) >= _MOST_MADE:
                self._values.clear()
            self._values[key] = made
        return made

    def extended(self, entries: Iterable[object], places: Iterable[str | None]) -> CachedMatch:
        """The fold with more entries, and who wrote them. Raises RuleError."""
        match = self.match.extended(entries)
        older = self._previous
        if self._values:
            older, self._previous = self, None  # one step back is enough
        return CachedMatch(match, (*self.writers, *places), older)


class MatchCache:
    """The matches that were folded last, by the id of their row."""

    def __init__(self) -> None:
        self._matches: OrderedDict[int, CachedMatch] = OrderedDict()
        self._entries = 0
        self._lock = Lock()

    def get(self, match_id: int) -> CachedMatch | None:
        with self._lock:
            return self._matches.get(match_id)

    def put(self, match_id: int, cached: CachedMatch) -> None:
        """Keeps the fold, and lets go of those that were kept first where there are too many."""
        with self._lock:
            self._remove(match_id)
            self._matches[match_id] = cached
            self._entries += len(cached.writers)
            while len(self._matches) > _MOST or (
                self._entries > _MOST_ENTRIES and len(self._matches) > 1
            ):
                self._remove(next(iter(self._matches)))

    def _remove(self, match_id: int) -> None:
        taken = self._matches.pop(match_id, None)
        self._entries -= len(taken.writers) if taken else 0

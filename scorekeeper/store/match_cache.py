"""A cache of the matches that this process replayed last, so that no journal is replayed twice.

Entries are only ever added, so a cached match stays correct up to its version; later entries are
read from the journal. The journal is the only source of truth: the cache ends with the process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Any, TypeVar

from scorekeeper.rules.entry import Entry
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet, build_sheet

_MOST = 256
_MOST_ENTRIES = 25_000
"""The limit for all cached matches together: a few very long matches must not fill the memory."""
_MOST_MADE = 64
_Made = TypeVar("_Made")


class CachedMatch:
    """A match replayed from its journal, and the role that wrote each of its entries.

    The role is None for an entry that was imported from a match file. Values computed from the
    match are cached with it and dropped with it: a newer version is another CachedMatch.
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
        """Return the sheet of the match, built at its first use."""

        def make(older: Sheet | None) -> Sheet:
            return build_sheet(self.match, older.lines if older else ())

        return self.memoize("sheet", make)

    def memoize(self, key: Hashable, make: Callable[[_Made | None], _Made]) -> _Made:
        """Return the value that `make` computes, computed once for each `key`.

        The value may depend only on the match and the key. `make` receives the value that this key
        had before the last entries, or None, so that it need not start from nothing.
        """
        made: _Made | None = self._values.get(key)
        if made is None:
            before = self._previous._values.get(key) if self._previous else None  # noqa: SLF001 - same class
            made = make(before)
            if len(self._values) >= _MOST_MADE:
                self._values.clear()
            self._values[key] = made
        return made

    def extended(self, entries: Iterable[Entry], places: Iterable[str | None]) -> CachedMatch:
        """Return the match with more entries, and the roles that wrote them.

        Raise RuleError if an entry is not valid.
        """
        match = self.match.extended(entries)
        older = self._previous
        if self._values:
            older, self._previous = self, None  # values of one version back are enough
        return CachedMatch(match, (*self.writers, *places), older)


class MatchCache:
    """The matches that were replayed last, by the id of their row."""

    def __init__(self) -> None:
        self._matches: OrderedDict[int, CachedMatch] = OrderedDict()
        self._entries = 0
        self._lock = Lock()

    def get(self, match_id: int) -> CachedMatch | None:
        with self._lock:
            return self._matches.get(match_id)

    def put(self, match_id: int, cached: CachedMatch) -> None:
        """Cache the match, and remove the oldest ones if there are too many."""
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

"""A cache of the matches that this process replayed last, so that no journal is replayed twice.

Entries are only ever added, so a cached match stays correct up to its version; later entries are
read from the journal. The journal is the only source of truth: the cache ends with the process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from scorekeeper.rules.entry import Entry
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet, build_sheet

_MOST = 256
_MOST_ENTRIES = 25_000
"""The limit for all cached matches together: a few very long matches must not fill the memory."""


@dataclass(frozen=True)
class CachedMatch:
    """A match replayed from its journal, and the role that wrote each of its entries.

    The role is None for an entry that was imported from a match file.
    """

    match: Match
    writers: tuple[str | None, ...]

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet of the match, built at its first use."""
        return build_sheet(self.match)

    def extended(self, entries: Iterable[Entry], places: Iterable[str | None]) -> CachedMatch:
        """Return the match with more entries, and the roles that wrote them.

        Raise RuleError if an entry is not valid.
        """
        return CachedMatch(self.match.extended(entries), (*self.writers, *places))


class MatchCache:
    """The matches that were replayed last, by the id of their row.

    Without it every request replays the journal, and none of the bars of the match page, the sheet
    and a hand is reached (tests/benchmarks/test_main_job.py).
    """

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

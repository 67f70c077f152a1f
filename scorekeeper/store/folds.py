"""The matches that this process folded last, so that a journal is not folded twice.

Entries are only ever added, so a fold stays right as far as it goes. Nothing here is a truth: it is
gone with the process, and the journal is read for what came after.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from scorekeeper.rules.match import Match

_MOST = 256


class Folds:
    """The matches that were folded last, by the id of their row."""

    def __init__(self) -> None:
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: int) -> Match | None:
        with self._lock:
            return self._matches.get(match_id)

    def keep(self, match_id: int, match: Match) -> None:
        with self._lock:
            self._matches[match_id] = match
            self._matches.move_to_end(match_id)
            if len(self._matches) > _MOST:
                self._matches.popitem(last=False)

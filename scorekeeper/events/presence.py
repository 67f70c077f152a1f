"""When the host of each match was last here: in this process's memory, and nowhere else.

What a database keeps can be read and outlives its meaning; this is gone with the process. Times are
of a clock that cannot be set.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_KEPT_SECONDS = 20 * 60
"""Longer than anybody asks about: the sixty seconds and the ten minutes of a claim, and the five
minutes before it."""
_TELL_SECONDS = 60


class Presence:
    """When the host's devices and keys last asked for something, by match.

    After a start everybody counts as here: who was here before it is not known.
    """

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self._lock = threading.Lock()
        self._process = 0
        self._begun = 0.0
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._told: dict[str, float] = {}

    def see(self, code: str, *, host: bool) -> bool:
        """Takes note of a request, and says whether the other processes are to be told of it.

        They are told of the host once a minute.
        """
        with self._lock:
            now = self._now()
            if not host:
                return False
            self._keep(code, now)
            told = self._told.get(code)
            if told is not None and now - told < _TELL_SECONDS:
                return False
            self._told[code] = now
            return True

    def hear(self, code: str) -> None:
        """Takes note that another process has seen the host.

        It says so once a minute at most, so what it says holds for a minute.
        """
        with self._lock:
            self._keep(code, self._now() + _TELL_SECONDS)

    def was_here(self, code: str, seconds: float) -> bool:
        """Whether the host of this match was here within so many seconds, or may have been."""
        with self._lock:
            now = self._now()
            return now - max(self._seen.get(code, self._begun), self._begun) <= seconds

    def _now(self) -> float:
        """The time; a process that was forked has seen nobody yet."""
        now = self.clock()
        if self._process != os.getpid():
            self._process, self._begun = os.getpid(), now
            self._seen.clear()
            self._told.clear()
        return now

    def _keep(self, code: str, when: float) -> None:
        self._seen[code] = max(when, self._seen.get(code, when))
        self._seen.move_to_end(code)
        while (oldest := next(iter(self._seen))) != code:
            if when - self._seen[oldest] <= _KEPT_SECONDS:
                return
            self._seen.pop(oldest)
            self._told.pop(oldest, None)

"""When the host of each match was last here, in the memory of this process only.

It is not stored in the database, where others could read it and it would outlive its use; it ends
with the process. Times come from a monotonic clock.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_KEPT_SECONDS = 20 * 60
"""Longer than any caller asks for: the sixty seconds and the ten minutes of a claim, and the five
minutes before it."""
_TELL_SECONDS = 60


class Presence:
    """When the host's devices and tokens last sent a request, by match.

    After a start of the process every host counts as present, because it does not know of earlier
    requests.
    """

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self._lock = threading.Lock()
        self._process = 0
        self._begun = 0.0
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._told: dict[str, float] = {}

    def see(self, code: str, *, host: bool) -> bool:
        """Note a request, and return whether to send it to the other processes.

        Only requests of the host are sent, once a minute for each match.
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
        """Note that another process has seen the host.

        Another process sends this once a minute at most, so it counts for the next minute.
        """
        with self._lock:
            self._keep(code, self._now() + _TELL_SECONDS)

    def was_here(self, code: str, seconds: float) -> bool:
        """Return whether the host of the match was here within `seconds`, or may have been."""
        with self._lock:
            now = self._now()
            return now - max(self._seen.get(code, self._begun), self._begun) <= seconds

    def _now(self) -> float:
        """Return the time, and start anew in a forked process, which has seen no host yet."""
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

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

_REMEMBER_SECONDS = 20 * 60
"""Longer than any caller asks for: the sixty seconds and the ten minutes of a claim, and the five
minutes before it."""
_SEND_SECONDS = 60


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
        self._present: OrderedDict[str, float] = OrderedDict()
        self._sent: dict[str, float] = {}

    def record(self, code: str, *, host: bool) -> bool:
        """Record a request, and return whether to send it to the other processes.

        Only requests of the host are sent, once a minute for each match.
        """
        with self._lock:
            now = self._now()
            if not host:
                return False
            self._remember(code, now)
            sent = self._sent.get(code)
            if sent is not None and now - sent < _SEND_SECONDS:
                return False
            self._sent[code] = now
            return True

    def record_remote(self, code: str) -> None:
        """Record a request of the host that another process had.

        Another process sends this once a minute at most, so it counts for the next minute.
        """
        with self._lock:
            self._remember(code, self._now() + _SEND_SECONDS)

    def was_here(self, code: str, seconds: float) -> bool:
        """Return whether the host of the match was here within `seconds`, or may have been."""
        with self._lock:
            now = self._now()
            return now - max(self._present.get(code, self._begun), self._begun) <= seconds

    def _now(self) -> float:
        """Return the time, and start anew in a forked process, which knows of no host yet."""
        now = self.clock()
        if self._process != os.getpid():
            self._process, self._begun = os.getpid(), now
            self._present.clear()
            self._sent.clear()
        return now

    def _remember(self, code: str, when: float) -> None:
        self._present[code] = max(when, self._present.get(code, when))
        self._present.move_to_end(code)
        while (oldest := next(iter(self._present))) != code:
            if when - self._present[oldest] <= _REMEMBER_SECONDS:
                return
            self._present.pop(oldest)
            self._sent.pop(oldest, None)

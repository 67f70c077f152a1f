"""Shifts the clock of a program that is started with this folder on its path.

The file that SCOREKEEPER_TEST_CLOCK names holds the shift in days, or parts of one. Python imports
this module before any other.

The monotonic clock is shifted for the presence module alone: a watchdog of workers would take
the jump for a standstill.
"""

import datetime as dt
import os
import sys
import time
from pathlib import Path

_RIGHT = time.time
_STEADY = time.monotonic
_DAY = 86_400


def _wrong():
    return _DAY * float(Path(os.environ["SCOREKEEPER_TEST_CLOCK"]).read_text("ascii"))


def _time():
    return _RIGHT() + _wrong()


def _monotonic():
    asks = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 - the calling module
    return _STEADY() + (_wrong() if asks == "scorekeeper.events.presence" else 0)


class _DateTime(dt.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time(), tz)


time.time = _time
time.monotonic = _monotonic
dt.datetime = _DateTime  # type: ignore[misc]

"""The clock of a program that is started with this folder on its path: wrong by as many days, or
parts of one, as the file says that SCOREKEEPER_TEST_CLOCK names. Python imports this before
anything else.

The clock that cannot be set is bent for those alone who ask how long ago somebody was here:
whatever watches over others would take its leap for a standstill.
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
    asks = sys._getframe(1).f_globals.get("__name__")  # noqa: SLF001 - who is asking
    return _STEADY() + (_wrong() if asks == "scorekeeper.events.presence" else 0)


class _DateTime(dt.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time(), tz)


time.time = _time
time.monotonic = _monotonic
dt.datetime = _DateTime

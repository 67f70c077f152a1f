"""When a match expires: once the program has run on so many days since its last entry.

Days are counted, not subtracted, so that a clock which is wrong for a day makes one day too many
and no more. A day before the newest known one counts as that one: a slow clock adds none.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from flask import current_app

from scorekeeper.store import days


class _Days(NamedTuple):
    """The newest days on which the program ran, today included, oldest first.

    They are as many as decide what has expired. `clock` is the day that the clock gave when the
    database was queried; `counted` is whether the database has the newest of them.
    """

    clock: str
    ran: list[str]
    counted: bool


def today() -> str:
    """Return the day by which matches expire, an ISO 8601 date."""
    return _days().ran[-1]


def count_today() -> str:
    """Count today as a day on which the program ran, inside `write_transaction`, and return it.

    Commit nothing.
    """
    known = _days()
    if not known.counted:
        days.add(known.ran[-1])
        current_app.extensions.pop("days", None)
    return known.ran[-1]


def oldest_day() -> str:
    """Return the day such that a match last written before it has expired; empty: none has."""
    ran = _days().ran
    return ran[0] if len(ran) > _expiry_days() else ""


def last_kept_day(last_day: str) -> date:
    """Return the last day on which a match is kept whose last entry was written on `last_day`."""
    ran = _days().ran
    passed = len(ran) - bisect_right(ran, last_day)
    return date.fromisoformat(ran[-1]) + timedelta(days=_expiry_days() - passed)


def _days() -> _Days:
    """Return the days, queried once a day and after a day was counted: every request needs them."""
    clock = datetime.now(UTC).date().isoformat()
    cached: _Days | None = current_app.extensions.get("days")
    if cached is None or cached.clock != clock:
        most = _expiry_days() + 1
        known = days.newest(most)
        counted = bool(known) and known[-1] >= clock
        cached = _Days(clock, known if counted else [*known, clock][-most:], counted)
        current_app.extensions["days"] = cached
    return cached


def _expiry_days() -> int:
    expiry_days: int = current_app.config["SETTINGS"].expiry_days
    return expiry_days

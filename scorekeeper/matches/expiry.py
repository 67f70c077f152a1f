"""When a match expires: once the program has run on so many days since its last entry.

Days are counted and not subtracted, so that a clock which is wrong for a day makes one day too many
and no more. A day before the newest known one counts as that one: a clock that is behind adds none.
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
    database was asked; `counted` is whether the database knows the newest of them.
    """

    clock: str
    ran: list[str]
    counted: bool


def today() -> str:
    """The day by which matches are kept, an ISO 8601 date."""
    return _days().ran[-1]


def count_today() -> str:
    """Counts today as a day on which the program ran, inside `writing`. Commits nothing."""
    known = _days()
    if not known.counted:
        days.add(known.ran[-1])
        current_app.extensions.pop("days", None)
    return known.ran[-1]


def oldest_day() -> str:
    """A match whose last entry was written before this day has expired; empty: none has."""
    ran = _days().ran
    return ran[0] if len(ran) > _expiry_days() else ""


def last_kept_day(last_day: str) -> date:
    """The last day on which a match is kept whose last entry was written on `last_day`."""
    ran = _days().ran
    passed = len(ran) - bisect_right(ran, last_day)
    return date.fromisoformat(ran[-1]) + timedelta(days=_expiry_days() - passed)


def _days() -> _Days:
    """The database is asked once a day, and after a day was counted: every request needs this."""
    clock = datetime.now(UTC).date().isoformat()
    kept: _Days | None = current_app.extensions.get("days")
    if kept is None or kept.clock != clock:
        most = _expiry_days() + 1
        known = days.newest(most)
        counted = bool(known) and known[-1] >= clock
        kept = _Days(clock, known if counted else [*known, clock][-most:], counted)
        current_app.extensions["days"] = kept
    return kept


def _expiry_days() -> int:
    expiry_days: int = current_app.config["SETTINGS"].expiry_days
    return expiry_days

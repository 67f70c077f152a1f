"""Queries of the days on which the program ran. No rule is decided here."""

from __future__ import annotations

from sqlalchemy import bindparam, select, text

from scorekeeper.store.match_queries import execute
from scorekeeper.store.models import DayRow

_NEWEST = select(DayRow.date).order_by(DayRow.date.desc()).limit(bindparam("most"))
# Another process may add the same day at the same time: the second one adds nothing.
_ADD = text("INSERT INTO day (date) VALUES (:date) ON CONFLICT DO NOTHING")


def newest(most: int) -> list[str]:
    """Return the newest days, at most `most`, as ISO 8601 dates, oldest first."""
    return list(execute(_NEWEST, most=most).scalars())[::-1]


def add(date: str) -> None:
    """Record that the program ran on this day (ISO 8601); a second time changes nothing."""
    execute(_ADD, date=date)

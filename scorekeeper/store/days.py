"""The days on which the program ran. Nothing here decides anything."""

from __future__ import annotations

from sqlalchemy import bindparam, select, text

from scorekeeper.store.match_queries import execute
from scorekeeper.store.models import DayRow

_NEWEST = select(DayRow.date).order_by(DayRow.date.desc()).limit(bindparam("most"))
# Another process may add the same day at this moment: whoever is second adds nothing.
_ADD = text("INSERT INTO day (date) VALUES (:date) ON CONFLICT DO NOTHING")


def newest(most: int) -> list[str]:
    """The newest days, at most so many, as ISO 8601 dates; the oldest of them first."""
    return list(execute(_NEWEST, most=most).scalars())[::-1]


def add(date: str) -> None:
    """The program runs on this day; a second time changes nothing."""
    execute(_ADD, date=date)

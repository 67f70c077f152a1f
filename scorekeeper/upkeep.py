"""What the program does by itself: delete what has expired, check every match, say how it is.

A room that commits, below `service`: nobody at a table asks for any of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import current_app

from scorekeeper import live
from scorekeeper.checking import check
from scorekeeper.rules.words import Refused
from scorekeeper.store import matches as store
from scorekeeper.store.database import close_connections, commit, writing
from scorekeeper.store.errors import Unavailable
from scorekeeper.tables import NoMatch, find, oldest_day


def delete_expired() -> None:
    """Deletes every match whose time has come."""
    with writing():
        store.delete_older(oldest_day().isoformat())
        commit()


def delete_expired_once_a_day() -> None:
    """Deletes them where that has not been done today."""
    since = oldest_day()
    if current_app.extensions.get("expired") != since:
        current_app.extensions["expired"] = since
        delete_expired()


def codes() -> list[str]:
    """The code of every match, the oldest first."""
    return store.codes(oldest_day().isoformat())


def check_matches() -> Iterator[tuple[str, Refused | None]]:
    """Folds every stored match again: its code, and what is wrong with it if anything is."""
    for code in codes():
        try:
            check(find(code, None))
        except NoMatch:  # deleted meanwhile
            continue
        except Refused as refused:
            yield code, refused
        else:
            yield code, None


def readiness() -> dict[str, bool]:
    """What this program depends on, by name, and whether it answers: "database", "redis" if set."""
    try:
        answers = {"database": store.answers()}
    except Unavailable:
        answers = {"database": False}
    if current_app.config["SETTINGS"].redis:
        answers["redis"] = live.bell().answers()
    return answers


def close() -> None:
    """Closes every connection to the database; a process that is forked then opens its own."""
    close_connections()

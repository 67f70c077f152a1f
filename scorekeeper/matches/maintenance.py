"""What the program does by itself: delete what has expired, check every match, say how it is.

A room that commits, below `matches`: nobody at a table asks for any of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from flask import current_app

from scorekeeper import events
from scorekeeper.matches.expiry import count_today, oldest_day, today
from scorekeeper.matches.integrity import check_match
from scorekeeper.matches.snapshot import MatchNotFound, find_match
from scorekeeper.rules.errors import RuleError
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import close_connections, commit, write_transaction
from scorekeeper.store.exceptions import Unavailable

_AT_ONCE = 100
"""One match of so many, at most, is deleted a day where nobody asked for it."""


def begin_day() -> None:
    """Counts today as a day on which the program ran."""
    with write_transaction():
        count_today()
        commit()


def delete_some_expired_once_a_day() -> None:
    """Deletes the matches that expired first, where this process has not done so today.

    At most a hundredth of all matches: whatever is wrong, a person has time to see it. The others
    wait, and nobody is shown them.
    """
    if current_app.extensions.get("swept", "") < today():
        current_app.extensions["swept"] = today()
        with write_transaction():
            store.delete_older(oldest_day(), math.ceil(store.count_all() / _AT_ONCE))
            commit()


def count_expired() -> int:
    """How many matches have expired and wait to be deleted."""
    return store.count_older(oldest_day())


def delete_expired() -> int:
    """Deletes every match that has expired; how many there were."""
    with write_transaction():
        count = count_expired()
        store.delete_older(oldest_day(), count)
        commit()
    return count


def match_codes() -> list[str]:
    """The code of every match that has not expired, the oldest first."""
    return store.codes(oldest_day())


def check_matches() -> Iterator[tuple[str, RuleError | None]]:
    """Folds every stored match again: its code, and what is wrong with it if anything is."""
    for code in match_codes():
        try:
            check_match(find_match(code, None))
        except MatchNotFound:  # deleted meanwhile
            continue
        except RuleError as error:
            yield code, error
        else:
            yield code, None


def readiness() -> dict[str, bool]:
    """What this program depends on, by name, and whether it answers: "database", "redis" if set."""
    try:
        answers = {"database": store.is_reachable()}
    except Unavailable:
        answers = {"database": False}
    if current_app.config["SETTINGS"].redis:
        answers["redis"] = events.current_hub().is_reachable()
    return answers


def close_services() -> None:
    """Closes every connection to the database; a process that is forked then opens its own."""
    close_connections()

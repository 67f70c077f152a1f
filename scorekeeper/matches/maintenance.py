"""What the program does by itself: delete expired matches, check every match, report readiness.

Its functions open and commit their own transactions; nobody at a table asks for any of it.
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
from scorekeeper.store.database import close_connections, write_transaction
from scorekeeper.store.exceptions import Unavailable

_AT_ONCE = 100
"""At most one match in this many is deleted a day without anybody asking for it."""


def begin_day() -> None:
    """Count today as a day on which the program ran."""
    with write_transaction():
        count_today()


def delete_some_expired_once_a_day() -> None:
    """Delete the matches that expired first, unless this process has done so today.

    At most a hundredth of all matches goes: if something is wrong, a person has time to see it. The
    others wait, and are shown to nobody.
    """
    if current_app.extensions.get("swept", "") < today():
        current_app.extensions["swept"] = today()
        with write_transaction():
            store.delete_older(oldest_day(), math.ceil(store.count_all() / _AT_ONCE))


def count_expired() -> int:
    """Return how many matches have expired and wait to be deleted."""
    return store.count_older(oldest_day())


def delete_expired() -> int:
    """Delete every match that has expired, and return how many there were."""
    with write_transaction():
        count = count_expired()
        store.delete_older(oldest_day(), count)
    return count


def match_codes() -> list[str]:
    """Return the code of every match that has not expired, the oldest first."""
    return store.codes(oldest_day())


def check_matches() -> Iterator[tuple[str, RuleError | None]]:
    """Replay every stored match: yield its code, and what is wrong with it, or None."""
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
    """Return whether each service that is needed answers: "database", and "redis" if it is set."""
    try:
        answers = {"database": store.is_reachable()}
    except Unavailable:
        answers = {"database": False}
    if current_app.config["SETTINGS"].redis:
        answers["redis"] = events.current_hub().is_reachable()
    return answers


def close_services() -> None:
    """Close every connection to the database; a forked process then opens its own."""
    close_connections()

"""How a match begins: opened from its facts, taken in from a file, or following another.

Beside `matches`, and like it a room that commits.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from scorekeeper import events, tokens
from scorekeeper.codec.validation import hold_time
from scorekeeper.matches import expiry, maintenance, player_names
from scorekeeper.matches.snapshot import JOINING, Found, Table, Who, digest, find, iso, now
from scorekeeper.rules.errors import Refused, shown
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.text import clean
from scorekeeper.store import grant_queries, journal_queries
from scorekeeper.store import match_queries as store
from scorekeeper.store.database import commit, writing
from scorekeeper.store.exceptions import Overtaken
from scorekeeper.tokens import HOST

_AHEAD = timedelta(days=1)


def open_match(facts: Mapping[str, Any], device: str | None, key: str | None = None) -> str:
    """Opens a match from the fields of a match file; the device, if any, becomes its host.

    Returns the code; asked for the same again by the same device with the same `key`, that of the
    match opened the first time. Raises Refused for what the rules do not allow.
    """
    facts = clean(facts)
    opening = Opening.from_dict({"opened": iso(now()), **facts})
    _hold_opened(opening.opened or "")
    player_names.hold_opening(opening, facts)
    return _add(Match.settle(opening, []), device, key and f"{device} {key} {digest(facts)}")


def import_match(facts: object, device: str | None = None, key: str | None = None) -> str:
    """Takes in a whole match file as a new match, hosted by the device if there is one.

    Returns the code; asked for the same again with the same `key`, that of the match taken in the
    first time. Raises Refused, with the number of the entry, and then nothing is stored.
    """
    known = key and f"{device or 'file'} {key} {digest(facts)}"
    if isinstance(facts, dict):
        facts = {"opened": iso(now()), **facts}
    return _add(Match.from_dict(facts), device, known)


def rematch(code: str, who: Who) -> tuple[Table, bool]:
    """The match that follows this one, and whether it was made just now: there is one, ever.

    It has the same rules, names, seats, devices and start; whoever would have dealt next deals
    first. Raises NoMatch, Forbidden, Unavailable.
    """
    while True:
        try:
            with writing():
                found = find(code, who, lock=True)
                found.require("rematch")
                after = store.rematch_of(found.row)
                made = after or _follow(found)
                commit()
        except Overtaken:  # by another rematch, or by the same code: look again
            continue
        if not after:
            events.tell(found.row.code, "table")
        same_places = Found(find(made, None).row, found.places, found.name)
        return same_places.table(), not after


def rematch_of(code: str, who: Who) -> str | None:
    """The code of the match that follows this one, if there is one. Raises NoMatch."""
    return store.rematch_of(find(code, who).row)


def _hold_opened(opened: str) -> None:
    """Raises Refused for a match of a day that no clock of today can show anywhere."""
    hold_time(opened, "opened")
    if datetime.fromisoformat(opened) > now() + _AHEAD:
        raise Refused(
            "A match is opened a day from now at the latest, not at %(value)s.",
            "opened",
            value=shown(opened),
        )


def _add(match: Match, device: str | None, key: str | None = None) -> str:
    """Stores the match under a new code, or finds the one that `key` has opened already."""
    maintenance.delete_some_expired_once_a_day()
    while True:
        try:
            with writing():
                opened = store.code_opened_with(key) if key else None
                if not opened:
                    row = _new(match, idempotency_key=key)
                    if device is not None:
                        grant_queries.grant(row, device, HOST)
                    commit()
                return opened or row.code
        except Overtaken:  # by the same form, or by the same code: look again
            continue


def _new(match: Match, **around: str | int | None) -> store.Stored:
    around = {
        "joining_until": iso(now() + JOINING),
        "last_day": expiry.count_today(),
        **around,
    }
    row = store.add_match(tokens.new_code(), match.opening, **around)
    journal_queries.append_all(row, match.entries)
    return row


def _follow(found: Found) -> str:
    """Stores the rematch, with every device in its place, and returns its code."""
    match = found.table().fold.match
    facts = {
        **match.opening.to_dict(),
        "sides": list(match.standing.sides),
        "players": list(match.standing.players),
        "first_dealer": match.standing.dealer,
        "opened": iso(now()),
    }
    closed = {} if found.row.joining_until else {"joining_until": ""}
    opening = Match.settle(Opening.from_dict(facts), [])
    claimed = {"claimed_at": found.row.claimed_at}
    row = _new(opening, rematch_of=found.row.id, **closed, **claimed)
    for device, place in grant_queries.grants(found.row):
        grant_queries.grant(row, device, place)
    return row.code

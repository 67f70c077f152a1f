"""Scheduled maintenance of matches, on every kind of database."""

import pytest
from flask import current_app

from scorekeeper.matches import creation, maintenance, matches, seats
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.match import Match
from scorekeeper.store.database import db
from scorekeeper.store.match_cache import CachedMatch, MatchCache
from tests.databases import app, here, url
from tests.match_setup import (
    HAND,
    NAMED,
    OTHER_HAND,
    PEPPER,
    change,
    from_today,
    ran_on,
    submit_entry,
    write_all,
)

__all__ = ["app", "here", "url"]

DAMAGED = {
    "against the rules": '{"strike":9}',
    "half a hand": '{"record":{"bid":"9"}}',
    "a text": '"text"',
    "null": "null",
    "an empty object": "{}",
    "not JSON": "not JSON",
    "cut short": '{"record":{"bid',
    "nothing": "",
    "two entries": '{"record":{"thrown_in":true}},{"record":{"thrown_in":true}}',
    "nested deeply": "[" * 9999,
}


def test_a_match_that_has_expired_is_nowhere_to_be_found_and_can_be_purged(here):
    old, fresh = (creation.open_match(NAMED, "phone") for _ in range(2))
    expire(old)
    link = seats.list_tokens(fresh, "phone")["host"].replace(fresh, old)

    for act in (
        lambda: matches.read_match(old, "phone"),
        lambda: matches.read_match(old),
        lambda: submit_entry(old, "phone", HAND, version=0),
        lambda: seats.open_token(link),
        lambda: seats.take_seat(old, 1, "tablet"),
        lambda: seats.joinable_seats(old, "tablet"),
    ):
        with pytest.raises(matches.MatchNotFound):
            act()
    assert [each.code for each in matches.list_matches("phone")] == [fresh]
    assert [each for each, _ in maintenance.check_matches()] == [fresh]

    assert maintenance.delete_expired() == 1

    assert stored() == [fresh]


def expire(*codes):
    """Let one day more go by than a match is kept."""
    ran_on(*from_today(*range(-90, 0)))
    for code in codes:
        change(code, last_day=from_today(-91)[0])


def stored():
    """Return the codes of all matches, expired ones included, the oldest first."""
    db.session.rollback()
    return db.session.scalars(db.text("SELECT code FROM match ORDER BY id")).all()


def test_unasked_at_most_a_hundredth_of_the_matches_is_deleted_in_a_day_the_oldest_first(here):
    codes = [creation.open_match(NAMED, "phone") for _ in range(101)]
    expire(*codes)
    change(codes[50], last_day="2020-01-01")
    del current_app.extensions["swept"]  # as in the process of the next day

    kept = [creation.open_match(NAMED, "phone") for _ in range(3)]

    left = stored()
    assert len(left) == 101 - 2 + 3
    assert codes[50] not in left
    assert [table.code for table in matches.list_matches("phone")] == kept[::-1]
    assert maintenance.count_expired() == 99


def test_the_next_day_the_next_are_deleted(here):
    old = [creation.open_match(NAMED, "phone") for _ in range(3)]
    expire(*old)
    del current_app.extensions["swept"]
    creation.open_match(NAMED, "phone")
    assert maintenance.count_expired() == 2

    ran_on(*from_today(1))
    creation.open_match(NAMED, "phone")

    assert maintenance.count_expired() == 1


def damage(code, entry):
    """Replace the stored first entry, and empty the cache of matches."""
    current_app.extensions["match_cache"] = MatchCache()
    with db.engine.connect() as connection, connection.begin():
        connection.execute(
            db.text(
                "UPDATE journal SET entry = :entry WHERE number = 1"
                " AND match_id = (SELECT id FROM match WHERE code = :code)"
            ),
            {"entry": entry, "code": code},
        )


@pytest.mark.parametrize("entry", DAMAGED.values(), ids=DAMAGED)
def test_a_stored_match_that_no_longer_reads_is_found_and_hides_no_other(here, entry):
    broken, sound = (creation.open_match(PEPPER, "phone") for _ in range(2))
    write_all(broken, HAND)
    write_all(sound, HAND)
    damage(broken, entry)
    db.session.rollback()

    checked = dict(maintenance.check_matches())

    assert checked[sound] is None
    assert checked[broken] is not None
    assert describe_error(checked[broken])
    assert [each.code for each in matches.list_matches("phone")] == [sound, broken]


@pytest.mark.parametrize("lost", [1, 2])
def test_a_stored_match_that_lost_an_entry_is_found(here, lost):
    code = creation.open_match(PEPPER, "phone")
    write_all(code, HAND, OTHER_HAND, HAND)
    with db.engine.connect() as connection, connection.begin():
        connection.execute(db.text(f"DELETE FROM journal WHERE number = {lost}"))  # noqa: S608
    db.session.rollback()

    ((_, refused),) = maintenance.check_matches()

    assert "missing" in describe_error(refused)


def test_a_match_whose_sheet_is_not_that_of_its_entries_is_found(here):
    code, other = (creation.open_match(PEPPER, "phone") for _ in range(2))
    write_all(code, HAND)
    write_all(other, OTHER_HAND)
    kept = current_app.extensions["match_cache"]
    mine, strange = (matches.read_match(each).cached.match for each in (code, other))
    fold = matches.read_match(code).cached
    kept.put(1, CachedMatch(Match(mine.opening, mine.entries, strange.state), fold.writers))

    checked = dict(maintenance.check_matches())

    assert "another sheet" in describe_error(checked[code])
    assert checked[other] is None

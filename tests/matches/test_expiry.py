"""When a match expires: days on which the program ran are counted, whatever the clock says."""

from datetime import UTC, datetime

import pytest
from flask import current_app

from scorekeeper.matches import creation, expiry, maintenance, matches, seats
from scorekeeper.store.database import db
from tests.databases import app, at_once, here, lands, url
from tests.match_setup import HAND, NAMED, change, code, from_today, ran_on, submit_entry, write_all

__all__ = ["app", "code", "here", "url"]


def known():
    """Return the stored days on which the program ran."""
    db.session.rollback()
    return db.session.scalars(db.text("SELECT date FROM day ORDER BY date")).all()


def ran_last_on(date):
    """Make this date the only day on which the program ran, so that it has not run today."""
    db.session.rollback()
    db.session.execute(db.text("DELETE FROM day"))
    db.session.commit()
    ran_on(date)


def last_day(code):
    db.session.rollback()
    found = db.text("SELECT last_day FROM match WHERE code = :code")
    return db.session.scalar(found, {"code": code})


def clock():
    return datetime.now(UTC).date().isoformat()


def test_a_match_is_kept_however_long_the_program_did_not_run(here, code):
    change(code, last_day="2000-01-01")

    assert matches.read_match(code, "phone").code == code


def test_a_match_is_kept_for_90_days_on_which_the_program_ran_and_not_for_91(here, code):
    change(code, last_day="2000-01-01")

    ran_on(*from_today(*range(-89, 0)))  # and today
    assert matches.read_match(code, "phone").code == code
    ran_on("2000-01-02")

    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "phone")


def test_the_last_day_that_is_shown_is_today_and_the_days_that_are_left(here, code):
    assert seats.read_seating(code, "phone").expires == from_today(90)[0]

    change(code, last_day="2000-01-01")
    assert seats.read_seating(code, "phone").expires == from_today(89)[0]
    ran_on("2000-01-02", "2000-02-01")
    assert seats.read_seating(code, "phone").expires == from_today(87)[0]


def test_a_day_a_year_ahead_counts_as_one_day(here, code):
    ran_on(*from_today(365))

    assert matches.read_match(code, "phone").code == code
    assert seats.read_seating(code, "phone").expires == from_today(89)[0]
    assert maintenance.count_expired() == 0


def test_what_is_opened_or_written_while_the_clock_is_behind_is_of_the_newest_known_day(here, code):
    (ahead,) = from_today(400)
    ran_last_on(ahead)

    write_all(code, HAND)
    other = creation.open_match(NAMED, "phone")

    assert last_day(code) == last_day(other) == ahead
    assert known() == [ahead]


def test_a_day_is_counted_by_whoever_writes_and_by_nobody_who_reads(here, code):
    ran_last_on("2000-01-01")

    matches.read_match(code, "phone")
    seats.read_seating(code, "phone")
    assert known() == ["2000-01-01"]

    write_all(code, HAND)
    assert known() == ["2000-01-01", clock()]


def test_a_write_that_is_refused_counts_no_day(here, code):
    ran_last_on("2000-01-01")

    with pytest.raises(matches.VersionConflict):
        submit_entry(code, "phone", HAND, version=7)

    assert known() == ["2000-01-01"]
    assert expiry.today() == clock()


def test_of_many_who_write_first_on_a_day_each_lands_and_the_day_counts_once(app, url):
    opened = at_once(app, [lambda: creation.open_match(NAMED, "phone")] * 8)

    assert len(lands(opened)) == 8
    with app.app_context():
        assert known() == [clock()]


def test_the_program_may_begin_a_day_as_often_as_it_is_started(here):
    maintenance.begin_day()
    current_app.extensions.pop("days", None)  # as in another process
    maintenance.begin_day()

    assert known() == [clock()]

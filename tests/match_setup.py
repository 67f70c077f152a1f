"""Fixtures and helpers of the tests of matches on databases that the program commits to."""

import datetime as dt
import re
from datetime import date, timedelta

import pytest
from flask import current_app

from scorekeeper.codec.submission import Submission, read_submission
from scorekeeper.matches import creation, expiry, host_role, matches, seats
from scorekeeper.matches.snapshot import find_match
from scorekeeper.rules.entry import End
from scorekeeper.store import journal_queries
from scorekeeper.store.database import db, write_transaction
from scorekeeper.store.match_queries import opening_of
from tests.rules.builders import record, replayed

PEPPER = {"ruleset": {"preset": "pepper"}}
NAMED = {**PEPPER, "players": ["Ann", "Bob", "Cat", "Dan"]}
HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER_HAND = record(bidder=1, bid="4", tricks=[3, 3])
ENDLESS = {"ruleset": {"preset": "pepper", "target": None}}
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def code(here):
    """Provide the code of a match of Ann, Bob, Cat and Dan, opened by the actor "phone"."""
    return creation.open_match(NAMED, "phone")


def submit_entry(code, actor, facts, **asked):
    """Write the entry as pages and API do: read for the match, if there is one, then submitted."""
    try:
        submission = read_submission(facts, matches.read_match(code).state)
    except matches.MatchNotFound:
        submission = Submission(End())
    return matches.write_entry(code, actor, submission, **asked)


def write_all(code, *facts):
    for version, entry in enumerate(facts, matches.read_match(code).sheet.version):
        table = submit_entry(code, "phone", entry, version=version)
    return table


def store(code, *facts):
    """Append entries to the journal without checks, as an older version may have written them."""
    with write_transaction():
        row = find_match(code, None).record
        journal_queries.append_rows(row, replayed(opening_of(row), facts).entries)


def change(code, **columns):
    """Set columns of the match's row."""
    assignments = ", ".join(f"{name} = :{name}" for name in columns)
    db.session.rollback()
    db.session.execute(
        db.text(f"UPDATE match SET {assignments} WHERE code = :code"),  # noqa: S608
        {**columns, "code": code},
    )
    db.session.commit()


def ran_on(*dates):
    """Store these dates as days on which the program ran."""
    db.session.rollback()
    for day in dates:
        db.session.execute(db.text("INSERT INTO day (date) VALUES (:date)"), {"date": day})
    db.session.commit()
    current_app.extensions.pop("days", None)


def from_today(*days):
    """Return the ISO dates that are so many days from today."""
    today = date.fromisoformat(expiry.today())
    return [(today + timedelta(days=each)).isoformat() for each in days]


def table(code, who="phone"):
    """Read the match as another process would."""
    db.session.rollback()
    return matches.read_match(code, who)


def places(code, who):
    return table(code, who).roles


def audit_events(code):
    db.session.rollback()
    return [(event.by, event.event, event.role) for event in seats.list_audit_events(code, None)]


def claimed(code):
    """Let the tablet take a seat, write a hand by it and claim the host's role."""
    seats.take_seat(code, 1, "tablet")
    seats.take_seat(code, 2, "other")
    write(code, "tablet", HAND)
    return host_role.claim_role(code, "tablet")


def write(code, who, facts):
    return submit_entry(code, who, facts, version=table(code, None).sheet.version)


def later(seconds):
    """Move the clock of presence forward, so that everybody was here so many seconds longer ago."""
    presence = current_app.extensions["presence"]
    before = presence.clock
    presence.clock = lambda: before() + seconds


def over(code, seconds=1):
    """Set the end of the claim's sixty seconds to so many seconds ago."""
    ends = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=seconds)
    change(code, claim_ends=ends.isoformat(timespec="seconds").replace("+00:00", "Z"))

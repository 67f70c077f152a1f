"""A match as it is played and looked at where the program commits: what those tests share."""

import re

import pytest

from scorekeeper import hosting, joining, opening, service
from scorekeeper.rules.match import Match
from scorekeeper.store import journal
from scorekeeper.store.database import commit, db, writing
from scorekeeper.store.matches import opening_of
from scorekeeper.tables import find
from tests.rules.building import record

PEPPER = {"ruleset": {"preset": "pepper"}}
NAMED = {**PEPPER, "players": ["Ann", "Bob", "Cat", "Dan"]}
HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER_HAND = record(bidder=1, bid="4", tricks=[3, 3])
ENDLESS = {"ruleset": {"preset": "pepper", "target": None}}
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def code(here):
    """The code of a match of Ann, Bob, Cat and Dan, opened by a phone."""
    return opening.open_match(NAMED, "phone")


def write_all(code, *facts):
    for version, entry in enumerate(facts, service.read_match(code).sheet.version):
        table = service.write_entry(code, "phone", entry, version=version)
    return table


def store(code, *facts):
    """Puts entries into the journal as a program of before may have written them."""
    with writing():
        row = find(code, None).row
        journal.append_all(row, Match.settle(opening_of(row), facts).entries)
        commit()


def change(code, **columns):
    """Puts other values into the match's row, as only time could."""
    assignments = ", ".join(f"{name} = :{name}" for name in columns)
    db.session.rollback()
    db.session.execute(
        db.text(f"UPDATE match SET {assignments} WHERE code = :code"),  # noqa: S608
        {**columns, "code": code},
    )
    db.session.commit()


def table(code, who="phone"):
    """The match as another process would read it."""
    db.session.rollback()
    return service.read_match(code, who)


def places(code, who):
    return table(code, who).places


def deeds(code):
    db.session.rollback()
    return [(act.by, act.deed, act.place) for act in joining.acts(code, None)]


def claimed(code):
    joining.take_seat(code, 1, "tablet")
    joining.take_seat(code, 2, "other")
    return hosting.claim(code, "tablet")

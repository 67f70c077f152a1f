"""How a match begins: opened, imported or a rematch, on every kind of database."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from scorekeeper.codec.match_file import read_json, write_match_file
from scorekeeper.matches import creation, maintenance, matches, seats
from scorekeeper.rules.errors import RuleError
from scorekeeper.store.database import db
from tests.databases import app, at_once, here, program, url
from tests.match_setup import (
    HAND,
    NAMED,
    OTHER_HAND,
    PEPPER,
    UTC,
    code,
    places,
    submit_entry,
    write_all,
)
from tests.rules.builders import match_file, record
from tests.rules.strategies import evenings

__all__ = ["app", "code", "here", "url"]

EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))["match"]
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}


@pytest.fixture(scope="module")
def evening_app(tmp_path_factory):
    file = tmp_path_factory.mktemp("opening") / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        yield app


# ------------------------------------------------------------------------ opening


def test_a_match_that_was_opened_is_read_by_its_device(here):
    facts = {**PEPPER, "sides": ["The Elders", "The Rest"], "start": [5, 0], "first_dealer": 2}

    code = creation.open_match(facts, "phone")

    table = matches.read_match(code, "phone")
    assert table.code == code
    assert table.sheet.sides == ("The Elders", "The Rest")
    assert (table.sheet.totals, table.sheet.next_dealer) == ((5, 0), 2)
    assert (table.sheet.version, table.sheet.state) == (0, "playing")
    assert UTC.fullmatch(table.match.opening.opened)


def test_a_match_that_the_rules_refuse_is_not_opened(here):
    with pytest.raises(RuleError) as refused:
        creation.open_match({**PEPPER, "start": [-1, 0]}, "phone")

    assert refused.value.field == "start"
    assert list(maintenance.check_matches()) == []


def test_a_form_that_opens_a_match_opens_one(here):
    opened = {creation.open_match(PEPPER, "phone", "form 1") for _ in range(3)}

    assert [code for code, _ in maintenance.check_matches()] == list(opened)


def test_the_same_form_with_other_facts_or_from_another_device_opens_another(here):
    opened = {
        creation.open_match(PEPPER, "phone", "form 1"),
        creation.open_match({**PEPPER, "start": [1, 0]}, "phone", "form 1"),
        creation.open_match(PEPPER, "tablet", "form 1"),
        creation.open_match(PEPPER, "phone", "form 2"),
    }

    assert len(opened) == 4


def test_a_form_sent_eight_times_at_once_opens_one_match(app):
    opened = at_once(app, [lambda: creation.open_match(PEPPER, "phone", "form 1")] * 8)

    with app.app_context():
        (kept,) = [code for code, _ in maintenance.check_matches()]
    assert opened == [kept] * 8


# ------------------------------------------------------------------------ imported matches


@pytest.mark.parametrize("name", EVENINGS)
def test_a_whole_evening_is_exported_taken_in_and_exported_again_byte_for_byte(here, name):
    first = write_match_file(matches.read_match(creation.import_match(EVENINGS[name])).match)

    again = creation.import_match(read_json(first))

    db.session.rollback()
    assert write_match_file(matches.read_match(again).match) == first


@settings(max_examples=40, deadline=None)
@given(evening=evenings())
def test_any_match_is_exported_taken_in_and_exported_again_byte_for_byte(evening_app, evening):
    first = write_match_file(matches.read_match(creation.import_match(evening[1])).match)

    again = creation.import_match(read_json(first))

    db.session.rollback()
    assert write_match_file(matches.read_match(again).match) == first


def test_a_match_that_was_written_here_is_taken_in_again_with_its_times_and_writers(code):
    write_all(code, HAND, {"rename": {"side": 0, "name": "The Elders"}}, {"end": True})
    first = write_match_file(matches.read_match(code).match)

    again = creation.import_match(read_json(first), "tablet")

    assert again != code
    assert write_match_file(matches.read_match(again, "tablet").match) == first
    assert first.count(b'"by": "Host"') == 3


def test_a_match_taken_in_is_played_on(here):
    code = creation.import_match(match_file(HAND), "phone")

    table = submit_entry(code, "phone", OTHER_HAND, version=1)

    assert table.sheet.version == 2


def test_a_match_taken_in_by_nobody_is_opened_by_its_link_alone(here):
    code = creation.import_match(match_file(HAND))

    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "phone")
    seats.take_role(seats.host_link(code), "phone")

    assert matches.read_match(code, "phone").sheet.version == 1


@pytest.mark.parametrize(
    ("facts", "entry"),
    [
        (match_file(HAND, record(bidder=0, bid="3", tricks=[9, 9])), 2),
        (match_file(HAND, {"strike": 7}, HAND), 2),
        (match_file(start=[-1, 0]), None),
        (match_file(rules={"target": {"points": 0, "test": "reach"}}), None),
        (match_file(format="scorekeeper/2"), None),
        (match_file(HAND) | {"more": 1}, None),
        ([], None),
        (None, None),
        ("scorekeeper/1", None),
    ],
)
def test_a_match_that_is_refused_is_not_taken_in(here, facts, entry):
    with pytest.raises(RuleError) as refused:
        creation.import_match(facts, "phone")

    assert refused.value.entry == entry
    assert list(maintenance.check_matches()) == []
    assert list(matches.list_matches("phone")) == []


# ------------------------------------------------------------------------ rematches


def test_a_rematch_keeps_every_device_in_its_place(code):
    seats.take_seat(code, 1, "tablet", "Tom")
    seats.take_role(seats.list_tokens(code, "phone")["watch"], "television")
    submit_entry(code, "tablet", HAND, version=1)

    after, made = creation.rematch(code, "tablet")

    assert made
    assert after.roles == {"seat 1"}
    assert after.sheet.players[1] == "Tom"
    for who, held in (("phone", "host"), ("tablet", "seat 1"), ("television", "watch")):
        assert places(after.code, who) == {held}
    assert seats.read_seating(code, "phone").next_code == after.code
    assert creation.find_rematch(code, "television") == after.code
    assert creation.rematch(after.code, "phone")[0].code not in (code, after.code)


def test_of_eight_rematches_at_once_one_is_made(app):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")

    answers = at_once(app, [lambda: creation.rematch(code, "phone")] * 8)

    assert len({table.code for table, _ in answers}) == 1
    assert [made for _, made in answers].count(True) == 1

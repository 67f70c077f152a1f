"""A match of the most entries that one may have, and a longer one of an older version."""

import pytest

from scorekeeper.codec.match_file import read_json, write_match_file
from scorekeeper.codec.submission import read_submission
from scorekeeper.matches import creation, maintenance, matches, seats
from scorekeeper.rules.checks import MOST_ENTRIES
from scorekeeper.rules.errors import RuleError
from tests.databases import app, here, url
from tests.match_setup import ENDLESS, HAND, places, store, submit_entry
from tests.rules.builders import match_file

__all__ = ["app", "here", "url"]


@pytest.fixture
def full(here):
    """Provide the code of a match that takes no more hands."""
    code = creation.open_match(ENDLESS, "phone")
    store(code, *[HAND] * MOST_ENTRIES)
    return code


@pytest.fixture
def longer(here):
    """Provide the code of a match from before the limit, with impossible times."""
    code = creation.open_match(ENDLESS, "phone")
    wild = {"rename": {"side": 0, "name": "Z" + "\u0338" * 76}, "at": "0001-01-01T00:00:00Z"}
    store(code, wild, *[HAND] * (MOST_ENTRIES + 10))
    return code


def test_a_full_match_takes_no_more_but_what_undoes_ends_or_reopens_it(full):
    number = MOST_ENTRIES
    for facts in (HAND, {"strike": 1}, {"rename": {"side": 0, "name": "X"}}, {"dealer": 1}):
        with pytest.raises(RuleError) as refused:
            submit_entry(full, "phone", facts, version=number)
        assert refused.value.field in facts
    state = matches.read_match(full).state
    with pytest.raises(RuleError):
        matches.preview_entry(full, "phone", read_submission(HAND, state), version=number)

    for facts in ({"undo": number}, {"end": True}, {"reopen": "too early"}):
        number = submit_entry(full, "phone", facts, version=number).sheet.version

    with pytest.raises(RuleError):
        submit_entry(full, "phone", HAND, version=number)
    assert matches.read_match(full, "phone").sheet.version == MOST_ENTRIES + 3


def test_at_a_full_match_a_seat_is_still_taken_and_keeps_its_name(full):
    table = seats.take_seat(full, 1, "tablet", "Tom")

    assert table.sheet.players[1] == "East"
    assert places(full, "tablet") == {"seat 1"}


def test_where_a_seat_and_its_column_have_one_name_neither_or_both_get_a_new_one(here):
    code = creation.open_match({"ruleset": {"preset": "plain", "players": 3}}, "phone")
    store(code, *[{"record": {"adjustment": [1, 0, 0]}}] * (MOST_ENTRIES - 1))

    table = seats.take_seat(code, 1, "tablet", "Tom")

    assert table.sheet.players == table.sheet.sides
    assert table.sheet.version == MOST_ENTRIES - 1


def test_a_full_match_is_followed_by_a_rematch(full):
    after, made = creation.rematch(full, "phone")

    assert made
    assert after.sheet.version == 0


def test_a_full_match_is_exported_and_taken_in_again_byte_for_byte(full):
    first = write_match_file(matches.read_match(full).match)

    assert (
        write_match_file(matches.read_match(creation.import_match(read_json(first))).match) == first
    )


def test_a_longer_match_of_before_is_read_exported_and_checked_and_not_taken_in(longer):
    match = matches.read_match(longer, "phone").match

    assert len(match.entries) == MOST_ENTRIES + 11
    assert match.state.sides[0] == "Z" + "\u0338" * 76
    assert list(maintenance.check_matches()) == [(longer, None)]
    with pytest.raises(RuleError) as refused:
        creation.import_match(read_json(write_match_file(match)))
    assert (refused.value.entry, refused.value.field) == (1, "at")
    later = [HAND] * (MOST_ENTRIES + 10)
    with pytest.raises(RuleError) as refused:
        creation.import_match(match_file(*later, rules={"target": None}))
    assert refused.value.entry == MOST_ENTRIES + 1

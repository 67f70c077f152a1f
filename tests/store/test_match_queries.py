"""Values to rows and rows to values, and the constraints of the tables."""

import json

import pytest
from hypothesis import given, settings
from sqlalchemy import delete

from scorekeeper.codec import ruleset
from scorekeeper.codec.match_file import read_match, write_match
from scorekeeper.codec.presets import load_preset
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.store import grant_queries, match_queries
from scorekeeper.store.database import db, write_transaction
from scorekeeper.store.exceptions import WriteConflict
from scorekeeper.store.models import GrantRow, JournalRow, MatchRow
from tests.rules.builders import match_file
from tests.rules.strategies import evenings
from tests.store.conftest import HANDS, OPENED, add, count, keep, kept


def test_a_match_is_read_as_it_was_kept(each_store):
    facts = match_file(*HANDS, opened=OPENED, note="cabin, first night", start=[5, 0])

    match = keep(facts, "AAAAAA")

    assert write_match(kept("AAAAAA")) == write_match(match)


@settings(max_examples=60, deadline=None)
@given(evening=evenings())
def test_facts_to_rows_to_facts_is_an_identity(evening_store, evening):
    code = f"{count(MatchRow):06}"

    match = keep(evening[1] | {"opened": OPENED}, code)

    again = kept(code)
    assert write_match(again) == write_match(match)
    assert again.opening == match.opening
    assert again.entries == match.entries
    assert write_sheet(build_sheet(again)) == write_sheet(build_sheet(match))


def test_a_second_match_with_the_same_code_is_an_error(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    with pytest.raises(WriteConflict) as conflict:
        keep(match_file(opened=OPENED), "AAAAAA")

    assert conflict.value.column == "code"
    assert len(kept("AAAAAA").entries) == 3
    assert count(MatchRow) == 1


def test_a_second_match_opened_with_the_same_key_is_an_error(each_store):
    keep(match_file(opened=OPENED), "AAAAAA", key="form 1")

    with pytest.raises(WriteConflict) as conflict:
        keep(match_file(opened=OPENED), "BBBBBB", key="form 1")

    assert conflict.value.column == "idempotency_key"
    db.session.rollback()
    assert match_queries.codes() == ["AAAAAA"]


def test_a_device_holds_a_place_once(each_store):
    keep(match_file(opened=OPENED), "AAAAAA")

    for _ in range(2):
        with write_transaction():
            grant_queries.grant(match_queries.find_match("AAAAAA"), "phone", "host")

    db.session.rollback()
    assert count(GrantRow) == 1
    with pytest.raises(WriteConflict) as conflict:
        add(GrantRow(match_id=1, device="phone", role="host"))
    assert conflict.value.column == ""


def test_deleting_a_match_deletes_its_journal_and_its_grants_and_no_others(each_store):
    for code in ("AAAAAA", "BBBBBB"):
        keep(match_file(*HANDS, opened=OPENED), code)
        with write_transaction():
            grant_queries.grant(match_queries.find_match(code), "phone", "host")

    with write_transaction():
        db.session.execute(delete(MatchRow).where(MatchRow.code == "AAAAAA"))

    db.session.rollback()
    assert match_queries.codes() == ["BBBBBB"]
    assert (count(JournalRow), count(GrantRow)) == (3, 1)


def test_the_ruleset_is_stored_whole(each_store):
    keep(match_file(opened=OPENED, rules={"minimum_bid": "3"}), "AAAAAA")

    stored = json.loads(match_queries.find_match("AAAAAA").ruleset)

    assert set(stored) == set(ruleset.FIELDS)
    assert "preset" not in stored


def test_an_old_match_does_not_change_when_its_preset_does(each_store, monkeypatch):
    match = keep(match_file(*HANDS, opened=OPENED), "AAAAAA")
    sheet = write_sheet(build_sheet(match))
    other = dict(load_preset("pepper")) | {
        "name": "Another pepper",
        "target": {"points": 5, "test": "reach"},
        "made": {"points": 99},
        "sheet": "signed",
    }
    monkeypatch.setattr(ruleset, "load_preset", lambda _: other)

    new_sheet = write_sheet(build_sheet(read_match(match_file(HANDS[0]))))
    old_sheet = write_sheet(build_sheet(kept("AAAAAA")))

    assert new_sheet["name"] == "Another pepper"
    assert old_sheet == sheet


def test_only_entries_are_stored_and_nothing_that_can_be_worked_out(each_store):
    columns = {table: set(table.__table__.columns.keys()) for table in (MatchRow, JournalRow)}

    assert columns[JournalRow] == {
        *("match_id", "number", "entry", "writer", "idempotency_key", "asked", "place")
    }
    worked_out = {"totals", "scores", "state", "winner", "shortfalls", "version", "next_dealer"}
    assert not columns[MatchRow] & worked_out


def test_matches_whose_time_has_come_are_found_without_reading_the_others(store):
    asked = f"EXPLAIN QUERY PLAN {match_queries._OLDEST.compile(db.engine)}"  # noqa: SLF001 - itself

    plan = db.session.connection().exec_driver_sql(asked, ("2026-11-29", 1, 0)).first()

    assert "INDEX ix_match_last_day" in str(plan)

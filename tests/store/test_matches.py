"""Facts to rows and rows to facts, and what the tables promise."""

import json

import pytest
from hypothesis import given, settings
from sqlalchemy import delete, func, select

from scorekeeper.rules import ruleset_reader
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.store import journal, matches, places
from scorekeeper.store.database import commit, db, writing
from scorekeeper.store.errors import Overtaken
from scorekeeper.store.models import GrantRow, JournalRow, MatchRow
from tests.rules.building import match_file, record
from tests.rules.strategies import evenings

OPENED = "2026-11-29T20:45:00Z"
HANDS = (
    record(bidder=0, bid="3", tricks=[4, 2]),
    record(bidder=1, bid="big pepper", tricks=[1, 5]),
    record(adjustment=[0, -2], note="revoke"),
)


def keep(facts, code, key=None):
    """Stores a whole match file under this code."""
    match = Match.from_dict(facts)
    with writing():
        row = matches.add_match(code, match.opening, idempotency_key=key)
        journal.append_all(row, match.entries)
        commit()
    return match


def kept(code):
    """What the file holds, read by nothing that remembers."""
    db.session.rollback()
    matches._opening.cache_clear()  # noqa: SLF001 - what a new process starts with
    return journal.settle(matches.find_match(code)).match


def count(table):
    return db.session.scalar(select(func.count()).select_from(table))


def append(code, number, facts, **asked):
    """Writes an entry under this number, as a writer would who had not looked."""
    with writing():
        row = matches.find_match(code, lock=True)
        match = journal.settle(row).match
        entries = [*(entry.to_dict() for entry in match.entries), facts]
        entry = Match.settle(match.opening, entries).entries[-1]
        journal.append(row, number, entry, **asked)
        commit()


def add(row):
    with writing():
        db.session.add(row)
        commit()


def test_a_match_is_read_as_it_was_kept(each_store):
    facts = match_file(*HANDS, opened=OPENED, note="cabin, first night", start=[5, 0])

    match = keep(facts, "AAAAAA")

    assert kept("AAAAAA").to_dict() == match.to_dict()


@settings(max_examples=60, deadline=None)
@given(evening=evenings())
def test_facts_to_rows_to_facts_is_an_identity(evening_store, evening):
    code = f"{count(MatchRow):06}"

    match = keep(evening[1] | {"opened": OPENED}, code)

    again = kept(code)
    assert again.to_dict() == match.to_dict()
    assert again.opening == match.opening
    assert again.entries == match.entries
    assert build_sheet(again).to_dict() == build_sheet(match).to_dict()


def test_the_first_entries_alone_give_the_match_as_it_stood_then(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    then = journal.settle(matches.find_match("AAAAAA"), 2).match

    assert [entry.to_dict()["record"]["bid"] for entry in then.entries] == ["3", "big pepper"]


def test_matches_do_not_see_each_others_journals(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")
    keep(match_file(HANDS[1], opened=OPENED), "BBBBBB")

    assert len(kept("AAAAAA").entries) == 3
    assert len(kept("BBBBBB").entries) == 1


def test_a_second_entry_with_the_same_number_is_an_error(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    with pytest.raises(Overtaken):
        append("AAAAAA", 3, {"strike": 1})

    assert [entry.to_dict() for entry in kept("AAAAAA").entries][2] == {
        "record": {"adjustment": [0, -2], "note": "revoke"}
    }


def test_a_second_match_with_the_same_code_is_an_error(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    with pytest.raises(Overtaken):
        keep(match_file(opened=OPENED), "AAAAAA")

    assert len(kept("AAAAAA").entries) == 3
    assert count(MatchRow) == 1


def test_a_second_match_opened_with_the_same_key_is_an_error(each_store):
    keep(match_file(opened=OPENED), "AAAAAA", key="form 1")

    with pytest.raises(Overtaken):
        keep(match_file(opened=OPENED), "BBBBBB", key="form 1")

    db.session.rollback()
    assert matches.codes() == ["AAAAAA"]


def test_a_writers_key_writes_only_one_entry_of_a_match(each_store):
    keep(match_file(opened=OPENED), "AAAAAA")
    append("AAAAAA", 1, HANDS[0], writer="phone", idempotency_key="k", asked="a")

    with pytest.raises(Overtaken):
        append("AAAAAA", 2, HANDS[1], writer="phone", idempotency_key="k", asked="b")
    append("AAAAAA", 2, HANDS[1], writer="tablet", idempotency_key="k", asked="b")

    assert len(kept("AAAAAA").entries) == 2


def test_an_entry_of_no_match_is_an_error(each_store):
    orphan = JournalRow(match_id=99, number=1, entry="{}")

    with pytest.raises(Overtaken):
        add(orphan)

    db.session.rollback()
    assert count(JournalRow) == 0


def test_a_device_holds_a_place_once(each_store):
    keep(match_file(opened=OPENED), "AAAAAA")

    for _ in range(2):
        with writing():
            places.grant(matches.find_match("AAAAAA"), "phone", "host")
            commit()

    db.session.rollback()
    assert count(GrantRow) == 1
    with pytest.raises(Overtaken):
        add(GrantRow(match_id=1, device="phone", place="host"))


def test_deleting_a_match_deletes_its_journal_and_its_grants_and_no_others(each_store):
    for code in ("AAAAAA", "BBBBBB"):
        keep(match_file(*HANDS, opened=OPENED), code)
        with writing():
            places.grant(matches.find_match(code), "phone", "host")
            commit()

    with writing():
        db.session.execute(delete(MatchRow).where(MatchRow.code == "AAAAAA"))
        commit()

    db.session.rollback()
    assert matches.codes() == ["BBBBBB"]
    assert (count(JournalRow), count(GrantRow)) == (3, 1)


def test_the_ruleset_is_stored_whole(each_store):
    keep(match_file(opened=OPENED, rules={"minimum_bid": "3"}), "AAAAAA")

    stored = json.loads(matches.find_match("AAAAAA").ruleset)

    assert set(stored) == set(ruleset_reader.FIELDS)
    assert "preset" not in stored


def test_an_old_match_does_not_change_when_its_preset_does(each_store, monkeypatch):
    match = keep(match_file(*HANDS, opened=OPENED), "AAAAAA")
    sheet = build_sheet(match).to_dict()
    other = ruleset_reader.preset("pepper") | {
        "name": "Another pepper",
        "target": {"points": 5, "test": "reach"},
        "made": {"points": 99},
        "sheet": "signed",
    }
    monkeypatch.setattr(ruleset_reader, "preset", lambda _: other)

    new_sheet = build_sheet(Match.from_dict(match_file(HANDS[0]))).to_dict()
    old_sheet = build_sheet(kept("AAAAAA")).to_dict()

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
    asked = f"EXPLAIN QUERY PLAN {matches._DELETE_OLD.compile(db.engine)}"  # noqa: SLF001 - itself

    plan = db.session.connection().exec_driver_sql(asked, ("2026-11-29",)).first()

    assert "INDEX ix_match_last_day" in str(plan)

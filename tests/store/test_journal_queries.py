"""The journal as rows, and the match that is replayed from them."""

import pytest

from scorekeeper.codec.entry import write_entry
from scorekeeper.store import journal_queries, match_queries
from scorekeeper.store.database import db, write_transaction
from scorekeeper.store.exceptions import WriteConflict
from scorekeeper.store.models import JournalRow
from tests.rules.builders import match_file, replayed
from tests.store.conftest import HANDS, OPENED, add, count, keep, kept


def append(code, number, facts, **asked):
    """Append an entry under this number, as a writer that has not read the latest version."""
    with write_transaction():
        row = match_queries.find_match(code, lock=True)
        match = journal_queries.load_match(row).match
        entries = [*(write_entry(entry) for entry in match.entries), facts]
        entry = replayed(match.opening, entries).entries[-1]
        journal_queries.append_row(row, number, entry, **asked)


def test_the_first_entries_alone_give_the_match_as_it_stood_then(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    then = journal_queries.load_match(match_queries.find_match("AAAAAA"), 2).match

    assert [write_entry(entry)["record"]["bid"] for entry in then.entries] == ["3", "big pepper"]


def test_matches_do_not_see_each_others_journals(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")
    keep(match_file(HANDS[1], opened=OPENED), "BBBBBB")

    assert len(kept("AAAAAA").entries) == 3
    assert len(kept("BBBBBB").entries) == 1


def test_a_second_entry_with_the_same_number_is_an_error(each_store):
    keep(match_file(*HANDS, opened=OPENED), "AAAAAA")

    with pytest.raises(WriteConflict):
        append("AAAAAA", 3, {"strike": 1})

    assert [write_entry(entry) for entry in kept("AAAAAA").entries][2] == {
        "record": {"adjustment": [0, -2], "note": "revoke"}
    }


def test_a_writers_key_writes_only_one_entry_of_a_match(each_store):
    keep(match_file(opened=OPENED), "AAAAAA")
    append("AAAAAA", 1, HANDS[0], writer="phone", idempotency_key="k", request_digest="a")

    with pytest.raises(WriteConflict):
        append("AAAAAA", 2, HANDS[1], writer="phone", idempotency_key="k", request_digest="b")
    append("AAAAAA", 2, HANDS[1], writer="tablet", idempotency_key="k", request_digest="b")

    assert len(kept("AAAAAA").entries) == 2


def test_an_entry_of_no_match_is_an_error(each_store):
    orphan = JournalRow(match_id=99, number=1, entry="{}")

    with pytest.raises(WriteConflict):
        add(orphan)

    db.session.rollback()
    assert count(JournalRow) == 0

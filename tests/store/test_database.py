"""How the database is opened, how SQLite is configured, how a write is locked."""

import sqlite3
from contextlib import ExitStack

import pytest
from sqlalchemy import event, text

from scorekeeper.store import database, match_queries
from scorekeeper.store.database import db, write_transaction
from scorekeeper.store.exceptions import Unavailable
from tests.databases import at_once
from tests.store.conftest import OPENING, add_match, opened, stranger


def test_every_connection_is_durable_and_checked(store):
    connections = [db.engine.connect() for _ in range(3)]

    in_force = [
        [connection.scalar(text(f"PRAGMA {name}")) for connection in connections]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]

    for connection in connections:
        connection.close()
    full, on = 2, 1
    assert in_force == [["wal"] * 3, [full] * 3, [on] * 3]


def test_a_write_is_alone_from_its_beginning_while_others_still_read(store, file):
    add_match()

    with write_transaction(), stranger(file) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        seen = other.execute("SELECT count(*) FROM match").fetchone()

    assert seen == (1,)


def test_a_read_keeps_no_writer_waiting(store, file):
    add_match()

    assert match_queries.find_match("AAAAAA") is not None
    with stranger(file) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE match SET note = 'written meanwhile'")
        other.execute("COMMIT")

    db.session.rollback()
    assert match_queries.find_match("AAAAAA").note == "written meanwhile"


def test_a_read_sees_one_moment_from_its_first_row_to_its_last(store, file):
    add_match()

    assert match_queries.codes() == ["AAAAAA"]
    with stranger(file) as other:
        other.execute("UPDATE match SET code = 'BBBBBB'")

    assert match_queries.codes() == ["AAAAAA"]


def test_what_is_written_is_seen_by_others_from_the_end_of_the_transaction_on(each_store):
    def seen_by_others():
        with db.engine.connect() as other:
            return other.scalar(text("SELECT count(*) FROM match"))

    with write_transaction():
        match_queries.add_match("AAAAAA", OPENING)
        during = seen_by_others()

    assert (during, seen_by_others()) == (0, 1)


def test_an_error_in_the_middle_of_a_write_leaves_nothing_and_frees_the_lock(each_store):
    def break_off():
        with write_transaction():
            match_queries.add_match("AAAAAA", OPENING)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()

    assert match_queries.codes() == []
    add_match("BBBBBB")
    db.session.rollback()
    assert match_queries.codes() == ["BBBBBB"]


def test_a_full_disk_is_unavailable_and_leaves_nothing(store, file):
    add_match()
    with db.engine.connect() as connection:
        used = connection.scalar(text("PRAGMA page_count"))
    db.engine.dispose()

    @event.listens_for(db.engine, "connect")
    def _no_room(connection, _):
        connection.execute(f"PRAGMA max_page_count={used}")

    def write_too_much():
        with write_transaction():
            for number in range(100):
                match_queries.add_match(f"FULL{number}", OPENING)

    with pytest.raises(Unavailable, match="full"):
        write_too_much()
    assert match_queries.codes() == ["AAAAAA"]


def test_of_writers_at_one_match_each_reads_what_the_one_before_has_written(each_store):
    add_match()

    def write_on():
        with write_transaction():
            row = match_queries.find_match("AAAAAA", lock=True)
            note = int(row.note or 0)
            match_queries.update_match(row, note=str(note + 1))

    assert at_once(each_store, [write_on] * 20) == [None] * 20

    assert match_queries.find_match("AAAAAA").note == "20"


def test_whoever_finds_no_connection_free_in_time_is_told_that_the_database_does_not_answer(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(database._OPTIONS, "pool_timeout", 0.01)  # noqa: SLF001 - else ten seconds
    with opened(f"sqlite:///{tmp_path}/busy.sqlite3"), ExitStack() as busy:
        for _ in range(16):
            busy.enter_context(db.engine.connect())

        with pytest.raises(Unavailable, match="in time"):
            match_queries.codes()
        with pytest.raises(Unavailable, match="in time"):
            add_match()

        busy.close()
        assert match_queries.codes() == []

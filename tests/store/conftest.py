"""Real databases for the tests of the store: a SQLite file, and PostgreSQL where a test asks."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.codec.match_file import read_match
from scorekeeper.store import journal_queries, match_queries
from scorekeeper.store.database import db, init_database, write_transaction
from tests.databases import fresh
from tests.rules.builders import match_file, record

OPENED = "2026-11-29T20:45:00Z"
OPENING = read_match(match_file(opened=OPENED)).opening
HANDS = (
    record(bidder=0, bid="3", tricks=[4, 2]),
    record(bidder=1, bid="big pepper", tricks=[1, 5]),
    record(adjustment=[0, -2], note="revoke"),
)


@contextmanager
def opened(url: str) -> Iterator[Flask]:
    """Yield an app with nothing but its database, in its context."""
    app = Flask("store")
    try:
        init_database(app, url)
        with app.app_context():
            yield app
    finally:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@contextmanager
def stranger(file):
    """Open the same file as another program that does not wait for locks."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        yield connection


def add_match(code="AAAAAA"):
    with write_transaction():
        match_queries.add_match(code, OPENING)


def keep(facts, code, key=None):
    """Store a whole match file under this code."""
    match = read_match(facts)
    with write_transaction():
        row = match_queries.add_match(code, match.opening, idempotency_key=key)
        journal_queries.append_rows(row, match.entries)
    return match


def kept(code):
    """Read the match from the database, past every cache."""
    db.session.rollback()
    return journal_queries.load_match(match_queries.find_match(code)).match


def count(table):
    return db.session.scalar(select(func.count()).select_from(table))


def add(row):
    with write_transaction():
        db.session.add(row)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "scorekeeper.sqlite3"


@pytest.fixture
def store(file):
    with opened(f"sqlite:///{file}") as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def each_store(request, tmp_path):
    """Provide an empty store on each kind of database."""
    with fresh(request.param, tmp_path) as address, opened(by_its_driver(address)) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def evening_store(request, tmp_path_factory):
    """Provide one store of each kind for all the examples of a Hypothesis test."""
    folder = tmp_path_factory.mktemp("store")
    with fresh(request.param, folder) as address, opened(by_its_driver(address)) as app:
        yield app


def by_its_driver(address):
    return address.replace("postgresql:", "postgresql+psycopg:", 1)

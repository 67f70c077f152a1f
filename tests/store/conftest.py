"""Real databases for the tests of the store: a SQLite file, and where it says so PostgreSQL too."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from scorekeeper.store.database import db, open_database
from tests.databases import fresh


@contextmanager
def opened(url: str) -> Iterator[Flask]:
    """An app that has nothing but its database, opened, with a context to work in."""
    app = Flask("store")
    try:
        open_database(app, url)
        with app.app_context():
            yield app
    finally:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "scorekeeper.sqlite3"


@pytest.fixture
def store(file):
    with opened(f"sqlite:///{file}") as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def each_store(request, tmp_path):
    """An empty store, in each database that the program ships with."""
    with fresh(request.param, tmp_path) as address, opened(by_its_driver(address)) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def evening_store(request, tmp_path_factory):
    """One database of each kind for the many matches that Hypothesis draws."""
    folder = tmp_path_factory.mktemp("store")
    with fresh(request.param, folder) as address, opened(by_its_driver(address)) as app:
        yield app


def by_its_driver(address):
    return address.replace("postgresql:", "postgresql+psycopg:", 1)

"""A real SQLite file for every test of the store."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from scorekeeper.store.database import db, open_database


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


@pytest.fixture(scope="module")
def evening_store(tmp_path_factory):
    """One database for the many matches that Hypothesis draws."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('store') / 'evenings.sqlite3'}") as app:
        yield app

"""Real databases of every kind that the program supports, each deleted after the test."""

import os
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from psycopg import sql

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db

SECRET = "made up for the tests"
POSTGRESQL = os.environ.get("TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1/test")


@contextmanager
def program(url):
    """Yield an app on this database."""
    app = create_app(Settings(database=url, secret_key=SECRET, opening_limit=""))
    try:
        yield app
    finally:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@contextmanager
def postgresql():
    """Yield the address of a new PostgreSQL database; drop it afterwards."""
    name = f"scorekeeper_{uuid.uuid4().hex}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield f"{POSTGRESQL.rpartition('/')[0]}/{name}"
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def fresh(kind, folder):
    """Yield the address of a new database: "sqlite", a file in the folder, or "postgresql"."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'scorekeeper.sqlite3'}"
    else:
        with postgresql() as address:
            yield address


def at_once(app, deeds):
    """Run each function in a thread of its own, all at the same time.

    Return what each returned or raised, in order.
    """
    ready = threading.Barrier(len(deeds))

    def do(deed):
        with app.app_context():
            ready.wait()
            try:
                return deed()
            except Exception as error:  # noqa: BLE001 - the caller checks what was raised
                return error

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


def lands(answers):
    """Return the answers that are not exceptions."""
    return [answer for answer in answers if not isinstance(answer, Exception)]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """Provide the address of a new database, of each kind in turn."""
    with fresh(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def app(url):
    """Provide an app on that database."""
    with program(url) as app:
        yield app


@pytest.fixture
def here(app):
    """Provide the context of that app."""
    with app.app_context():
        yield

"""The health checks for machines: is it alive, can it work."""

import os
from contextlib import ExitStack

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.databases import SECRET, postgresql, program

REDIS = os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379")
PAGES = ["/healthz", "/readyz", "/metrics"]


@pytest.fixture
def ready(database):
    """Return the answer of /readyz with this Redis configured."""
    apps = []

    def ready(redis=""):
        apps.append(create_app(Settings(database=database, redis=redis)))
        return apps[-1].test_client().get("/readyz")

    yield ready
    for app in apps:
        app.extensions["events"].stop()
        with app.app_context():
            db.engine.dispose()


def test_healthz_says_that_the_program_is_alive(client):
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.text == "ok\n"
    assert answer.mimetype == "text/plain"


def test_readyz_names_what_the_program_depends_on(ready):
    alone, with_redis = ready(), ready(REDIS)

    assert (alone.status_code, alone.json) == (200, {"database": "ok"})
    assert (with_redis.status_code, with_redis.json) == (200, {"database": "ok", "redis": "ok"})


def test_readyz_says_that_redis_does_not_answer_and_nothing_of_where_it_is(ready):
    answer = ready("redis://:hunter2@127.0.0.1:9")

    assert answer.status_code == 503
    assert answer.json == {"database": "ok", "redis": "does not answer"}
    assert "hunter2" not in answer.text + str(answer.headers)


def test_readyz_says_that_the_database_does_not_answer_while_the_program_is_alive():
    with ExitStack() as until_it_is_dropped:
        url = until_it_is_dropped.enter_context(postgresql())
        with program(url) as app:
            client = app.test_client()
            before = client.get("/readyz")
            until_it_is_dropped.close()

            answer = client.get("/readyz")

            assert (before.status_code, before.json) == (200, {"database": "ok"})
            assert (answer.status_code, answer.json) == (503, {"database": "does not answer"})
            assert SECRET not in answer.text
            assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_machine_that_asks_gets_no_cookie(client, page):
    assert "Set-Cookie" not in client.get(page).headers

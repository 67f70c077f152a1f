"""The security headers, on answers of every kind."""

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.web.test_all_routes import assert_protected

KEY = "made-up-for-the-tests"
WHOEVER_HAS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def app(database):
    settings = Settings(database=database, metrics_key=KEY, wrong_key_limit="5 per hour", streams=2)
    app = create_app(settings)
    app.add_url_rule("/broken", "broken", lambda: str(1 // 0))
    yield app
    app.extensions["events"].stop()
    with app.app_context():
        db.engine.dispose()


def assert_answered(answer, status):
    assert answer.status_code == status
    assert_protected(answer)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/j?code=ABCDEF", 302),
        ("/m/ABCDEF", 404),
        ("/j/ABCDEF-host-AAAA", 404),
        ("/rules/own?game=none", 404),
        ("/m/ABCDEF/end", 405),
        ("/broken", 500),
        ("/static/app.css", 200),
        ("/static/none.css", 404),
        ("/healthz", 200),
        ("/metrics", 401),
        ("/api/v1/matches/ABCDEF", 401),
        ("/api/v1/nothing", 404),
        ("/api/v1/openapi.json", 200),
    ],
)
def test_answers_of_every_status_are_protected(client, path, status):
    assert_answered(client.get(path, buffered=True), status)


def test_files_are_protected(table):
    for ext in ("csv", "xlsx", "pdf", "json", "svg", "png", "txt"):
        assert_answered(table.device.ask("GET", f"{table.address}/sheet.{ext}"), 200)
    assert_answered(table.device.ask("GET", f"{table.address}/blank.pdf"), 200)
    assert_answered(table.device.client.get("/metrics", headers=WHOEVER_HAS), 200)


def test_streams_are_protected_and_so_is_the_answer_that_there_are_too_many(app, table):
    client = app.test_client()
    client.set_cookie("scorekeeper", table.device.client.cookies["scorekeeper"])
    first = client.get(f"{table.address}/live")
    first.close()
    others = [
        app.extensions["events"].subscribe("AAAAAA", f"192.0.2.{number}") for number in range(2)
    ]
    second = client.get(f"{table.address}/live")

    assert first.mimetype == "text/event-stream"
    assert first.headers["Cache-Control"] == "no-store"
    assert_answered(first, 200)
    assert_answered(second, 503)
    assert int(second.headers["Retry-After"]) > 0
    for listener in others:
        listener.close()

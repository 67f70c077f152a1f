"""The headers of protection, on answers of every kind."""

import os

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.databases import fresh
from tests.web.driver import Device
from tests.web.test_protection import assert_protected

KEY = "made-up-for-the-tests"
WHOEVER_HAS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def app(database):
    settings = Settings(database=database, metrics_key=KEY, wrong_key_limit="5 per hour", streams=2)
    app = create_app(settings)
    app.add_url_rule("/broken", "broken", lambda: 1 // 0)
    yield app
    app.extensions["bell"].stop()
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
    first = table.device.client.get(f"{table.address}/live")
    elsewhere = app.extensions["bell"].listen("AAAAAA", "192.0.2.1")
    second = table.device.client.get(f"{table.address}/live")

    assert first.mimetype == "text/event-stream"
    assert first.headers["Cache-Control"] == "no-store"
    assert_answered(first, 200)
    assert_answered(second, 503)
    assert int(second.headers["Retry-After"]) > 0
    first.close()
    elsewhere.close()


def test_whoever_has_to_wait_is_answered_with_protection(client):
    answers = [client.get("/j/ABCDEF-host-AAAA") for _ in range(6)]

    assert_answered(answers[-1], 429)


def test_a_host_that_is_none_is_answered_with_protection(client):
    answer = client.get("/", headers={"Host": "x" * 300})

    assert_answered(answer, 400)


def test_a_database_that_is_gone_is_answered_with_protection(tmp_path):
    with fresh("postgresql", tmp_path) as url:
        app = create_app(Settings(database=url, secret_key="made up for the tests"))
        device = Device(app.test_client())
        table = device.open_match(North="Ann")
        with app.app_context():
            db.engine.dispose()

    answer = device.client.get(table.address)

    assert_answered(answer, 503)
    assert os.path.basename(url) not in answer.text  # noqa: PTH119 - an address, not a path


def test_the_page_of_a_link_does_not_tell_the_next_page_its_key(client):
    for address in ("/j/ABCDEF-host-AAAA", "/j/ABCDEF"):
        assert client.get(address).headers["Referrer-Policy"] == "strict-origin"


def test_no_page_leads_to_another_site(app, device, table):
    """So no link on a page can carry the page's address there, whatever a browser makes of it."""
    for address in ("/", "/new", "/rules", table.address, f"{table.address}/menu"):
        page = device.get(address)

        leads = [node[name] for node in page.root.all() for name in ("href", "src", "action")]
        assert [place for place in leads if place and not place.startswith(("/", "#"))] == []


def test_every_form_is_sent_by_post_or_changes_nothing(device, table):
    for address in ("/", "/new", "/import", "/rules/own", table.address, f"{table.address}/invite"):
        for form in device.get(address).root.all("form"):
            names = {field["name"] for field in form.all("input")}
            posted = form["method"] == "post"
            assert posted or form["action"] == "/j"
            assert posted is ("csrf_token" in names)

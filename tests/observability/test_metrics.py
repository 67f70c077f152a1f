"""Metrics of one process; tests/safety/test_across_processes.py covers several."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.api.client import Match, Script
from tests.client import Device
from tests.rules.builders import record
from tests.streams import EventStream, served

KEY = "made-up-for-the-tests"
HAND = record(bidder=0, bid="3", tricks=[4, 2])
ALONE = {"ruleset": {"preset": "pepper-30-three"}}


@pytest.fixture
def app(database):
    app = create_app(Settings(database=database, metrics_key=KEY, opening_limit=""))
    yield app
    app.extensions["events"].stop()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def script(app):
    return Script(app.test_client(use_cookies=False))


@pytest.fixture
def match(script):
    return opened(script, {"ruleset": {"preset": "pepper"}})


def opened(script, facts):
    return Match(script.client, script.call("POST", "/matches", facts).json)


def page(app, key=KEY):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return app.test_client(use_cookies=False).get("/metrics", headers=headers)


def counted(app, name, **labels):
    """Return the value of one series, 0 if it has none."""
    answer = page(app)
    assert answer.status_code == 200
    return figure(answer.text, name, **labels)


def figure(text, name, **labels):
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == f"scorekeeper_{name}" and labels.items() <= sample.labels.items()
    )


# Who may read it


def test_without_a_key_set_it_is_read_on_the_machine_itself_alone(database):
    app = create_app(Settings(database=database))
    there = {"REMOTE_ADDR": "192.0.2.7"}

    here = page(app, "")
    elsewhere = app.test_client().get("/metrics", environ_overrides=there)

    assert here.status_code == 200
    assert "scorekeeper_requests_total" in here.text
    assert elsewhere.status_code == 404
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("key", ["", "x", KEY[:-1], f"{KEY}x", "é"])
def test_without_the_right_key_nothing_is_shown(app, key):
    answer = page(app, key)

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.text == ""


def test_whoever_guesses_the_key_has_to_wait_and_the_right_one_never_does(app):
    guesses = [page(app, "x").status_code for _ in range(11)]

    assert guesses == [401] * 10 + [429]
    assert page(app).status_code == 200


# Requests


def test_requests_are_counted_by_method_endpoint_and_status(app, match):
    for _ in range(2):
        match.host.of_match("GET")
    match.nobody.of_match("GET")
    app.test_client().head("/new")

    assert counted(app, "requests_total", endpoint="api_matches.sheet", status="200") == 2
    assert counted(app, "requests_total", endpoint="api_matches.sheet", status="401") == 1
    assert counted(app, "requests_total", endpoint="setup.create", method="HEAD") == 1
    assert counted(app, "request_seconds_count", endpoint="api_matches.sheet") == 3
    assert 0 < counted(app, "request_seconds_sum", endpoint="api_matches.sheet") < 60


def test_no_code_no_key_and_nothing_else_that_a_caller_makes_up_becomes_a_series(app, match):
    browser = app.test_client()
    made_up = [
        *(f"/m/{match.code}", f"/j/{match.code}", f"/j/{match.keys['host']}", "/nowhere/at/all"),
        f"/api/v1/matches/{match.code}/sheet.nothing",
    ]

    for path in made_up:
        browser.get(path)
        browser.open(path, method="BREW")

    text = page(app).text
    assert match.code not in text
    assert "nowhere" not in text
    assert "BREW" not in text
    assert figure(text, "requests_total", endpoint="none", method="GET", status="404") == 1
    assert figure(text, "requests_total", method="other") == len(made_up)


def test_a_view_that_breaks_is_counted_as_broken(app):
    app.add_url_rule("/broken", "broken", lambda: 1 // 0)

    assert app.test_client().get("/broken").status_code == 500
    assert counted(app, "requests_total", endpoint="broken", status="500") == 1


# Entries and conflicts


def test_an_entry_is_counted_once_however_often_it_is_sent(app, match):
    for _ in range(3):
        match.host.write(HAND, 0, Idempotency_Key="one")

    assert counted(app, "entries_written_total") == 1


def test_what_was_not_written_is_not_counted(app, match):
    match.watch.write(HAND, 0)
    match.host.write(record(bidder=0, bid="3", tricks=[9, 9]), 0)
    match.host.write(HAND, 7)
    match.host.wrote({"end": True})
    match.host.write({"end": True})

    assert counted(app, "entries_written_total") == 1


def test_what_the_pages_write_is_counted_with_a_name_given_on_sitting_down(app):
    table = Device(app).open_match(North="Ann")
    table.play("North & South bid 3", "3 tricks")

    form = Device(app).get(f"/j/{table.code}").form("Take this seat")
    form.choose("Sit here: East").type("Your name", "Eve").press()

    assert len(table.entries) == counted(app, "entries_written_total") == 2


def test_a_name_that_is_a_seats_and_a_sides_counts_as_the_two_entries_it_is(app, script):
    match = opened(script, ALONE)
    page = Device(app).get(f"/j/{match.keys['seats'][1]}")

    page.form("Take the seat of Player 2").type("Your name", "Eve").press()

    assert len(match.host.journal) == counted(app, "entries_written_total") == 2


def test_entries_that_a_file_brought_along_are_not_counted(app, match):
    match.host.wrote(HAND, HAND)

    Script(match.host.client).call(
        "POST", "/matches", match.host.of_match("GET", "/sheet.json").json
    )

    assert counted(app, "entries_written_total") == 2


def test_a_conflict_is_counted_at_every_door_where_something_was_to_be_written(app, match):
    table = Device(app).open_match(North="Ann")
    stale = table.tapped("North & South bid 3", "3 tricks")
    table.play("East & West bid 3", "3 tricks")

    match.host.write(HAND, 7)
    refused = stale.press()

    assert refused.status == 409
    assert counted(app, "conflicts_total") == 2


# Streams and the hub


def test_open_streams_are_counted_until_they_end_and_how_long_the_bell_took(app, match):
    with served(app) as port:
        path = f"/api/v1/matches/{match.code}/live"
        event_streams = [EventStream(port, path, match.keys["watch"]) for _ in range(2)]
        for event_stream in event_streams:
            event_stream.next_event()
        open_now = counted(app, "open_streams")

        match.host.wrote(HAND)
        for event_stream in event_streams:
            assert event_stream.next_event()["id"] == "1"
        heard = counted(app, "bell_delay_seconds_count")
        took = counted(app, "bell_delay_seconds_sum")

        match.host.of_match("DELETE")
        for event_stream in event_streams:
            with event_stream:
                assert event_stream.next_event() == {"event": "gone", "data": ""}
                assert event_stream.next_event() is None

    assert (open_now, heard) == (2, 2)
    assert 0 < took < 60
    assert counted(app, "open_streams") == 0

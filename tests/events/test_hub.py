"""The hub: every subscription gets every change, and a writer never waits for one."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from scorekeeper import create_app, events
from scorekeeper.config import Settings
from scorekeeper.events import Hub, ServerSentEvent, StreamRefused
from scorekeeper.matches import creation, host_role, matches, seats
from scorekeeper.store.database import db
from tests.databases import SECRET, fresh
from tests.match_setup import later, submit_entry
from tests.rules.builders import record
from tests.servers import until
from tests.streams import EventStream, served, version

REDIS = os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379")
HAND = record(bidder=0, bid="3", tricks=[4, 2])
PEPPER = {"ruleset": {"preset": "pepper"}}
OTHER_PROCESS = """
import sys
from scorekeeper import create_app, events
from scorekeeper.matches import matches
from scorekeeper.codec.submission import Submission
from scorekeeper.config import Settings
from scorekeeper.rules.entry import Record
from scorekeeper.rules.hand import ThrownIn

database, redis, code = sys.argv[1:]
app = create_app(Settings(database=database, redis=redis))
with app.app_context():
    hand = Submission(Record(ThrownIn()))
    matches.write_entry(code, "phone", hand, version=matches.read_match(code).sheet.version)
    sys.stdin.readline()
"""

HOST_ELSEWHERE = """
import sys
from scorekeeper import create_app
from scorekeeper.matches import matches
from scorekeeper.config import Settings

database, redis, code = sys.argv[1:]
app = create_app(Settings(database=database, redis=redis))
with app.app_context():
    matches.read_match(code, "phone")
    sys.stdin.readline()
"""


@pytest.fixture(params=["sqlite", "postgresql and redis"])
def settings(request, tmp_path):
    """Provide the settings of both ways to run: in one process, and with Redis."""
    kind, _, redis = request.param.partition(" and ")
    with fresh(kind, tmp_path) as url:
        yield Settings(
            database=url,
            secret_key=SECRET,
            redis=redis and REDIS,
            opening_limit="",
            wrong_key_limit="",
            streams=6,
        )


@pytest.fixture
def app(settings):
    app = create_app(settings)
    with app.app_context():
        yield app
        app.extensions["events"].stop()
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def port(app):
    with served(app) as port:
        yield port


@pytest.fixture
def code(app):
    return creation.open_match(PEPPER, "phone")


@pytest.fixture
def listen(port, code):
    """Provide a function that opens the API's stream with the token of a role."""

    def listen(place="watch", key=None):
        return EventStream(
            port, f"/api/v1/matches/{code}/live", key or seats.list_tokens(code, None)[place]
        )

    return listen


def write(code, who="phone"):
    matches.release_connection()  # a read sees the snapshot of its transaction: begin a new one
    seen = matches.read_match(code).sheet.version
    submit_entry(code, who, HAND, version=seen)


def test_the_first_event_is_the_version_as_it_is_and_comes_at_once(code, listen):
    write(code)

    with listen() as event_stream:
        assert event_stream.next_event() == version(1)
        assert event_stream.answer.headers["Content-Type"].startswith("text/event-stream")
        assert event_stream.answer.headers["Cache-Control"] == "no-store"
        assert event_stream.answer.headers["X-Accel-Buffering"] == "no"
        assert "Set-Cookie" not in event_stream.answer.headers


def test_every_listener_hears_of_every_hand(code, listen):
    with listen("host") as host, listen("seat 1") as seat, listen("watch") as watch:
        heard = [event_stream.next_event() for event_stream in (host, seat, watch)]
        write(code)
        write(code)
        heard += [
            event_stream.next_event() for event_stream in (host, seat, watch) for _ in range(2)
        ]

    assert heard == [version(0)] * 3 + [version(1), version(2)] * 3


def test_a_hand_is_heard_soon(code, listen):
    with listen() as event_stream:
        event_stream.next_event()
        begun = time.monotonic()
        write(code)
        event_stream.next_event()

    assert time.monotonic() - begun < 0.5


def test_who_is_entering_is_heard_by_name_and_never_the_acts_around_the_sheet(code, listen):
    seats.take_seat(code, 1, "tablet")

    with listen() as event_stream:
        event_stream.next_event()
        host_role.set_joining(code, "phone", let=False)
        seats.announce_entering(code, "tablet")
        seats.announce_entering(code, "phone")

        assert event_stream.next_event() == {"event": "entering", "data": "seat 1"}
        assert event_stream.next_event() == {"event": "entering", "data": "host"}


def test_watchers_are_told_that_a_match_is_gone_and_the_stream_ends(code, listen):
    with listen() as event_stream:
        event_stream.next_event()
        matches.delete_match(code, "phone")

        assert event_stream.next_event() == {"event": "gone", "data": ""}
        assert event_stream.next_event() is None


def test_a_stream_ends_when_its_key_is_withdrawn_and_the_others_do_not(code, listen):
    with listen("watch") as withdrawn, listen("seat 1") as other:
        withdrawn.next_event(), other.next_event()
        host_role.renew_token(code, "phone", "watch")
        write(code)

        assert withdrawn.next_event() is None
        assert other.next_event() == version(1)


def test_renewing_the_hosts_link_ends_every_stream_of_the_host_and_the_asker_comes_again(
    code, listen
):
    with listen("host") as stolen, listen("seat 1") as other:
        stolen.next_event(), other.next_event()
        fresh = host_role.renew_token(code, "phone", "host")
        write(code)

        assert stolen.next_event() is None
        assert other.next_event() == version(1)
    with listen(key=fresh) as again:
        assert again.next_event() == version(1)


def test_the_host_is_here_for_as_long_as_a_stream_of_the_host_is_open(app, code):
    listener, seen = matches.subscribe(code, "phone")
    events.stream_response(listener, 0, (), seen.roles)
    stream = listener.stream(0, (), seen.roles, heartbeat=0.01)
    next(stream)
    for _ in range(3):
        later(400)
        assert not events.host_was_here(code, 300)

        assert next(stream) == ": still here\n\n"

        assert events.host_was_here(code, 300)
    stream.close()


def test_the_stream_of_a_seat_is_not_the_hosts(app, code):
    seats.take_seat(code, 1, "tablet")
    listener, seen = matches.subscribe(code, "tablet")
    events.stream_response(listener, 0, (), seen.roles)
    stream = listener.stream(0, (), seen.roles, heartbeat=0.01)
    later(400)

    assert [next(stream), next(stream)][1] == ": still here\n\n"

    assert not events.host_was_here(code, 300)
    stream.close()


def test_nobody_hears_of_another_match(code, listen):
    elsewhere = creation.open_match(PEPPER, "phone")

    with listen() as event_stream:
        event_stream.next_event()
        write(elsewhere)
        write(code)

        assert event_stream.next_event() == version(1)
    assert matches.read_match(elsewhere).sheet.version == 1


@pytest.mark.parametrize("key", ["", "x", "AAAAAA-watch-AAAA"])
def test_a_wrong_key_hears_nothing_and_takes_no_stream(app, listen, key):
    with listen(key=key or "-") as event_stream:
        assert event_stream.status == 401
    assert app.extensions["events"].count == 0


def test_beyond_half_of_all_streams_one_address_is_refused_more_and_another_is_not(app, listen):
    with listen() as first, listen() as second, listen() as third:
        assert [event_stream.status for event_stream in (first, second, third)] == [200] * 3
        with listen() as refused:
            assert refused.status == 503
        app.extensions["events"].subscribe("AAAAAA", "192.0.2.1").close()


def test_beyond_the_cap_a_stream_is_refused_and_room_is_made_by_whoever_leaves(app, listen):
    others = [app.extensions["events"].subscribe("AAAAAA", f"192.0.2.{n}") for n in range(3)]
    with listen() as first, listen() as second, listen() as third:
        assert [event_stream.status for event_stream in (first, second, third)] == [200] * 3
        with listen() as refused:
            assert refused.status == 503
            assert int(refused.answer.headers["Retry-After"]) > 0
    for listener in others:
        listener.close()
    app.extensions["events"].end_streams()
    until = time.monotonic() + 30
    while app.extensions["events"].count and time.monotonic() < until:
        time.sleep(0.01)
    with listen() as again:
        assert again.status == 200


def test_a_stream_that_waits_holds_no_connection_to_the_database(app, listen):
    with listen() as first, listen() as second:
        first.next_event(), second.next_event()
        db.session.remove()

        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_at_one_match_there_are_at_most_two_hundred_streams_and_elsewhere_still_some():
    bell = Hub(1000)
    for number in range(200):
        bell.subscribe("AAAAAA", f"192.0.2.{number}")

    with pytest.raises(StreamRefused):
        bell.subscribe("AAAAAA", "198.51.100.1")
    assert bell.subscribe("BBBBBB", "198.51.100.1")


def test_a_newer_stream_of_a_device_at_the_same_match_takes_the_place_of_the_older():
    bell = Hub(4)
    older = bell.subscribe("AAAAAA", "192.0.2.1", "phone")
    others = [
        bell.subscribe("AAAAAA", "192.0.2.2", "tablet"),
        bell.subscribe("BBBBBB", "192.0.2.1", "phone"),
        bell.subscribe("AAAAAA", "192.0.2.2"),
    ]
    stream = older.stream(0, ("superseded",), ())
    next(stream)

    for _ in range(60):
        older = bell.subscribe("AAAAAA", "192.0.2.1", "phone")

    assert list(stream) == ["event: superseded\ndata: \n\n"]
    assert bell.count == 4
    bell.publish("AAAAAA", ServerSentEvent("", "1"))
    for listener in (older, others[0], others[2]):
        stream = listener.stream(0, (), ())
        assert [next(stream), next(stream)][1] == "id: 1\ndata: 1\n\n"
        stream.close()


def test_a_phone_that_opens_the_match_page_sixty_times_holds_one_stream(app, port, code):
    browser = app.test_client()
    with browser.session_transaction() as session:
        session["device"] = "phone"
    cookie = f"scorekeeper={browser.get_cookie('scorekeeper').value}"

    with ExitStack() as pages:
        for _ in range(60):
            event_stream = pages.enter_context(EventStream(port, f"/m/{code}/live", cookie=cookie))
            assert event_stream.next_event() == version(0)
            assert app.extensions["events"].count == 1
        write(code)
        assert event_stream.next_event() == version(1)


def test_a_quiet_stream_is_kept_alive_by_comments():
    bell = Hub(1)
    stream = bell.subscribe("AAAAAA").stream(7, (), (), heartbeat=0.01)

    assert [next(stream) for _ in range(3)] == ["id: 7\ndata: 7\n\n", *[": still here\n\n"] * 2]
    stream.close()
    assert bell.count == 0


def test_a_listener_that_does_not_read_is_dropped_and_delays_nobody():
    bell = Hub(2)
    slow, quick = bell.subscribe("AAAAAA"), bell.subscribe("AAAAAA")
    streams = [listener.stream(0, (), ()) for listener in (slow, quick)]
    for stream in streams:
        next(stream)

    for number in range(1, 200):
        bell.publish("AAAAAA", ServerSentEvent("", str(number)))
        if number < 60:
            assert next(streams[1]).endswith(f"data: {number}\n\n")

    assert len(list(streams[0])) <= 1
    assert bell.count <= 1
    streams[1].close()


def test_an_older_version_is_not_heard_after_a_newer_one():
    bell = Hub(1)
    stream = bell.subscribe("AAAAAA").stream(3, (), ())
    for number in (2, 3, 5, 4):
        bell.publish("AAAAAA", ServerSentEvent("", str(number)))
    bell.stop()

    assert [event.partition("data: ")[2].strip() for event in stream] == ["3", "5"]


def test_a_bell_that_was_stopped_ends_its_streams_and_takes_no_more():
    bell = Hub(1)
    stream = bell.subscribe("AAAAAA").stream(0, (), ())
    next(stream)

    bell.stop()

    assert list(stream) == []
    with pytest.raises(StreamRefused):
        bell.subscribe("AAAAAA")


# Several processes, through Redis


@pytest.fixture
def shared(database):
    """Provide an app with Redis, and a match on it."""
    app = create_app(Settings(database=database, redis=REDIS, opening_limit=""))
    with app.app_context(), served(app) as port:
        code = creation.open_match(PEPPER, "phone")
        yield port, code
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def test_what_another_process_writes_is_heard_here(shared, database):
    port, code = shared
    key = seats.list_tokens(code, None)["watch"]

    with EventStream(port, f"/api/v1/matches/{code}/live", key) as event_stream:
        assert event_stream.next_event() == version(0)
        other = subprocess.Popen(
            [sys.executable, "-c", OTHER_PROCESS, database, REDIS, code], stdin=subprocess.PIPE
        )
        assert event_stream.next_event() == version(1)
        write(code)
        assert event_stream.next_event() == version(2)
        other.communicate(b"\n", timeout=30)
    assert other.returncode == 0


def test_a_host_who_is_here_in_another_process_is_here(shared, database):
    _, code = shared
    events.subscribe(code).close()  # from now on this process receives what others publish
    matches.read_match(code, "phone")
    later(400)
    assert not events.host_was_here(code, 300)

    other = subprocess.Popen(
        [sys.executable, "-c", HOST_ELSEWHERE, database, REDIS, code], stdin=subprocess.PIPE
    )
    until(lambda: events.host_was_here(code, 300))
    other.communicate(b"\n", timeout=30)

    assert other.returncode == 0


def test_while_redis_is_down_a_host_waits_for_nothing_and_is_here(database):
    app = create_app(Settings(database=database, redis="redis://127.0.0.1:9", opening_limit=""))
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")
        later(400)
        begun = time.monotonic()
        matches.read_match(code, "phone")

        assert time.monotonic() - begun < 0.5
        assert events.host_was_here(code, 300)
        app.extensions["events"].stop()
        db.session.remove()
        db.engine.dispose()


def test_a_redis_that_is_down_keeps_nobody_from_writing_and_listeners_are_sent_to_poll(database):
    app = create_app(Settings(database=database, redis="redis://127.0.0.1:9"))
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")
        write(code)

        with pytest.raises(StreamRefused):
            events.subscribe(code)
        assert app.test_client().get("/readyz").status_code == 503
        assert matches.read_match(code).sheet.version == 1
        app.extensions["events"].stop()
        db.session.remove()
        db.engine.dispose()

"""What must hold over all processes of a site: limits, metrics, and gunicorn's own answers."""

import json
import os
import signal
import socket
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.observability.test_metrics import figure
from tests.streams import EventStream
from tests.test_server import REDIS, taken_in

KEY = "made-up-for-the-tests"
MEMORY = Path("/dev/shm")  # noqa: S108 - where a server puts its workers' counters
IN_JSON = {"SCOREKEEPER_LOG": "json"}


@pytest.fixture
def address():
    """Provide an address that no test has used before: Redis keeps counts for a minute."""
    return f"2001:db8:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"


@pytest.fixture
def two(serve, port):
    """Provide the ports of two servers behind a proxy, on one database and one Redis."""

    def start(**settings):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            other = free.getsockname()[1]
        for each in (port, other):
            server = serve(
                *("--port", str(each), "--redis", REDIS), SCOREKEEPER_PROXIES="1", **settings
            )
            server.port = each
            server.wait_until_it_answers()
        return port, other

    return start


def ask(port, path, method="GET", body=None, **headers):
    """Return status, headers and text of one request on a connection of its own."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    told = answer.status, answer.headers, answer.read().decode()
    connection.close()
    return told


def raw(port, request):
    """Return the first line of the answer to bytes that no client would send."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        return connection.makefile("rb").readline().decode()


def logged(server):
    server.stop()
    return [json.loads(line) for line in server.errors.getvalue().splitlines()]


def test_two_processes_count_the_wrong_keys_of_an_address_together(two, address):
    ports = two(SCOREKEEPER_WRONG_KEY_LIMIT="4 per hour")

    def guess(port, address):
        path = "/api/v1/matches/ABCDEF"
        return ask(port, path, Authorization="Bearer x", X_Forwarded_For=address)[0]

    answers = [guess(each, address) for each in ports * 3]

    assert answers == [401] * 4 + [429] * 2
    assert [guess(each, f"{address[:-1]}2") for each in ports] == [429, 429]
    assert [guess(each, address.replace("db8", "db9")) for each in ports] == [401, 401]


def test_two_processes_count_the_matches_that_an_address_opens_together(two, address):
    ports = two(SCOREKEEPER_OPENING_LIMIT="3 per hour")
    facts = json.dumps({"ruleset": {"preset": "pepper"}})
    headers = {"Content_Type": "application/json", "X_Forwarded_For": address}

    answers = [ask(each, "/api/v1/matches", "POST", facts, **headers)[0] for each in ports * 2]

    assert answers == [201, 201, 201, 429]


def test_whichever_worker_is_asked_tells_what_all_of_them_have_counted(serve, port, environment):
    key = taken_in(environment).removeprefix("/j/")
    path = f"/api/v1/matches/{key.partition('-')[0]}"
    server = serve(
        *("--port", str(port), "--redis", REDIS, "--workers", "2"), SCOREKEEPER_METRICS_KEY=KEY
    )
    has_key = {"Authorization": f"Bearer {key}"}

    def figures(*names):
        _, _, text = ask(port, "/metrics", Authorization=f"Bearer {KEY}")
        return [figure(text, name) for name in names]

    with ThreadPoolExecutor(8) as phones, ExitStack() as open_streams:
        list(phones.map(lambda _: ask(port, path, **has_key), range(60)))
        event_streams = [
            open_streams.enter_context(EventStream(port, f"{path}/live", key)) for _ in range(12)
        ]
        first = int({event_stream.next_event()["id"] for event_stream in event_streams}.pop())
        written = [
            ask(
                *(port, f"{path}/entries", "POST", json.dumps(entry)),
                **has_key,
                Content_Type="application/json",
                If_Match=f'"{version}"',
            )[0]
            for version, entry in [(first, {"reopen": "one more"}), (first, {"end": True})]
        ]
        heard = [event_stream.next_event() for event_stream in event_streams]
        pages = {tuple(figures("open_streams", "entries_written_total")) for _ in range(12)}
        conflicts, rung = figures("conflicts_total", "bell_delay_seconds_count")

    text = ask(port, "/metrics", Authorization=f"Bearer {KEY}")[2]
    assert written == [201, 409]
    assert {event["id"] for event in heard} == {str(first + 1)}
    assert pages == {(12, 1)}
    assert (conflicts, rung) == (1, 12)
    assert figure(text, "requests_total", endpoint="api_matches.sheet", status="200") == 60
    own = f"scorekeeper-metrics-*/counter_{server.process.pid}.db"
    assert len(list(MEMORY.glob(own))) == 1
    assert server.stop()[0] == 0
    assert list(MEMORY.glob(own)) == []


def test_the_streams_of_a_worker_that_was_killed_are_no_longer_open(serve, port, environment):
    key = taken_in(environment).removeprefix("/j/")
    path = f"/api/v1/matches/{key.partition('-')[0]}/live"
    server = serve("--port", str(port), SCOREKEEPER_METRICS_KEY=KEY)
    (worker,) = (
        Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    )

    def open_now():
        return figure(ask(port, "/metrics", Authorization=f"Bearer {KEY}")[2], "open_streams")

    with EventStream(port, path, key) as event_stream:
        event_stream.next_event()
        before = open_now()
        os.kill(int(worker), signal.SIGKILL)
        assert event_stream.next_event() is None
    server.wait_until_it_answers()

    assert (before, open_now()) == (1, 0)


def test_what_gunicorn_has_to_say_is_json_too_and_every_line_has_its_time(serve, port):
    server = serve("--port", str(port), **IN_JSON)
    ask(port, "/m/ABCDEF")
    raw(port, b"GET /j/ABCDEF-host-AAAA nonsense\r\n\r\n")

    lines = logged(server)

    assert {line["logger"] for line in lines} == {
        "scorekeeper.observability.request_log",
        "gunicorn.error",
    }
    assert all(line["time"].endswith("Z") and line["level"] for line in lines)
    assert "ABCDEF" not in json.dumps(lines)


@pytest.mark.parametrize("log", ["", "json"])
def test_a_good_request_is_a_line_only_where_that_was_asked_for(serve, port, log):
    server = serve("--port", str(port), SCOREKEEPER_LOG=log)
    server.status("/new")
    server.stop()

    told = server.errors.getvalue()
    assert ('"/new"' in told) is bool(log)
    assert bool(told) is bool(log)


def test_gunicorn_believes_nobody_who_says_that_a_request_came_over_tls(serve, port):
    serve("--port", str(port))

    for name in ("X_Forwarded_Proto", "X_Forwarded_Protocol", "X_Forwarded_Ssl"):
        _, headers, _ = ask(port, "/new", **{name: "on" if name.endswith("Ssl") else "https"})
        assert "Secure" not in headers["Set-Cookie"]
    assert ask(port, "/new", SCRIPT_NAME="/elsewhere")[0] == 200
    assert "/elsewhere" not in ask(port, "/new", Script_Name="/elsewhere")[2]


def test_heads_of_a_request_have_an_end(serve, port):
    server = serve("--port", str(port))
    line = b"GET /" + b"a" * 8000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    field = b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"a" * 20_000 + b"\r\n\r\n"
    fields = b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 200 + b"\r\n"

    answers = [raw(port, request).split()[1] for request in (line, field, fields)]

    assert all(answer.startswith("4") for answer in answers)
    assert server.status("/healthz") == 200

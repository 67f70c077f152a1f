"""The command as a server process."""

import io
import json
import os
import re
import signal
import socket
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest
import segno

from scorekeeper.http.addresses import network_address
from tests.databases import POSTGRESQL, postgresql
from tests.servers import COMMAND, REDIS, STARTS_WITHIN, free_port, starter
from tests.streams import EventStream

EVENING = Path(__file__).parent / "evenings" / "plain_pepper_to_42.json"
SECRET = "made up for the tests"


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def environment(tmp_path):
    """Provide an environment with no setting but a data folder."""
    return {"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}


@pytest.fixture
def serve(environment, port):
    """Provide a function that starts the command on a free port and returns the server."""
    with starter(environment) as start:
        yield partial(start, port=port)


@pytest.fixture
def refuses(environment):
    """Provide a function that runs the command, which must fail, and returns its output."""

    def run(*arguments, **settings):
        ended = subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            env={**environment, **settings},
            encoding="utf-8",
            timeout=STARTS_WITHIN,
            check=False,
        )
        assert ended.returncode not in {0, -signal.SIGTERM}
        assert ended.stdout == ""
        assert "Traceback" not in ended.stderr
        assert ended.stderr.count("\n") == 1, ended.stderr
        return ended.stderr

    return run


def qr_code(address):
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def taken_in(environment, database=None):
    """Provide the path of the host's link of an imported match."""
    chosen = ["--database", database] if database else []
    run = subprocess.run(
        [*COMMAND, "import", "-", *chosen],
        input=match_of_the_evening(),
        capture_output=True,
        env=environment,
        check=True,
    )
    return re.search(r"/j/\S+", run.stdout.decode())[0]


def match_of_the_evening():
    return json.dumps(json.loads(EVENING.read_text("utf-8"))["match"]).encode()


@pytest.mark.parametrize("command", [["serve"], []], ids=["serve", "nothing"])
def test_serve_is_the_command_and_the_default(serve, port, command):
    server = serve(*command, "--port", str(port), SCOREKEEPER_PORT="1")

    assert server.status("/") == 200
    assert server.status("/nowhere") == 404


def test_without_any_argument_it_serves_too(serve, port):
    server = serve()

    assert server.get("/healthz")[0] == 200


def test_it_prints_the_address_here_and_the_one_for_other_phones_with_its_qr_code(serve, port):
    server = serve()

    status, printed = server.stop()

    others = f"http://{network_address() or '127.0.0.1'}:{port}"
    assert status == 0
    assert f"http://127.0.0.1:{port}\n" in printed
    assert f"{others}\n" in printed
    assert qr_code(others) in printed


def test_a_public_address_is_the_one_for_other_phones(serve, port):
    server = serve("--public-url", "https://scores.example")

    _, printed = server.stop()

    assert qr_code("https://scores.example") in printed
    assert (network_address() or "no network") not in printed


def test_a_server_kept_to_this_machine_names_no_other_address(serve, port):
    server = serve("--host", "127.0.0.1")

    _, printed = server.stop()

    assert re.findall(r"http://\S+", printed) == [f"http://127.0.0.1:{port}"]
    assert "█" not in printed


def test_the_qr_code_is_drawn_whatever_the_terminal_speaks(serve, port):
    server = serve(LC_ALL="C", PYTHONIOENCODING="ascii")

    status, printed = server.stop()

    assert status == 0
    assert "█" in printed


def test_it_listens_on_every_address_of_the_machine_unless_told_otherwise(serve, port):
    serve()
    everywhere = network_address() or "127.0.0.1"

    with urlopen(f"http://{everywhere}:{port}/healthz", timeout=30) as answer:
        assert answer.status == 200


def test_it_stops_in_time_with_a_browser_still_connected(serve, port):
    server = serve()
    browser = HTTPConnection("127.0.0.1", port, timeout=30)
    browser.request("GET", "/healthz")
    browser.getresponse().read()

    status, _ = server.stop()

    browser.close()
    assert status == 0
    with pytest.raises(OSError, match="refused"):
        server.get("/healthz")


def test_it_stops_in_time_with_streams_open_and_ends_them(serve, port, environment):
    link = taken_in(environment)
    key = link.removeprefix("/j/")
    server = serve()
    streams = [
        EventStream(port, f"/api/v1/matches/{key.partition('-')[0]}/live", key) for _ in range(40)
    ]
    first = [stream.next_event() for stream in streams]

    status, _ = server.stop()

    assert status == 0
    assert len({event["id"] for event in first}) == 1
    for stream in streams:
        with stream:
            assert stream.next_event() is None
    assert server.errors.getvalue() == ""


def test_nothing_is_on_standard_error_of_a_server_that_ran_well(serve, port):
    server = serve()
    server.status("/")

    server.stop()

    assert server.errors.getvalue() == ""


def test_the_database_and_its_secret_are_made_for_their_owner_only(serve, port, tmp_path):
    serve().stop()

    folder = tmp_path / "scorekeeper"
    made = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert made == {"scorekeeper.sqlite3": 0o600, "scorekeeper.sqlite3.secret": 0o600}


def test_links_still_open_after_a_restart(serve, port, environment, tmp_path):
    link = taken_in(environment)
    secret = tmp_path / "scorekeeper" / "scorekeeper.sqlite3.secret"
    before = secret.read_text()

    for _ in range(2):
        server = serve()
        assert server.status(link) == 200
        server.stop()

    assert secret.read_text() == before


def test_a_port_that_is_taken_is_one_sentence(refuses):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])

        why = refuses("--host", "127.0.0.1", "--port", port)

    assert port in why


def test_two_workers_without_redis_are_refused_with_the_reason(refuses, tmp_path):
    why = refuses("--workers", "2")

    assert "Redis" in why
    assert "--redis" in why
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["redis://127.0.0.1:9", "nonsense"])
def test_a_redis_that_does_not_answer_is_told_at_once(refuses, url):
    assert "Redis" in refuses("--redis", url, "--workers", "2")


def test_postgresql_without_a_secret_is_refused_with_the_reason(refuses):
    why = refuses("--database", POSTGRESQL)

    assert "SCOREKEEPER_SECRET_KEY" in why


def test_two_workers_with_redis_serve(serve, port, environment):
    link = taken_in(environment)
    server = serve("--redis", REDIS, "--workers", "2")

    with ThreadPoolExecutor(8) as phones:
        answers = Counter(phones.map(server.status, [link] * 100))

    assert answers == {200: 100}
    assert server.stop()[0] == 0


def test_what_one_worker_writes_is_heard_by_the_streams_of_both(serve, port, environment):
    key = taken_in(environment).removeprefix("/j/")
    path = f"/api/v1/matches/{key.partition('-')[0]}"
    serve("--redis", REDIS, "--workers", "2")
    streams = [EventStream(port, f"{path}/live", key) for _ in range(12)]
    (first,) = {stream.next_event()["id"] for stream in streams}

    browser = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    for version, entry in enumerate([{"reopen": "one more"}, {"end": True}], int(first)):
        seen = {**headers, "If-Match": f'"{version}"'}
        browser.request("POST", f"{path}/entries", json.dumps(entry), seen)
        answer = browser.getresponse()
        assert answer.status == 201, answer.read()
        answer.read()
    browser.close()

    for stream in streams:
        with stream:
            assert [stream.next_event()["id"] for _ in range(2)] == [
                str(int(first) + 1),
                str(int(first) + 2),
            ]


def test_two_workers_share_no_connection_to_postgresql(serve, port, environment):
    environment["SCOREKEEPER_SECRET_KEY"] = SECRET
    with postgresql() as database:
        link = taken_in(environment, database)
        server = serve("--redis", REDIS, "--workers", "2", "--database", database)

        with ThreadPoolExecutor(8) as phones:
            answers = Counter(phones.map(server.status, [link] * 200))
        status, _ = server.stop()

    assert answers == {200: 200}
    assert status == 0
    assert server.errors.getvalue() == ""

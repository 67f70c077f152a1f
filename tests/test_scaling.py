"""Many matches: gevent workers, any number of servers, one PostgreSQL and one Redis."""

import resource
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from tests.databases import postgresql
from tests.servers import COMMAND, REDIS, STOPS_WITHIN, Caller, quiet, starter, until
from tests.streams import version

MANY = 1200  # more than `select` can watch
AT_A_MATCH = 200
POOL = 16
IMPORTED = """
import sys
import scorekeeper.cli

print(*{"flask", "gunicorn", "logging", "psycopg", "queue", "redis", "sqlalchemy", "ssl"}
    .intersection(sys.modules))
"""


@pytest.fixture(scope="module")
def database():
    with postgresql() as address:
        yield address


@pytest.fixture(scope="module")
def servers(database, tmp_path_factory):
    """Provide two servers at one PostgreSQL and one Redis, each of one worker."""
    with starter(quiet(tmp_path_factory.mktemp("data"))) as start:
        command = ("--database", database, "--redis", REDIS, "--workers", "1")
        servers = [start(*command) for _ in range(2)]
        yield servers
        for server in servers:
            assert server.stop()[0] == 0
            assert server.errors.getvalue() == ""


@pytest.fixture
def files():
    """Allow this process as many open files as the machine does, for the streams that it holds."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def next_version(event_stream):
    """Return the next version event; heartbeats are skipped."""
    while "id" not in (event := event_stream.next_event()):
        pass
    return event["id"]


def connections(database):
    """Return the number of other connections to this database."""
    with psycopg.connect(database, autocommit=True) as connection:
        return connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()[0]


@contextmanager
def locked(database, code):
    """Lock the row of a match; yield a function that returns how many connections wait for it."""
    with psycopg.connect(database) as holder, psycopg.connect(database, autocommit=True) as other:
        holder.execute("SELECT 1 FROM match WHERE code = %s FOR UPDATE", [code])
        yield lambda: other.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND datname = current_database()"
        ).fetchone()[0]


def test_two_programs_at_one_postgresql_and_one_redis_serve_one_table(here, there):
    with until(here.listen) as event_stream, until(there.listen) as far_ear:
        assert event_stream.next_event() == far_ear.next_event() == version(0)
        assert here.write(0)[0] == 201
        assert far_ear.next_event() == event_stream.next_event() == version(1)
        assert there.write(1)[0] == 201
        assert far_ear.next_event() == event_stream.next_event() == version(2)
        assert here.write(1)[0] == 409
        assert there.call("DELETE", here.path)[0] == 204
        assert event_stream.next_event() == far_ear.next_event() == {"event": "gone", "data": ""}


def test_a_repeat_that_comes_to_the_other_program_is_known_there(here, there):
    first = here.write(0, once="hand 1")
    again = there.write(0, once="hand 1")

    assert first == again
    assert first[0] == 201


def test_more_streams_than_select_can_count_hear_a_hand_and_hold_no_connection(
    here, database, files
):
    tables = [Caller(here.port).open() for _ in range(MANY // AT_A_MATCH)]
    with ExitStack() as phones:
        event_streams = [phones.enter_context(until(table.listen)) for table in tables * AT_A_MATCH]
        assert {next_version(event_stream) for event_stream in event_streams} == {"0"}
        with ThreadPoolExecutor(2 * POOL) as busy:
            assert set(busy.map(lambda _: here.sheet()[0], range(10 * POOL))) == {200}
        assert 1 <= connections(database) <= 2 * POOL
        assert {table.write(0)[0] for table in tables} == {201}
        assert {next_version(event_stream) for event_stream in event_streams} == {"1"}


def test_a_write_that_waits_for_postgresql_keeps_nobody_else_in_its_worker_waiting(here, database):
    other = Caller(here.port).open()

    with ThreadPoolExecutor(3) as phones:
        with locked(database, here.code) as waiting:
            written = [phones.submit(here.write, 0) for _ in range(3)]
            until(lambda: waiting() == len(written))
            assert other.write(0)[0] == 201
            assert other.sheet()[1]["version"] == 1
            assert not any(each.done() for each in written)

        assert sorted(each.result()[0] for each in written) == [201, 409, 409]


def test_nothing_that_waits_is_imported_before_the_command_knows_how_it_is_to_wait():
    run = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )

    assert run.stdout == "\n"


def test_more_streams_than_the_machine_allows_files_are_refused_with_the_reason():
    few = ["sh", "-c", 'ulimit -n 4100 && exec "$0" "$@"']

    run = subprocess.run([*few, *COMMAND], capture_output=True, text=True, timeout=60, check=False)

    assert run.returncode == 1
    assert run.stdout == ""
    assert "SCOREKEEPER_STREAMS" in run.stderr
    assert run.stderr.count("\n") == 1


def test_without_the_extra_parts_redis_is_refused_with_the_reason():
    bare = "import sys; sys.modules['redis'] = None; from scorekeeper.cli import main; main()"

    run = subprocess.run(
        [sys.executable, "-c", bare, "--redis", REDIS],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "Error: Redis needs the extra parts: pip install 'scorekeeper[scale]'.\n"


@pytest.fixture
def start(tmp_path):
    with starter(quiet(tmp_path)) as start:
        yield start


def reloaded(server, before):
    return len(server.workers) == len(before) and not server.workers & before


@pytest.mark.parametrize(
    "options", [(), ("--redis", REDIS, "--workers", "2")], ids=["alone", "with Redis"]
)
def test_it_reloads_in_time_with_streams_open_and_answers_all_the_while(start, options):
    server = start(*options)
    host = Caller(server.port).open()
    before, over, answers = server.workers, threading.Event(), []

    def ask():
        while not over.is_set():
            answers.append(host.sheet()[0])

    with ThreadPoolExecutor(1) as phone, ExitStack() as streams:
        event_streams = [streams.enter_context(until(host.listen)) for _ in range(20)]
        for event_stream in event_streams:
            event_stream.next_event()
        asked = phone.submit(ask)
        try:
            server.process.send_signal(signal.SIGHUP)
            until(lambda: reloaded(server, before), STOPS_WITHIN)
            assert [event_stream.next_event() for event_stream in event_streams] == [None] * len(
                event_streams
            )
        finally:
            over.set()
        asked.result(timeout=30)
        streams.enter_context(until(host.listen))

    assert set(answers) == {200}
    assert server.stop()[0] == 0
    assert server.errors.getvalue() == ""

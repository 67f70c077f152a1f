"""Many tables: gevent's workers, any number of programs, one PostgreSQL and one Redis."""

import resource
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from tests.databases import SECRET, postgresql
from tests.listening import version
from tests.serving import COMMAND, REDIS, STOPS_WITHIN, Caller, free_port, starter, until

MANY = 1200  # more than `select` can count
POOL = 16
IMPORTED = """
import sys
import scorekeeper.cli

print(*{"flask", "gunicorn", "logging", "psycopg", "queue", "redis", "sqlalchemy", "ssl"}
    .intersection(sys.modules))
"""


@pytest.fixture
def serve(tmp_path):
    """Starts the command, on a free port."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": ""}
    told = {
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_SECRET_KEY": SECRET,
        "SCOREKEEPER_OPENING_LIMIT": "",
    }
    with starter({**home, **told}) as start:
        yield lambda *arguments, **more: start(*arguments, port=free_port(), **more)


@pytest.fixture
def database():
    with postgresql() as address:
        yield address


@pytest.fixture
def files():
    """As many open files as this machine allows, for phones that are all held here."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def server(serve, database):
    """One gevent worker."""
    return serve("--database", database, "--redis", REDIS, "--workers", "1")


def next_version(ear):
    """The next version that is heard; signs of life are passed over."""
    while "id" not in (event := ear.hear()):
        pass
    return event["id"]


def connections(database):
    """How many others are connected to this database."""
    with psycopg.connect(database, autocommit=True) as connection:
        return connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()[0]


@contextmanager
def locked(database, code):
    """The row of a match is held by somebody else; gives how many wait for it."""
    with psycopg.connect(database) as holder, psycopg.connect(database, autocommit=True) as other:
        holder.execute("SELECT 1 FROM match WHERE code = %s FOR UPDATE", [code])
        yield lambda: other.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND datname = current_database()"
        ).fetchone()[0]


def test_two_programs_at_one_postgresql_and_one_redis_serve_one_table(serve, database):
    command = ("--database", database, "--redis", REDIS, "--workers", "1")
    here, there = (Caller(serve(*command).port) for _ in range(2))
    host = here.open()
    others = host.at(there.port)

    with until(host.listen) as ear, until(others.listen) as far_ear:
        assert ear.hear() == far_ear.hear() == version(0)
        assert host.write(0)[0] == 201
        assert far_ear.hear() == ear.hear() == version(1)
        assert others.write(1)[0] == 201
        assert far_ear.hear() == ear.hear() == version(2)
        assert host.write(1)[0] == 409
        assert others.call("DELETE", host.path)[0] == 204
        assert ear.hear() == far_ear.hear() == {"event": "gone", "data": ""}


def test_a_repeat_that_comes_to_the_other_program_is_known_there(serve, database):
    command = ("--database", database, "--redis", REDIS, "--workers", "1")
    here, there = (Caller(serve(*command).port) for _ in range(2))
    host = here.open()

    first = host.write(0, once="hand 1")
    again = host.at(there.port).write(0, once="hand 1")

    assert first == again
    assert first[0] == 201


def test_more_streams_than_select_can_count_hear_a_hand_and_hold_no_connection(
    server, database, files
):
    host = Caller(server.port).open()

    with ExitStack() as phones:
        ears = [phones.enter_context(until(host.listen)) for _ in range(MANY)]
        assert {next_version(ear) for ear in ears} == {"0"}
        with ThreadPoolExecutor(2 * POOL) as busy:
            assert set(busy.map(lambda _: host.sheet()[0], range(10 * POOL))) == {200}
        assert 1 <= connections(database) <= POOL
        assert host.write(0)[0] == 201
        assert {next_version(ear) for ear in ears} == {"1"}
    assert server.errors.getvalue() == ""


def test_a_write_that_waits_for_postgresql_keeps_nobody_else_in_its_worker_waiting(
    server, database
):
    host, other = (Caller(server.port).open() for _ in range(2))

    with ThreadPoolExecutor(3) as phones:
        with locked(database, host.code) as waiting:
            written = [phones.submit(host.write, 0) for _ in range(3)]
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
    few = ["sh", "-c", 'ulimit -n 4096 && exec "$0" "$@"']

    run = subprocess.run(
        [*few, *COMMAND, "--redis", REDIS], capture_output=True, text=True, timeout=60, check=False
    )

    assert run.returncode == 1
    assert run.stdout == ""
    assert "SCOREKEEPER_STREAMS" in run.stderr
    assert run.stderr.count("\n") == 1


def test_without_the_extra_parts_redis_is_refused_with_the_reason():
    bare = "import sys; sys.modules['gevent'] = None; from scorekeeper.cli import main; main()"

    run = subprocess.run(
        [sys.executable, "-c", bare, "--redis", REDIS],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "Error: Redis needs the extra parts: pip install 'scorekeeper[scale]'.\n"


def reloaded(server, before):
    return len(server.workers) == len(before) and not server.workers & before


@pytest.mark.parametrize(
    "options", [(), ("--redis", REDIS, "--workers", "2")], ids=["threads", "gevent"]
)
def test_it_reloads_in_time_with_streams_open_and_answers_all_the_while(serve, options):
    server = serve(*options)
    host = Caller(server.port).open()
    before, over, answers = server.workers, threading.Event(), []

    def ask():
        while not over.is_set():
            answers.append(host.sheet()[0])

    with ThreadPoolExecutor(1) as phone, ExitStack() as streams:
        ears = [streams.enter_context(until(host.listen)) for _ in range(20)]
        for ear in ears:
            ear.hear()
        asked = phone.submit(ask)
        try:
            server.process.send_signal(signal.SIGHUP)
            until(lambda: reloaded(server, before), STOPS_WITHIN)
            assert [ear.hear() for ear in ears] == [None] * len(ears)
        finally:
            over.set()
        asked.result(timeout=30)
        streams.enter_context(until(host.listen))

    assert set(answers) == {200}
    assert server.stop()[0] == 0
    assert server.errors.getvalue() == ""

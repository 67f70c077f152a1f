"""A full disk and a read-only database: reads go on, and nothing is damaged."""

import resource
import sqlite3
from contextlib import closing

import pytest

from tests.servers import HAND, Caller


@pytest.fixture
def file(tmp_path):
    return tmp_path / "cards.sqlite3"


def limit(server, most):
    """Limit every file of the server's workers to so many bytes."""
    for worker in server.workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_full_disk_refuses_hands_and_keeps_every_one_that_was_acknowledged(serve, file):
    server = serve("--database", f"sqlite:///{file}")
    host = Caller(server.port).open()
    for number in range(5):
        assert host.write(number)[0] == 201

    limit(server, file.with_name("cards.sqlite3-wal").stat().st_size)
    for _ in range(3):
        status, problem = host.write(5, once="hand 6")
        assert (status, problem["title"]) == (503, "Service Unavailable")
        assert host.sheet()[1]["version"] == 5
    assert host.call("POST", "/matches", {"ruleset": {"preset": "pepper"}})[0] == 503
    assert server.status("/readyz") == 200
    limit(server, resource.RLIM_INFINITY)

    assert host.write(5, once="hand 6")[0] == 201
    assert host.sheet()[1]["version"] == 6
    assert server.stop()[0] == 0
    assert "Traceback" not in server.errors.getvalue()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_database_that_may_only_be_read_is_read_and_refuses_hands(serve, file):
    server = serve("--database", f"sqlite:///{file}")
    host = Caller(server.port).open()
    assert host.write(0)[0] == 201
    server.stop()

    reader = serve("--database", f"sqlite:///file:{file}?mode=ro&uri=true")
    host = host.at(reader.port)

    assert host.write(1)[0] == 503
    assert host.sheet()[1]["version"] == 1
    assert (
        host.call("GET", f"{host.path}/sheet.json")[1]["entries"][0]["record"]["tricks"]
        == (HAND["record"]["tricks"])
    )
    assert reader.status("/") == 200
    assert reader.stop()[0] == 0
    assert "Traceback" not in reader.errors.getvalue()

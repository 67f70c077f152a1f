"""A phone that opens a stream and never reads it delays nobody and is disconnected."""

import json
import os
import socket
from contextlib import ExitStack, contextmanager

import pytest
from redis import Redis

from tests.servers import REDIS, Caller, until
from tests.streams import version

DEAF = 8
ROUNDS = 24
IN_A_ROUND = 16
LONG = 16_000


@contextmanager
def deaf_stream(host):
    """Yield the socket of a stream whose answer has begun and is read no further."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        phone.connect(("127.0.0.1", host.port))
        head = ("GET {0.live} HTTP/1.1", "Host: cards", "Authorization: Bearer {0.key}", "", "")
        phone.sendall("\r\n".join(head).format(host).encode())
        assert phone.recv(12) == b"HTTP/1.1 200"
        yield phone


def flood(host, event_stream):
    """Publish from another process more than networks buffer for a client that does not read."""
    with Redis.from_url(REDIS) as redis:
        for number in range(ROUNDS):
            for _ in range(IN_A_ROUND):
                redis.publish("scorekeeper", json.dumps(["", host.code, "entering", "x" * LONG, 0]))
            redis.publish("scorekeeper", json.dumps(["", host.code, "entering", str(number), 0]))
            while event_stream.next_event()["data"] != str(number):
                pass


def memory(server):
    """Return the resident memory of the server's one worker, in bytes."""
    (worker,) = server.workers
    with open(f"/proc/{worker}/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_streams_that_are_not_read_delay_nobody_hold_no_memory_and_make_room(serve):
    server = serve("--redis", REDIS, "--workers", "1", SCOREKEEPER_STREAMS=str(2 * DEAF + 2))
    host = Caller(server.port).open()
    with ExitStack() as phones:
        event_stream = phones.enter_context(until(host.listen))
        event_stream.next_event()
        for _ in range(DEAF):
            phones.enter_context(deaf_stream(host))
        assert not host.listen()
        flood(host, event_stream)
        before = memory(server)

        flood(host, event_stream)
        assert host.write(0)[0] == 201
        assert event_stream.next_event() == version(1)

        assert memory(server) - before < 2_000_000 < ROUNDS * IN_A_ROUND * LONG
        for _ in range(DEAF):
            phones.enter_context(until(host.listen))
    assert server.stop()[0] == 0
    assert server.errors.getvalue() == ""


@pytest.mark.parametrize(
    "options", [(), ("--redis", REDIS, "--workers", "1")], ids=["alone", "with Redis"]
)
def test_the_program_stops_in_time_while_streams_are_not_read(serve, options):
    server = serve(*options)
    host = Caller(server.port).open()

    with ExitStack() as phones:
        phones.enter_context(until(host.listen))
        for _ in range(DEAF):
            phones.enter_context(deaf_stream(host))
        assert server.stop()[0] == 0

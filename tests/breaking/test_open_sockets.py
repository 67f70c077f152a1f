"""Clients that open connections and stay idle delay nobody else."""

import socket
import time
from contextlib import ExitStack, contextmanager

import pytest

from tests.servers import Caller, until

SOON = 0.5
CLOSED_WITHIN = 20

HEAD = b"GET /healthz HTTP/1.1\r\nHost: cards\r\n"
POST = b"POST %b HTTP/1.1\r\nHost: cards\r\nContent-Type: %b\r\nContent-Length: 100\r\n\r\n%b"
FORM = POST % (b"/new", b"application/x-www-form-urlencoded", b"name=")
JSON = POST % (b"/api/v1/matches", b"application/json", b"{")
SOCKETS = {
    "answered and left open": (40, HEAD + b"\r\n"),
    "refused and left open": (40, b"GET / HTTP/9.9\r\n\r\n"),
    "half a head": (100, HEAD),
    "half a form": (100, FORM),
    "half a body of JSON": (100, JSON),
    "nothing sent": (200, b""),
}


@contextmanager
def connections(port, count, sent):
    """Yield that many open connections, on each of which these bytes were sent."""
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(count)
        ]
        for one in sockets:
            one.sendall(sent)
        yield sockets


def answers_soon(server):
    began = time.monotonic()
    assert server.get("/healthz")[0] == 200
    return time.monotonic() - began < SOON


def is_closed(one):
    """Return whether the server has closed the connection, with or without an answer."""
    one.settimeout(0.01)
    try:
        while one.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
    return True


@pytest.mark.parametrize("kind", SOCKETS)
def test_open_connections_keep_nobody_waiting_and_are_closed(serve, kind):
    server = serve()

    with connections(server.port, *SOCKETS[kind]) as sockets:
        assert all(answers_soon(server) for _ in range(5))
        until(lambda: all(map(is_closed, sockets)), CLOSED_WITHIN)

    assert server.stop()[0] == 0
    assert "Traceback" not in server.errors.getvalue()


def test_half_a_hand_sent_with_a_right_key_holds_no_connection_to_the_database(serve):
    server = serve()
    host = Caller(server.port).open()
    path = f"/api/v1{host.path}/entries".encode()
    key = f'application/json\r\nIf-Match: "0"\r\nAuthorization: Bearer {host.key}'.encode()

    with connections(server.port, 100, POST % (path, key, b"{")):
        assert answers_soon(server)
        began = time.monotonic()
        assert host.write(0)[0] == 201
        assert time.monotonic() - began < 1


def test_one_address_has_a_bound_on_its_open_connections_and_others_are_not_kept_out(serve):
    server = serve()

    with connections(server.port, 2000, b"") as sockets:
        until(lambda: is_closed_at_once(server.port))
        with socket.create_connection(("127.0.0.1", server.port), 5, ("127.0.0.2", 0)) as other:
            other.sendall(HEAD + b"\r\n")
            other.settimeout(SOON)
            assert other.recv(12) == b"HTTP/1.1 200"
        assert not is_closed(sockets[0])


def is_closed_at_once(port):
    with socket.create_connection(("127.0.0.1", port)) as one_more:
        one_more.settimeout(0.2)
        try:
            return one_more.recv(1) == b""
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False


def test_behind_a_proxy_its_connections_have_no_bound_of_their_own(serve):
    server = serve(SCOREKEEPER_PROXIES="1")

    with connections(server.port, 2100, b""):
        assert answers_soon(server)

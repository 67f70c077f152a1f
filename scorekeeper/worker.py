"""The worker that answers: thousands of connections in one thread, none of which waits for another.

Whoever sends half a request, or neither sends nor reads, holds their own connection, not for long.
"""

from __future__ import annotations

import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

import gevent
from gevent.threadpool import ThreadPool
from gunicorn.workers.ggevent import GeventWorker

from scorekeeper.config import Settings
from scorekeeper.http.rate_limits import network_of

HEAD_SECONDS = 5
"""How long a new connection may take for the whole head of its first request."""
IDLE_SECONDS = 2
"""How long it may then take for each further one, the time in between included."""
BODY_SECONDS = 10
"""How long a connection may be silent within the body of a request."""
_READ_SECONDS = 20
"""How long the other end may take to confirm what was sent to it."""
_MOST_CONNECTIONS = 2000
"""Open connections of one address: a hall with all its phones is one address."""
_MOST_THREADS = 2
_SWITCH_SECONDS = 0.001
"""After how long a thread at work gives way to the requests: Python's own 5 ms are felt."""

_Result = TypeVar("_Result")


class Worker(GeventWorker):
    """gunicorn's worker for gevent, with bounds on what one client can hold."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as gunicorn calls it
        super().__init__(*args, **kwargs)
        self._open: Counter[str] = Counter()
        self._new: set[gevent.Greenlet] = set()

    def init_process(self) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        super().init_process()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:  # noqa: ANN401
        """Answers one connection until it is closed; one too many of an address is closed at once.

        Behind a proxy all connections are the proxy's own, and are not counted.
        """
        settings: Settings = self.app.settings  # type: ignore[attr-defined]  # of our application
        address = network_of(addr[0])
        if self._open[address] >= _MOST_CONNECTIONS and not settings.proxies:
            client.close()
            return
        self._open[address] += 1
        self._new.add(gevent.getcurrent())
        try:
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # not on every system
                milliseconds = _READ_SECONDS * 1000
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
            super().handle(listener, client, addr)
        finally:
            self._new.discard(gevent.getcurrent())
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def timeout_ctx(self) -> Any:  # noqa: ANN401 - gunicorn says None, and means a context
        """Ends the wait for the next head without an error; the connection is closed then."""
        new = gevent.getcurrent() in self._new
        self._new.discard(gevent.getcurrent())
        return gevent.Timeout(HEAD_SECONDS if new else IDLE_SECONDS, False)  # noqa: FBT003

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:  # noqa: ANN401
        req.unreader.sock = _Body(sock)
        return super().handle_request(listener_name, req, sock, addr)


class _Body:
    """What a body is read from: a socket that must not be silent for long."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def recv(self, size: int) -> bytes:
        """Raises TimeoutError, which Flask answers as a body that was cut short."""
        with gevent.Timeout(BODY_SECONDS, TimeoutError):
            return self._sock.recv(size)


class Threads:
    """A few threads for work that takes long; who finds none free waits for their turn."""

    def __init__(self) -> None:
        self._threads = ThreadPool(_MOST_THREADS)

    def __call__(self, work: Callable[[], _Result]) -> _Result:
        """What `work` returns; it sees the request and the language of whoever asked."""
        result: _Result = self._threads.apply(copy_context().run, (work,))
        return result

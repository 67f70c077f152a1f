"""The gunicorn worker: thousands of connections in one thread, none of which waits for another.

A client that sends half a request, or neither sends nor reads, holds only its own connection, and
not for long.
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
"""Seconds that a new connection may take for the whole head of its first request."""
IDLE_SECONDS = 2
"""Seconds that it may then take for each further head, the time in between included."""
BODY_SECONDS = 10
"""Seconds that a connection may be silent within the body of a request."""
_READ_SECONDS = 20
"""Seconds that the other end may take to acknowledge what was sent to it."""
_MOST_CONNECTIONS = 2000
"""Open connections of one address: all the phones of a hall may share one address."""
_MOST_THREADS = 2
_SWITCH_SECONDS = 0.001
"""Seconds until a working thread yields to the requests: Python's default of 5 ms is felt."""

_Result = TypeVar("_Result")


class Worker(GeventWorker):
    """gunicorn's worker for gevent, with limits on what one client can hold."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as gunicorn calls it
        super().__init__(*args, **kwargs)
        self._open: Counter[str] = Counter()
        self._new: set[gevent.Greenlet] = set()

    def init_process(self) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        super().init_process()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:  # noqa: ANN401
        """Serve one connection until it is closed; close one over the limit of its address at once.

        Behind a proxy all connections are the proxy's own, and are not counted.
        """
        settings: Settings = self.app.settings  # type: ignore[attr-defined]  # our _Gunicorn has it
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

    def timeout_ctx(self) -> Any:  # noqa: ANN401 - gunicorn annotates None, but uses a context
        """Return a timeout that silently ends the wait for the next head, and so the connection."""
        new = gevent.getcurrent() in self._new
        self._new.discard(gevent.getcurrent())
        return gevent.Timeout(HEAD_SECONDS if new else IDLE_SECONDS, False)  # noqa: FBT003

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:  # noqa: ANN401
        req.unreader.sock = _Body(sock)
        return super().handle_request(listener_name, req, sock, addr)


class _Body:
    """The socket that a body is read from, with a limit on how long it may be silent."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def recv(self, size: int) -> bytes:
        """Return at most `size` bytes. Raise TimeoutError: Flask treats the body as cut short."""
        with gevent.Timeout(BODY_SECONDS, TimeoutError):
            return self._sock.recv(size)


class Threads:
    """A small thread pool for work that takes long; callers wait for a free thread."""

    def __init__(self) -> None:
        self._threads = ThreadPool(_MOST_THREADS)

    def __call__(self, work: Callable[[], _Result]) -> _Result:
        """Run `work` and return its result; it sees the request and its locale."""
        result: _Result = self._threads.apply(copy_context().run, (work,))
        return result

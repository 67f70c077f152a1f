"""The bell: it says that a match has moved on, to which version, and nothing of the scores.

Every stream listens in its own process. With Redis each process also passes on what it was told to
the others; a Redis that is down keeps nobody from writing, and the listeners poll until it is back.
"""

from __future__ import annotations

import json
import logging
import secrets
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Response, current_app

from scorekeeper.config import Settings

if TYPE_CHECKING:
    from redis import Redis

_CHANNEL = "scorekeeper"
_HEARTBEAT_SECONDS = 15
_VANISHED_MILLISECONDS = 20_000
_MOST_WAITING = 64
_MOST_CARRIED = 1024
_REDIS_SECONDS = 1
_log = logging.getLogger(__name__)


class NoStream(Exception):
    """No more streams are taken just now: whoever asks is to poll, and to try again later."""


class Event(NamedTuple):
    """What a listener hears. Without a name, `data` is the version; `at` is when it was said."""

    name: str
    data: str
    at: float = 0.0


class Listener:
    """One stream's ear. It must be closed, or its place stays taken."""

    def __init__(self, bell: Bell, code: str) -> None:
        self._bell = bell
        self._waiting: Queue[Event | None] = Queue(_MOST_WAITING)
        self._dropped = False
        self.code = code

    def hear(self, event: Event | None) -> None:
        """Takes in an event, or the end (None); a stream that is too slow ends."""
        try:
            self._waiting.put_nowait(event)
        except Full:
            self._dropped = True

    def stream(
        self,
        version: int,
        names: Collection[str],
        places: Collection[str],
        heartbeat: float = _HEARTBEAT_SECONDS,
    ) -> Iterator[str]:
        """Server-sent events: the version as it is at once, then what is new, until the end.

        `names` are the named events that this stream passes on; it ends once one of `places`, those
        of whoever listens, is withdrawn, and when the match is gone.
        """
        try:
            yield _sent(Event("", str(version)))
            while not self._dropped:
                try:
                    event = self._waiting.get(timeout=heartbeat)
                except Empty:
                    yield ": still here\n\n"
                    continue
                if event is None or (event.name == "withdrawn" and event.data in places):
                    return
                if self._bell.on_heard and event.at:
                    self._bell.on_heard(max(0.0, time.time() - event.at))
                if event.name:
                    if event.name in names:
                        yield _sent(event)
                    if event.name == "gone":
                        return
                elif int(event.data) > version:
                    version = int(event.data)
                    yield _sent(event)
        finally:
            self.close()

    def close(self) -> None:
        self._bell.forget(self)


class Bell:
    """Who listens in this process, and the way to the other processes where there is one."""

    def __init__(self, most: int, redis_url: str = "") -> None:
        self._most = most
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._count = 0
        self._stopped = False
        self._carrier = _Carrier(redis_url, self) if redis_url else None
        # For whoever measures: how many listen now, and after how many seconds one has heard.
        self.on_count: Callable[[int], None] | None = None
        self.on_heard: Callable[[float], None] | None = None

    def tell(self, code: str, event: Event) -> None:
        """Lets everybody hear who listens to this match. Never fails and never waits."""
        self.hand_on(code, event)
        if self._carrier:
            self._carrier.send(code, event)

    def hand_on(self, code: str, event: Event) -> None:
        """Lets the listeners of this process hear."""
        with self._lock:
            listeners = tuple(self._listeners.get(code, ()))
        for listener in listeners:
            listener.hear(event)

    def listen(self, code: str) -> Listener:
        """A new listener. Raises NoStream where there are too many, or Redis is not heard."""
        if self._carrier and not self._carrier.is_heard():
            raise NoStream
        with self._lock:
            if self._count >= self._most or self._stopped:
                raise NoStream
            listener = Listener(self, code)
            self._listeners[code].add(listener)
            self._change_count(1)
            return listener

    def forget(self, listener: Listener) -> None:
        with self._lock:
            listeners = self._listeners.get(listener.code, set())
            if listener in listeners:
                listeners.remove(listener)
                self._change_count(-1)
                if not listeners:
                    del self._listeners[listener.code]

    def _change_count(self, by: int) -> None:
        self._count += by
        if self.on_count:
            self.on_count(self._count)

    @property
    def count(self) -> int:
        """How many listen in this process."""
        return self._count

    def hang_up(self) -> None:
        """Ends every stream; browsers come again and begin with the version as it is then."""
        with self._lock:
            listeners = [each for at_match in self._listeners.values() for each in at_match]
        for listener in listeners:
            listener.hear(None)

    def stop(self) -> None:
        """Ends every stream and takes no more: the program is about to stop."""
        self._stopped = True
        self.hang_up()
        if self._carrier:
            self._carrier.stop()

    def answers(self) -> bool:
        """Whether Redis answers; true where there is none."""
        return self._carrier is None or self._carrier.answers()


class _Carrier:
    """What this process was told to the others, and what they were told to it, through Redis.

    Its threads start with its first use, and its name is drawn then: a worker that was forked has
    no threads of its parent's, and must not take what its twin says for its own words.
    """

    def __init__(self, url: str, bell: Bell) -> None:
        self._url = url
        self._bell = bell
        self._name = ""
        self._outgoing: Queue[str | None] = Queue(_MOST_CARRIED)
        self._start = threading.Lock()
        self._started = False
        self._tried = threading.Event()
        self._heard = threading.Event()
        self._stopped = threading.Event()

    def send(self, code: str, event: Event) -> None:
        self._run()
        with suppress(Full):  # Redis has been down for long: the others poll meanwhile
            self._outgoing.put_nowait(json.dumps([self._name, code, *event]))

    def is_heard(self) -> bool:
        """Whether what other processes say is heard here; waits for the first try, and no more."""
        self._run()
        self._tried.wait(2 * _REDIS_SECONDS)
        return self._heard.is_set()

    def answers(self) -> bool:
        from redis import RedisError

        try:
            with self._connect() as redis:
                return bool(redis.ping())
        except (RedisError, OSError):
            return False

    def stop(self) -> None:
        self._stopped.set()
        self._heard.clear()
        with suppress(Full):
            self._outgoing.put_nowait(None)

    def _run(self) -> None:
        with self._start:
            if not self._started:
                self._started = True
                self._name = secrets.token_hex(8)
                for work in (self._send_on, self._hear_on):
                    threading.Thread(target=work, name="bell", daemon=True).start()

    def _connect(self) -> Redis:
        from redis import Redis

        return Redis.from_url(
            self._url,
            socket_connect_timeout=_REDIS_SECONDS,
            socket_timeout=_REDIS_SECONDS,
            health_check_interval=15,
        )

    def _send_on(self) -> None:
        from redis import RedisError

        with self._connect() as redis:
            while (message := self._outgoing.get()) is not None and not self._stopped.is_set():
                try:
                    redis.publish(_CHANNEL, message)
                except (RedisError, OSError) as error:
                    _log.warning("Redis takes no messages: %s", type(error).__name__)

    def _hear_on(self) -> None:
        from redis import RedisError

        while not self._stopped.is_set():
            try:
                self._hear()
            except (RedisError, OSError) as error:
                _log.warning("Redis is not heard: %s", type(error).__name__)
            # What the others said meanwhile was missed: all begin anew with the present version.
            self._heard.clear()
            self._tried.set()
            self._bell.hang_up()
            self._stopped.wait(_REDIS_SECONDS)

    def _hear(self) -> None:
        with self._connect() as redis, redis.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(_CHANNEL)
            heard.get_message(timeout=_REDIS_SECONDS)
            self._heard.set()
            self._tried.set()
            while not self._stopped.is_set():
                message: dict[str, Any] | None = heard.get_message(timeout=_REDIS_SECONDS)
                if message is not None:
                    sender, code, *event = json.loads(message["data"])
                    if sender != self._name:
                        self._bell.hand_on(code, Event(*event))


def open_bell(app: Flask, settings: Settings) -> None:
    """Hangs the bell in the app."""
    app.extensions["bell"] = Bell(settings.most_streams, settings.redis)


def bell() -> Bell:
    found: Bell = current_app.extensions["bell"]
    return found


def ring(code: str, version: int) -> None:
    """The match has moved on to this version."""
    bell().tell(code, Event("", str(version), time.time()))


def tell(code: str, name: str, data: str = "") -> None:
    """Something else at this match: `entering` (by whom), `gone`, `table`, `withdrawn` (whom)."""
    bell().tell(code, Event(name, data, time.time()))


def listen(code: str) -> Listener:
    """A new listener at this match. Raises NoStream; then its asker polls."""
    return bell().listen(code)


def answer(
    listener: Listener,
    version: int,
    names: Collection[str],
    places: Collection[str],
    environ: Mapping[str, Any],
) -> Response:
    """The stream as an answer, from `version` on; see `Listener.stream`."""
    connection = environ.get("gunicorn.socket")
    if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        # A phone that vanished without a word is noticed at a heartbeat, not after many minutes.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _VANISHED_MILLISECONDS)
    response = Response(listener.stream(version, names, places), mimetype="text/event-stream")
    response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response.call_on_close(listener.close)
    return response


def _sent(event: Event) -> str:
    head = f"event: {event.name}" if event.name else f"id: {event.data}"
    return f"{head}\ndata: {event.data}\n\n"

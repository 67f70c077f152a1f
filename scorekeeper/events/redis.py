"""Publish the events of this process to the others, and receive theirs, through Redis."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from typing import TYPE_CHECKING, Any

import structlog

from scorekeeper.events.subscription import ServerSentEvent

if TYPE_CHECKING:
    from redis import Redis

_CHANNEL = "scorekeeper"
_MOST_CARRIED = 1024
_REDIS_SECONDS = 1
_MOST_SILENT = 5
_NO_MATCH = ""
_log = structlog.stdlib.get_logger(__name__)


def connect(url: str, *, retries: int = 0) -> Redis:
    """Return a client with short timeouts: it fails within a second if Redis does not answer."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Redis.from_url(
        url,
        socket_connect_timeout=_REDIS_SECONDS,
        socket_timeout=_REDIS_SECONDS,
        retry=Retry(NoBackoff(), retries),
    )


class RedisChannel:
    """A Redis channel that carries the events of a process to all others.

    If events may have been lost, the streams that may have missed them end, and their clients
    reconnect and read the present version.

    The threads start at the first use, and the sender's name is chosen then: a forked worker has
    no threads of its parent, and must not mistake the messages of another worker for its own.
    """

    def __init__(
        self,
        url: str,
        deliver: Callable[[str, ServerSentEvent], None],
        end_streams: Callable[[], None],
    ) -> None:
        self._url = url
        self._deliver = deliver
        self._end_streams = end_streams
        self._name = ""
        self._outgoing: Queue[str | None] = Queue(_MOST_CARRIED)
        self._start = threading.Lock()
        self._started = False
        self._missed = False
        self._tried = threading.Event()
        self._connected = threading.Event()
        self._stopped = threading.Event()

    def send(self, code: str, event: ServerSentEvent) -> None:
        """Queue the event for the other processes. Never raise and never block."""
        self._run()
        try:
            self._outgoing.put_nowait(self._message(code, event))
        except Full:  # Redis has been down for long
            self._missed = True

    def is_connected(self) -> bool:
        """Return whether events of other processes arrive here; wait for the first attempt only."""
        self._run()
        self._tried.wait(2 * _REDIS_SECONDS)
        return self._connected.is_set()

    def is_reachable(self) -> bool:
        """Return whether Redis answers now."""
        from redis import RedisError

        try:
            with connect(self._url) as redis:
                return bool(redis.ping())
        except (RedisError, OSError):
            return False

    def stop(self) -> None:
        self._stopped.set()
        self._connected.clear()
        with suppress(Full):
            self._outgoing.put_nowait(None)

    def _run(self) -> None:
        with self._start:
            if not self._started:
                self._started = True
                self._name = secrets.token_hex(8)
                for work in (self._send_forever, self._receive_forever):
                    threading.Thread(target=work, name="redis", daemon=True).start()

    def _message(self, code: str, event: ServerSentEvent) -> str:
        return json.dumps([self._name, code, *event])

    def _send_forever(self) -> None:
        from redis import RedisError

        message: str | None = ""
        with connect(self._url, retries=1) as redis:  # a restart of Redis closes a connection
            while message is not None:
                try:
                    if self._missed:
                        self._missed = False
                        redis.publish(
                            _CHANNEL, self._message(_NO_MATCH, ServerSentEvent("anew", ""))
                        )
                    if message:
                        redis.publish(_CHANNEL, message)
                    message = self._outgoing.get()
                except (RedisError, OSError) as error:
                    _log.warning("Redis takes no messages", error=type(error).__name__)
                    self._missed = True
                    if self._stopped.wait(_REDIS_SECONDS):
                        return

    def _receive_forever(self) -> None:
        from redis import RedisError

        while not self._stopped.is_set():
            try:
                self._receive()
            except (RedisError, OSError) as error:
                _log.warning("Redis is not heard", error=type(error).__name__)
            self._connected.clear()
            self._tried.set()
            self._end_streams()
            self._stopped.wait(_REDIS_SECONDS)

    def _receive(self) -> None:
        # The client must not reconnect by itself: messages sent meanwhile would be lost unnoticed.
        with connect(self._url) as redis, redis.pubsub() as pubsub:
            pubsub.subscribe(_CHANNEL)
            silent = 0
            while not self._stopped.is_set():
                message: dict[str, Any] | None = pubsub.get_message(timeout=_REDIS_SECONDS)
                if message is None:
                    silent += 1
                    if silent > _MOST_SILENT:
                        raise TimeoutError
                    pubsub.ping()
                    continue
                silent = 0
                if message["type"] == "subscribe":
                    self._end_streams()  # those that subscribed in between may have missed some
                    self._connected.set()
                    self._tried.set()
                elif message["type"] == "message":
                    self._pass_on(message["data"])

    def _pass_on(self, message: bytes) -> None:
        try:
            sender, code, name, data, at = json.loads(message)
        except (ValueError, TypeError):  # from another version of this program
            sender, code, name, data, at = "", _NO_MATCH, "", "", 0.0
        if sender == self._name:
            return
        if code == _NO_MATCH:
            self._end_streams()
        else:
            self._deliver(code, ServerSentEvent(name, data, at))

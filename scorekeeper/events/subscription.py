"""The subscription of one stream, and the server-sent events that it writes."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator
from queue import Empty, Full, Queue
from typing import NamedTuple

_HEARTBEAT_SECONDS = 15
_MOST_WAITING = 64
_LAST = ("gone", "superseded")


class StreamRefused(Exception):
    """No more streams are accepted at present: the client should poll, and try again later."""


class ServerSentEvent(NamedTuple):
    """An event that a subscription receives.

    Without a name, `data` is the version of the match. `at` is when the event was published, in
    seconds since the epoch, or 0 if that is not measured.
    """

    name: str
    data: str
    at: float = 0.0


SUPERSEDED = ServerSentEvent("superseded", "")
"""Ends a stream whose device has opened a newer one at the same match: this one should poll."""


class Subscription:
    """The events of one stream. Close it, or it counts towards the limit of streams forever.

    `address` and `device` are those of the client, or empty if they are not known.
    """

    def __init__(
        self,
        code: str,
        unsubscribe: Callable[[Subscription], None],
        on_delivered: Callable[[float], None] | None = None,
        *,
        address: str = "",
        device: str = "",
    ) -> None:
        self._unsubscribe = unsubscribe
        self._on_delivered = on_delivered
        self._waiting: Queue[ServerSentEvent | None] = Queue(_MOST_WAITING)
        self._dropped = False
        self.code = code
        self.address = address
        self.device = device
        # Called at every event and heartbeat, for a caller that tracks whether the stream is open.
        self.on_turn: Callable[[], None] | None = None

    def put(self, event: ServerSentEvent | None) -> None:
        """Queue an event, or the end of the stream (None). A stream that is too slow ends."""
        try:
            self._waiting.put_nowait(event)
        except Full:
            self._dropped = True

    def stream(
        self,
        version: int,
        names: Collection[str],
        roles: Collection[str],
        heartbeat: float = _HEARTBEAT_SECONDS,
    ) -> Generator[str, None, None]:
        """Yield server-sent events: first the present version, then each new event.

        `names` are the named events that the stream writes. The stream ends when one of `roles`,
        the roles of the subscriber, is withdrawn, when the match is deleted, and when a newer
        stream of the same device replaces it. A comment is sent after `heartbeat` seconds of
        silence.
        """
        try:
            yield _encode(ServerSentEvent("", str(version)))
            while not self._dropped:
                if self.on_turn:
                    self.on_turn()
                try:
                    event = self._waiting.get(timeout=heartbeat)
                except Empty:
                    yield ": still here\n\n"
                    continue
                if event is None or (event.name == "withdrawn" and event.data in roles):
                    return
                if self._on_delivered and event.at:
                    self._on_delivered(max(0.0, time.time() - event.at))
                if event.name:
                    if event.name in names:
                        yield _encode(event)
                    if event.name in _LAST:
                        return
                elif int(event.data) > version:
                    version = int(event.data)
                    yield _encode(event)
        finally:
            self.close()

    def close(self) -> None:
        self._unsubscribe(self)


def _encode(event: ServerSentEvent) -> str:
    head = f"event: {event.name}" if event.name else f"id: {event.data}"
    return f"{head}\ndata: {event.data}\n\n"

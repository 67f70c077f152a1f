"""One stream's ear: what it hears, and the server-sent events that it makes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from queue import Empty, Full, Queue
from typing import NamedTuple

_HEARTBEAT_SECONDS = 15
_MOST_WAITING = 64
_LAST = ("gone", "superseded")


class StreamRefused(Exception):
    """No more streams are taken just now: whoever asks is to poll, and to try again later."""


class ServerSentEvent(NamedTuple):
    """What a listener hears. Without a name, `data` is the version; `at` is when it was said."""

    name: str
    data: str
    at: float = 0.0


SUPERSEDED = ServerSentEvent("superseded", "")
"""The end of a stream whose device has opened a newer one at the same match: it is to poll."""


class Subscription:
    """One stream's ear. It must be closed, or its place stays taken.

    `address` and `device` are whose it is, where that is known.
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
        # For whoever wants to know that this stream is still open: called at every turn of it.
        self.on_turn: Callable[[], None] | None = None

    def put(self, event: ServerSentEvent | None) -> None:
        """Takes in an event, or the end (None); a stream that is too slow ends."""
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
    ) -> Iterator[str]:
        """Server-sent events: the version as it is at once, then what is new, until the end.

        `names` are the named events that this stream passes on; it ends once one of `roles`, those
        of whoever listens, is withdrawn, when the match is gone, and when a newer stream takes its
        place.
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

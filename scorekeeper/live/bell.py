"""Who listens in this process, and the way to the other processes where there is one."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable

from scorekeeper.live.carrier import Carrier
from scorekeeper.live.listener import Event, Listener, NoStream

HOST_IS_HERE = "host is here"
"""An event among processes alone: no listener hears it."""


class Bell:
    """The listeners of this process, at most so many; with Redis also what others are told."""

    def __init__(self, most: int, redis_url: str = "") -> None:
        self._most = most
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._count = 0
        self._stopped = False
        self._carrier = Carrier(redis_url, self.hand_on, self.hang_up) if redis_url else None
        # For whoever measures: how many listen now, and after how many seconds one has heard.
        self.on_count: Callable[[int], None] | None = None
        self.on_heard: Callable[[float], None] | None = None
        # For whoever keeps in mind who is here: another process has seen the host of a match.
        self.on_host: Callable[[str], None] | None = None

    def tell(self, code: str, event: Event) -> None:
        """Lets everybody hear who listens to this match. Never fails and never waits."""
        self.hand_on(code, event)
        self.tell_others(code, event)

    def hand_on(self, code: str, event: Event) -> None:
        """Lets the listeners of this process hear."""
        if event.name == HOST_IS_HERE:
            if self.on_host:
                self.on_host(code)
            return
        with self._lock:
            listeners = tuple(self._listeners.get(code, ()))
        for listener in listeners:
            listener.hear(event)

    def tell_others(self, code: str, event: Event) -> None:
        """Lets the other processes hear, if there are any. Never fails and never waits."""
        if self._carrier:
            self._carrier.send(code, event)

    def listen(self, code: str) -> Listener:
        """A new listener. Raises NoStream where there are too many, or Redis is not heard."""
        if self._carrier and not self._carrier.is_heard():
            raise NoStream
        with self._lock:
            if self._count >= self._most or self._stopped:
                raise NoStream
            listener = Listener(code, self.forget, self.on_heard)
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

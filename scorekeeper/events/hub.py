"""Who listens in this process, and the way to the other processes where there is one."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable

from scorekeeper.events.redis import Carrier
from scorekeeper.events.subscription import SUPERSEDED, Event, Listener, NoStream

_MOST_AT_A_MATCH = 200

HOST_IS_HERE = "host is here"
"""An event among processes alone: no listener hears it."""


class Bell:
    """The listeners of this process, at most so many; with Redis also what others are told.

    One address has at most half of them, so that nobody keeps all others out.
    """

    def __init__(self, most: int, redis_url: str = "") -> None:
        self._most = most
        self._lock = threading.Lock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
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

    def listen(self, code: str, address: str = "", device: str = "") -> Listener:
        """A new listener, in place of an older one of the same device at the same match.

        Raises NoStream where there are too many in all, at the match or of the address, or where
        Redis is not heard.
        """
        if self._carrier and not self._carrier.is_heard():
            raise NoStream
        with self._lock:
            older = [each for each in self._listeners.get(code, ()) if device == each.device != ""]
            for each in older:
                each.hear(SUPERSEDED)
                self._remove(each)
            if self._stopped or self._is_full(code, address):
                raise NoStream
            listener = Listener(code, self.forget, self.on_heard, address=address, device=device)
            self._listeners[code].add(listener)
            self._addresses[address] += 1
            self._change_count(1)
            return listener

    def _is_full(self, code: str, address: str) -> bool:
        return (
            self._count >= self._most
            or len(self._listeners.get(code, ())) >= _MOST_AT_A_MATCH
            or (address != "" and self._addresses[address] >= max(1, self._most // 2))
        )

    def forget(self, listener: Listener) -> None:
        with self._lock:
            self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        listeners = self._listeners.get(listener.code, set())
        if listener in listeners:
            listeners.remove(listener)
            self._addresses[listener.address] -= 1
            self._change_count(-1)
            if not listeners:
                del self._listeners[listener.code]
            if not self._addresses[listener.address]:
                del self._addresses[listener.address]

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

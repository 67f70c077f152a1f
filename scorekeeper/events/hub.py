"""The subscriptions of this process, and the channel to other processes if there is one."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable

from scorekeeper.events.redis import RedisChannel
from scorekeeper.events.subscription import SUPERSEDED, ServerSentEvent, StreamRefused, Subscription

_MOST_AT_A_MATCH = 200

HOST_IS_HERE = "host is here"
"""The name of an event between processes: it is not delivered to subscriptions."""


class Hub:
    """The subscriptions of this process, at most `most`, and with Redis a channel to others.

    One address has at most half of them, so that it cannot keep all others out.
    """

    def __init__(self, most: int, redis_url: str = "") -> None:
        self._most = most
        self._lock = threading.Lock()
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._count = 0
        self._stopped = False
        self._redis = RedisChannel(redis_url, self.deliver, self.end_streams) if redis_url else None
        # For metrics: the number of subscriptions, and the seconds until an event is delivered.
        self.on_count: Callable[[int], None] | None = None
        self.on_delivered: Callable[[float], None] | None = None
        # For the presence of hosts: called with the code of a match whose host another process saw.
        self.on_host: Callable[[str], None] | None = None

    def publish(self, code: str, event: ServerSentEvent) -> None:
        """Publish the event to all subscriptions of the match. Never raise and never block."""
        self.deliver(code, event)
        self.send_to_others(code, event)

    def deliver(self, code: str, event: ServerSentEvent) -> None:
        """Deliver the event to the subscriptions of this process."""
        if event.name == HOST_IS_HERE:
            if self.on_host:
                self.on_host(code)
            return
        with self._lock:
            subscriptions = tuple(self._subscriptions.get(code, ()))
        for subscription in subscriptions:
            subscription.put(event)

    def send_to_others(self, code: str, event: ServerSentEvent) -> None:
        """Send the event to the other processes, if there are any. Never raise and never block."""
        if self._redis:
            self._redis.send(code, event)

    def subscribe(self, code: str, address: str = "", device: str = "") -> Subscription:
        """Add a subscription; it replaces an older one of the same device at the same match.

        Raise StreamRefused if there are too many in all, at the match or of the address, or if
        Redis is not connected.
        """
        if self._redis and not self._redis.is_connected():
            raise StreamRefused
        with self._lock:
            older = [
                each for each in self._subscriptions.get(code, ()) if device == each.device != ""
            ]
            for each in older:
                each.put(SUPERSEDED)
                self._remove(each)
            if self._stopped or self._is_full(code, address):
                raise StreamRefused
            subscription = Subscription(
                code, self.unsubscribe, self.on_delivered, address=address, device=device
            )
            self._subscriptions[code].add(subscription)
            self._addresses[address] += 1
            self._change_count(1)
            return subscription

    def _is_full(self, code: str, address: str) -> bool:
        return (
            self._count >= self._most
            or len(self._subscriptions.get(code, ())) >= _MOST_AT_A_MATCH
            or (address != "" and self._addresses[address] >= max(1, self._most // 2))
        )

    def unsubscribe(self, subscription: Subscription) -> None:
        with self._lock:
            self._remove(subscription)

    def _remove(self, subscription: Subscription) -> None:
        subscriptions = self._subscriptions.get(subscription.code, set())
        if subscription in subscriptions:
            subscriptions.remove(subscription)
            self._addresses[subscription.address] -= 1
            self._change_count(-1)
            if not subscriptions:
                del self._subscriptions[subscription.code]
            if not self._addresses[subscription.address]:
                del self._addresses[subscription.address]

    def _change_count(self, by: int) -> None:
        self._count += by
        if self.on_count:
            self.on_count(self._count)

    @property
    def count(self) -> int:
        """Return the number of subscriptions in this process."""
        return self._count

    def end_streams(self) -> None:
        """End every stream. Browsers reconnect and begin with the version at that time."""
        with self._lock:
            subscriptions = [each for at_match in self._subscriptions.values() for each in at_match]
        for subscription in subscriptions:
            subscription.put(None)

    def stop(self) -> None:
        """End every stream and accept no more, because the program is about to stop."""
        self._stopped = True
        self.end_streams()
        if self._redis:
            self._redis.stop()

    def is_reachable(self) -> bool:
        """Return whether Redis answers; True if none is used."""
        return self._redis is None or self._redis.is_reachable()

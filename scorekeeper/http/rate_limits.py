"""How often one address may send a wrong token or code, and how often it may open a match."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import TYPE_CHECKING, Any

import structlog
from flask import Flask, current_app, request

from scorekeeper.config import Settings
from scorekeeper.messages.message import Message, Plural

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

_REDIS_SECONDS = 1
_AWAY_SECONDS = 5
_log = structlog.stdlib.get_logger(__name__)


class RateLimited(Exception):
    """Too many requests from this address: holds a Message, and in `wait` the seconds to wait."""

    def __init__(self, wait: int) -> None:
        template = Plural(
            "Wait %(wait)s second, then try once more.",
            "Wait %(wait)s seconds, then try once more.",
            "wait",
        )
        super().__init__(Message(template, wait=wait))
        self.wait = wait


class Windows:
    """The fixed windows of all addresses, counted in this process.

    An address's window opens with the first thing counted and closes `seconds` later, by a
    monotonic clock that nobody can set.
    """

    def __init__(self, most: int, seconds: int) -> None:
        self._most = most
        self._seconds = seconds
        self._lock = Lock()
        self._counted: dict[str, tuple[float, int]] = {}
        """By address: when its window closes, and its count; the first to close comes first."""

    def __len__(self) -> int:
        """Return how many addresses have a window."""
        return len(self._counted)

    def wait(self, address: str, *, more: bool) -> float:
        """Count one more if `more`. Return the seconds to wait if that is too many, else 0."""
        now = time.monotonic()
        with self._lock:
            while self._counted and next(iter(self._counted.values()))[0] <= now:
                del self._counted[next(iter(self._counted))]
            closes, count = self._counted.get(address, (now + self._seconds, 0))
            if count >= self._most:
                return closes - now
            if more:
                self._counted[address] = (closes, count + 1)
            return 0


class RequestLimits:
    """What this site allows an address; counted in Redis if it is set and answers.

    Otherwise each process counts for itself. In Redis, Flask-Limiter's engine (`limits`) does the
    counting; it is imported when something is counted for the first time.
    """

    def __init__(self, settings: Settings) -> None:
        self._allowed = {"wrong": settings.wrong_key_limit, "opening": settings.opening_limit}
        self._redis = settings.redis
        self._lock = Lock()
        self._windows: dict[str, Windows] = {}
        self._limiter: RateLimiter | None = None
        self._redis_again = 0.0

    def count(self, what: str, address: str, *, more: bool = True) -> None:
        """Count one more of `what`, "wrong" or "opening", if `more`. Raise RateLimited."""
        if not self._allowed[what]:
            return
        wait = self._wait(what, address, more=more)
        if wait:
            raise RateLimited(math.ceil(wait))

    def _wait(self, what: str, address: str, *, more: bool) -> float:
        """Count one more if `more`. Return the seconds to wait if that is too many, else 0."""
        from limits import parse
        from limits.errors import StorageError

        item = parse(self._allowed[what])
        if self._redis and time.monotonic() >= self._redis_again:
            try:
                return self._wait_by_redis(item, what, address, more=more)
            except (StorageError, OSError) as error:
                _log.warning("Redis counts nothing", error=type(error).__name__)
                self._redis_again = time.monotonic() + _AWAY_SECONDS
        with self._lock:
            windows = self._windows.setdefault(what, Windows(item.amount, item.get_expiry()))
        return windows.wait(address, more=more)

    def _wait_by_redis(self, item: RateLimitItem, what: str, address: str, *, more: bool) -> float:
        limiter = self._in_redis()
        if (limiter.hit if more else limiter.test)(item, what, address):
            return 0
        left = limiter.get_window_stats(item, what, address).reset_time - time.time()
        if left > item.get_expiry():
            # The clock of Redis was set back: the window would stay closed for that much longer.
            limiter.clear(item, what, address)
            return 0
        return max(1, left)

    def _in_redis(self) -> RateLimiter:
        from limits.storage import storage_from_string
        from limits.strategies import FixedWindowRateLimiter

        with self._lock:
            if self._limiter is None:
                storage = storage_from_string(self._redis, **_options())
                self._limiter = FixedWindowRateLimiter(storage)
            return self._limiter


def _options() -> dict[str, Any]:
    """Return the options of the Redis connection, with short timeouts: requests wait for it."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return {
        "wrap_exceptions": True,
        "socket_connect_timeout": _REDIS_SECONDS,
        "socket_timeout": _REDIS_SECONDS,
        "retry": Retry(NoBackoff(), 1),  # a restart of Redis cuts the connections before it
    }


def init_rate_limits(app: Flask, settings: Settings) -> None:
    """Give the app its limits."""
    app.extensions["limits"] = RequestLimits(settings)


def count_wrong_token() -> None:
    """Count a wrong token or code of this request. Raise RateLimited if that is one too many."""
    _count("wrong")


def check_guess_limit() -> None:
    """Raise RateLimited if the address has been wrong too often of late.

    A code is short, so a guesser over the limit does not learn even of a right code; a token is
    long, so a right one always opens.
    """
    _count("wrong", more=False)


def count_new_match() -> None:
    """Count a match that this request opens. Raise RateLimited if that is one too many."""
    _count("opening")


def _count(what: str, *, more: bool = True) -> None:
    limits: RequestLimits = current_app.extensions["limits"]
    limits.count(what, client_network(), more=more)


def client_network() -> str:
    """Return what the limits count by: the network address that the request came from."""
    return network_of(request.remote_addr or "")


def network_of(address: str) -> str:
    """Return the address, or for IPv6 its /64 network, which one person may have to themselves."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ip_network((known, 64), strict=False))

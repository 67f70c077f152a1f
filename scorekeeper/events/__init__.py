"""Publish the new version of a match to the streams that subscribe to it, without any scores.

Each stream subscribes to the hub of its own process. With Redis, the hub also publishes its events
to the other processes. If Redis is down, matches can still be written, and clients poll instead.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from flask import Flask, Response, current_app

from scorekeeper.config import Settings
from scorekeeper.events.hub import HOST_IS_HERE, Hub
from scorekeeper.events.presence import Presence
from scorekeeper.events.subscription import ServerSentEvent, StreamRefused, Subscription
from scorekeeper.tokens import HOST

__all__ = ["Hub", "ServerSentEvent", "StreamRefused", "Subscription"]


def init_events(app: Flask, settings: Settings) -> None:
    """Add the hub and the presence of hosts to the app."""
    hub = app.extensions["events"] = Hub(settings.streams, settings.redis)
    presence = app.extensions["presence"] = Presence()
    hub.on_host = presence.record_remote


def current_hub() -> Hub:
    found: Hub = current_app.extensions["events"]
    return found


def publish_version(code: str, version: int) -> None:
    """Publish that the match now has this version."""
    current_hub().publish(code, ServerSentEvent("", str(version), time.time()))


def publish(code: str, name: str, data: str = "") -> None:
    """Publish a named event of the match: `entering`, `gone`, `table` or `withdrawn`.

    `data` is the role that is entering a hand or whose links are withdrawn; else it is empty.
    """
    current_hub().publish(code, ServerSentEvent(name, data, time.time()))


def record_presence(code: str, roles: Collection[str]) -> None:
    """Record that an actor with these roles is at the match; `host_was_here` answers from it."""
    _record(_presence(), current_hub(), code, host=HOST in roles)


def host_was_here(code: str, seconds: float) -> bool:
    """Return whether a device or token of the host was here within `seconds`, or may have been."""
    return _presence().was_here(code, seconds)


def subscribe(code: str, address: str = "", device: str = "") -> Subscription:
    """Subscribe to the match. Raise StreamRefused if no more streams are accepted; then poll."""
    return current_hub().subscribe(code, address, device)


def stream_response(
    subscription: Subscription,
    version: int,
    names: Collection[str],
    roles: Collection[str],
) -> Response:
    """Return the response that streams events after `version`; see `Subscription.stream`."""
    if HOST in roles:  # the host is present while the stream is open
        subscription.on_turn = partial(
            _record, _presence(), current_hub(), subscription.code, host=True
        )
    response = Response(subscription.stream(version, names, roles), mimetype="text/event-stream")
    response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response.call_on_close(subscription.close)
    return response


def _presence() -> Presence:
    found: Presence = current_app.extensions["presence"]
    return found


def _record(presence: Presence, hub: Hub, code: str, *, host: bool) -> None:
    if presence.record(code, host=host):
        hub.send_to_others(code, ServerSentEvent(HOST_IS_HERE, ""))

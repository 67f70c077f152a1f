"""The bell: it says that a match has moved on, to which version, and nothing of the scores.

Every stream listens in its own process. With Redis each process also passes on what it was told to
the others; a Redis that is down keeps nobody from writing, and the listeners poll until it is back.
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
    """Hangs the bell in the app."""
    hung = app.extensions["events"] = Hub(settings.streams, settings.redis)
    presence = app.extensions["presence"] = Presence()
    hung.on_host = presence.hear


def current_hub() -> Hub:
    found: Hub = current_app.extensions["events"]
    return found


def publish_version(code: str, version: int) -> None:
    """The match has moved on to this version."""
    current_hub().publish(code, ServerSentEvent("", str(version), time.time()))


def publish(code: str, name: str, data: str = "") -> None:
    """Something else at this match: `entering` (by whom), `gone`, `table`, `withdrawn` (whom)."""
    current_hub().publish(code, ServerSentEvent(name, data, time.time()))


def note(code: str, roles: Collection[str]) -> None:
    """Keeps in mind that somebody with these places is at this match: see `host_was_here`."""
    _note(_presence(), current_hub(), code, host=HOST in roles)


def host_was_here(code: str, seconds: float) -> bool:
    """Whether a device or key of the host was here within so many seconds, or may have been."""
    return _presence().was_here(code, seconds)


def subscribe(code: str, address: str = "", device: str = "") -> Subscription:
    """A new listener at this match. Raises StreamRefused; then its asker polls."""
    return current_hub().subscribe(code, address, device)


def stream_response(
    subscription: Subscription,
    version: int,
    names: Collection[str],
    roles: Collection[str],
) -> Response:
    """The stream as an answer, from `version` on; see `Subscription.stream`."""
    if HOST in roles:  # and is here for as long as the stream is open
        subscription.on_turn = partial(
            _note, _presence(), current_hub(), subscription.code, host=True
        )
    response = Response(subscription.stream(version, names, roles), mimetype="text/event-stream")
    response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response.call_on_close(subscription.close)
    return response


def _presence() -> Presence:
    found: Presence = current_app.extensions["presence"]
    return found


def _note(presence: Presence, bell: Hub, code: str, *, host: bool) -> None:
    if presence.see(code, host=host):
        bell.tell_others(code, ServerSentEvent(HOST_IS_HERE, ""))

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
from scorekeeper.events.hub import HOST_IS_HERE, Bell
from scorekeeper.events.presence import Presence
from scorekeeper.events.subscription import Event, Listener, NoStream
from scorekeeper.tokens import HOST

__all__ = ["Bell", "Event", "Listener", "NoStream"]


def open_bell(app: Flask, settings: Settings) -> None:
    """Hangs the bell in the app."""
    hung = app.extensions["bell"] = Bell(settings.streams, settings.redis)
    presence = app.extensions["presence"] = Presence()
    hung.on_host = presence.hear


def bell() -> Bell:
    found: Bell = current_app.extensions["bell"]
    return found


def ring(code: str, version: int) -> None:
    """The match has moved on to this version."""
    bell().tell(code, Event("", str(version), time.time()))


def tell(code: str, name: str, data: str = "") -> None:
    """Something else at this match: `entering` (by whom), `gone`, `table`, `withdrawn` (whom)."""
    bell().tell(code, Event(name, data, time.time()))


def note(code: str, places: Collection[str]) -> None:
    """Keeps in mind that somebody with these places is at this match: see `host_was_here`."""
    _note(_presence(), bell(), code, host=HOST in places)


def host_was_here(code: str, seconds: float) -> bool:
    """Whether a device or key of the host was here within so many seconds, or may have been."""
    return _presence().was_here(code, seconds)


def listen(code: str, address: str = "", device: str = "") -> Listener:
    """A new listener at this match. Raises NoStream; then its asker polls."""
    return bell().listen(code, address, device)


def answer(
    listener: Listener,
    version: int,
    names: Collection[str],
    places: Collection[str],
) -> Response:
    """The stream as an answer, from `version` on; see `Listener.stream`."""
    if HOST in places:  # and is here for as long as the stream is open
        listener.on_turn = partial(_note, _presence(), bell(), listener.code, host=True)
    response = Response(listener.stream(version, names, places), mimetype="text/event-stream")
    response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response.call_on_close(listener.close)
    return response


def _presence() -> Presence:
    found: Presence = current_app.extensions["presence"]
    return found


def _note(presence: Presence, bell: Bell, code: str, *, host: bool) -> None:
    if presence.see(code, host=host):
        bell.tell_others(code, Event(HOST_IS_HERE, ""))

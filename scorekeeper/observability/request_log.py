"""What is recorded of a request: its id, its line in the log, its counts in the metrics."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request

from scorekeeper.config import Settings
from scorekeeper.observability.metrics import METHODS, Metrics

# What proxies make, a UUID or other hexadecimal digits: no token and no code has this form.
_REQUEST_ID = re.compile(r"[0-9A-Fa-f-]{16,64}")
_ARGUMENT = re.compile(r"<(?:[^:<>]*:)?([^<>]*)>")
_BROKEN = 500
_log = logging.getLogger(__name__)


class LoggedFlask(Flask):
    """A Flask app that logs its errors without the address, which may hold a token."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchecked: every view and every hook here is a plain function."""
        return func

    def log_exception(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - as Flask calls it
        self.logger.error("%s %s broke", _method(), route_of_request(), exc_info=sys.exception())


def init_request_log(app: Flask, settings: Settings) -> None:
    """Number, time, count and log every request. Call before any other hook is added."""
    metrics: Metrics = app.extensions["metrics"]

    def begin() -> None:
        sent = request.headers.get("X-Request-ID", "") if settings.proxies else ""
        g.request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(16)
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.began
        response.headers["X-Request-ID"] = g.request_id
        metrics.answered(_method(), request.endpoint, response.status_code, seconds)
        if settings.log:
            facts = {
                "method": _method(),
                "endpoint": request.endpoint,
                "path": route_of_request(),
                "status": response.status_code,
                "milliseconds": round(seconds * 1000, 2),
            }
            level = logging.ERROR if response.status_code >= _BROKEN else logging.INFO
            _log.log(level, "answered", extra={"facts": facts})
        return response

    app.before_request(begin)
    app.after_request(end)


def route_of_request() -> str:
    """Return the path as its route is written, with integers filled in and texts left as names.

    A text may be a code or a token, or anything at all if no route matches the path.
    """
    if request.url_rule is None:
        return "unknown"
    values = request.view_args or {}

    def shown(found: re.Match[str]) -> str:
        value = values.get(found[1])
        return str(value) if isinstance(value, int) else f"<{found[1]}>"

    return _ARGUMENT.sub(shown, request.url_rule.rule)


def _method() -> str:
    """Return the method, or "other": a method can be any text at all, even a code."""
    return request.method if request.method in METHODS else "other"

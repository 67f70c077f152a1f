"""What is recorded of a request: its id, its line in the log, its counts in the metrics."""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import Any

import structlog
from flask import Flask, Response, g, request
from structlog.contextvars import bind_contextvars, clear_contextvars

from scorekeeper.config import Settings
from scorekeeper.observability.metrics import METHODS, Metrics

# What proxies make, a UUID or other hexadecimal digits: no token and no code has this form.
_REQUEST_ID = re.compile(r"[0-9A-Fa-f-]{16,64}")
_ARGUMENT = re.compile(r"<(?:[^:<>]*:)?([^<>]*)>")
_BROKEN = 500
_log = structlog.stdlib.get_logger(__name__)


class LoggedFlask(Flask):
    """A Flask app that logs its errors without the address, which may hold a token."""

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 - as Flask calls it
        _log.error(f"{_method()} {route_of_request()} broke", exc_info=exc_info)


def init_request_log(app: Flask, settings: Settings) -> None:
    """Number, time, count and log every request. Call before any other hook is added."""
    metrics: Metrics = app.extensions["metrics"]

    @app.before_request
    def begin() -> None:
        sent = request.headers.get("X-Request-ID", "") if settings.proxies else ""
        g.request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(16)
        g.began = time.perf_counter()
        bind_contextvars(request_id=g.request_id)

    @app.after_request
    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.began
        response.headers["X-Request-ID"] = g.request_id
        metrics.count_request(_method(), request.endpoint, response.status_code, seconds)
        if settings.log:
            _log.log(
                logging.ERROR if response.status_code >= _BROKEN else logging.INFO,
                "answered",
                method=_method(),
                endpoint=request.endpoint,
                path=route_of_request(),
                status=response.status_code,
                milliseconds=round(seconds * 1000, 2),
            )
        return response

    @app.teardown_request
    def forget(_: BaseException | None) -> None:
        clear_contextvars()


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

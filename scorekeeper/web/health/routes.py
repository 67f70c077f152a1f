"""What machines ask: whether the program is alive, whether it is ready, and its metrics."""

from __future__ import annotations

import hmac

from flask import Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.http.rate_limits import count_wrong_token
from scorekeeper.matches import maintenance
from scorekeeper.observability.metrics import Metrics
from scorekeeper.web.health import bp

_HERE = ("127.0.0.1", "::1")


@bp.get("/healthz")
def alive() -> tuple[str, dict[str, str]]:
    """Answer "ok" without asking the database."""
    return "ok\n", {"Content-Type": "text/plain; charset=utf-8"}


@bp.get("/readyz")
def ready() -> ResponseReturnValue:
    """Return whether each service that the program needs answers, by name; 503 if one does not."""
    answers = maintenance.readiness()
    summary = {name: "ok" if answer else "does not answer" for name, answer in answers.items()}
    return jsonify(summary), 200 if all(answers.values()) else 503


@bp.get("/metrics")
def metrics() -> Response:
    """Return the metrics, to clients with the key that is set; if none is set, to this machine."""
    counted: Metrics = current_app.extensions["metrics"]
    set_for_it = current_app.config["SETTINGS"].metrics_key
    if not set_for_it and request.remote_addr not in _HERE:
        abort(404)
    sent = request.authorization
    key = (sent.token or "") if sent and sent.type == "bearer" else ""
    if set_for_it and not hmac.compare_digest(key.encode(), set_for_it.encode()):
        if key:
            count_wrong_token()
        return Response("", 401, {"WWW-Authenticate": "Bearer"})
    text, kind = counted.exposition()
    return Response(text, content_type=kind)

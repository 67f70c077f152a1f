"""How a line of the log is written: plain, or as JSON; never with a key or a match's address."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context
from flask.logging import default_handler

from scorekeeper.config import Settings
from scorekeeper.tokens import redact_tokens

_PLAIN = "[%(asctime)s] %(levelname)s in %(module)s: %(message)s"


class _Plain(logging.Formatter):
    """As Flask writes it."""

    def format(self, record: logging.LogRecord) -> str:
        return redact_tokens(super().format(record))


class _Json(logging.Formatter):
    """One object a line: time in UTC, level, what it is about, and the `facts` of the record."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact_tokens(record.getMessage()),
        }
        if has_request_context() and "request_id" in g:
            line["request_id"] = g.request_id
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["traceback"] = redact_tokens(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def init_logging(settings: Settings) -> None:
    """Writes what this process logs to standard error, in the form that was set."""
    ours, everybody = logging.getLogger("scorekeeper"), logging.root
    default_handler.setFormatter(make_formatter(settings))
    if settings.log == "json":
        ours.removeHandler(default_handler)
        everybody.addHandler(default_handler)  # what libraries say is in the same form
        ours.setLevel(logging.INFO)
    else:
        everybody.removeHandler(default_handler)
        ours.addHandler(default_handler)
        ours.setLevel(logging.NOTSET)


def make_formatter(settings: Settings) -> logging.Formatter:
    """The form that was set, for those who write to standard error by themselves."""
    return _Json() if settings.log == "json" else _Plain(_PLAIN)

"""How a line of the log is written: plain, or as JSON; never with a token or a match's address."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context
from flask.logging import default_handler

from scorekeeper.config import Settings

# A token, and the code in the address of a match; the text before the code is kept.
_HIDDEN = re.compile(r"(?i)(/(?:m|j|matches)/)[^/?#<>\s'\"]+|\w{6}-(?:host|watch|seat[0-9])-\w+")
_PLAIN = "[%(asctime)s] %(levelname)s in %(module)s: %(message)s"


class _Plain(logging.Formatter):
    """Formats a record as Flask does."""

    def format(self, record: logging.LogRecord) -> str:
        return redact_tokens(super().format(record))


class _Json(logging.Formatter):
    """Formats a record as one JSON object a line.

    It holds the time in UTC, level, logger, message, request id, the `facts` of the record and the
    traceback.
    """

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
    """Log to standard error, in the format that was set."""
    ours, everybody = logging.getLogger("scorekeeper"), logging.root
    default_handler.setFormatter(make_formatter(settings))
    if settings.log == "json":
        ours.removeHandler(default_handler)
        everybody.addHandler(default_handler)  # so that libraries log in the same format
        ours.setLevel(logging.INFO)
    else:
        everybody.removeHandler(default_handler)
        ours.addHandler(default_handler)
        ours.setLevel(logging.NOTSET)


def make_formatter(settings: Settings) -> logging.Formatter:
    """Return the formatter that was set, for code that writes to standard error by itself."""
    return _Json() if settings.log == "json" else _Plain(_PLAIN)


def redact_tokens(text: str) -> str:
    """Return the text without its tokens and without the codes in addresses of matches."""
    return _HIDDEN.sub(lambda found: f"{found[1] or ''}…", text)

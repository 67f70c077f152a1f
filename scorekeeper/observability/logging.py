"""The log: structlog writes every line, of the program and of its libraries, and hides tokens."""

from __future__ import annotations

import logging
import re

import structlog
from flask.logging import default_handler
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

from scorekeeper.config import Settings

# A token, and the code in the address of a match; the text before the code is kept.
_HIDDEN = re.compile(r"(?i)(/(?:m|j|matches)/)[^/?#<>\s'\"]+|\w{6}-(?:host|watch|seat[0-9])-\w+")
_PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,  # the id of the request
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
]


def init_logging(settings: Settings) -> None:
    """Log to standard error, in the format that was set."""
    structlog.configure(
        processors=[*_PROCESSORS, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
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
    """Return the formatter that was set: lines for people, or one JSON object a line.

    An object has `time` (UTC), `level`, `logger`, `message`, the `request_id` if there is a
    request, a `traceback` if something broke, and whatever else was logged.
    """
    renderers: list[Processor] = [
        ConsoleRenderer(colors=False, timestamp_key="time", exception_formatter=plain_traceback)
    ]
    if settings.log == "json":
        renderers = [_name_fields, structlog.processors.JSONRenderer(ensure_ascii=False)]
    return ProcessorFormatter(
        foreign_pre_chain=_PROCESSORS,
        processors=[
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _hide_tokens,
            *renderers,
        ],
    )


def redact_tokens(text: str) -> str:
    """Return the text without anything that opens a match: for logs, which many people read."""
    return _HIDDEN.sub(r"\1…", text)


def _hide_tokens(_logger: object, _method: str, event: EventDict) -> EventDict:
    return {
        name: redact_tokens(value) if isinstance(value, str) else value
        for name, value in event.items()
    }


def _name_fields(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Give the fields of a JSON line the names that they have here."""
    names = {"event": "message", "exception": "traceback"}
    return {names.get(name, name): value for name, value in event.items()}

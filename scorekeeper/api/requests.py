"""What a request to the API contains: its token, its body, and the versions that it names."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from flask import request

from scorekeeper import tokens
from scorekeeper.api.responses import InvalidRequest
from scorekeeper.codec.match_file import read_json
from scorekeeper.matches import matches
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.tokens import Token

MOST_BYTES = 64 * 1024
_LONGEST_KEY = 255
_ETAG = re.compile(r'(?:W/)?"([^"]*)"|([0-9]+)')
_VERSION = re.compile(r"([0-9]{1,9})(?:[:-][a-z]+)?")


def current_token() -> Token:
    """Return the token of the request. Raise MatchNotFound if there is none."""
    sent = request.authorization
    token = tokens.parse_token(sent.token or "") if sent and sent.type == "bearer" else None
    if token is None:
        raise matches.MatchNotFound
    return token


def json_body(most: int = MOST_BYTES) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return the JSON of the body, of at most `most` bytes.

    Raise InvalidRequest for another content type, a body that is too large, or invalid JSON.
    """
    if request.mimetype != "application/json":
        raise InvalidRequest(
            415, "The body is JSON: Content-Type: application/json.", "Content-Type"
        )
    if (request.content_length or 0) > most:
        raise InvalidRequest(413, f"The body may have at most {most} bytes.")
    request.max_content_length = most
    try:
        return read_json(request.get_data(cache=False), "body")
    except RuleError as error:
        raise InvalidRequest(400, describe_error(error), error.field) from None


def if_match() -> Container[int] | None:
    """Return the versions that If-Match names, or None without it. Raise InvalidRequest."""
    return _versions("If-Match")


def is_not_modified(version: int) -> bool:
    """Return whether If-None-Match names this version. Raise InvalidRequest."""
    known = _versions("If-None-Match")
    return known is not None and version in known


def idempotency_key() -> str | None:
    """Return the key that tells a repeat from a new write, or None. Raise InvalidRequest."""
    sent = request.headers.get("Idempotency-Key", "").strip()
    if len(sent) > _LONGEST_KEY or not sent.isprintable():
        why = f"An idempotency key has at most {_LONGEST_KEY} printable characters."
        raise InvalidRequest(400, why, "Idempotency-Key")
    return sent or None


def _versions(header: str) -> Container[int] | None:
    """Return the versions in a list of ETags, with or without W/ and a :coding at their end."""
    text = request.headers.get(header)
    if text is None:
        return None
    if text.strip() == "*":
        return matches.EVERY_VERSION
    versions = set()
    for each in text.split(","):
        tag = _ETAG.fullmatch(each.strip())
        if tag is None:
            raise InvalidRequest(400, f'{header} is written like "7", the ETag of a sheet.', header)
        # An ETag that is not ours stands for a version that no match has.
        number = _VERSION.fullmatch(tag[1] if tag[1] is not None else tag[2])
        versions.add(int(number[1]) if number else -1)
    return versions

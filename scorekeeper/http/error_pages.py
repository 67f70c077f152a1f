"""The table of errors: the status, and what the page says."""

from __future__ import annotations

from flask import Flask, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException

from scorekeeper import tokens
from scorekeeper.events import StreamRefused
from scorekeeper.http.rate_limits import RateLimited
from scorekeeper.matches import matches, seats
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.rules.errors import RuleError

_WORDS: dict[int, tuple[Message, Message]] = {
    400: (
        Message("That did not get through"),
        Message("Something in the request is damaged. Nothing was written."),
    ),
    403: (
        Message("That is not yours to do"),
        Message("This phone may not do that at this match."),
    ),
    404: (
        Message("There is nothing here"),
        Message("There is no such page or match, or this phone has no place at it."),
    ),
    405: (
        Message("That page only shows"),
        Message("Nothing was written: this address takes no forms."),
    ),
    409: (
        Message("Somebody was first"),
        Message("Nothing was changed: look at the table as it stands now."),
    ),
    413: (
        Message("That is too much"),
        Message("What was sent is larger than any sheet needs. Nothing was written."),
    ),
    429: (Message("Too many tries"), Message("Wait a little, then try once more.")),
    500: (
        Message("Something broke here"),
        Message("The sheet is as it was. Go back and try once more."),
    ),
    503: (
        Message("The sheet cannot be reached"),
        Message(
            "What was sent may not have been written. Go back and save it again: nothing is written"
            " twice."
        ),
    ),
}
_CSRF = (
    Message("This page is too old to be saved"),
    Message(
        "This browser no longer has the cookie of this page. Nothing was written; open the match"
        " anew."
    ),
)


def init_error_pages(app: Flask) -> None:
    """Answer every error with a page that says what is still safe."""
    app.register_error_handler(matches.MatchNotFound, _no_match)
    app.register_error_handler(RateLimited, _too_many)
    app.register_error_handler(
        matches.Forbidden, lambda error: _page(403, why=describe_error(error))
    )
    app.register_error_handler(seats.SeatTaken, lambda error: _page(409, why=describe_error(error)))
    app.register_error_handler(matches.Unavailable, lambda _: _page(503))
    # A script opened the stream, and it polls the fragment meanwhile.
    app.register_error_handler(StreamRefused, lambda _: ("", 503, {"Retry-After": "5"}))
    app.register_error_handler(RuleError, _rule_error)
    app.register_error_handler(CSRFError, lambda _: _page(400, *_CSRF))
    app.register_error_handler(HTTPException, _http)
    # For an invalid host no address of this site can be made, and so no page.
    app.register_error_handler(BadHost, lambda error: error.get_response())


def _no_match(_: matches.MatchNotFound) -> ResponseReturnValue:
    return _page(404)


def _too_many(too_many: RateLimited) -> ResponseReturnValue:
    return *_page(429, why=str(too_many)), {"Retry-After": str(too_many.wait)}


def _rule_error(error: RuleError) -> ResponseReturnValue:
    # Each form handles the errors of what people type; this is a stored match that cannot be
    # replayed any more.
    current_app.logger.error("A stored match is refused at entry %s: %s", error.entry, error)
    return _page(500)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.response is not None or error.code < 400:  # noqa: PLR2004
        return error
    return _page(error.code)


def _page(status: int, title: Message | None = None, why: str | Message = "") -> tuple[str, int]:
    known = _WORDS.get(status, _WORDS[400 if status < 500 else 500])  # noqa: PLR2004
    code = tokens.tidy_code((request.view_args or {}).get("code", ""))
    back = url_for("home.index")
    if code and status != 404:  # noqa: PLR2004
        back = url_for("match.show", code=code)
    return (
        render_template(
            "errors/error.html",
            status=status,
            title=title or known[0],
            why=why or known[1],
            back=back,
            code=code if tokens.is_code(code) else "",
        ),
        status,
    )

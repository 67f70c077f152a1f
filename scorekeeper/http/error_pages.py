"""One table of what goes wrong: the status, and what the page says."""

from __future__ import annotations

from flask import Flask, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException

from scorekeeper import tokens
from scorekeeper.events import NoStream
from scorekeeper.http.rate_limits import TooMany
from scorekeeper.matches import matches, seats
from scorekeeper.rules.errors import Refused, Sentence

_WORDS: dict[int, tuple[Sentence, Sentence]] = {
    400: (
        Sentence("That did not get through"),
        Sentence("Something in the request is damaged. Nothing was written."),
    ),
    403: (
        Sentence("That is not yours to do"),
        Sentence("This phone may not do that at this match."),
    ),
    404: (
        Sentence("There is nothing here"),
        Sentence("There is no such page or match, or this phone has no place at it."),
    ),
    405: (
        Sentence("That page only shows"),
        Sentence("Nothing was written: this address takes no forms."),
    ),
    409: (
        Sentence("Somebody was first"),
        Sentence("Nothing was changed: look at the table as it stands now."),
    ),
    413: (
        Sentence("That is too much"),
        Sentence("What was sent is larger than any sheet needs. Nothing was written."),
    ),
    429: (Sentence("Too many tries"), Sentence("Wait a little, then try once more.")),
    500: (
        Sentence("Something broke here"),
        Sentence("The sheet is as it was. Go back and try once more."),
    ),
    503: (
        Sentence("The sheet cannot be reached"),
        Sentence(
            "What was sent may not have been written. Go back and save it again: nothing is written"
            " twice."
        ),
    ),
}
_CSRF = (
    Sentence("This page is too old to be saved"),
    Sentence(
        "This browser no longer has the cookie of this page. Nothing was written; open the match"
        " anew."
    ),
)


def add_errors(app: Flask) -> None:
    """Answers every error with a page that says what is still safe."""
    app.register_error_handler(matches.NoMatch, _no_match)
    app.register_error_handler(TooMany, _too_many)
    app.register_error_handler(matches.Forbidden, lambda error: _page(403, why=str(error)))
    app.register_error_handler(seats.NotFree, lambda error: _page(409, why=str(error)))
    app.register_error_handler(matches.Unavailable, lambda _: _page(503))
    # It is a script that asked, and it asks for the fragment meanwhile.
    app.register_error_handler(NoStream, lambda _: ("", 503, {"Retry-After": "5"}))
    app.register_error_handler(Refused, _no_longer_reads)
    app.register_error_handler(CSRFError, lambda _: _page(400, *_CSRF))
    app.register_error_handler(HTTPException, _http)
    # No address of this site can be made for a host that is none, and so no page.
    app.register_error_handler(BadHost, lambda error: error.get_response())


def _no_match(_: matches.NoMatch) -> ResponseReturnValue:
    return _page(404)


def _too_many(too_many: TooMany) -> ResponseReturnValue:
    return *_page(429, why=str(too_many)), {"Retry-After": str(too_many.wait)}


def _no_longer_reads(refused: Refused) -> ResponseReturnValue:
    # What people type is answered by its own form; this is a stored match that no longer folds.
    # The sentence is logged without what it is about: no names in logs.
    why = (refused.entry, refused.sentence.template)
    current_app.logger.error("A stored match is refused at entry %s: %s", *why)
    return _page(500)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.response is not None or error.code < 400:  # noqa: PLR2004
        return error
    return _page(error.code)


def _page(status: int, title: Sentence | None = None, why: str | Sentence = "") -> tuple[str, int]:
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

"""The pages: HTTP in, HTML out. One module is one blueprint is one folder of templates."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for
from flask_compress import Compress
from flask_wtf import CSRFProtect

from scorekeeper.limits import count_opening
from scorekeeper.web.board import board
from scorekeeper.web.carry import carry
from scorekeeper.web.device import add_cookie
from scorekeeper.web.errors import add_errors
from scorekeeper.web.hands import hands
from scorekeeper.web.health import health
from scorekeeper.web.home import home
from scorekeeper.web.install import install
from scorekeeper.web.invite import invite
from scorekeeper.web.join import join
from scorekeeper.web.language import add_language
from scorekeeper.web.live import live
from scorekeeper.web.match import match
from scorekeeper.web.needs import needs
from scorekeeper.web.new import new
from scorekeeper.web.own import own
from scorekeeper.web.pieces import LEVEL
from scorekeeper.web.preview import preview
from scorekeeper.web.rules import rules
from scorekeeper.web.saving import SIGN
from scorekeeper.web.table import table

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self';"
        " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_YEAR = 31_536_000
_KEPT = ("text/css", "text/javascript", "image/svg+xml")


def add_pages(app: Flask) -> None:
    """Adds the pages, the cookie, the protection of forms and the headers to the app."""
    app.config |= {
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "WTF_I18N_ENABLED": False,  # the sentences are ours
        "WTF_CSRF_TIME_LIMIT": None,  # a page may lie open on the table all evening
        # The token and the cookie prove where a form is from. A browser that tells no referrer, or
        # a proxy that passes the host without its port, must not cost a table its hands.
        "WTF_CSRF_SSL_STRICT": False,
        "COMPRESS_LEVEL": LEVEL,
        "COMPRESS_BR_LEVEL": 2,
        "COMPRESS_MIMETYPES": [*_KEPT, "text/html", "application/json"],
    }
    app.url_map.merge_slashes = False  # its redirect would name the Host that was sent
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static_url"] = cache(_static_url(Path(str(app.static_folder))))
    add_cookie(app)
    add_language(app)
    app.before_request(_count_openings)  # before CSRFProtect, which reads the body
    CSRFProtect(app)
    app.after_request(_exact_etag)  # before Compress, so that it has the last word
    Compress(app)
    for blueprint in (
        *(home, install, new, own, rules, carry, health),
        *(match, live, hands, table, invite, join, preview, needs, board),
    ):
        app.register_blueprint(blueprint)
    add_errors(app)
    app.after_request(_protect)


def _count_openings() -> None:
    """Raises TooMany where an address opens too many matches."""
    if request.method == "POST" and request.endpoint in {"new.match", "carry.bring"}:
        count_opening()


def _protect(response: Response) -> Response:
    """Headers for every answer. Pages are not kept by caches; files named by their hash are."""
    response.headers.extend(_HEADERS)
    response.headers.setdefault(SIGN, "1")
    if request.endpoint == "join.link":
        # What is opened from here, on this site too, is told the site and not the key in the link.
        response.headers["Referrer-Policy"] = "strict-origin"
    if request.endpoint == "static" and response.mimetype in _KEPT:
        response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _exact_etag(response: Response) -> Response:
    """An ETag without the coding that compression writes into it: it is the version, "7"."""
    etag, weak = response.get_etag()
    if etag and ":" in etag:
        response.set_etag(etag.partition(":")[0], weak=bool(weak))
    return response


def _static_url(folder: Path) -> Callable[[str], str]:
    def static_url(name: str) -> str:
        """The address of a static file, which changes with its contents."""
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()[:12]
        return url_for("static", filename=name, v=digest)

    return static_url

"""The web pages: HTTP in, HTML out. A feature is one package and one folder of templates."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from flask import Flask, Response, request, url_for
from flask_compress import Compress
from flask_wtf import CSRFProtect

from scorekeeper.http.device import init_device_cookie
from scorekeeper.http.error_pages import init_error_pages
from scorekeeper.http.fragment_cache import init_fragment_cache
from scorekeeper.http.rate_limits import count_new_match
from scorekeeper.http.request_locale import init_locale
from scorekeeper.web.board import routes as board_routes
from scorekeeper.web.custom_rules import routes as custom_rules_routes
from scorekeeper.web.hands import preview_routes
from scorekeeper.web.hands import routes as hands_routes
from scorekeeper.web.health import routes as health_routes
from scorekeeper.web.help import routes as help_routes
from scorekeeper.web.home import routes as home_routes
from scorekeeper.web.install import routes as install_routes
from scorekeeper.web.match import action_routes, live_routes, target_routes
from scorekeeper.web.match import routes as match_routes
from scorekeeper.web.rules import routes as rules_routes
from scorekeeper.web.seats import invite_routes, join_routes
from scorekeeper.web.setup import routes as setup_routes
from scorekeeper.web.submit import SIGN
from scorekeeper.web.transfer import routes as transfer_routes

_ROUTES = (
    *(home_routes, setup_routes, custom_rules_routes, rules_routes, help_routes),
    *(match_routes, live_routes, action_routes, target_routes, hands_routes, preview_routes),
    *(invite_routes, join_routes, board_routes, transfer_routes, install_routes, health_routes),
)
"""Every module of routes. Those of one feature add them to the one blueprint of its package."""
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
    """Add the pages, the device cookie, CSRF protection and the response headers to the app."""
    app.config |= {
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "WTF_I18N_ENABLED": False,  # our own messages are translated
        "WTF_CSRF_TIME_LIMIT": None,  # a page may stay open all evening
        # The token and the cookie prove where a form is from. A browser that sends no referrer, or
        # a proxy that passes the host without its port, must not keep a hand from being written.
        "WTF_CSRF_SSL_STRICT": False,
        "COMPRESS_LEVEL": 1,  # takes a third of the time of level 6, for a kB more of a page
        "COMPRESS_BR_LEVEL": 2,
        "COMPRESS_MIMETYPES": [*_KEPT, "text/html", "application/json"],
    }
    app.url_map.merge_slashes = False  # its redirect would repeat the Host header
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static_url"] = _static_url(Path(str(app.static_folder)))
    init_device_cookie(app)
    init_locale(app)
    app.before_request(_count_openings)  # before CSRFProtect, which reads the body
    CSRFProtect(app)
    app.after_request(_exact_etag)  # added before Compress, so that it runs after it
    Compress(app)
    init_fragment_cache(app)
    for bp in dict.fromkeys(routes.bp for routes in _ROUTES):
        app.register_blueprint(bp)
    init_error_pages(app)
    app.after_request(_protect)


def _count_openings() -> None:
    """Raise RateLimited if an address opens too many matches."""
    if request.method == "POST" and request.endpoint in {"setup.create", "transfer.import_match"}:
        count_new_match()


def _protect(response: Response) -> Response:
    """Set the headers of a response.

    Caches must revalidate pages; a static file, whose address has a hash, is cached for a year.
    """
    response.headers.extend(_HEADERS)
    response.headers.setdefault(SIGN, "1")
    if request.endpoint == "seats.join":
        # The referrer that other pages get, on this site too, has the site but not the token.
        response.headers["Referrer-Policy"] = "strict-origin"
    if request.endpoint == "static" and response.mimetype in _KEPT:
        response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _exact_etag(response: Response) -> Response:
    """Remove the encoding that compression adds to an ETag: it is the version again, "7"."""
    etag, weak = response.get_etag()
    if etag and ":" in etag:
        response.set_etag(etag.partition(":")[0], weak=bool(weak))
    return response


def _static_url(folder: Path) -> Callable[[str], str]:
    digests = {file.name: hashlib.sha256(file.read_bytes()) for file in folder.iterdir()}

    def static_url(name: str) -> str:
        """Return the address of a static file, which changes with its contents."""
        return url_for("static", filename=name, v=digests[name].hexdigest()[:12])

    return static_url

"""What browsers need to install the app and to open it offline: manifest, service worker, page."""

from __future__ import annotations

from flask import Response, current_app, jsonify, render_template, url_for

from scorekeeper.http.request_locale import page_locale
from scorekeeper.messages.message import Message
from scorekeeper.web.install import bp

_ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any maskable"),
    ("icon-512.png", "512x512", "image/png", "any maskable"),
)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest: name and icons, in the viewer's language."""
    locale = page_locale()
    response = jsonify(
        name="scorekeeper",
        short_name="scorekeeper",
        description=str(Message("The score pad for your card table.")),
        lang=str(locale).replace("_", "-"),
        dir=locale.text_direction,
        id="/",
        start_url=url_for("home.index"),
        scope=url_for("home.index"),
        display="standalone",
        background_color="#fffcf4",
        theme_color="#fffcf4",
        icons=[
            {
                "src": url_for("static", filename=name),
                "sizes": sizes,
                "type": kind,
                "purpose": purpose,
            }
            for name, sizes, kind, purpose in _ICONS
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker, at the root, since it can only serve addresses under its own."""
    return current_app.send_static_file("worker.js")


@bp.get("/offline")
def offline() -> str:
    """Return the page that is shown offline instead of a page that this phone has never opened."""
    return render_template("install/offline.html")

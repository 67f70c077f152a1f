"""Scorekeeper: the score sheet for Pepper and the bid-euchre family."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.config import Settings, read_secret

if TYPE_CHECKING:
    from flask import Flask

_PACKAGE = Path(__file__).parent


def create_app(settings: Settings | None = None) -> Flask:
    """Create the app: its settings, database and blueprints, in that order.

    Raise BadSetting for bad settings, and Unavailable if the database does not answer.
    """
    # Import Flask's parts only here: a server for many connections first patches the standard
    # library (see cli/serve_command.py).
    from scorekeeper.api import add_api
    from scorekeeper.events import init_events
    from scorekeeper.http.rate_limits import init_rate_limits
    from scorekeeper.observability.metrics import init_metrics
    from scorekeeper.observability.request_log import init_request_log
    from scorekeeper.store.database import init_database
    from scorekeeper.web import add_pages

    settings = settings or Settings.read()
    app = _configured_app(settings)
    init_database(app, settings.database_url)
    init_events(app, settings)
    init_metrics(app)
    init_rate_limits(app, settings)
    init_request_log(app, settings)
    add_pages(app)
    add_api(app)
    return app


def _configured_app(settings: Settings) -> Flask:
    """Return an app with its settings, its log and its folders, and nothing to answer yet."""
    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorekeeper.observability.logging import init_logging
    from scorekeeper.observability.request_log import LoggedFlask

    init_logging(settings)
    app = LoggedFlask(
        __name__, template_folder=_folder("templates"), static_folder=_folder("static")
    )
    app.config |= {"SETTINGS": settings, "SECRET_KEY": read_secret(settings)}
    if settings.proxies:
        # Not X-Forwarded-Host: proxies that do not set it pass on what a client made up.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as Flask says to wrap it
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=0
        )
    return app


def _folder(name: str) -> str:
    """Return the folder beside the package in a checkout, or inside the package once installed."""
    beside = _PACKAGE.parent / name
    return str(beside if beside.is_dir() else _PACKAGE / name)

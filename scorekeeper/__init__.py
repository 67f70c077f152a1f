"""Scorekeeper: the score sheet for Pepper and the bid-euchre family."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from scorekeeper.config import BadSetting, Settings

if TYPE_CHECKING:
    from flask import Flask

_PACKAGE = Path(__file__).parent
_SECRET_BYTES = 32


def create_app(settings: Settings | None = None) -> Flask:
    """Create the app: settings, database, events, pages, API.

    Raise BadSetting for bad settings, and Unavailable if the database does not answer.
    """
    # Import Flask's parts only here: a server for many connections first patches the standard
    # library (see cli/serve_command.py).
    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorekeeper.observability.logging import init_logging
    from scorekeeper.observability.request_log import LoggedFlask, init_request_log

    settings = settings or Settings.read()
    init_logging(settings)
    app = LoggedFlask(
        __name__, template_folder=_beside("templates"), static_folder=_beside("static")
    )
    app.config["SETTINGS"] = settings
    app.config["SECRET_KEY"] = settings.secret_key or _read_secret(settings)
    if settings.proxies:
        # Not X-Forwarded-Host: proxies that do not set it pass on what a client made up.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as Flask says to wrap it
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=0
        )

    from scorekeeper.store.database import init_database

    init_database(app, settings.database_url)

    from scorekeeper.events import init_events
    from scorekeeper.http.rate_limits import init_rate_limits
    from scorekeeper.observability.metrics import init_metrics

    init_events(app, settings)
    init_metrics(app)
    init_rate_limits(app, settings)
    init_request_log(app, settings)

    from scorekeeper.api import add_api
    from scorekeeper.web import add_pages

    add_pages(app)
    add_api(app)
    return app


def _beside(folder: str) -> str:
    """Return the folder beside the package in a checkout, or inside the package once installed."""
    beside = _PACKAGE.parent / folder
    return str(beside if beside.is_dir() else _PACKAGE / folder)


def _read_secret(settings: Settings) -> str:
    """Return the secret in the file beside the SQLite file, made the first time.

    Only its owner can read the file. Raise BadSetting if it cannot be kept, or is damaged.
    """
    database = Path(settings.database_url.removeprefix("sqlite:///"))
    path = database.with_name(f"{database.name}.secret")
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _make_secret(path)
        secret = path.read_text("ascii")
    except (OSError, ValueError) as error:
        raise BadSetting(f"The secret beside the database cannot be kept: {error}") from None
    if len(secret) < _SECRET_BYTES:
        raise BadSetting(f"The secret in {path} is damaged: put it back, or remove the file.")
    return secret


def _make_secret(path: Path) -> None:
    """Write the secret atomically; keep one that another process has just made."""
    with NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as made:  # mode 0600
        made.write(secrets.token_hex(_SECRET_BYTES))
        made.flush()
        os.fsync(made.fileno())
        with suppress(FileExistsError):
            Path(path).hardlink_to(made.name)

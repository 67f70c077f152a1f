"""Scorekeeper: the score sheet for Pepper and the bid-euchre family."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from flask import Flask

from scorekeeper.config import BadSetting, Settings

_PACKAGE = Path(__file__).parent


def create_app(settings: Settings | None = None) -> Flask:
    """The program: settings, database, pages. Raises BadSetting where it cannot run with these."""
    settings = settings or Settings.read()
    app = Flask(__name__, template_folder=_beside("templates"), static_folder=_beside("static"))
    app.config["SETTINGS"] = settings
    app.config["SECRET_KEY"] = settings.secret_key or _kept_secret(settings)

    from scorekeeper.store.database import open_database

    open_database(app, settings.database_url)

    from scorekeeper.web import add_pages

    add_pages(app)
    return app


def _beside(folder: str) -> str:
    """The folder beside the package in a checkout, or in the package once it is installed."""
    beside = _PACKAGE.parent / folder
    return str(beside if beside.is_dir() else _PACKAGE / folder)


def _kept_secret(settings: Settings) -> str:
    """The secret kept beside the SQLite file; made the first time, readable by its owner only."""
    file = Path(settings.database_url.removeprefix("sqlite:///")).absolute()
    secret = file.with_name(f"{file.name}.secret")
    try:
        secret.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(secret, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return secret.read_text("ascii")
    except OSError as error:
        raise BadSetting(f"The database's folder cannot be written: {error}") from None
    with os.fdopen(descriptor, "w") as made:
        made.write(secrets.token_hex(32))
    return secret.read_text("ascii")

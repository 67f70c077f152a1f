"""`scorekeeper serve`: what is set is read, and the pages are served."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper.cli.asking import asks_database, asks_version
from scorekeeper.config import BadSetting, Settings, is_web_address


def _web_address(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not is_web_address(value):
        raise click.BadParameter("an address such as https://scores.example.org is needed.")
    return value


@click.command()
@asks_version
@click.option("--host", help="The address to listen on; 127.0.0.1 keeps it to this machine.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; 8000 if not given."
)
@asks_database
@click.option("--redis", metavar="URL", help="A Redis server that several workers share.")
@click.option("--workers", type=click.IntRange(1, 512), help="Processes; more than one: Redis.")
@click.option(
    "--public-url", metavar="URL", callback=_web_address, help="The address for links and QR codes."
)
def serve(**chosen: Any) -> None:  # noqa: ANN401
    """Serves the pages, by default on every address of this machine, port 8000."""
    try:
        settings = Settings.read(**chosen)
        if settings.redis:
            _wait_without_threads()
        _serve(settings)
    except BadSetting as error:
        raise click.ClickException(str(error)) from None


def _wait_without_threads() -> None:
    """Lets thousands wait in one process: sockets, locks and threads become gevent's.

    It must happen before anything is imported that keeps hold of those of the standard library:
    Flask, the database, Redis, gunicorn.
    """
    try:
        from gevent import monkey
    except ImportError:
        raise BadSetting("Redis needs the extra parts: pip install 'scorekeeper[scale]'.") from None
    monkey.patch_all()


def _serve(settings: Settings) -> None:
    from scorekeeper.server import run
    from scorekeeper.service import Unavailable

    try:
        run(settings)
    except Unavailable as error:
        raise click.ClickException(str(error)) from None

"""`scorekeeper serve`: reads the settings and serves the pages."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper.cli.options import database_option, version_option
from scorekeeper.config import BadSetting, Settings, is_web_address


def _web_address(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not is_web_address(value):
        raise click.BadParameter("an address such as https://scores.example.org is needed.")
    return value


@click.command()
@version_option
@click.option("--host", help="The address to listen on; 127.0.0.1 keeps it to this machine.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; 8000 if not given."
)
@database_option
@click.option("--redis", metavar="URL", help="A Redis server that several workers share.")
@click.option("--workers", type=click.IntRange(1, 512), help="Processes; more than one: Redis.")
@click.option(
    "--public-url", metavar="URL", callback=_web_address, help="The address for links and QR codes."
)
def serve(**chosen: Any) -> None:  # noqa: ANN401
    """Serves the pages, by default on every address of this machine, port 8000."""
    from gevent import events, monkey

    # No plugin of gevent is used here: to look for some, it reads the metadata of every installed
    # package 25 times, which takes longer than all the rest of its start.
    events.notify_and_call_entry_points = events.notify  # type: ignore[attr-defined]
    try:
        settings = Settings.read(**chosen)
        # Patch before anything is imported that keeps references to the sockets, locks and threads
        # of the standard library (Flask, the database, Redis, gunicorn): from here on they are
        # gevent's, and thousands of connections wait in one thread.
        monkey.patch_all()
        _serve(settings)
    except BadSetting as error:
        raise click.ClickException(str(error)) from None


def _serve(settings: Settings) -> None:
    from scorekeeper.matches.matches import Unavailable
    from scorekeeper.server import run

    try:
        run(settings)
    except Unavailable as error:
        raise click.ClickException(str(error)) from None

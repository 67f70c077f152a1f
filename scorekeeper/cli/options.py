"""What commands share: options, reading a file, opening the database, the text of an error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import click

from scorekeeper.config import BadSetting, Settings
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError

database_option = click.option("--database", metavar="URL", help="Where matches are kept.")
version_option = click.version_option(version("scorekeeper"), prog_name="scorekeeper")


def with_database(database: str | None, what: str, work: Callable[[], None]) -> None:
    """Run `work` inside the app; report an error as one sentence and exit status 1."""
    from scorekeeper import create_app
    from scorekeeper.matches import matches

    try:
        with create_app(Settings.read(database=database)).app_context():
            work()
    except RuleError as error:
        raise click.ClickException(f"{what}: {error_text(error)}") from None
    except matches.MatchNotFound as error:
        raise click.ClickException(f"There is no match with the code {error}.") from None
    except (BadSetting, matches.Unavailable) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{what}: {error.strerror}.") from None


def error_text(error: RuleError) -> str:
    return f"entry {error.entry}: {describe_error(error)}" if error.entry else describe_error(error)


def read_file(file: str) -> bytes:
    """Return the bytes of the file, or of standard input for "-". Raise RuleError."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise RuleError("file-unreadable", why=error.strerror) from None

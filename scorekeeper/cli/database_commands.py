"""The commands for the matches of a database: export, import, move, check."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.options import (
    database_option,
    error_text,
    read_file,
    version_option,
    with_database,
)
from scorekeeper.codec.match_file import read_json, write_match_file
from scorekeeper.config import Settings

if TYPE_CHECKING:
    from scorekeeper.matches.archive import ArchivedFile


@click.command()
@version_option
@click.argument("code", required=False)
@click.option(
    "--all",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Every match, as files.",
)
@database_option
def export(code: str | None, folder: str | None, database: str | None) -> None:
    """Prints the match file of CODE, or writes every match into a folder."""
    from scorekeeper.matches import matches

    if (code is None) == (folder is None):
        raise click.UsageError("Say the CODE of one match, or --all DIR for every one.")

    def write(code: str) -> None:
        match = matches.read_match(code).match
        sys.stdout.buffer.write(write_match_file(match))
        sys.stdout.buffer.flush()

    def write_all(folder: Path) -> None:
        from scorekeeper.matches import maintenance
        from scorekeeper.matches.archive import export_all

        codes, expired = maintenance.match_codes(), maintenance.count_expired()
        files = export_all(codes, folder)
        _report(files, len(codes), "Writing", expired=expired)

    if code is not None:
        with_database(database, code, partial(write, code))
    elif folder:
        with_database(database, folder, partial(write_all, Path(folder)))


@click.command("import")
@version_option
@click.argument("file")
@database_option
def import_(file: str, database: str | None) -> None:
    """Imports the match file FILE (-: standard input), or every match file of a folder.

    Prints the new code and the host's link. A folder may be imported again: no match is doubled.
    """
    from scorekeeper.matches import creation

    def import_file() -> None:
        if Path(file).is_dir():
            from scorekeeper.matches.archive import files_in, import_all

            files = files_in(Path(file))
            _report(import_all(files), len(files), "Taking in", links=True)
            return
        code = creation.import_match(read_json(read_file(file)))
        click.echo(f"{code}\n{_host_link(code)}")

    with_database(database, file, import_file)


def _host_link(code: str) -> str:
    from flask import current_app

    from scorekeeper.http.addresses import link_base
    from scorekeeper.matches import seats

    settings: Settings = current_app.config["SETTINGS"]
    return f"{link_base(settings)}/j/{seats.host_link(code)}"


def _report(
    files: Iterator[ArchivedFile], count: int, label: str, *, links: bool = False, expired: int = 0
) -> None:
    """Export or import the files, with a progress bar; print the result of each.

    Exit with 1 at the end if any was refused, or if there are none but `expired` ones.
    """
    done, error = [], []
    with click.progressbar(files, length=count, label=label, file=sys.stderr) as bar:
        for each in bar:
            if each.refused:
                error.append(f"{each.file}: {error_text(each.refused)}")
            elif each.code:
                done.append(f"{each.file} {each.code}{f' {_host_link(each.code)}' * links}")
    for line in done:
        click.echo(line)
    for line in error:
        click.echo(line, err=True)
    click.echo(f"{len(done)} matches, {len(error)} refused.", err=True)
    if expired:
        click.echo(f"Passed over as expired: {expired}.", err=True)
    sys.exit(int(bool(error) or bool(expired and not count)))


@click.command()
@version_option
@click.option("--to", "url", metavar="URL", required=True, help="Another database, still empty.")
@database_option
def move(url: str, database: str | None) -> None:
    """Copies everything into another database: matches, roles, links, and the history.

    Stop serving first: what is written meanwhile stays behind.
    """
    from scorekeeper.store.copy import DatabaseNotEmpty, copy_all

    def copy() -> None:
        here = Settings.read(database=database)
        there = Settings.read(database=url, secret_key=here.secret_key or "the same")
        try:
            count = copy_all(there.database_url)
        except DatabaseNotEmpty:
            raise click.ClickException(
                "There are matches in that database already. Nothing was copied."
            ) from None
        secret = "as it is" if here.secret_key else f"what {_secret_file(here)} holds"
        click.echo(f"{count} matches copied.")
        click.echo(f"Their links open with the same secret, SCOREKEEPER_SECRET_KEY: {secret}.")

    with_database(database, "move", copy)


def _secret_file(settings: Settings) -> str:
    return f"{settings.database_url.removeprefix('sqlite:///')}.secret"


@click.command()
@version_option
@click.option("--delete-expired", is_flag=True, help="Delete every match that has expired.")
@database_option
def check(database: str | None, *, delete_expired: bool) -> None:
    """Works every stored match out again and reports any that is no longer what it was.

    Says how many have expired and wait to be deleted.
    """
    from scorekeeper.matches import maintenance

    def check_all() -> None:
        bad = count = 0
        for code, error in maintenance.check_matches():
            count += 1
            if error:
                bad += 1
                click.echo(f"{code}: {error_text(error)}", err=True)
        if delete_expired:
            expired = f"{maintenance.delete_expired()} expired and now deleted"
        else:
            expired = f"{maintenance.count_expired()} expired that wait to be deleted"
        click.echo(f"{count} matches, {bad} that no longer read, {expired}.")
        sys.exit(int(bool(bad)))

    with_database(database, "check", check_all)

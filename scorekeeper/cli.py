"""The scorekeeper command. CONTRACT.md section 3."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.config import BadSetting, Settings, is_web_address
from scorekeeper.exports.match_file import read_json, write_match_file
from scorekeeper.rules.match import Match
from scorekeeper.rules.presets import presets
from scorekeeper.rules.ruleset_reader import read_ruleset
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.rules.words import Refused

if TYPE_CHECKING:
    from scorekeeper.folders import Carried


class _ServesByDefault(click.Group):
    """Without a command, or with only options, the command is `serve`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {option for param in self.get_params(ctx) for option in param.opts}
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


def _web_address(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not is_web_address(value):
        raise click.BadParameter("an address such as https://scores.example.org is needed.")
    return value


_database = click.option("--database", metavar="URL", help="Where matches are kept.")
_version = click.version_option(version("scorekeeper"), prog_name="scorekeeper")


@click.group(cls=_ServesByDefault)
@_version
@click.help_option("-h", "--help")
def main() -> None:
    """The score sheet for Pepper and the bid-euchre family. Without a command: serve."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command()
@_version
@click.option("--host", help="The address to listen on; 127.0.0.1 keeps it to this machine.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; 8000 if not given."
)
@_database
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


@main.command()
@_version
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "csv", "markdown"]),
    default="text",
    help="How the sheet is printed; json prints one line a file.",
)
def sheet(files: tuple[str, ...], style: str) -> None:
    """Works out match files (-: standard input) and prints each sheet."""
    refused = False
    for file in files:
        try:
            match = Match.from_dict(read_json(_read(file)))
        except Refused as error:
            refused = True
            click.echo(f"{file}: {_told(error)}", err=True)
            if style == "json":
                facts = {"entry": error.entry, "field": error.field, "why": error.why}
                click.echo(json.dumps({"refused": facts}))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(_printed(match, style))
            sys.stdout.buffer.flush()
    sys.exit(int(refused))


@main.command()
@_version
@click.argument("preset", required=False, type=click.Choice(presets()), metavar="[PRESET]")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
def rules(preset: str | None, style: str) -> None:
    """Lists the games, or shows one with its table of outcomes."""
    from scorekeeper.exports.rules_text import write_game, write_games

    games = {name: read_ruleset({"preset": name}) for name in presets()}
    if style == "json":
        facts = {name: game.to_dict() for name, game in games.items()}
        click.echo(json.dumps(facts[preset] if preset else facts, ensure_ascii=False, indent=1))
    else:
        click.echo(write_game(games[preset]) if preset else write_games(games), nl=False)


@main.command()
@_version
@click.argument("code", required=False)
@click.option(
    "--all",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Every match, as files.",
)
@_database
def export(code: str | None, folder: str | None, database: str | None) -> None:
    """Prints the match file of CODE, or writes every match into a folder."""
    from scorekeeper import service

    if (code is None) == (folder is None):
        raise click.UsageError("Say the CODE of one match, or --all DIR for every one.")

    def write(code: str) -> None:
        match = service.read_match(code).match
        sys.stdout.buffer.write(write_match_file(match))
        sys.stdout.buffer.flush()

    def write_all(folder: Path) -> None:
        from scorekeeper.folders import export_all

        codes = service.codes()
        _carry(export_all(codes, folder), len(codes), "Writing")

    if code is not None:
        _in_database(database, code, partial(write, code))
    elif folder:
        _in_database(database, folder, partial(write_all, Path(folder)))


@main.command("import")
@_version
@click.argument("file")
@_database
def import_(file: str, database: str | None) -> None:
    """Takes in the match file FILE (-: standard input), or every match file of a folder.

    Prints the new code and the host's link. A folder may be taken in again: no match is doubled.
    """
    from scorekeeper import service

    def take_in() -> None:
        if Path(file).is_dir():
            from scorekeeper.folders import files_in, import_all

            files = files_in(Path(file))
            _carry(import_all(files), len(files), "Taking in", links=True)
            return
        code = service.import_match(read_json(_read(file)))
        click.echo(f"{code}\n{_host_link(code)}")

    _in_database(database, file, take_in)


def _host_link(code: str) -> str:
    from flask import current_app

    from scorekeeper import joining
    from scorekeeper.addresses import link_base

    settings: Settings = current_app.config["SETTINGS"]
    return f"{link_base(settings)}/j/{joining.host_link(code)}"


def _carry(files: Iterator[Carried], count: int, label: str, *, links: bool = False) -> None:
    """Carries matches from or to a folder, with a bar; prints what each file became.

    Exits 1 at the end where any was refused.
    """
    done, refused = [], []
    with click.progressbar(files, length=count, label=label, file=sys.stderr) as bar:
        for each in bar:
            if each.refused:
                refused.append(f"{each.file}: {_told(each.refused)}")
            elif each.code:
                done.append(f"{each.file} {each.code}{f' {_host_link(each.code)}' * links}")
    for line in done:
        click.echo(line)
    for line in refused:
        click.echo(line, err=True)
    click.echo(f"{len(done)} matches, {len(refused)} refused.", err=True)
    sys.exit(int(bool(refused)))


@main.command()
@_version
@click.option("--to", "url", metavar="URL", required=True, help="Another database, still empty.")
@_database
def move(url: str, database: str | None) -> None:
    """Copies everything into another database: matches, places, links, and the history.

    Stop serving first: what is written meanwhile stays behind.
    """
    from scorekeeper.store.moving import NotEmpty, copy_all

    def copy() -> None:
        here = Settings.read(database=database)
        there = Settings.read(database=url, secret_key=here.secret_key or "the same")
        try:
            count = copy_all(there.database_url)
        except NotEmpty:
            raise click.ClickException(
                "There are matches in that database already. Nothing was copied."
            ) from None
        secret = "as it is" if here.secret_key else f"what {_secret_file(here)} holds"
        click.echo(f"{count} matches copied.")
        click.echo(f"Their links open with the same secret, SCOREKEEPER_SECRET_KEY: {secret}.")

    _in_database(database, "move", copy)


def _secret_file(settings: Settings) -> str:
    return f"{settings.database_url.removeprefix('sqlite:///')}.secret"


@main.command()
@_version
@_database
def check(database: str | None) -> None:
    """Folds every stored match again and reports any that is no longer what it was."""
    from scorekeeper import service

    def fold_all() -> None:
        bad = count = 0
        for code, refused in service.check_matches():
            count += 1
            if refused:
                bad += 1
                click.echo(f"{code}: {_told(refused)}", err=True)
        click.echo(f"{count} matches, {bad} that no longer read.")
        sys.exit(int(bool(bad)))

    _in_database(database, "check", fold_all)


def _in_database(database: str | None, what: str, work: Callable[[], None]) -> None:
    """Does the work inside the app; what goes wrong ends as one sentence and exit status 1."""
    from scorekeeper import create_app, service

    try:
        with create_app(Settings.read(database=database)).app_context():
            work()
    except Refused as error:
        raise click.ClickException(f"{what}: {_told(error)}") from None
    except service.NoMatch as error:
        raise click.ClickException(f"There is no match with the code {error}.") from None
    except (BadSetting, service.Unavailable) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{what}: {error.strerror}.") from None


def _told(refused: Refused) -> str:
    return f"entry {refused.entry}: {refused.why}" if refused.entry else refused.why


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Refused("The file cannot be read: %(why)s.", why=error.strerror) from None


def _printed(match: Match, style: str) -> bytes:
    from scorekeeper.exports.files import FILES

    worked_out = build_sheet(match)
    if style == "json":
        return (json.dumps(worked_out.to_dict(), ensure_ascii=False) + "\n").encode()
    _, write = FILES[{"text": "txt", "csv": "csv", "markdown": "md"}[style]]
    return write(match, worked_out)

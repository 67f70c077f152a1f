"""The commands that need no database: the sheet of a match file, the outcomes of a game."""

from __future__ import annotations

import json
import sys

import click

from scorekeeper.cli.options import error_text, read_file, version_option
from scorekeeper.codec.match_file import read_json, read_match
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import build_sheet


@click.command()
@version_option
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
            match = read_match(read_json(read_file(file)))
        except RuleError as error:
            refused = True
            click.echo(f"{file}: {error_text(error)}", err=True)
            if style == "json":
                facts = {"entry": error.entry, "field": error.field, "why": describe_error(error)}
                click.echo(json.dumps({"refused": facts}))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(_printed(match, style))
            sys.stdout.buffer.flush()
    sys.exit(int(refused))


@click.command()
@version_option
@click.argument("preset", required=False, type=click.Choice(preset_names()), metavar="[PRESET]")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
def rules(preset: str | None, style: str) -> None:
    """Lists the games, or shows one with its table of outcomes."""
    from scorekeeper.exports.rules_text import write_game, write_games

    games = {name: read_ruleset({"preset": name}) for name in preset_names()}
    if style == "json":
        facts = {name: write_ruleset(game) for name, game in games.items()}
        click.echo(json.dumps(facts[preset] if preset else facts, ensure_ascii=False, indent=1))
    else:
        click.echo(write_game(games[preset]) if preset else write_games(games), nl=False)


def _printed(match: Match, style: str) -> bytes:
    from scorekeeper.exports.formats import FILES

    worked_out = build_sheet(match)
    if style == "json":
        return (json.dumps(write_sheet(worked_out), ensure_ascii=False) + "\n").encode()
    _, write = FILES[{"text": "txt", "csv": "csv", "markdown": "md"}[style]]
    return write(match, worked_out)

"""The scorekeeper command."""

from __future__ import annotations

import sys

import click

from scorekeeper.cli.database_commands import check, export, import_, move
from scorekeeper.cli.file_commands import rules, sheet
from scorekeeper.cli.options import version_option
from scorekeeper.cli.serve_command import serve


class _ServesByDefault(click.Group):
    """A group of commands that runs `serve` without a command, or with only options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {option for param in self.get_params(ctx) for option in param.opts}
        if not args or (args[0].startswith("-") and args[0] not in options):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_ServesByDefault)
@version_option
@click.help_option("-h", "--help")
def main() -> None:
    """The score sheet for Pepper and the bid-euchre family. Without a command: serve."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


for command in (serve, sheet, rules, export, import_, move, check):
    main.add_command(command)

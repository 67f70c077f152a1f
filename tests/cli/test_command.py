"""The command itself: its help, its version, its options."""

import re
from importlib.metadata import version

import pytest

from tests.cli.conftest import one_line

SUBCOMMANDS = ("serve", "sheet", "rules", "export", "import", "move", "check")


@pytest.mark.parametrize("of", [[], *([name] for name in SUBCOMMANDS)], ids=" ".join)
def test_help_is_everywhere(command, of):
    run = command(*of, "--help")

    assert run.returncode == 0
    assert run.stdout.startswith(b"Usage: scorekeeper")
    assert run.stderr == b""


@pytest.mark.parametrize("of", [[], *([name] for name in SUBCOMMANDS)], ids=" ".join)
def test_the_version_is_everywhere(command, of):
    run = command(*of, "--version")

    assert run.returncode == 0
    assert version("scorekeeper") in one_line(run.stdout)


def test_help_names_every_command(scorekeeper):
    told = scorekeeper("--help").stdout.decode()

    assert all(re.search(rf"^  {name} ", told, re.MULTILINE) for name in SUBCOMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["serve", "more"],
        ["serve", "--nonsense"],
        ["--port", "http"],
        ["--port"],
        ["sheet"],
        ["sheet", "--format", "pdf", "-"],
        ["sheet", "--nonsense", "-"],
        ["rules", "poker"],
        ["rules", "pepper", "more"],
        ["rules", "--format", "csv"],
        ["export"],
        ["export", "AAAAAA", "more"],
        ["export", "AAAAAA", "--all", "folder"],
        ["export", "--all"],
        ["import"],
        ["import", "one", "two"],
        ["check", "more"],
    ],
    ids=" ".join,
)
def test_a_bad_command_line_exits_2_and_does_nothing(command, here, arguments):
    run = command(*arguments)

    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr
    assert list((here / "data").iterdir()) == []


@pytest.mark.parametrize(
    "option", [["--port", "99999"], ["--workers", "0"], ["--public-url", "ftp://scores.example"]]
)
def test_an_option_that_serve_cannot_use_is_a_bad_command_line(scorekeeper, here, option):
    run = scorekeeper(*option)

    assert run.returncode == 2
    assert run.stdout == b""
    assert b"Traceback" not in run.stderr
    assert list((here / "data").iterdir()) == []

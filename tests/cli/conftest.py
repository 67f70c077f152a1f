"""Fixtures that run the command in a folder of its own, and match files for it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.rules.builders import match_file, record

COMMAND = [sys.executable, "-c", "from scorekeeper.cli import main; main(prog_name='scorekeeper')"]
EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))["match"]
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
HAND = record(bidder=0, bid="3", tricks=[4, 2])
GOOD = match_file(HAND)
BAD_ENTRY = match_file(HAND, record(bidder=0, bid="3", tricks=[4, 3]))
WHOLE_FILE = {
    "not JSON": b"hello",
    "empty": b"",
    "not an object": b"[]",
    "no format": json.dumps({**GOOD, "format": None}).encode(),
    "another format": json.dumps({**GOOD, "format": "scorekeeper/2"}).encode(),
    "no entries": b'{"format": "scorekeeper/1", "ruleset": {"preset": "pepper"}}',
    "an unknown field": json.dumps({**GOOD, "colour": "red"}).encode(),
    "an unknown preset": json.dumps(match_file(rules="poker")).encode(),
    "a bad ruleset": json.dumps(match_file(rules={"target": {"points": 0}})).encode(),
    "a bad name": json.dumps(match_file(sides=["", "x"])).encode(),
    "too few names": json.dumps(match_file(players=["Ann"])).encode(),
    "a bad start": json.dumps(match_file(start=[-1, 0])).encode(),
    "a start that is too high": json.dumps(match_file(start=[10_000, 0])).encode(),
    "a field written twice": b'{"format": "scorekeeper/1", "format": "scorekeeper/1"}',
    "not a number": b'{"format": NaN}',
    "5000 figures": b'{"format": ' + b"1" * 5000 + b"}",
    "nested very deeply": b"[" * 100_000,
    "nested deeply": b'{"format": ' + b"[" * 700 + b"]" * 700 + b"}",
    "a lone surrogate": rb'{"format": "\ud800"}',
    "not UTF-8": b'{"format": "\xff"}',
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Provide a working folder with a data folder in it."""
    (tmp_path / "data").mkdir()
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


class Run(NamedTuple):
    """The output of a command and its exit status."""

    stdout: bytes
    stderr: bytes
    returncode: int


@pytest.fixture
def scorekeeper(here):
    """Provide a function that runs the command as a process, with only the given environment."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}

    def run(*arguments, stdin=b"", **environment):
        ended = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            env={**kept, "XDG_DATA_HOME": str(here / "data"), **environment},
            timeout=60,
            check=False,
        )
        return Run(ended.stdout, ended.stderr, ended.returncode)

    return run


@pytest.fixture
def command(here):
    """Provide a function that runs the command in this process, which takes a tenth of the time."""

    def run(*arguments, stdin=b"", **environment):
        runner = CliRunner(env=environment)
        ended = runner.invoke(main, arguments, input=stdin, prog_name="scorekeeper")
        return Run(ended.stdout_bytes, ended.stderr_bytes, ended.exit_code)

    return run


@pytest.fixture
def write(here):
    """Provide a function that writes a match file and returns its name."""

    def write_file(name, match):
        data = match if isinstance(match, bytes) else json.dumps(match).encode()
        (here / name).write_bytes(data)
        return name

    return write_file


def one_line(data):
    """Return the only line of the text. Fail if there are more."""
    text = data.decode("utf-8")
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return text[:-1]


def assert_fails_in_one_sentence(run, status=1):
    assert run.returncode == status, run.stderr
    assert run.stdout == b""
    why = one_line(run.stderr)
    assert "Traceback" not in why
    return why


def kept_database(here):
    return here / "data" / "scorekeeper" / "scorekeeper.sqlite3"

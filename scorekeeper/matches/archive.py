"""A folder of match files: every match out of a database, and into another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scorekeeper.codec.match_file import read_json, write_match_file
from scorekeeper.exports.formats import file_name
from scorekeeper.matches import creation, matches
from scorekeeper.rules.errors import RuleError


class ArchivedFile(NamedTuple):
    """What came of one file: the code of its match, or why it was refused."""

    file: str
    code: str = ""
    refused: RuleError | None = None


def export_all(codes: list[str], folder: Path) -> Iterator[ArchivedFile]:
    """Writes each match into a file of the folder; a file that is there already is made anew.

    A file is whole or not there at all. A match that no longer reads is told of and passed over,
    one that was deleted meanwhile only passed over. Raises OSError where the folder takes no file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for code in codes:
        try:
            snapshot = matches.read_match(code)
        except RuleError as error:
            yield ArchivedFile(code, code, error)
            continue
        except matches.MatchNotFound:
            yield ArchivedFile(code)
            continue
        file = folder / file_name(snapshot.match, snapshot.code, "json")
        part = file.with_suffix(".part")
        part.write_bytes(write_match_file(snapshot.match))
        part.replace(file)
        yield ArchivedFile(file.name, snapshot.code)


def import_all(files: list[Path]) -> Iterator[ArchivedFile]:
    """Takes each file in as a match of its own, and remembers it by its name and what it holds.

    The same file taken in again gives the code that it was given the first time, so that a run
    that was cut short, or a second one, goes on where the first stopped and doubles nothing. A
    file that is refused is told of and passed over.
    """
    for file in files:
        try:
            code = creation.import_match(read_json(file.read_bytes()), key=file.name)
            yield ArchivedFile(file.name, code)
        except OSError as error:
            why = RuleError("The file cannot be read: %(why)s.", why=error.strerror)
            yield ArchivedFile(file.name, refused=why)
        except RuleError as refused:
            yield ArchivedFile(file.name, refused=refused)


def files_in(folder: Path) -> list[Path]:
    """The match files of the folder, by name."""
    return sorted(path for path in folder.glob("*.json") if path.is_file())

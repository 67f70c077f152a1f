"""A folder of match files: export every match of a database, and import them into another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scorekeeper.codec.match_file import read_json, write_match_file
from scorekeeper.exports.formats import file_name
from scorekeeper.matches import creation, matches
from scorekeeper.rules.errors import RuleError


class ArchivedFile(NamedTuple):
    """The result for one file: the code of its match, or why it was refused."""

    file: str
    code: str = ""
    refused: RuleError | None = None


def export_all(codes: list[str], folder: Path) -> Iterator[ArchivedFile]:
    """Write each match into a file of the folder; overwrite a file that is there already.

    A file is either whole or absent. A match that can no longer be read is reported and skipped;
    for one that was deleted meanwhile, yield neither a code nor an error. Raise OSError if the
    folder takes no file.
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
    """Import each file as a match of its own, with an idempotency key of its name and contents.

    The same file imported again yields the code that it got the first time, so that another run
    continues where one that was interrupted stopped, and duplicates nothing. A file that is refused
    is reported and skipped.
    """
    for file in files:
        try:
            code = creation.import_match(read_json(file.read_bytes()), key=file.name)
            yield ArchivedFile(file.name, code)
        except OSError as error:
            why = RuleError("file-unreadable", why=error.strerror)
            yield ArchivedFile(file.name, refused=why)
        except RuleError as refused:
            yield ArchivedFile(file.name, refused=refused)


def files_in(folder: Path) -> list[Path]:
    """Return the match files of the folder, sorted by name."""
    return sorted(path for path in folder.glob("*.json") if path.is_file())

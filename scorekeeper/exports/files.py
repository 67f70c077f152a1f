"""Every file that a match is carried away in, by the ending of its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.exports.csv_sheet import write_csv
from scorekeeper.exports.finished import finish
from scorekeeper.exports.match_file import write_match_file
from scorekeeper.exports.text_sheet import write_markdown, write_text
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet

# The media type, and what writes it.
FILES: Mapping[str, tuple[str, Callable[[Match, Sheet], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", lambda match, sheet: write_csv(finish(match, sheet))),
    "json": ("application/json", lambda match, _: write_match_file(match)),
    "txt": ("text/plain; charset=utf-8", lambda match, sheet: write_text(finish(match, sheet))),
    "md": (
        "text/markdown; charset=utf-8",
        lambda match, sheet: write_markdown(finish(match, sheet)),
    ),
}


def file_name(match: Match, code: str, ext: str) -> str:
    """Dated, and safe on every system."""
    return f"scorekeeper-{(match.opening.opened or '')[:10]}-{code}.{ext}"

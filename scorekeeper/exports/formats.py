"""The file formats in which a match can be exported, by file extension."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.codec.match_file import write_match_file
from scorekeeper.exports.csv_sheet import write_csv
from scorekeeper.exports.printable_sheet import PrintableSheet, printable_sheet
from scorekeeper.exports.svg import write_svg
from scorekeeper.exports.text_sheet import write_markdown, write_text
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet


def _of_printable_sheet(
    write: Callable[[PrintableSheet], bytes],
) -> Callable[[Match, Sheet], bytes]:
    return lambda match, sheet: write(printable_sheet(match, sheet))


# These modules import slow libraries, and most runs write none of these files.
def _write_pdf(sheet: PrintableSheet) -> bytes:
    from scorekeeper.exports.pdf import write_pdf

    return write_pdf(sheet)


def _write_png(sheet: PrintableSheet) -> bytes:
    from scorekeeper.exports.png import write_png

    return write_png(sheet)


def write_blank(sheet: PrintableSheet, address: str) -> bytes:
    """Return a PDF with an empty pad for the rest of the match; see `pdf.write_blank`."""
    from scorekeeper.exports import pdf

    return pdf.write_blank(sheet, address)


def _write_xlsx(match: Match, sheet: Sheet) -> bytes:
    from scorekeeper.exports.workbook import write_xlsx

    return write_xlsx(match, sheet, printable_sheet(match, sheet))


# By file extension: the media type, and the function that writes the file.
FILES: Mapping[str, tuple[str, Callable[[Match, Sheet], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", _of_printable_sheet(write_csv)),
    "json": ("application/json", lambda match, _: write_match_file(match)),
    "md": ("text/markdown; charset=utf-8", _of_printable_sheet(write_markdown)),
    "pdf": ("application/pdf", _of_printable_sheet(_write_pdf)),
    "png": ("image/png", _of_printable_sheet(_write_png)),
    "svg": ("image/svg+xml", _of_printable_sheet(write_svg)),
    "txt": ("text/plain; charset=utf-8", _of_printable_sheet(write_text)),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _write_xlsx,
    ),
}

SLOW = frozenset({"pdf", "png", "xlsx"})
"""Formats that take tens of milliseconds to write, or seconds for thousands of rows."""


def file_name(match: Match, code: str, ext: str) -> str:
    """Return a file name with the date of the match, safe on every system."""
    return f"scorekeeper-{(match.opening.opened or '')[:10]}-{code}.{ext}"

"""The sheet as plain text and as Markdown, for a terminal or a chat."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedRow
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.numbers import format_number

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+.!|~&-])")


def write_text(sheet: PrintableSheet) -> bytes:
    """Return the totals, the verdict, and a ruled table of every row, in UTF-8."""
    table = [_titles(sheet), *map(_row, sheet.rows)]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    ruled = [_ruled(row, widths) for row in table]
    ruled.insert(1, "-" * _width(ruled[0]))
    return "\n".join([_heading(sheet), *_foot(sheet), "", *ruled, ""]).encode()


def write_markdown(sheet: PrintableSheet) -> bytes:
    """Return the same as Markdown in UTF-8, with all special characters of texts escaped."""
    titles = _titles(sheet)
    rows = [titles, ["---"] * 3 + ["---:"] * (len(titles) - 3)]
    rows += [[_escape(value) for value in _row(row)] for row in sheet.rows]
    rows[0] = [_escape(title) for title in titles]
    table = [f"| {' | '.join(row)} |" for row in rows]
    top = [f"**{_escape(_heading(sheet))}**", "", *(f"- {_escape(s)}" for s in _foot(sheet))]
    return "\n".join([*top, "", *table, ""]).encode()


def _heading(sheet: PrintableSheet) -> str:
    return f"{sheet.game.text}, {sheet.goal}"


def _foot(sheet: PrintableSheet) -> list[str]:
    """Return one line for each side, and the verdict if there is one."""
    feet = []
    for side in sheet.sides:
        summary = N_("%(side)s: %(total)s, carries %(carried)s")
        if not side.shortfall:
            summary = N_("%(side)s: %(total)s")
        figures = {"total": format_number(side.total), "carried": side.shortfall}
        feet.append(str(Message(summary, side=side.name.text, **figures)))
    return [*feet, f"{sheet.verdict}."] if sheet.verdict else feet


def _titles(sheet: PrintableSheet) -> list[str]:
    titles = [Message("No."), Message("Bid"), Message("Result")]
    columns = [text for side in sheet.sides for text in (side.name.text, str(Message("total")))]
    return [*map(str, titles), *columns]


def _row(row: PrintedRow) -> list[str]:
    bid = " ".join(filter(None, (row.side.text, row.bid.text)))
    who = f" ({row.bidder.text})" if row.bidder.text else ""
    struck = Message("struck (%(result)s)", result=row.result)
    result = str(struck) if row.struck else row.result
    note = f": {row.note.text}" if row.note.text else ""
    summary = [str(row.number), f"{bid}{who}", f"{result}{note}"]
    for cell in row.cells:
        owed = f" (-{cell.shortfall})" if cell.shortfall else ""
        summary += [
            f"{'*' * cell.overruled}{format_number(cell.cell)}",
            f"{format_number(cell.total)}{owed}",
        ]
    return summary


def _ruled(row: list[str], widths: list[int]) -> str:
    cells = []
    for place, (value, width) in enumerate(zip(row, widths, strict=True)):
        gap = " " * (width - _width(value))
        cells.append(value + gap if place in (1, 2) else gap + value)
    return "  ".join(cells).rstrip()


def _width(text: str) -> int:
    """Return the number of columns that the text takes in a terminal."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text
    )


def _escape(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)

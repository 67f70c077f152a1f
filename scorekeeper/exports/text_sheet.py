"""The sheet as plain text and as Markdown, for a terminal or a chat."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.rules.explain import goal, plain, tell, verdict
from scorekeeper.rules.sheet import Line, Sheet

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+.!|~&-])")


def write_text(sheet: Sheet) -> bytes:
    """The totals, what has been decided, and a ruled table of every row. UTF-8."""
    table = [_titles(sheet), *(_row(sheet, line) for line in sheet.lines)]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    ruled = [_ruled(row, widths) for row in table]
    ruled.insert(1, "-" * _width(ruled[0]))
    return "\n".join([_heading(sheet), *_foot(sheet), "", *ruled, ""]).encode()


def write_markdown(sheet: Sheet) -> bytes:
    """The same as a Markdown table, with every character of a name escaped. UTF-8."""
    titles = _titles(sheet)
    rows = [titles, ["---"] * 3 + ["---:"] * (len(titles) - 3)]
    rows += [[_escape(value) for value in _row(sheet, line)] for line in sheet.lines]
    rows[0] = [_escape(title) for title in titles]
    table = [f"| {' | '.join(row)} |" for row in rows]
    top = [f"**{_escape(_heading(sheet))}**", "", *(f"- {_escape(s)}" for s in _foot(sheet))]
    return "\n".join([*top, "", *table, ""]).encode()


def _heading(sheet: Sheet) -> str:
    return f"{sheet.opening.ruleset.name}, {goal(sheet.opening.ruleset)}"


def _foot(sheet: Sheet) -> list[str]:
    """One line a side, and what has been decided."""
    feet = []
    for name, total, owed in zip(sheet.sides, sheet.totals, sheet.shortfalls, strict=True):
        carried = f", carries {owed}" if owed else ""
        feet.append(f"{name}: {plain(total)}{carried}")
    decided = verdict(sheet)
    return [*feet, f"{decided}."] if decided else feet


def _titles(sheet: Sheet) -> list[str]:
    titles = ["No.", "Bid", "Result"]
    for name in sheet.sides:
        titles += [name, "total"]
    return titles


def _row(sheet: Sheet, line: Line) -> list[str]:
    told = tell(sheet, line)
    side = "" if told.side is None else sheet.sides[told.side]
    bid = " ".join(filter(None, (side, told.bid)))
    result = str(told.result)
    if line.outcome == "struck":
        result = f"struck ({result})"
    if line.hand.note:
        result = f"{result}: {line.hand.note}"
    row = [str(line.number), f"{bid} ({told.who})" if told.bid and told.who else bid, result]
    for place, cell in enumerate(line.cells):
        mark = "*" if line.overruled[place] else ""
        owed = line.shortfalls[place]
        row += [f"{mark}{plain(cell)}", plain(line.totals[place]) + (f" (-{owed})" if owed else "")]
    return row


def _ruled(row: list[str], widths: list[int]) -> str:
    cells = []
    for place, (value, width) in enumerate(zip(row, widths, strict=True)):
        gap = " " * (width - _width(value))
        cells.append(value + gap if place in (1, 2) else gap + value)
    return "  ".join(cells).rstrip()


def _width(text: str) -> int:
    """How many places the text takes in a terminal."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text
    )


def _escape(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)

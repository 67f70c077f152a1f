"""The sheet as an Excel file: the sheet with live formulas, the journal, the rules."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedCell, PrintedRow
from scorekeeper.exports.workbook_notes import (
    A4,
    FIRST_DAY,
    Formats,
    breadth,
    make_formats,
    write_head,
    write_journal,
    write_rules,
)
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.names import OUTCOMES
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Sheet

# Names are only ever text, whatever they start with.
_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_FACTS = (
    (N_("No."), 5),
    (N_("Dealer"), 12),
    (N_("Bidder"), 12),
    (N_("Side"), 16),
    (N_("Bid"), 12),
    (N_("Trump"), 10),
    (N_("Tricks"), 9),
    (N_("Outcome"), 12),
    (N_("Note"), 18),
)
_COLUMNS = {
    "points": N_("points"),
    "cell": N_("cell"),
    "carries": N_("carries"),
    "total": N_("total"),
    "score": N_("score"),
}
_LABELS = ("Trump", "Tricks", "Outcome")  # columns with words of the program, never cut
_NUMBER = 9
_LONGEST_TAB = 31  # a limit of Excel
_HEAD, _START = 4, 6  # the first of two rows of titles; the row of starting figures
_FIRST = _START + 1
_MOST_UPRIGHT = 2


def write_xlsx(match: Match, sheet: Sheet, finished: PrintableSheet) -> bytes:
    """Return an Excel file with three tabs: the sheet, what every entry changed, the rules.

    Cells, shortfalls, totals and scores are formulas over the points, so that changing the points
    recalculates the sheet. The same match gives the same bytes.
    """
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, _OPTIONS)
    opened = finished.opened or "2000-01-01T00:00:00Z"
    created = max(FIRST_DAY, datetime.fromisoformat(opened).replace(tzinfo=None))
    book.set_properties({"title": finished.title.text, "created": created})
    formats = make_formats(book)
    _write_sheet(_add_tab(book, Message("Sheet")), formats, finished)
    write_journal(_add_tab(book, Message("Journal")), formats, match, sheet)
    write_rules(_add_tab(book, Message("Rules")), formats, finished)
    book.close()
    return out.getvalue()


def _add_tab(book: xlsxwriter.Workbook, name: Message) -> Worksheet:
    return book.add_worksheet(str(name)[:_LONGEST_TAB])


def _write_sheet(page: Worksheet, formats: Formats, sheet: PrintableSheet) -> None:
    columns = _columns(sheet)
    page.write_string(0, 0, sheet.title.text, formats.title)
    page.write_string(1, 0, f"{sheet.game.text}, {sheet.goal}")
    page.write_string(2, 0, ". ".join(filter(None, (sheet.when, sheet.verdict))))
    summary = list(zip(*map(_row_facts, sheet.rows), strict=True))
    for column, (title, width) in enumerate(_FACTS):
        page.merge_range(_HEAD, column, _HEAD + 1, column, "", formats.head)
        said = summary[column - 1] if summary and title in _LABELS else ()
        at = (_HEAD, column)
        write_head(page, formats, at, Message(title), breadth(width, said))
    _write_heads(page, formats, sheet, columns)
    for place, row in enumerate(sheet.rows):
        _write_row(page, formats, row, _FIRST + place, columns)
    _write_foot(page, formats, sheet, columns)
    page.freeze_panes(_HEAD + 2, 1)
    page.set_paper(A4)
    if len(sheet.sides) > _MOST_UPRIGHT or len(_FACTS) + len(columns) > _NUMBER:
        page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(_HEAD, _HEAD + 1)
    page.set_footer("&P / &N")


def _columns(sheet: PrintableSheet) -> tuple[str, ...]:
    """Return the titles of each side's columns, in order; a signed sheet has no shortfall."""
    carried = ("carries",) if sheet.rules.carries else ()
    return ("points", "cell", *carried, "total", "score")


def _write_heads(
    page: Worksheet, formats: Formats, sheet: PrintableSheet, columns: Sequence[str]
) -> None:
    """Write the names above their columns, and the row of starting figures."""
    page.write_string(_START, len(_FACTS) - 1, str(Message("to start with")), formats.text)
    for place, side in enumerate(sheet.sides):
        left = _left(place, columns)
        page.merge_range(_HEAD, left, _HEAD, left + len(columns) - 1, "", formats.head)
        page.write_string(_HEAD, left, side.name.text, formats.head)
        total, owed = sheet.start[place], sheet.start_shortfalls[place]
        begun = {"carries": owed, "total": total}
        for offset, title in enumerate(columns):
            words = Message(_COLUMNS[title])
            write_head(page, formats, (_HEAD + 1, left + offset), words, _NUMBER)
            if title in begun:
                page.write_number(_START, left + offset, begun[title], formats.number)
        score = f"={_at(_START, left, columns, 'total')}"
        if "carries" in columns:
            score += f"-{_at(_START, left, columns, 'carries')}"
        column = left + columns.index("score")
        page.write_formula(_START, column, score, formats.worked_out, total - owed)


def _write_row(
    page: Worksheet, formats: Formats, row: PrintedRow, line: int, columns: Sequence[str]
) -> None:
    text = formats.struck if row.struck else formats.text
    page.write_number(line, 0, row.number, text)
    for column, fact in enumerate(_row_facts(row), 1):
        page.write_string(line, column, fact, text)
    worked_out = formats.struck if row.struck else formats.worked_out
    points = formats.struck if row.struck else formats.number
    for place, cell in enumerate(row.cells):
        left = _left(place, columns)
        page.write_number(line, left, cell.points, points)
        for title, formula in _formulas(line, left, columns).items():
            column = left + columns.index(title)
            page.write_formula(line, column, formula, worked_out, _value(cell, title))


def _row_facts(row: PrintedRow) -> tuple[str, ...]:
    """Return the texts after the number of a row, in the order of _FACTS."""
    trump = str(Message(row.trump)) if row.trump else ""
    tricks = str(Message("%(tricks)s free", tricks=row.free)) if row.free else row.tricks
    outcome = str(Message(OUTCOMES[row.outcome]))
    names = (row.dealer.text, row.bidder.text, row.side.text, row.bid.text)
    return (*names, trump, tricks, outcome, row.note.text)


def _formulas(line: int, left: int, columns: Sequence[str]) -> dict[str, str]:
    """Return the formulas that calculate a row from its points and the row above, by column."""
    points, cell = (_at(line, left, columns, title) for title in ("points", "cell"))
    total = _at(line, left, columns, "total")
    above = _at(line - 1, left, columns, "total")
    worked_out = {"cell": f"={points}", "total": f"={above}+{cell}", "score": f"={total}"}
    if "carries" in columns:
        owed, was = (_at(each, left, columns, "carries") for each in (line, line - 1))
        worked_out["cell"] = f"=MAX(0,{points}-{was})"
        worked_out["carries"] = f"=MAX(0,{was}-{points})"
        worked_out["score"] = f"={total}-{owed}"
    else:
        worked_out["score"] = f"={_at(line - 1, left, columns, 'score')}+{points}"
    return worked_out


def _write_foot(
    page: Worksheet, formats: Formats, sheet: PrintableSheet, columns: Sequence[str]
) -> None:
    last = _START + len(sheet.rows)
    foot = last + 1
    for column in range(len(_FACTS) + len(columns) * len(sheet.sides)):
        page.write_blank(foot, column, None, formats.foot)
    page.write_string(foot, 0, str(Message("Final")), formats.foot)
    for place, side in enumerate(sheet.sides):
        left = _left(place, columns)
        values = {"carries": side.shortfall, "total": side.total, "score": side.score}
        for title in columns[columns.index("cell") + 1 :]:
            formula = f"={_at(last, left, columns, title)}"
            column = left + columns.index(title)
            page.write_formula(foot, column, formula, formats.foot, values[title])


def _left(side: int, columns: Sequence[str]) -> int:
    return len(_FACTS) + side * len(columns)


def _at(line: int, left: int, columns: Sequence[str], title: str) -> str:
    cell: str = xl_rowcol_to_cell(line, left + columns.index(title))
    return cell


def _value(cell: PrintedCell, title: str) -> int:
    return {
        "cell": cell.cell,
        "carries": cell.shortfall,
        "total": cell.total,
        "score": cell.score,
    }[title]

"""The sheet as an Excel file: the sheet with live formulas, the journal, the rules."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from scorekeeper.analysis.history import Change, history
from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedCell, PrintedRow
from scorekeeper.exports.rules_text import payout_lines, titles_of
from scorekeeper.messages.audit import author_name, describe_event, describe_row
from scorekeeper.messages.labels import OUTCOME_LABELS
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.outcome_tables import format_outcomes
from scorekeeper.messages.ruleset import describe_rules, describe_shape
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, Sheet

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
_A4 = 9  # the paper size in the numbering of Excel
_WHEN = "yyyy-mm-dd hh:mm"
_FIRST_DAY = datetime(1900, 1, 1)  # noqa: DTZ001 - Excel times have no zone
_MARGIN = 1
_USUAL, _GAMES = 8.43, 18  # the widths of columns: the default of Excel, and for names of bids
_JOURNAL = (
    (N_("No."), 5),
    (N_("When (UTC)"), 17),
    (N_("Who"), 16),
    (N_("What"), 60),
    (N_("Before"), 70),
    (N_("After"), 70),
    (N_("Taken back"), 10),
)
_MOST_UPRIGHT = 2


def write_xlsx(match: Match, sheet: Sheet, finished: PrintableSheet) -> bytes:
    """Return an Excel file with three tabs: the sheet, what every entry changed, the rules.

    Cells, shortfalls, totals and scores are formulas over the points, so that changing the points
    recalculates the sheet. The same match gives the same bytes.
    """
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, _OPTIONS)
    opened = finished.opened or "2000-01-01T00:00:00Z"
    created = max(_FIRST_DAY, datetime.fromisoformat(opened).replace(tzinfo=None))
    book.set_properties({"title": finished.title.text, "created": created})
    formats = _make_formats(book)
    _write_sheet(_add_tab(book, Message("Sheet")), formats, finished)
    _write_journal(_add_tab(book, Message("Journal")), formats, match, sheet)
    _write_rules(_add_tab(book, Message("Rules")), formats, finished)
    book.close()
    return out.getvalue()


def _add_tab(book: xlsxwriter.Workbook, name: Message) -> Worksheet:
    return book.add_worksheet(str(name)[:_LONGEST_TAB])


def _write_sheet(page: Worksheet, formats: _Formats, sheet: PrintableSheet) -> None:
    columns = _columns(sheet)
    page.write_string(0, 0, sheet.title.text, formats.title)
    page.write_string(1, 0, f"{sheet.game.text}, {sheet.goal}")
    page.write_string(2, 0, ". ".join(filter(None, (sheet.when, sheet.verdict))))
    summary = list(zip(*map(_row_facts, sheet.rows), strict=True))
    for column, (title, width) in enumerate(_FACTS):
        page.merge_range(_HEAD, column, _HEAD + 1, column, "", formats.head)
        said = summary[column - 1] if summary and title in _LABELS else ()
        at = (_HEAD, column)
        _write_head(page, formats, at, Message(title), _breadth(width, said))
    _write_heads(page, formats, sheet, columns)
    for place, row in enumerate(sheet.rows):
        _write_row(page, formats, row, _FIRST + place, columns)
    _write_foot(page, formats, sheet, columns)
    page.freeze_panes(_HEAD + 2, 1)
    page.set_paper(_A4)
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
    page: Worksheet, formats: _Formats, sheet: PrintableSheet, columns: Sequence[str]
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
            _write_head(page, formats, (_HEAD + 1, left + offset), words, _NUMBER)
            if title in begun:
                page.write_number(_START, left + offset, begun[title], formats.number)
        score = f"={_at(_START, left, columns, 'total')}"
        if "carries" in columns:
            score += f"-{_at(_START, left, columns, 'carries')}"
        column = left + columns.index("score")
        page.write_formula(_START, column, score, formats.worked_out, total - owed)


def _write_row(
    page: Worksheet, formats: _Formats, row: PrintedRow, line: int, columns: Sequence[str]
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
    outcome = str(OUTCOME_LABELS[row.outcome])
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
    page: Worksheet, formats: _Formats, sheet: PrintableSheet, columns: Sequence[str]
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


class _Formats(NamedTuple):
    """The formats of cells."""

    title: Format
    head: Format
    text: Format
    wrapped: Format
    number: Format
    worked_out: Format
    struck: Format
    foot: Format
    when: Format


def _make_formats(book: xlsxwriter.Workbook) -> _Formats:
    line = {"bottom": 4, "bottom_color": "#8a8170"}
    bold, digits = {"bold": True}, {"num_format": "0;−0"}
    looks = {
        "title": {**bold, "font_size": 16},
        "head": {**bold, "bottom": 6, "align": "center", "text_wrap": True},
        "text": line,
        "wrapped": {"text_wrap": True, "valign": "top"},
        "number": {**line, **digits, "bg_color": "#fff6d6"},
        "worked_out": {**line, **digits},
        "struck": {**line, **digits, "font_strikeout": True, "font_color": "#5b5447"},
        "foot": {**bold, **digits, "top": 6, "bottom": 6, "font_size": 13},
        "when": {"num_format": _WHEN, "valign": "top", "align": "left"},
    }
    return _Formats(**{name: book.add_format(look) for name, look in looks.items()})


def _breadth(width: float, words: Iterable[str]) -> float:
    """Return the width of a column: `width`, or that of its longest text if it is wider."""
    return max([width, *(len(text) + _MARGIN for text in words)])


def _write_head(
    page: Worksheet, formats: _Formats, at: tuple[int, int], words: object, width: float
) -> None:
    """Write the heading of a column and set its width; the words of the heading may wrap."""
    line, column = at
    page.set_column(column, column, _breadth(width, str(words).split()))
    page.write_string(line, column, str(words), formats.head)


def _write_journal(page: Worksheet, formats: _Formats, match: Match, sheet: Sheet) -> None:
    """Write every entry of the journal: when, who, what, and the row before and after it."""
    for column, (title, width) in enumerate(_JOURNAL):
        _write_head(page, formats, (0, column), Message(title), width)
    for line, change in enumerate(history(match), 1):
        page.write_number(line, 0, change.number, formats.wrapped)
        if change.entry.at:
            at = datetime.fromisoformat(change.entry.at).replace(tzinfo=None)
            if at < _FIRST_DAY:
                page.write_string(line, 1, change.entry.at, formats.when)
            else:
                page.write_datetime(line, 1, at, formats.when)
        for column, text in enumerate(_before_and_after(sheet, change), 2):
            page.write_string(line, column, text, formats.wrapped)
    page.freeze_panes(1, 1)
    page.set_paper(_A4)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)


def _before_and_after(sheet: Sheet, change: Change) -> tuple[str, ...]:
    before = _state(sheet, change.before, change.totals_before)
    after = _state(sheet, change.after, change.totals_after)
    if change.renamed:
        before, after = change.renamed, getattr(change.entry.event, "name", "")
    what = describe_event(sheet, change)
    reason = getattr(change.entry.event, "reason", "")
    what = f"{what}: {reason}" if reason else what
    undone = str(Message("yes")) if change.undone else ""
    return (author_name(change.entry.by), what, before, after, undone)


def _state(sheet: Sheet, line: Line | None, totals: Iterable[int]) -> str:
    """Return a row in words, its points, and the totals of the sheet."""
    foot = _numbers(totals)
    if line is None:
        return str(Message("totals %(totals)s", totals=foot))
    points = {"row": describe_row(sheet, line), "points": _numbers(line.points)}
    return str(Message("%(row)s; points %(points)s; totals %(totals)s", totals=foot, **points))


def _numbers(numbers: Iterable[int]) -> str:
    return " / ".join(map(format_number, numbers))


def _write_rules(page: Worksheet, formats: _Formats, sheet: PrintableSheet) -> None:
    """Write the game in words, and every outcome of every bid."""
    game = sheet.rules
    page.set_column(0, 0, _GAMES)
    page.write_string(0, 0, game.name, formats.title)
    shape = ", ".join(map(str, describe_shape(game)))
    summary = [shape, *payout_lines(game), *map(str, describe_rules(game))]
    line = 1
    for line, text in enumerate(summary, 1):
        page.write_string(line, 0, text)
    for table in format_outcomes(game):
        page.write_string(line + 2, 0, str(table.title), formats.title)
        line += 3
        for column, title in enumerate(titles_of(table)):
            _write_head(page, formats, (line, column), title, _USUAL if column else _GAMES)
        for row in table.rows:
            line += 1
            for column, text in enumerate((row.bid, str(row.needs), str(row.worth), *row.cells)):
                page.write_string(line, column, text, formats.text)
    page.set_paper(_A4)
    page.set_landscape()
    page.fit_to_pages(1, 0)

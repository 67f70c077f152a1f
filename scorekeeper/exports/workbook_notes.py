"""The journal and rules tabs of an Excel file, and the formats of its cells."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from scorekeeper.analysis.history import Change, history
from scorekeeper.exports.printable_sheet import PrintableSheet
from scorekeeper.exports.rules_text import titles_of
from scorekeeper.messages.audit import author_name, describe_event, describe_row
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.outcome_tables import format_outcomes
from scorekeeper.messages.payouts import bid_awards, payouts
from scorekeeper.messages.ruleset import describe_rules, describe_shape
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, Sheet

A4 = 9  # the paper size in the numbering of Excel
_WHEN = "yyyy-mm-dd hh:mm"
FIRST_DAY = datetime(1900, 1, 1)  # noqa: DTZ001 - Excel times have no zone
_MARGIN = 1
_USUAL, _GAMES = 8.43, 18  # the widths of columns: the default of Excel, and for names of bids


class Formats(NamedTuple):
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


def make_formats(book: xlsxwriter.Workbook) -> Formats:
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
    return Formats(**{name: book.add_format(look) for name, look in looks.items()})


_JOURNAL = (
    (N_("No."), 5),
    (N_("When (UTC)"), 17),
    (N_("Who"), 16),
    (N_("What"), 60),
    (N_("Before"), 70),
    (N_("After"), 70),
    (N_("Taken back"), 10),
)


def breadth(width: float, words: Iterable[str]) -> float:
    """Return the width of a column: `width`, or that of its longest text if it is wider."""
    return max([width, *(len(text) + _MARGIN for text in words)])


def write_head(
    page: Worksheet, formats: Formats, at: tuple[int, int], words: object, width: float
) -> None:
    """Write the heading of a column and set its width; the words of the heading may wrap."""
    line, column = at
    page.set_column(column, column, breadth(width, str(words).split()))
    page.write_string(line, column, str(words), formats.head)


def write_journal(page: Worksheet, formats: Formats, match: Match, sheet: Sheet) -> None:
    """Write every entry of the journal: when, who, what, and the row before and after it."""
    for column, (title, width) in enumerate(_JOURNAL):
        write_head(page, formats, (0, column), Message(title), width)
    for line, change in enumerate(history(match), 1):
        page.write_number(line, 0, change.number, formats.wrapped)
        if change.entry.at:
            at = datetime.fromisoformat(change.entry.at).replace(tzinfo=None)
            if at < FIRST_DAY:
                page.write_string(line, 1, change.entry.at, formats.when)
            else:
                page.write_datetime(line, 1, at, formats.when)
        for column, text in enumerate(_before_and_after(sheet, change), 2):
            page.write_string(line, column, text, formats.wrapped)
    page.freeze_panes(1, 1)
    page.set_paper(A4)
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


def write_rules(page: Worksheet, formats: Formats, sheet: PrintableSheet) -> None:
    """Write the game in words, and every outcome of every bid."""
    game = sheet.rules
    page.set_column(0, 0, _GAMES)
    page.write_string(0, 0, game.name, formats.title)
    summary = [", ".join(map(str, describe_shape(game)))]
    summary += [f"{each.title}: {each.figure} ({each.words})" for each in payouts(game)]
    summary += [
        f"{', '.join(own.bids)}: {'; '.join(map(str, own.terms))}" for own in bid_awards(game)
    ]
    summary += map(str, describe_rules(game))
    line = 1
    for line, text in enumerate(summary, 1):
        page.write_string(line, 0, text)
    for table in format_outcomes(game):
        page.write_string(line + 2, 0, str(table.title), formats.title)
        line += 3
        for column, title in enumerate(titles_of(table)):
            write_head(page, formats, (line, column), title, _USUAL if column else _GAMES)
        for row in table.rows:
            line += 1
            for column, text in enumerate((row.bid, str(row.needs), str(row.worth), *row.cells)):
                page.write_string(line, column, text, formats.text)
    page.set_paper(A4)
    page.set_landscape()
    page.fit_to_pages(1, 0)

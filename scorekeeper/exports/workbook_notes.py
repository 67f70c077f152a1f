"""The tabs behind the sheet of an Excel file: the journal and the rules; and how cells look."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from scorekeeper.exports.finished import Finished
from scorekeeper.rules.deeds import deed_told, row_told
from scorekeeper.rules.describe import figures, own_awards, rules_told, shape
from scorekeeper.rules.explain import plain
from scorekeeper.rules.history import Change, history
from scorekeeper.rules.match import Match
from scorekeeper.rules.outcomes import outcomes
from scorekeeper.rules.sheet import Line, Sheet

A4 = 9  # in the numbers of Excel
_WHEN = "yyyy-mm-dd hh:mm"


class Formats(NamedTuple):
    """How cells look."""

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


def write_journal(page: Worksheet, formats: Formats, match: Match, sheet: Sheet) -> None:
    """Every entry: who, when, what, and what stood before and after it."""
    titles = ("No.", "When (UTC)", "Who", "What", "Before", "After", "Taken back")
    for column, (title, width) in enumerate(zip(titles, (5, 17, 16, 60, 70, 70, 10), strict=True)):
        page.set_column(column, column, width)
        page.write_string(0, column, title, formats.head)
    for line, change in enumerate(history(match), 1):
        page.write_number(line, 0, change.number, formats.wrapped)
        if change.entry.at:
            at = datetime.fromisoformat(change.entry.at).replace(tzinfo=None)
            page.write_datetime(line, 1, at, formats.when)
        for column, text in enumerate(_told(sheet, change), 2):
            page.write_string(line, column, text, formats.wrapped)
    page.freeze_panes(1, 1)
    page.set_paper(A4)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)


def _told(sheet: Sheet, change: Change) -> tuple[str, ...]:
    before = _state(sheet, change.before, change.totals_before)
    after = _state(sheet, change.after, change.totals_after)
    if change.renamed:
        before, after = change.renamed, getattr(change.entry.deed, "name", "")
    what = deed_told(sheet, change)
    reason = getattr(change.entry.deed, "reason", "")
    what = f"{what}: {reason}" if reason else what
    return (change.entry.by or "", what, before, after, "yes" if change.undone else "")


def _state(sheet: Sheet, line: Line | None, totals: Iterable[int]) -> str:
    """A row as it stood, its points, and the totals at the foot."""
    foot = f"totals {_numbers(totals)}"
    if line is None:
        return foot
    return f"{row_told(sheet, line)}; points {_numbers(line.points)}; {foot}"


def _numbers(numbers: Iterable[int]) -> str:
    return " / ".join(map(plain, numbers))


def write_rules(page: Worksheet, formats: Formats, sheet: Finished) -> None:
    """The game in words, and every outcome of every bid."""
    game = sheet.rules
    page.set_column(0, 0, 18)
    page.write_string(0, 0, game.name, formats.title)
    told = [", ".join(map(str, shape(game)))]
    told += [f"{each.title}: {each.figure} ({each.words})" for each in figures(game)]
    told += [f"{', '.join(own.bids)}: {'; '.join(map(str, own.terms))}" for own in own_awards(game)]
    told += map(str, rules_told(game))
    line = 1
    for line, text in enumerate(told, 1):
        page.write_string(line, 0, text)
    for table in outcomes(game):
        given_up = ("surrendered",) if table.surrendered else ()
        page.write_string(line + 2, 0, str(table.title), formats.title)
        line += 3
        for column, title in enumerate(("bid", "needs", "worth", *table.columns, *given_up)):
            page.write_string(line, column, title, formats.head)
        for row in table.rows:
            line += 1
            for column, text in enumerate((row.bid, str(row.needs), str(row.worth), *row.cells)):
                page.write_string(line, column, text, formats.text)
    page.set_paper(A4)
    page.set_landscape()
    page.fit_to_pages(1, 0)

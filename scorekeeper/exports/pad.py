"""The score pad on A4: ruled lines, a red margin, a double rule. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import Box, Ink, Letters, Slot, draw_words, fit, shrunk
from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedCell, PrintedRow
from scorekeeper.exports.race import STROKES, draw_mark
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import LETTERS
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.payouts import payouts
from scorekeeper.rules.outcome import Outcome

MM = 72 / 25.4
PAGE = Box(14 * MM, 12 * MM, 182 * MM, 273 * MM)
LINE = 5.2 * MM
_GAP = 1.4 * MM
_NUMBER = 9 * MM
_STORY = 33 * MM
_MOST_WIDE, _WIDEST = 3, 26 * MM
BLACK = Ink("black", "#111111")
GREY = Ink("grey", "#444444")
_RULED = Ink("ruled", "#aab8c2")
_MARGIN = Ink("margin", "#cc6666")
SMALL = Letters(8.5, BLACK)
LINES = 30
_LINES_BEFORE_THE_LAST = 38
_SEATS_IN_A_ROW = 5
_NAMED = 20 * MM
_BID_SHARE = 0.62


class Columns:
    """The positions of the columns of the pad. Columns that are `wide` have room for shortfalls."""

    def __init__(self, sheet: PrintableSheet) -> None:
        sides = len(sheet.sides)
        rest = PAGE.width - _NUMBER
        self.wide = sides <= _MOST_WIDE
        self.side = min(_WIDEST, (rest - _STORY) / sides)
        if self.wide:
            self.side = rest * (0.29 if sides == 2 else 0.22)  # noqa: PLR2004 - two columns
        self.story = rest - sides * self.side
        self.first = PAGE.x + _NUMBER + self.story

    @property
    def label(self) -> float:
        """Return the width for a word at the left of a line."""
        return self.first - PAGE.x - 2 * _GAP

    def left(self, side: int) -> float:
        return self.first + side * self.side


def double_rule(pen: PdfPen, y: float) -> None:
    for at in (y, y + 1.6):
        pen.line([(PAGE.x, at), (PAGE.right, at)], BLACK, 0.7)


def wrapped(pen: PdfPen, text: str, letters: Letters, room: float) -> Iterator[str]:
    """Yield the words of the text in lines at most `room` wide; a longer word is not cut."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and pen.measure(longer, letters) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def pages_of(rows: Sequence[PrintedRow]) -> list[list[PrintedRow]]:
    """Return the rows of each page.

    The last page, which has the foot of the pad, holds at most LINES rows, the others up to 38.
    """
    pages, left = [], list(rows)
    while len(left) > LINES:
        taken = min(_LINES_BEFORE_THE_LAST, len(left) - 1)
        pages.append(left[:taken])
        left = left[taken:]
    return [*pages, left]


def draw_page(
    pen: PdfPen, sheet: PrintableSheet, rows: Sequence[PrintedRow], first: int, lines: int
) -> float:
    """Draw the head and `lines` ruled lines, numbered from `first`, with `rows` on them.

    Return the y coordinate of the end of the lines.
    """
    columns = Columns(sheet)
    y = _draw_seats(pen, sheet, _draw_head(pen, sheet))
    top = _draw_titles(pen, sheet, columns, y)
    for place in range(lines):
        y = top + place * LINE
        number = Letters(9, GREY)
        pen.text((PAGE.x + 7 * MM, y + LINE * 0.7), str(first + place), number, "end")
        if place < len(rows):
            _draw_row(pen, rows[place], columns, y)
        pen.line([(PAGE.x, y + LINE), (PAGE.right, y + LINE)], _RULED, 0.4)
    bottom = top + lines * LINE
    pen.line([(PAGE.x + _NUMBER, top), (PAGE.x + _NUMBER, bottom)], _MARGIN, 0.8)
    for side in range(len(sheet.sides)):
        x = columns.left(side)
        pen.line([(x, top), (x, bottom)], GREY, 0.8)
    return bottom


def draw_foot(pen: PdfPen, sheet: PrintableSheet, y: float) -> float:
    """Draw the line of the final figures at `y`; return the y coordinate of its end."""
    columns = Columns(sheet)
    double_rule(pen, y)
    height = 9 * MM
    large = Letters(15, BLACK, "SemiBold")
    draw_words(pen, Slot(PAGE.x + _GAP, y + height * 0.68, columns.label), Message("Final"), large)
    for place, side in enumerate(sheet.sides):
        carries = Message("carries %(points)s", points=side.shortfall)
        owed = str(carries) if side.shortfall else ""
        right = columns.left(place) + columns.side - _GAP
        figure = format_number(side.total)
        letters = shrunk(pen, figure, large, columns.side * (0.4 if owed else 0.9))
        pen.text((right, y + height * 0.68), figure, letters, "end")
        room = columns.side - pen.measure(figure, letters) - 3 * _GAP
        note = shrunk(pen, owed, Letters(8.5, GREY, "Italic"), room)
        pen.text((columns.left(place) + _GAP, y + height * 0.68), owed, note)
    double_rule(pen, y + height)
    return y + height


def _draw_head(pen: PdfPen, sheet: PrintableSheet) -> float:
    """Draw title and time on the left, the game on the right; return the y of their end."""
    title, usual = Letters(21, BLACK, "SemiBold"), Letters(10, BLACK)
    bold = usual._replace(style="SemiBold")
    y, half = PAGE.y, PAGE.width * 0.6
    pen.text((PAGE.x, y + 8 * MM), fit(pen, pen.spell(sheet.title), title, half), title)
    draw_words(pen, Slot(PAGE.x, y + 14 * MM, PAGE.width / 2 - 4 * MM), sheet.when, usual)
    room = PAGE.width - half - 4 * MM
    goal = f", {sheet.goal}"
    usual = shrunk(pen, goal, usual, room * 0.7)
    game = fit(pen, pen.spell(sheet.game), bold, room - pen.measure(goal, usual))
    pen.text((PAGE.right, y + 8 * MM), goal, usual, "end")
    pen.text((PAGE.right - pen.measure(goal, usual), y + 8 * MM), game, bold, "end")
    summary = " · ".join(str(each.short) for each in payouts(sheet.rules))
    draw_words(pen, Slot(PAGE.right, y + 14 * MM, PAGE.width / 2, "end"), summary, SMALL)
    double_rule(pen, y + 17 * MM)
    return y + 17 * MM + 1.6


def _draw_seats(pen: PdfPen, sheet: PrintableSheet, y: float) -> float:
    """Draw the seats with their players; return the y of their end."""
    seats = list(zip(_seat_labels(sheet), sheet.players, strict=True))
    rows = -(-len(seats) // _SEATS_IN_A_ROW)
    across = -(-len(seats) // rows)
    width, height = PAGE.width / across, 7.4 * MM
    name = Letters(11, BLACK, "SemiBold")
    for place, (label, player) in enumerate(seats):
        row, column = divmod(place, across)
        x, line = PAGE.x + column * width, y + row * height + height * 0.66
        pen.text((x + _GAP, line), label, Letters(8, GREY))
        x += pen.measure(label, Letters(8, GREY)) + 2 * _GAP
        room = PAGE.x + (column + 1) * width - x - _GAP
        pen.text((x, line), fit(pen, pen.spell(player), name, room), name)
        if column:
            edge = PAGE.x + column * width
            pen.line([(edge, y + row * height), (edge, y + (row + 1) * height)], GREY, 0.4)
    bottom = y + rows * height
    pen.line([(PAGE.x, bottom), (PAGE.right, bottom)], BLACK, 0.4)
    return bottom


def _seat_labels(sheet: PrintableSheet) -> list[str]:
    """Return the labels of the seats: compass points, or column letters if everyone plays alone."""
    if sheet.rules.alone:
        return list(LETTERS[: len(sheet.players)])
    return [player.instead for player in sheet.players]


def _draw_titles(pen: PdfPen, sheet: PrintableSheet, columns: Columns, y: float) -> float:
    """Draw the headings of the columns; return the y of their end."""
    bold, height = SMALL._replace(style="SemiBold"), 9.4 * MM
    base, low = y + 3.8 * MM, y + 7.8 * MM
    draw_words(pen, Slot(PAGE.x + _GAP, low, _NUMBER - 1.5 * _GAP), Message("No."), bold)
    x, share = PAGE.x + _NUMBER + _GAP, _BID_SHARE if columns.wide else 1
    if sheet.rules.bids:
        draw_words(pen, Slot(x, low, columns.story * share - 2 * _GAP), Message("Bid"), bold)
    if columns.wide and sheet.rules.bids:
        room = columns.story * (1 - share) - 2 * _GAP
        draw_words(pen, Slot(x + columns.story * share, low, room), Message("Result"), bold)
    for place in range(len(sheet.sides)):
        left, right = columns.left(place), columns.left(place) + columns.side
        draw_mark(pen, (left + 3.2 * MM, base - 2.8), STROKES[place]._replace(ink=BLACK), 2.4)
        name = fit(pen, _heading(pen, sheet, place, columns), bold, columns.side - 6.5 * MM)
        pen.text((left + 5.4 * MM, base), name, bold)
        tiny, room = Letters(7, GREY), columns.side * 0.36
        end = left + _wrote(columns)
        draw_words(pen, Slot(end, low, min(room, end - left - 1), "end"), Message("wrote"), tiny)
        draw_words(pen, Slot(right - _GAP, low, room, "end"), Message("total"), tiny)
    double_rule(pen, y + height)
    return y + height + 1.6


def _heading(pen: PdfPen, sheet: PrintableSheet, side: int, columns: Columns) -> str:
    """Return the heading of a column: the name of the side.

    If everyone plays alone it is a letter, with the name if the column is wide enough.
    """
    name = pen.spell(sheet.sides[side].name)
    if not sheet.rules.alone:
        return name
    return f"{LETTERS[side]} {name}" if columns.side > _NAMED else LETTERS[side]


def _wrote(columns: Columns) -> float:
    """Return the distance from the left of a column to the end of its written figure."""
    return columns.side * (0.3 if columns.wide else 0.42)


def _draw_row(pen: PdfPen, row: PrintedRow, columns: Columns, y: float) -> None:
    base = y + LINE * 0.7
    _draw_story(pen, row, columns, base)
    for side, cell in enumerate(row.cells):
        _draw_cell(pen, cell, columns, columns.left(side), base)
    if row.struck:
        middle = y + LINE / 2
        pen.line([(PAGE.x + _NUMBER + _GAP, middle), (PAGE.right, middle)], GREY, 0.6)


def _draw_story(pen: PdfPen, row: PrintedRow, columns: Columns, base: float) -> None:
    """Draw who bid what and the result, in two columns, or one after the other if narrow."""
    bold, usual = Letters(9.5, BLACK, "SemiBold"), Letters(9.5, BLACK)
    x, room = PAGE.x + _NUMBER + _GAP, columns.story - 2 * _GAP
    first = _BID_SHARE * columns.story - 2 * _GAP if columns.wide and row.bid.text else room
    bid = f"{pen.spell(row.short)} {pen.spell(row.bid)}" if row.bid.text else ""
    who = f" {pen.spell(row.bidder)}" if row.bidder.text else ""
    at = x
    for text, letters in ((bid, bold), (who, usual)):
        if text and x + first - at > _GAP * 2:
            text = fit(pen, text, letters, x + first - at)  # noqa: PLW2901 - as much as fits
            pen.text((at, base), text, letters)
            at += pen.measure(text, letters)
    start = x + first + 2 * _GAP if first < room else at + (_GAP if bid else 0)
    left = x + room - start
    if left > _GAP * 2:
        result = _result(pen, row)
        letters = shrunk(pen, result, SMALL, left)
        note = pen.spell(row.note)
        summary = ": ".join(filter(None, (result, note)))
        pen.text((start, base), fit(pen, summary, letters, left), letters)


def _result(pen: PdfPen, row: PrintedRow) -> str:
    """Return the result of the row; empty for points that were typed in."""
    if row.struck:
        return str(Message("struck"))
    if row.outcome is Outcome.WON:
        return str(Message("%(side)s won", side=pen.spell(row.short)))
    return "" if row.outcome is Outcome.POINTS else row.result


def _draw_cell(pen: PdfPen, cell: PrintedCell, columns: Columns, left: float, base: float) -> None:
    wrote = f"{'*' * cell.overruled}{format_number(cell.cell)}"
    end = left + _wrote(columns)
    bold = shrunk(pen, wrote, Letters(11, BLACK, "SemiBold"), end - left - _GAP / 2)
    pen.text((end, base), wrote, bold, "end")
    right = left + columns.side - _GAP
    total, note = format_number(cell.total), cell.note
    if cell.paid:
        note = str(Message("%(points)s paid", points=cell.paid))
    if not columns.wide:
        total, note = f"{total} (−{cell.shortfall})" if cell.shortfall else total, ""
    room = right - end - _GAP
    letters = shrunk(pen, total, Letters(10, BLACK), room)
    pen.text((right, base), total, letters, "end")
    room -= pen.measure(total, letters) + _GAP
    italic = shrunk(pen, note, Letters(8, GREY, "Italic"), room)
    pen.text((end + _GAP, base), note, italic)

"""The score pad on A4: ruled lines, a red margin, a double rule."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.exports.paper import (
    BLACK,
    GAP,
    GREY,
    LINE,
    MARGIN,
    MM,
    NUMBER,
    PAGE,
    RULED,
    SMALL,
    Columns,
    double_rule,
)
from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import Letters, Slot, draw_words, fit, shrunk
from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedCell, PrintedRow
from scorekeeper.exports.race import STROKES, draw_mark
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import LETTERS
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.payouts import payouts

LINES = 30
_LINES_BEFORE_THE_LAST = 38
_SEATS_IN_A_ROW = 5
_NAMED = 20 * MM
_BID_SHARE = 0.62


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
        pen.line([(PAGE.x, y + LINE), (PAGE.right, y + LINE)], RULED, 0.4)
    bottom = top + lines * LINE
    pen.line([(PAGE.x + NUMBER, top), (PAGE.x + NUMBER, bottom)], MARGIN, 0.8)
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
    draw_words(pen, Slot(PAGE.x + GAP, y + height * 0.68, columns.label), Message("Final"), large)
    for place, side in enumerate(sheet.sides):
        carries = Message("carries %(points)s", points=side.shortfall)
        owed = str(carries) if side.shortfall else ""
        right = columns.left(place) + columns.side - GAP
        figure = format_number(side.total)
        letters = shrunk(pen, figure, large, columns.side * (0.4 if owed else 0.9))
        pen.text((right, y + height * 0.68), figure, letters, "end")
        room = columns.side - pen.measure(figure, letters) - 3 * GAP
        note = shrunk(pen, owed, Letters(8.5, GREY, "Italic"), room)
        pen.text((columns.left(place) + GAP, y + height * 0.68), owed, note)
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
    seats = list(zip(seat_labels(sheet), sheet.players, strict=True))
    rows = -(-len(seats) // _SEATS_IN_A_ROW)
    across = -(-len(seats) // rows)
    width, height = PAGE.width / across, 7.4 * MM
    name = Letters(11, BLACK, "SemiBold")
    for place, (label, player) in enumerate(seats):
        row, column = divmod(place, across)
        x, line = PAGE.x + column * width, y + row * height + height * 0.66
        pen.text((x + GAP, line), label, Letters(8, GREY))
        x += pen.measure(label, Letters(8, GREY)) + 2 * GAP
        room = PAGE.x + (column + 1) * width - x - GAP
        pen.text((x, line), fit(pen, pen.spell(player), name, room), name)
        if column:
            edge = PAGE.x + column * width
            pen.line([(edge, y + row * height), (edge, y + (row + 1) * height)], GREY, 0.4)
    bottom = y + rows * height
    pen.line([(PAGE.x, bottom), (PAGE.right, bottom)], BLACK, 0.4)
    return bottom


def seat_labels(sheet: PrintableSheet) -> list[str]:
    """Return the labels of the seats: compass points, or column letters if everyone plays alone."""
    if sheet.rules.alone:
        return list(LETTERS[: len(sheet.players)])
    return [player.instead for player in sheet.players]


def _draw_titles(pen: PdfPen, sheet: PrintableSheet, columns: Columns, y: float) -> float:
    """Draw the headings of the columns; return the y of their end."""
    bold, height = SMALL._replace(style="SemiBold"), 9.4 * MM
    base, low = y + 3.8 * MM, y + 7.8 * MM
    draw_words(pen, Slot(PAGE.x + GAP, low, NUMBER - 1.5 * GAP), Message("No."), bold)
    x, share = PAGE.x + NUMBER + GAP, _BID_SHARE if columns.wide else 1
    if sheet.rules.bids:
        draw_words(pen, Slot(x, low, columns.story * share - 2 * GAP), Message("Bid"), bold)
    if columns.wide and sheet.rules.bids:
        room = columns.story * (1 - share) - 2 * GAP
        draw_words(pen, Slot(x + columns.story * share, low, room), Message("Result"), bold)
    for place in range(len(sheet.sides)):
        left, right = columns.left(place), columns.left(place) + columns.side
        draw_mark(pen, (left + 3.2 * MM, base - 2.8), STROKES[place]._replace(ink=BLACK), 2.4)
        name = fit(pen, _heading(pen, sheet, place, columns), bold, columns.side - 6.5 * MM)
        pen.text((left + 5.4 * MM, base), name, bold)
        tiny, room = Letters(7, GREY), columns.side * 0.36
        end = left + _wrote(columns)
        draw_words(pen, Slot(end, low, min(room, end - left - 1), "end"), Message("wrote"), tiny)
        draw_words(pen, Slot(right - GAP, low, room, "end"), Message("total"), tiny)
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
        pen.line([(PAGE.x + NUMBER + GAP, middle), (PAGE.right, middle)], GREY, 0.6)


def _draw_story(pen: PdfPen, row: PrintedRow, columns: Columns, base: float) -> None:
    """Draw who bid what and the result, in two columns, or one after the other if narrow."""
    bold, usual = Letters(9.5, BLACK, "SemiBold"), Letters(9.5, BLACK)
    x, room = PAGE.x + NUMBER + GAP, columns.story - 2 * GAP
    first = _BID_SHARE * columns.story - 2 * GAP if columns.wide and row.bid.text else room
    bid = f"{pen.spell(row.short)} {pen.spell(row.bid)}" if row.bid.text else ""
    who = f" {pen.spell(row.bidder)}" if row.bidder.text else ""
    at = x
    for text, letters in ((bid, bold), (who, usual)):
        if text and x + first - at > GAP * 2:
            text = fit(pen, text, letters, x + first - at)  # noqa: PLW2901 - as much as fits
            pen.text((at, base), text, letters)
            at += pen.measure(text, letters)
    start = x + first + 2 * GAP if first < room else at + (GAP if bid else 0)
    left = x + room - start
    if left > GAP * 2:
        result = _result(pen, row)
        letters = shrunk(pen, result, SMALL, left)
        note = pen.spell(row.note)
        summary = ": ".join(filter(None, (result, note)))
        pen.text((start, base), fit(pen, summary, letters, left), letters)


def _result(pen: PdfPen, row: PrintedRow) -> str:
    """Return the result of the row; empty for points that were typed in."""
    if row.struck:
        return str(Message("struck"))
    if row.outcome == "won":
        return str(Message("%(side)s won", side=pen.spell(row.short)))
    return "" if row.outcome == "points" else row.result


def _draw_cell(pen: PdfPen, cell: PrintedCell, columns: Columns, left: float, base: float) -> None:
    wrote = f"{'*' * cell.overruled}{format_number(cell.cell)}"
    end = left + _wrote(columns)
    bold = shrunk(pen, wrote, Letters(11, BLACK, "SemiBold"), end - left - GAP / 2)
    pen.text((end, base), wrote, bold, "end")
    right = left + columns.side - GAP
    total, note = format_number(cell.total), cell.note
    if cell.paid:
        note = str(Message("%(points)s paid", points=cell.paid))
    if not columns.wide:
        total, note = f"{total} (−{cell.shortfall})" if cell.shortfall else total, ""
    room = right - end - GAP
    letters = shrunk(pen, total, Letters(10, BLACK), room)
    pen.text((right, base), total, letters, "end")
    room -= pen.measure(total, letters) + GAP
    italic = shrunk(pen, note, Letters(8, GREY, "Italic"), room)
    pen.text((end + GAP, base), note, italic)

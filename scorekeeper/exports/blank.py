"""An empty score pad on which a match can continue by pencil, for when the batteries die."""

from __future__ import annotations

import segno

from scorekeeper.exports.pad import LINES, draw_page
from scorekeeper.exports.paper import (
    BLACK,
    GREY,
    LINE,
    MM,
    PAGE,
    SMALL,
    Columns,
    double_rule,
    wrapped,
)
from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import Letters, Point, Slot, draw_words, fit, shrunk
from scorekeeper.exports.printable_sheet import PrintableSheet
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.ruleset import describe_rules

_QR = 36 * MM
_LATER = Message(
    "What is written here goes into the match afterwards, hand by hand; or start a new match with"
    " these totals."
)


def write_blank(sheet: PrintableSheet, address: str) -> bytes:
    """Return a PDF: an empty pad for the rest of the match, its rules, a QR code of `address`.

    The lines continue the numbers of the rows so far, below the present totals.
    """
    pen = PdfPen(sheet.title.text)
    written = len(sheet.rows)
    bottom = draw_page(pen, sheet, [], written or 1, LINES)
    if written or any(sheet.start):
        _draw_totals(pen, sheet, bottom - LINES * LINE + LINE * 0.7)
    double_rule(pen, bottom)
    final = Letters(15, BLACK, "SemiBold")
    draw_words(pen, Slot(PAGE.x + 2 * MM, bottom + 6 * MM, PAGE.width), Message("Final"), final)
    double_rule(pen, bottom + 9 * MM)
    top = bottom + 14 * MM
    _draw_code(pen, address, (PAGE.x, top))
    left = PAGE.x + _QR + 6 * MM
    pen.text((left, top + 3 * MM), fit(pen, address, SMALL, PAGE.right - left), SMALL)
    y = top + 8 * MM
    for line in wrapped(pen, f"{_LATER} {_rules(sheet)}", Letters(8, GREY), PAGE.right - left):
        pen.text((left, y), line, Letters(8, GREY))
        y += 3.7 * MM
    pen.turn_page()
    return pen.written()


def _draw_totals(pen: PdfPen, sheet: PrintableSheet, base: float) -> None:
    """Draw the totals so far on the first line."""
    columns = Columns(sheet)
    summary = Message("to start with")
    if sheet.rows:
        summary = Message("so far, after line %(number)s", number=len(sheet.rows))
    left = PAGE.x + 11 * MM
    draw_words(
        pen, Slot(left, base, columns.first - left - MM), summary, Letters(8.5, GREY, "Italic")
    )
    for place, side in enumerate(sheet.sides):
        owed = f" (−{side.shortfall})" if side.shortfall else ""
        total = f"{format_number(side.total)}{owed}"
        letters = shrunk(pen, total, Letters(10, BLACK), columns.side * 0.6)
        pen.text((columns.left(place) + columns.side - 1.4 * MM, base), total, letters, "end")


def _draw_code(pen: PdfPen, address: str, at: Point) -> None:
    """Draw the address as a QR code."""
    rows = segno.make(address, error="m", micro=False).matrix
    size = _QR / len(rows)
    for row, modules in enumerate(rows):
        for column, dark in enumerate(modules):
            if dark:
                corner = (at[0] + column * size, at[1] + row * size)
                pen.block(corner, size + 0.05, size + 0.05, BLACK)


def _rules(sheet: PrintableSheet) -> str:
    return " ".join(map(str, describe_rules(sheet.rules)))

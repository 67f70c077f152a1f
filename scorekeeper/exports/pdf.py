"""The PDFs: the score pad with the race chart and lines for signatures, and the empty pad.

On the empty pad a match can continue by pencil, for when the batteries die.
"""

from __future__ import annotations

import segno

from scorekeeper.exports.pad import (
    BLACK,
    GREY,
    LINE,
    LINES,
    MM,
    PAGE,
    SMALL,
    Columns,
    double_rule,
    draw_foot,
    draw_page,
    pages_of,
    wrapped,
)
from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import (
    REPLACED,
    Box,
    Letters,
    Point,
    Slot,
    draw_words,
    fit,
    shrunk,
)
from scorekeeper.exports.printable_sheet import PrintableSheet
from scorekeeper.exports.race import draw_race
from scorekeeper.messages.explanations import CARRIED
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.messages.ruleset import describe_rules

_OVERRULED = Message("* corrected by hand.")
_CHART_SHARE = 0.62
_QR = 36 * MM
_LATER = Message(
    "What is written here goes into the match afterwards, hand by hand; or start a new match with"
    " these totals."
)


def write_pdf(sheet: PrintableSheet) -> bytes:
    """Return the pad as PDF: one page for up to 30 rows, else several.

    The same sheet gives the same bytes. Latin, Greek and Cyrillic use the font that comes with the
    program; Chinese, Japanese and Korean use fonts of the PDF reader. A name in any other script is
    printed as its seat or side, and a note says so.
    """
    pen = PdfPen(sheet.title.text)
    pages = pages_of(sheet.rows)
    first = 1
    for place, rows in enumerate(pages, 1):
        last = place == len(pages)
        lines = max(LINES, len(rows))
        bottom = draw_page(pen, sheet, rows, first, lines)
        if last:
            _draw_end(pen, sheet, draw_foot(pen, sheet, bottom))
        _draw_page_number(pen, place, len(pages))
        pen.turn_page()
        first += lines
    return pen.written()


def _draw_end(pen: PdfPen, sheet: PrintableSheet, y: float) -> None:
    """Draw the notes, the race chart and the signature lines below the final figures."""
    y = _draw_notes(pen, _notes(pen, sheet), y + 3.6 * MM)
    chart = Box(PAGE.x, y, PAGE.width * _CHART_SHARE, PAGE.bottom - 5 * MM - y)
    draw_race(pen, sheet, chart, 7.5)
    _draw_signatures(
        pen, sheet, Box(chart.right + 8 * MM, y, PAGE.right - chart.right - 8 * MM, chart.height)
    )


def _draw_notes(pen: PdfPen, notes: list[str], y: float) -> float:
    """Draw the notes from the baseline `y`; return the baseline after them."""
    small = Letters(7.5, GREY)
    for line in wrapped(pen, " ".join(notes), small, PAGE.width):
        pen.text((PAGE.x, y), line, small)
        y += 3.4 * MM
    return y


def _draw_signatures(pen: PdfPen, sheet: PrintableSheet, box: Box) -> None:
    """Draw a signature line for each side, in one column or two."""
    sides = sheet.sides
    columns = 1 if len(sides) <= 5 else 2  # noqa: PLR2004 - more would be too close
    rows = -(-len(sides) // columns)
    width, height = box.width / columns - 2 * MM, min(box.height / rows, 17 * MM)
    for place, side in enumerate(sides):
        column, row = divmod(place, rows)
        x = box.x + column * (width + 4 * MM)
        y = box.y + (row + 1) * height - 3.4 * MM
        pen.line([(x, y), (x + width, y)], BLACK, 0.6)
        name = fit(pen, pen.spell(side.name), SMALL, width)
        pen.text((x, y + 3.2 * MM), name, SMALL)


def _draw_page_number(pen: PdfPen, page: int, pages: int) -> None:
    number = Message("page %(page)s of %(pages)s", page=page, pages=pages)
    summary = "scorekeeper" if pages == 1 else f"scorekeeper · {number}"
    pen.text((PAGE.right, PAGE.bottom), summary, Letters(7.5, GREY), "end")


def _notes(pen: PdfPen, sheet: PrintableSheet) -> list[str]:
    overruled = any(cell.overruled for row in sheet.rows for cell in row.cells)
    summary = ((CARRIED, sheet.rules.carries), (_OVERRULED, overruled), (REPLACED, pen.replaced))
    return [str(note) for note, applies in summary if applies]


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

"""The sheet as PDF: the A4 score pad with the race chart and lines for signatures."""

from __future__ import annotations

from scorekeeper.exports.pad import LINES, draw_foot, draw_page, pages_of
from scorekeeper.exports.paper import BLACK, GREY, MM, PAGE, SMALL, wrapped
from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import REPLACED, Box, Letters, fit
from scorekeeper.exports.printable_sheet import PrintableSheet
from scorekeeper.exports.race import draw_race
from scorekeeper.messages.explanations import CARRIED
from scorekeeper.messages.message import Message

_OVERRULED = Message("* corrected by hand.")
_CHART_SHARE = 0.62


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
            draw_end(pen, sheet, draw_foot(pen, sheet, bottom))
        draw_page_number(pen, place, len(pages))
        pen.turn_page()
        first += lines
    return pen.written()


def draw_end(pen: PdfPen, sheet: PrintableSheet, y: float) -> None:
    """Draw the notes, the race chart and the signature lines below the final figures."""
    y = draw_notes(pen, _notes(pen, sheet), y + 3.6 * MM)
    chart = Box(PAGE.x, y, PAGE.width * _CHART_SHARE, PAGE.bottom - 5 * MM - y)
    draw_race(pen, sheet, chart, 7.5)
    draw_signatures(
        pen, sheet, Box(chart.right + 8 * MM, y, PAGE.right - chart.right - 8 * MM, chart.height)
    )


def draw_notes(pen: PdfPen, notes: list[str], y: float) -> float:
    """Draw the notes from the baseline `y`; return the baseline after them."""
    small = Letters(7.5, GREY)
    for line in wrapped(pen, " ".join(notes), small, PAGE.width):
        pen.text((PAGE.x, y), line, small)
        y += 3.4 * MM
    return y


def draw_signatures(pen: PdfPen, sheet: PrintableSheet, box: Box) -> None:
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


def draw_page_number(pen: PdfPen, page: int, pages: int) -> None:
    number = Message("page %(page)s of %(pages)s", page=page, pages=pages)
    summary = "scorekeeper" if pages == 1 else f"scorekeeper · {number}"
    pen.text((PAGE.right, PAGE.bottom), summary, Letters(7.5, GREY), "end")


def _notes(pen: PdfPen, sheet: PrintableSheet) -> list[str]:
    overruled = any(cell.overruled for row in sheet.rows for cell in row.cells)
    summary = ((CARRIED, sheet.rules.carries), (_OVERRULED, overruled), (REPLACED, pen.replaced))
    return [str(note) for note, applies in summary if applies]

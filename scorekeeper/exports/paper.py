"""The layout of the pad: its page, columns, inks and double rule. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.exports.pdf_pen import PdfPen
from scorekeeper.exports.pen import Box, Ink, Letters
from scorekeeper.exports.printable_sheet import PrintableSheet

MM = 72 / 25.4
PAGE = Box(14 * MM, 12 * MM, 182 * MM, 273 * MM)
LINE = 5.2 * MM
GAP = 1.4 * MM
NUMBER = 9 * MM
_STORY = 33 * MM
_MOST_WIDE, _WIDEST = 3, 26 * MM
BLACK = Ink("black", "#111111")
GREY = Ink("grey", "#444444")
RULED = Ink("ruled", "#aab8c2")
MARGIN = Ink("margin", "#cc6666")
SMALL = Letters(8.5, BLACK)


class Columns:
    """The positions of the columns of the pad. Columns that are `wide` have room for shortfalls."""

    def __init__(self, sheet: PrintableSheet) -> None:
        sides = len(sheet.sides)
        rest = PAGE.width - NUMBER
        self.wide = sides <= _MOST_WIDE
        self.side = min(_WIDEST, (rest - _STORY) / sides)
        if self.wide:
            self.side = rest * (0.29 if sides == 2 else 0.22)  # noqa: PLR2004 - two columns
        self.story = rest - sides * self.side
        self.first = PAGE.x + NUMBER + self.story

    @property
    def label(self) -> float:
        """Return the width for a word at the left of a line."""
        return self.first - PAGE.x - 2 * GAP

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

"""Draw on PDF pages with reportlab, in points."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.exports.fonts import LETTERS, STYLES, font_file, supported_text, visible_text
from scorekeeper.exports.pen import Anchor, Ink, Letters, Point
from scorekeeper.exports.printable_sheet import Name
from scorekeeper.messages.locale import current_locale

A4 = (595.28, 841.89)
WHITE = "#ffffff"
# Fonts that PDF readers supply, the codec that covers the characters of each, and a range that the
# text must use. Kana and hangul come first, because the Chinese character sets hold them too.
_FOREIGN = (
    ("HeiseiMin-W3", "cp932", ("\u3040", "\u30ff")),
    ("HYSMyeongJo-Medium", "cp949", ("\uac00", "\ud7af")),
    ("STSong-Light", "gbk", None),
    ("MSung-Light", "big5", None),
    ("HeiseiMin-W3", "cp932", None),
    ("HYSMyeongJo-Medium", "cp949", None),
)
_EAST_ASIAN = (
    ("\u2e80", "\u9fff"),
    ("\uac00", "\ud7af"),
    ("\uf900", "\ufaff"),
    ("\uff00", "\uffef"),
)
for _style in STYLES:
    pdfmetrics.registerFont(TTFont(_style, font_file(_style)))
for _font in {font for font, _, _ in _FOREIGN}:
    pdfmetrics.registerFont(UnicodeCIDFont(_font))


class PdfPen:
    """Draws on the current page. `replaced` is whether a name was replaced by its seat or side."""

    def __init__(self, title: str) -> None:
        self.out = io.BytesIO()
        self.canvas = Canvas(
            self.out, pagesize=A4, invariant=1, lang=current_locale().tag, pageCompression=1
        )
        self.canvas.setTitle(title)
        self.canvas.setCreator("scorekeeper")
        self.replaced = False

    def turn_page(self) -> None:
        self.canvas.showPage()

    def written(self) -> bytes:
        """Return the whole file. The same drawing gives the same bytes."""
        self.canvas.save()
        return self.out.getvalue()

    def line(
        self, points: Sequence[Point], ink: Ink, width: float, dash: Sequence[float] = ()
    ) -> None:
        self.canvas.setStrokeColor(HexColor(ink.colour))
        self.canvas.setLineWidth(width)
        self.canvas.setDash(list(dash))
        self._draw(points, stroke=1, fill=0)
        self.canvas.setDash([])

    def shape(self, points: Sequence[Point], ink: Ink, *, filled: bool) -> None:
        self._outline(ink, filled=filled)
        self._draw([*points, points[0]], stroke=1, fill=1)

    def dot(self, at: Point, radius: float, ink: Ink, *, filled: bool) -> None:
        self._outline(ink, filled=filled)
        self.canvas.circle(at[0], A4[1] - at[1], radius, stroke=1, fill=1)

    def text(self, at: Point, text: str, letters: Letters, anchor: Anchor = "start") -> None:
        if not text:
            return
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        line = self.canvas.beginText(at[0] - shift * self.measure(text, letters), A4[1] - at[1])
        line.setFillColor(HexColor(letters.ink.colour))
        for font, part in _runs(text, letters):
            line.setFont(font, letters.size)
            line.textOut(part)
        self.canvas.drawText(line)

    def measure(self, text: str, letters: Letters) -> float:
        return sum(
            pdfmetrics.stringWidth(part, font, letters.size) for font, part in _runs(text, letters)
        )

    def spell(self, name: Name) -> str:
        written = supported_text(name.text)
        if written is None and _foreign(visible_text(name.text)):
            written = visible_text(name.text)
        if written is None:
            self.replaced = True
            return name.instead
        return written

    def block(self, at: Point, width: float, height: float, ink: Ink) -> None:
        """Draw a filled rectangle without an outline."""
        self.canvas.setFillColor(HexColor(ink.colour))
        self.canvas.rect(at[0], A4[1] - at[1] - height, width, height, stroke=0, fill=1)

    def _outline(self, ink: Ink, *, filled: bool) -> None:
        self.canvas.setStrokeColor(HexColor(ink.colour))
        self.canvas.setFillColor(HexColor(ink.colour if filled else WHITE))
        self.canvas.setLineWidth(0.8)

    def _draw(self, points: Sequence[Point], *, stroke: int, fill: int) -> None:
        path = self.canvas.beginPath()
        path.moveTo(points[0][0], A4[1] - points[0][1])
        for x, y in points[1:]:
            path.lineTo(x, A4[1] - y)
        self.canvas.drawPath(path, stroke=stroke, fill=fill)


def _runs(text: str, letters: Letters) -> Iterator[tuple[str, str]]:
    """Yield pairs of a font and a part of the text that it can write."""
    if LETTERS.issuperset(text):
        yield letters.style, text
        return
    foreign = _foreign(text) or letters.style
    for own, signs in groupby(text, LETTERS.__contains__):
        yield (letters.style if own else foreign), "".join(signs)


def _foreign(text: str) -> str | None:
    """Return a font for the East Asian characters of the text, if our font has all the others."""
    strange = [sign for sign in text if sign not in LETTERS]
    if not all(any(low <= sign <= high for low, high in _EAST_ASIAN) for sign in strange):
        return None
    for font, codec, needs in _FOREIGN:
        if needs and not any(needs[0] <= sign <= needs[1] for sign in strange):
            continue
        try:
            "".join(strange).encode(codec)
        except UnicodeEncodeError:
            continue
        return font
    return None

"""The race chart and the shareable picture as SVG."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape

from scorekeeper.exports.pen import PAPER, Anchor, Box, Ink, Letters, Point
from scorekeeper.exports.picture import SIDE, describe_picture, draw_picture, picture_title
from scorekeeper.exports.printable_sheet import Name, PrintableSheet
from scorekeeper.exports.race import describe_race, draw_race, race_title

_CHART = Box(0, 0, 340, 220)
# Characters that names may contain and XML may not. Surrogates are rejected before.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
# Isolates a name, so that its text direction does not affect the text around it.
_ISOLATED = "\u2068{}\u2069"
_FONTS = "'Fira Sans',system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_BOLD = 1.08


def write_svg(sheet: PrintableSheet) -> bytes:
    """Return the shareable picture as SVG: names, score, chart."""
    pen = SvgPen()
    draw_picture(pen, sheet)
    box = Box(0, 0, SIDE, SIDE)
    return pen.document(box, picture_title(sheet), describe_picture(sheet), size=True).encode()


def svg_race(sheet: PrintableSheet) -> str:
    """Return the race chart as SVG for a page, whose stylesheet may change its inks by class."""
    pen = SvgPen()
    draw_race(pen, sheet, _CHART, 11)
    return pen.document(_CHART, race_title(sheet), describe_race(sheet))


class SvgPen:
    """Writes SVG with presentation attributes, which also work under a strict content policy."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self.replaced = False  # the reader's fonts can write any name

    def line(
        self, points: Sequence[Point], ink: Ink, width: float, dash: Sequence[float] = ()
    ) -> None:
        dashes = f' stroke-dasharray="{_numbers(dash)}"' if dash else ""
        self.elements.append(
            f'<polyline class="i-{ink.name}" points="{_points(points)}" fill="none"'
            f' stroke="{ink.colour}" stroke-width="{_number(width)}" stroke-linejoin="round"'
            f"{dashes}/>"
        )

    def shape(self, points: Sequence[Point], ink: Ink, *, filled: bool) -> None:
        self.elements.append(f'<polygon points="{_points(points)}"{_outline(ink, filled=filled)}/>')

    def dot(self, at: Point, radius: float, ink: Ink, *, filled: bool) -> None:
        x, y = map(_number, at)
        outline = _outline(ink, filled=filled)
        self.elements.append(f'<circle cx="{x}" cy="{y}" r="{_number(radius)}"{outline}/>')

    def text(self, at: Point, text: str, letters: Letters, anchor: Anchor = "start") -> None:
        x, y = map(_number, at)
        own = letters.ink
        weight = ' font-weight="600"' if letters.style == "SemiBold" else ""
        self.elements.append(
            f'<text class="t-{own.name}" x="{x}" y="{y}" font-size="{_number(letters.size)}"'
            f'{weight} text-anchor="{anchor}" fill="{own.colour}">{_safe(text)}</text>'
        )

    def measure(self, text: str, letters: Letters) -> float:
        """Return a generous estimate of the width, because the reader's fonts are not known."""
        weight = _BOLD if letters.style == "SemiBold" else 1.0
        return letters.size * weight * sum(map(_breadth, text))

    def spell(self, name: Name) -> str:
        """Return the name itself, in any script, in a directional isolate."""
        return _ISOLATED.format(name.text) if name.text else ""

    def document(self, box: Box, title: str, summary: str, *, size: bool = False) -> str:
        """Return the whole drawing with its title and description; `size` adds width and height."""
        width, height = _number(box.width), _number(box.height)
        own = f' width="{width}" height="{height}"' if size else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart"{own}'
            f' viewBox="0 0 {width} {height}" role="img" aria-labelledby="race-title race-told"'
            f' font-family="{_FONTS}"><title id="race-title">{_safe(title)}</title>'
            f'<desc id="race-told">{_safe(summary)}</desc>{"".join(self.elements)}</svg>\n'
        )


def _breadth(sign: str) -> float:
    """Return an estimate, rather too wide, of a character's width at a font size of one."""
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0.0
    if "\ufdf0" <= sign <= "\ufdff":  # whole words in one character
        return 4.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign in "MWmw@%—…":
        return 0.95
    return 0.7 if sign.isupper() else 0.57


def _outline(ink: Ink, *, filled: bool) -> str:
    inside = ink.colour if filled else PAPER.colour
    kind = f"i-{ink.name} f-{ink.name}" if filled else f"i-{ink.name} f-{PAPER.name}"
    return f' class="{kind}" fill="{inside}" stroke="{ink.colour}" stroke-width="1.4"'


def _safe(text: str) -> str:
    return escape(_NO_XML.sub("", text))


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _numbers(numbers: Sequence[float]) -> str:
    return " ".join(map(_number, numbers))


def _number(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")

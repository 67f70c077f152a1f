"""The shareable picture as PNG, drawn at twice its size and reduced, so that lines are smooth."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from math import dist

from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from scorekeeper.exports.fonts import font_file, supported_text
from scorekeeper.exports.pen import PAPER, Anchor, Ink, Letters, Point
from scorekeeper.exports.picture import SIDE, describe_picture, draw_picture, picture_title
from scorekeeper.exports.printable_sheet import Name, PrintableSheet

_TIMES = 2
_COLOURS = 128
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def write_png(sheet: PrintableSheet) -> bytes:
    """Return the picture of `write_svg` as PNG, for chats that do not show SVG.

    The same sheet gives the same bytes. A name that the font cannot write is replaced by its seat
    or side, and a line says so.
    """
    pen = PngPen()
    draw_picture(pen, sheet)
    image = pen.image.reduce(_TIMES).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    summary = PngImagePlugin.PngInfo()
    summary.add_itxt("Title", picture_title(sheet))
    summary.add_itxt("Description", describe_picture(sheet))
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=summary)
    return out.getvalue()


class PngPen:
    """Draws on a bitmap."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (SIDE * _TIMES, SIDE * _TIMES), PAPER.colour)
        self.canvas = ImageDraw.Draw(self.image)
        self.replaced = False

    def line(
        self, points: Sequence[Point], ink: Ink, width: float, dash: Sequence[float] = ()
    ) -> None:
        thick = max(1, round(width * _TIMES))
        parts = _dashed(points, dash) if dash else [points]
        for part in parts:
            self.canvas.line(_larger(part), ink.colour, thick, joint="curve")

    def shape(self, points: Sequence[Point], ink: Ink, *, filled: bool) -> None:
        inside = ink.colour if filled else PAPER.colour
        self.canvas.polygon(_larger(points), inside, ink.colour, width=3 * _TIMES)

    def dot(self, at: Point, radius: float, ink: Ink, *, filled: bool) -> None:
        ((x, y),) = _larger([at])
        inside = ink.colour if filled else PAPER.colour
        self.canvas.circle((x, y), radius * _TIMES, inside, ink.colour, width=3 * _TIMES)

    def text(self, at: Point, text: str, letters: Letters, anchor: Anchor = "start") -> None:
        (place,) = _larger([at])
        self.canvas.text(place, text, letters.ink.colour, _font(letters), _ANCHORS[anchor])

    def measure(self, text: str, letters: Letters) -> float:
        return _font(letters).getlength(text) / _TIMES

    def spell(self, name: Name) -> str:
        written = supported_text(name.text)
        if written is None:
            self.replaced = True
            return name.instead
        return written


@lru_cache(maxsize=64)
def _font(letters: Letters) -> ImageFont.FreeTypeFont:
    """Return the font in this size. Without the cache a PNG takes a fifth longer.

    Its bar is 200 bare requests (tests/benchmarks/test_files.py).
    """
    size = round(letters.size * _TIMES)
    return ImageFont.truetype(font_file(letters.style), size, layout_engine=ImageFont.Layout.BASIC)


def _larger(points: Sequence[Point]) -> list[Point]:
    return [(x * _TIMES, y * _TIMES) for x, y in points]


def _dashed(points: Sequence[Point], dash: Sequence[float]) -> list[list[Point]]:
    """Return the strokes of a dashed line; the dashes continue around its corners."""
    lengths = cycle(dash)
    left, drawing = next(lengths), True
    strokes: list[list[Point]] = [[points[0]]]
    for start, end in pairwise(points):
        whole = dist(start, end)
        done = 0.0
        while whole - done > left:
            done += left
            share = done / whole
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if drawing:
                strokes[-1].append(at)
            else:
                strokes.append([at])
            drawing, left = not drawing, next(lengths)
        left -= whole - done
        if drawing:
            strokes[-1].append(end)
    return [stroke for stroke in strokes if len(stroke) > 1]

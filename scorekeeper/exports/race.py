"""The race chart: the totals of every side, row by row, and the line of the winning score.

It is readable without colours: every side has its own dash and mark, and its name at its line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from scorekeeper.exports.pen import INK, RULE, SOFT, TARGET, Box, Ink, Letters, Pen, Point, fit
from scorekeeper.exports.printable_sheet import PrintableSheet
from scorekeeper.messages.message import Message, Plural
from scorekeeper.messages.numbers import format_number

Mark: TypeAlias = Literal["dot", "square", "triangle", "diamond", "cross", "plus"]
_NAME_SHARE = 0.28
_MOST_MARKS = 30
_MOST_TICKS = 5


class Stroke(NamedTuple):
    """The look of the line of a side; dashes are in multiples of the line's width."""

    ink: Ink
    dash: tuple[float, ...]
    mark: Mark
    filled: bool


STROKES = (
    Stroke(Ink("ns", "#124a86"), (), "dot", filled=True),
    Stroke(Ink("ew", "#973a00"), (4, 2), "square", filled=False),
    Stroke(Ink("side3", "#1b6b3a"), (1.5, 1.5), "triangle", filled=True),
    Stroke(Ink("side4", "#6b2c91"), (7, 2, 1.5, 2), "dot", filled=False),
    Stroke(Ink("side5", "#8a1538"), (9, 3), "square", filled=True),
    Stroke(Ink("side6", "#0f6b74"), (3, 1.5), "triangle", filled=False),
    Stroke(Ink("side7", "#5d4a00"), (1, 2.5), "diamond", filled=True),
    Stroke(Ink("side8", "#3d3d3d"), (7, 1.5, 1.5, 1.5, 1.5, 1.5), "diamond", filled=False),
    Stroke(Ink("side9", "#a3156f"), (2, 4), "cross", filled=False),
    Stroke(Ink("side10", "#4a5a10"), (10, 2, 3, 2), "plus", filled=False),
)


class _Scale(NamedTuple):
    """The coordinates of a total after a number of rows."""

    box: Box
    rows: int
    low: int
    high: int

    def x(self, row: float) -> float:
        return self.box.x + self.box.width * row / max(self.rows, 1)

    def y(self, total: float) -> float:
        return self.box.bottom - self.box.height * (total - self.low) / (self.high - self.low)


def race_title(sheet: PrintableSheet) -> str:
    """Return the title of the chart."""
    if not sheet.wins_at:
        return str(Message("The race"))
    return str(Message("The race to %(points)s", points=sheet.wins_at))


def describe_race(sheet: PrintableSheet) -> str:
    """Return a description of the chart for people who cannot see it."""
    template = Plural(
        "%(totals)s after %(hands)s hand. Every figure is on the sheet.",
        "%(totals)s after %(hands)s hands. Every figure is on the sheet.",
        "hands",
    )
    totals = ", ".join(f"{side.name.text} {format_number(side.total)}" for side in sheet.sides)
    return str(Message(template, totals=totals, hands=sheet.hands))


def draw_race(pen: Pen, sheet: PrintableSheet, box: Box, size: float) -> None:
    """Draw the chart into the box, with letters of this size."""
    labels = [_label(pen, sheet, side, size, box) for side in range(len(sheet.sides))]
    scale = _scale(pen, sheet, box, size, labels)
    _draw_ticks(pen, sheet, scale, size)
    for side in reversed(range(len(sheet.sides))):
        points = [(scale.x(row), scale.y(total)) for row, total in enumerate(sheet.race[side])]
        _draw_side(pen, points, STROKES[side], size)
    ends = [scale.y(line[-1]) for line in sheet.race]
    for side, y in enumerate(_apart(ends, size * 1.15, box)):
        at = (scale.box.right + size * 0.7, y + size * 0.35)
        pen.text(at, labels[side], Letters(size, STROKES[side].ink, "SemiBold"))


def draw_mark(pen: Pen, at: Point, stroke: Stroke, radius: float) -> None:
    """Draw the mark of a side."""
    (x, y), r = at, radius
    match stroke.mark:
        case "dot":
            pen.dot(at, r, stroke.ink, filled=stroke.filled)
        case "cross":
            pen.line([(x - r, y - r), (x + r, y + r)], stroke.ink, r / 2)
            pen.line([(x - r, y + r), (x + r, y - r)], stroke.ink, r / 2)
        case "plus":
            pen.line([(x - r, y), (x + r, y)], stroke.ink, r / 2)
            pen.line([(x, y - r), (x, y + r)], stroke.ink, r / 2)
        case "square":
            corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
            pen.shape(corners, stroke.ink, filled=stroke.filled)
        case "triangle":
            corners = [(x, y - r * 1.2), (x + r * 1.1, y + r), (x - r * 1.1, y + r)]
            pen.shape(corners, stroke.ink, filled=stroke.filled)
        case "diamond":
            corners = [(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)]
            pen.shape(corners, stroke.ink, filled=stroke.filled)


def _label(pen: Pen, sheet: PrintableSheet, side: int, size: float, box: Box) -> str:
    """Return the name and total at the end of a side's line; the figure is never cut."""
    figure, letters = f" {format_number(sheet.sides[side].total)}", Letters(size, style="SemiBold")
    room = box.width * _NAME_SHARE - pen.measure(figure, letters)
    return fit(pen, pen.spell(sheet.sides[side].short), letters, room) + figure


def _scale(pen: Pen, sheet: PrintableSheet, box: Box, size: float, labels: Sequence[str]) -> _Scale:
    totals = [total for line in sheet.race for total in line]
    low, high = min(0, *totals), max(1, *totals, sheet.wins_at or 0)
    left = (
        max(pen.measure(format_number(total), Letters(size)) for total in (low, high)) + size * 0.6
    )
    right = (
        max(pen.measure(label, Letters(size, style="SemiBold")) for label in labels) + size * 0.7
    )
    inner = Box(box.x + left, box.y + size * 0.6, box.width - left - right, box.height - size * 2.2)
    return _Scale(inner, len(sheet.rows), low, high)


def _draw_ticks(pen: Pen, sheet: PrintableSheet, scale: _Scale, size: float) -> None:
    left, right = scale.box.x, scale.box.right
    target = sheet.wins_at
    for total in _ticks(scale.low, scale.high):
        if target and abs(scale.y(total) - scale.y(target)) < size:
            continue
        y = scale.y(total)
        pen.line([(left, y), (right, y)], RULE, size / 12)
        pen.text(
            (left - size * 0.5, y + size * 0.35), format_number(total), Letters(size, SOFT), "end"
        )
    if target:
        y = scale.y(target)
        pen.line([(left, y), (right, y)], TARGET, size / 8)
        at = (left - size * 0.5, y + size * 0.35)
        pen.text(at, str(target), Letters(size, TARGET, "SemiBold"), "end")
    for row in _ticks(0, scale.rows):
        at = (scale.x(row), scale.box.bottom + size * 1.4)
        pen.text(at, str(row), Letters(size, SOFT), "middle")
    pen.line([(left, scale.y(0)), (right, scale.y(0))], INK, size / 12)


def _draw_side(pen: Pen, points: Sequence[Point], stroke: Stroke, size: float) -> None:
    width = size / 5.5
    pen.line(points, stroke.ink, width, [length * width for length in stroke.dash])
    step = math.ceil(len(points) / _MOST_MARKS)
    for at in [*points[1:-1:step], points[-1]]:
        draw_mark(pen, at, stroke, size / 4.5)


def _ticks(low: int, high: int) -> range:
    """Return round numbers from `low` to `high`, about _MOST_TICKS at most."""
    least = max(1, math.ceil((high - low) / _MOST_TICKS))
    unit = 10 ** (len(str(least)) - 1)
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= least)
    return range(math.ceil(low / step) * step, high + 1, step)


def _apart(ends: Sequence[float], gap: float, box: Box) -> list[float]:
    """Return the y of each label, as near to its line as possible without touching another."""
    order = sorted(range(len(ends)), key=lambda side: (ends[side], side))
    placed = list(ends)
    lowest = box.y
    for side in order:
        placed[side] = lowest = max(placed[side], lowest)
        lowest += gap
    highest = box.bottom - gap
    for side in reversed(order):
        placed[side] = highest = min(placed[side], highest)
        highest -= gap
    return placed

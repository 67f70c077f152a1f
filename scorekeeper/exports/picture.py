"""The result as a picture for a chat: the names, the score, the race chart."""

from __future__ import annotations

from scorekeeper.exports.pen import (
    INK,
    PAPER,
    REPLACED,
    RULE,
    SOFT,
    Box,
    Letters,
    Pen,
    Slot,
    draw_words,
    fit,
    settle,
    shrunk,
)
from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedSide
from scorekeeper.exports.race import STROKES, describe_race, draw_mark, draw_race
from scorekeeper.messages.message import Message, Plural
from scorekeeper.messages.numbers import format_number

SIDE = 1080
_EDGE = 64
_WIDE = SIDE - 2 * _EDGE
_TWO = 2
_MOST_IN_ONE = 4
_BRAND = 180


def picture_title(sheet: PrintableSheet) -> str:
    """Return the title of the picture: the verdict, or the match and its number of hands."""
    template = Plural(
        "%(title)s: the score after %(hands)s hand",
        "%(title)s: the score after %(hands)s hands",
        "hands",
    )
    return sheet.verdict or str(Message(template, title=sheet.title.text, hands=sheet.hands))


def describe_picture(sheet: PrintableSheet) -> str:
    """Return a description of the picture for people who cannot see it."""
    when = f" {sheet.when}." if sheet.when else ""
    return f"{sheet.game.text}, {sheet.goal}.{when} {describe_race(sheet)}"


def draw_picture(pen: Pen, sheet: PrintableSheet) -> None:
    """Draw the picture, SIDE units wide and high."""
    page = Box(0, 0, SIDE, SIDE)
    corners = [(0.0, 0.0), (page.right, 0.0), (page.right, page.bottom), (0.0, page.bottom)]
    pen.shape(corners, PAPER, filled=True)
    _draw_head(pen, sheet)
    if len(sheet.sides) == _TWO:
        _draw_two(pen, sheet)
    else:
        _draw_many(pen, sheet)
    draw_race(pen, sheet, Box(_EDGE, 590, _WIDE, 400), 26)
    if pen.replaced:
        draw_words(pen, Slot(_EDGE, SIDE - 66, _WIDE), REPLACED, Letters(20, SOFT))
    draw_words(pen, Slot(_EDGE, SIDE - 34, _WIDE - _BRAND), sheet.when, Letters(24, SOFT))
    pen.text((SIDE - _EDGE, SIDE - 34), "scorekeeper", Letters(24, SOFT), "end")


def _draw_head(pen: Pen, sheet: PrintableSheet) -> None:
    title, small = Letters(52, style="SemiBold"), Letters(28, SOFT)
    pen.text((_EDGE, 96), fit(pen, pen.spell(sheet.title), title, _WIDE), title)
    game = "" if sheet.game.text == sheet.title.text else f"{pen.spell(sheet.game)}, "
    summary = [f"{game}{sheet.goal}", sheet.played]
    if sheet.state == "ended" and sheet.winner is None:
        summary.append(str(Message("ended with no winner")))
    text, letters = settle(pen, " · ".join(summary), small, _WIDE)
    pen.text((_EDGE, 140), text, letters)
    for y in (164, 170):
        pen.line([(_EDGE, y), (SIDE - _EDGE, y)], INK, 2)


def _draw_two(pen: Pen, sheet: PrintableSheet) -> None:
    middle, room = SIDE / 2, _WIDE / 2 - 60
    small = Letters(28, SOFT)
    for place, side in enumerate(sheet.sides):
        name = Letters(40, STROKES[place].ink, "SemiBold")
        x = middle + (-1, 1)[place] * _WIDE / 4
        pen.text((x, 236), fit(pen, pen.spell(side.name), name, room), name, "middle")
        pen.text((x, 280), fit(pen, _players(pen, side), small, room), small, "middle")
        figure = format_number(side.total)
        pen.text((x, 490), figure, shrunk(pen, figure, name._replace(size=230), room), "middle")
        below = [str(Message("won"))] if sheet.winner == place else []
        if side.shortfall:
            below.append(str(Message("carries %(points)s", points=side.shortfall)))
        draw_words(pen, Slot(x, 548, room, "middle"), " · ".join(below), Letters(32, SOFT))
    draw_words(pen, Slot(middle, 450, 2 * 60, "middle"), Message("to"), Letters(44, SOFT))


def _draw_many(pen: Pen, sheet: PrintableSheet) -> None:
    """Draw one or two columns of names and figures, the best score first."""
    order = sorted(range(len(sheet.sides)), key=lambda side: (-sheet.sides[side].score, side))
    columns = 1 if len(order) <= _MOST_IN_ONE else 2
    length = -(-len(order) // columns)
    room = (_WIDE - 40 * (columns - 1)) / columns
    for rank, place in enumerate(order):
        column, row = divmod(rank, length)
        at = Box(_EDGE + column * (room + 40), 184 + row * 380 / length, room, 380 / length)
        _draw_ranked(pen, sheet, place, at)


def _draw_ranked(pen: Pen, sheet: PrintableSheet, place: int, box: Box) -> None:
    """Draw the mark, name and figure of a side on a ruled line."""
    side, y = sheet.sides[place], box.y + box.height * 0.72
    won = sheet.winner == place
    figure, summary = format_number(side.total), str(Message("won")) if won else ""
    large = shrunk(pen, figure, Letters(48, STROKES[place].ink, "SemiBold"), box.width / 3)
    name = Letters(34, style="SemiBold" if won else "Regular")
    pen.text((box.right, y), figure, large, "end")
    x = box.right - pen.measure(figure, large) - 16
    pen.text((x, y), summary, Letters(26, SOFT), "end")
    x -= pen.measure(summary, Letters(26, SOFT)) + 16
    draw_mark(pen, (box.x + 12, y - 14), STROKES[place], 10)
    pen.text((box.x + 40, y), fit(pen, pen.spell(side.name), name, x - box.x - 40), name)
    pen.line([(box.x, box.bottom), (box.right, box.bottom)], RULE, 1.5)


def _players(pen: Pen, side: PrintedSide) -> str:
    names = [pen.spell(name) for name in side.players]
    return "" if names == [pen.spell(side.name)] else " & ".join(names)

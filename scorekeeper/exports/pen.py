"""The interface that drawings use, so that one drawing serves SVG, PNG and PDF."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from scorekeeper.exports.printable_sheet import Name
from scorekeeper.messages.message import Message

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Style: TypeAlias = Literal["Regular", "SemiBold", "Italic"]
ELLIPSIS = "…"
REPLACED = Message("A name in a script that has no letters here stands as its seat or side.")
_JOINERS = "\u200d\ufe0f"
_CLOSING = "\u2069"  # the end of a name in a directional isolate


class Ink(NamedTuple):
    """A colour, and the name by which a stylesheet may replace it."""

    name: str
    colour: str


PAPER = Ink("paper", "#fffcf4")
INK = Ink("ink", "#231f1a")
SOFT = Ink("soft", "#5b5447")
RULE = Ink("rule", "#cbd8df")
TARGET = Ink("target", "#8a4b3c")


class Letters(NamedTuple):
    """The size, ink and style of a text."""

    size: float
    ink: Ink = INK
    style: Style = "Regular"


class Box(NamedTuple):
    """The rectangle of a drawing. y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


class Slot(NamedTuple):
    """The place of a text: a point on its baseline, and the width that it may take."""

    x: float
    y: float
    room: float
    anchor: Anchor = "start"


class Pen(Protocol):
    """Draws in a single unit, from the top left corner. The point of a text is on its baseline.

    `replaced` is whether a name was replaced by its seat or side.
    """

    replaced: bool

    def line(
        self, points: Sequence[Point], ink: Ink, width: float, dash: Sequence[float] = ()
    ) -> None: ...

    def shape(self, points: Sequence[Point], ink: Ink, *, filled: bool) -> None:
        """Draw a closed outline; if not filled, it covers what lies below with the paper colour."""

    def dot(self, at: Point, radius: float, ink: Ink, *, filled: bool) -> None: ...

    def text(self, at: Point, text: str, letters: Letters, anchor: Anchor = "start") -> None: ...

    def measure(self, text: str, letters: Letters) -> float: ...

    def spell(self, name: Name) -> str:
        """Return the name as this pen can write it, or its replacement."""


def fit(pen: Pen, text: str, letters: Letters, room: float) -> str:
    """Return the text, or as much of its start as fits into `room`, with an ellipsis."""
    if pen.measure(text, letters) <= room:
        return text
    closing = _CLOSING if text.endswith(_CLOSING) else ""
    shown = text.removesuffix(closing)
    while shown and pen.measure(shown + ELLIPSIS, letters) > room:
        shown = _without_last(shown)
    return shown.rstrip() + ELLIPSIS + closing


def shrunk(pen: Pen, text: str, letters: Letters, room: float) -> Letters:
    """Return letters small enough for the whole text to fit: figures are never cut."""
    share = room / max(pen.measure(text, letters), 1e-9)
    return letters._replace(size=letters.size * min(1, share))


def draw_words(pen: Pen, slot: Slot, words: object, letters: Letters) -> None:
    """Draw words of the program: never cut, but smaller if they would be too long."""
    text = str(words)
    smaller = shrunk(pen, text, letters, slot.room)
    pen.text((slot.x, slot.y), text, smaller, slot.anchor)


def settle(
    pen: Pen, text: str, letters: Letters, room: float, least: float = 0.7
) -> tuple[str, Letters]:
    """Return a text that contains names, fitted into `room`, and its letters.

    The letters shrink to at least `least` times their size; if that is not enough, the text is cut
    and ends in an ellipsis.
    """
    smaller = shrunk(pen, text, letters, room)
    smaller = smaller._replace(size=max(smaller.size, letters.size * least))
    return fit(pen, text, smaller, room), smaller


def _without_last(text: str) -> str:
    """Return the text without its last visible character: a joined emoji counts as one."""
    text = text[:-1]
    while text and (text[-1] in _JOINERS or unicodedata.combining(text[-1])):
        text = text[:-1]
    return text

"""The one font that pages and pictures are set in, and what it has letters for.

Fira Sans (SIL Open Font License), from its package: Latin, Greek and Cyrillic.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from scorekeeper.exports.pen import Style

STYLES: tuple[Style, ...] = ("Regular", "SemiBold", "Italic")


def font_file(style: Style) -> str:
    """Where the font lies."""
    return str(files("fontpkg_fira_sans") / "files" / f"FiraSans-{style}.ttf")


@cache
def letters() -> frozenset[str]:
    """Every character that all of the styles have."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    each = (set(TTFontFile(font_file(style)).charToGlyph) for style in STYLES)
    return frozenset(map(chr, set.intersection(*each)))


def visible_text(text: str) -> str:
    """The text without characters that show nothing, as joiners and marks of direction."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def supported_text(text: str) -> str | None:
    """The text in letters of the font, or None where it lacks any.

    A letter that the font has only in parts is written as its parts.
    """
    text = visible_text(text)
    if not letters().issuperset(text):
        text = unicodedata.normalize("NFD", text)
    return text if letters().issuperset(text) else None

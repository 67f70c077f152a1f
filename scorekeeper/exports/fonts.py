"""The font that pages and pictures are set in, and the characters that it has.

It is Fira Sans (SIL Open Font License), from its package: Latin, Greek and Cyrillic.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from scorekeeper.exports.pen import Style

STYLES: tuple[Style, ...] = ("Regular", "SemiBold", "Italic")


def font_file(style: Style) -> str:
    """Return the path of the font file."""
    return str(files("fontpkg_fira_sans") / "files" / f"FiraSans-{style}.ttf")


@cache
def letters() -> frozenset[str]:
    """Return every character that all styles have."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    each = (set(TTFontFile(font_file(style)).charToGlyph) for style in STYLES)
    return frozenset(map(chr, set.intersection(*each)))


def visible_text(text: str) -> str:
    """Return the text without invisible characters, such as joiners and direction marks."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def supported_text(text: str) -> str | None:
    """Return the text in characters of the font, or None if the font lacks any of them.

    If the font lacks a composed character, the text is decomposed (NFD).
    """
    text = visible_text(text)
    if not letters().issuperset(text):
        text = unicodedata.normalize("NFD", text)
    return text if letters().issuperset(text) else None

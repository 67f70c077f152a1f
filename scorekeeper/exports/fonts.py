"""The font that pages and pictures are set in, and the characters that it has.

It is Fira Sans (SIL Open Font License), from its package: Latin, Greek and Cyrillic. Only a
program that writes a PDF or a PNG imports this module: it reads the font files.
"""

from __future__ import annotations

import unicodedata
from importlib.resources import files

from reportlab.pdfbase.ttfonts import TTFontFile

from scorekeeper.exports.pen import Style

STYLES: tuple[Style, ...] = ("Regular", "SemiBold", "Italic")


def font_file(style: Style) -> str:
    """Return the path of the font file."""
    return str(files("fontpkg_fira_sans") / "files" / f"FiraSans-{style}.ttf")


LETTERS = frozenset(
    map(chr, set.intersection(*(set(TTFontFile(font_file(s)).charToGlyph) for s in STYLES)))
)
"""Every character that all styles have."""


def visible_text(text: str) -> str:
    """Return the text without invisible characters, such as joiners and direction marks."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def supported_text(text: str) -> str | None:
    """Return the text in characters of the font, or None if the font lacks any of them.

    If the font lacks a composed character, the text is decomposed (NFD).
    """
    text = visible_text(text)
    if not LETTERS.issuperset(text):
        text = unicodedata.normalize("NFD", text)
    return text if LETTERS.issuperset(text) else None

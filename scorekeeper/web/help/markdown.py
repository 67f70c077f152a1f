"""Markdown to HTML that fits into a page of the app.

A module of its own so that the library is imported with the first help page that is asked for, and
not when the program starts.
"""

from __future__ import annotations

import re
from typing import Any

import mistune
from markupsafe import Markup
from mistune.toc import add_toc_hook


class _Renderer(mistune.HTMLRenderer):
    def heading(self, text: str, level: int, **attrs: Any) -> str:  # noqa: ANN401
        """One level lower: the page has a main heading of its own."""
        return super().heading(text, level + 1, **attrs)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Files link to each other as `security.md`; the page of that file is `security`."""
        return super().link(text, url.removesuffix(".md"), title)

    def block_code(self, code: str, info: str | None = None) -> str:
        """In a frame that scrolls sideways, by the keyboard too."""
        return super().block_code(code, info).replace("<pre>", '<pre tabindex="0">', 1)

    def table(self, text: str) -> str:
        """In a frame that scrolls sideways, by the keyboard too."""
        return f'<div class="scroll" tabindex="0"><table>{text}</table></div>\n'


def markdown_to_html(text: str) -> Markup:
    """Return the Markdown as HTML; raw HTML in it is escaped, and every heading has an id."""
    markdown = mistune.create_markdown(escape=True, renderer=_Renderer(), plugins=["table"])
    add_toc_hook(markdown, heading_id=_heading_id)
    return Markup(markdown(text))  # noqa: S704 - the renderer escapes


def _heading_id(heading: dict[str, Any], _: int) -> str:
    return re.sub(r"\W+", "-", heading["text"].lower()).strip("-")

"""The help pages: the Markdown files of scorekeeper/help. Their text is English only."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from flask import abort, render_template

from scorekeeper.web.help import bp

_FOLDER = Path(__file__).parents[2] / "help"
NAMES = ("operating", "security", "api", "design", "contributing")


class HelpPage(NamedTuple):
    """A help page: its name in addresses, its title, what it is about, and all its Markdown."""

    name: str
    title: str
    summary: str
    markdown: str


@bp.get("")
def index() -> str:
    return render_template("help/index.html", pages=[_read_page(name) for name in NAMES])


@bp.get("/<name>")
def show(name: str) -> str:
    from scorekeeper.web.help.markdown import markdown_to_html

    if name not in NAMES:
        abort(404)
    page = _read_page(name)
    return render_template("help/page.html", page=page, html=markdown_to_html(page.markdown))


def _read_page(name: str) -> HelpPage:
    markdown = (_FOLDER / f"{name}.md").read_text("utf-8")
    title, summary, _ = markdown.split("\n\n", 2)
    return HelpPage(name, title.removeprefix("# "), summary, markdown)

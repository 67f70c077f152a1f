"""The help pages: the Markdown files of scorekeeper/help. Their text is English only."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import abort, render_template
from markupsafe import Markup

from scorekeeper.web.help import bp

_FOLDER = Path(__file__).parents[2] / "help"
NAMES = ("operating", "security", "api", "design", "contributing")


class HelpPage(NamedTuple):
    """A help page: its name in addresses, its title, what it is about, and all of it as HTML."""

    name: str
    title: str
    summary: str
    html: Markup


@bp.get("")
def index() -> str:
    return render_template("help/index.html", pages=[read_help(name) for name in NAMES])


@bp.get("/<name>")
def show(name: str) -> str:
    if name not in NAMES:
        abort(404)
    return render_template("help/page.html", page=read_help(name))


@cache
def read_help(name: str) -> HelpPage:
    """Return the help page of this name. The files do not change while the program runs."""
    from scorekeeper.web.help.markdown import markdown_to_html

    text = (_FOLDER / f"{name}.md").read_text("utf-8")
    title, summary, _ = text.split("\n\n", 2)
    return HelpPage(name, title.removeprefix("# "), summary, markdown_to_html(text))

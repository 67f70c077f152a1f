"""The slip at the foot of the match page: the keys of the next hand, or what there is to do."""

from __future__ import annotations

from typing import Any

from flask import render_template
from markupsafe import Markup

from scorekeeper.matches.permissions import You, may_undo, you
from scorekeeper.matches.snapshot import Table
from scorekeeper.rules.errors import Sentence
from scorekeeper.web.base_form import Act
from scorekeeper.web.compressed_page import HOLE
from scorekeeper.web.fragments import Drawing
from scorekeeper.web.hands.conflict import ConflictView
from scorekeeper.web.hands.keypad import Keys, blank_keys
from scorekeeper.web.match.undo_view import undo_of
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import Problem


def draw_slip(table: Table, drawing: Drawing) -> Markup:
    """The slip with nothing tapped yet. It has holes where the form's hidden fields belong."""
    looker = you(table)
    undoes = looker.writes and may_undo(table)

    def facts(nobodys: Table) -> dict[str, Any]:
        entry = drawing.part("_entry", _entry) if _enters(nobodys, looker) else ""
        undo = undo_of(nobodys) if undoes else None
        return {"writes": looker.writes, "undo": undo, "entry": entry, "unseen": HOLE}

    return drawing.part("_entry_panel", facts, looker.writes, undoes)


def typed_slip(
    table: Table,
    form: Act,
    keys: Keys | None,
    problem: Problem | None,
    conflict: ConflictView | None,
) -> Markup:
    """The slip with what came back: what was tapped, the problem, two versions of one hand."""
    view, looker = view_match(table), you(table)
    entry = render_template("match/_entry.html", view=view, **_entry(table, keys, problem))
    slip = render_template(
        "match/_entry_panel.html",
        view=view,
        writes=looker.writes,
        undo=undo_of(table) if looker.writes and may_undo(table) else None,
        entry=Markup(entry) if _enters(table, looker) else "",  # noqa: S704 - it escapes
        unseen=HOLE,
        form=form,
        problem=problem,
        conflict=conflict,
    )
    return Markup(slip)  # noqa: S704 - it escapes


def _enters(table: Table, looker: You) -> bool:
    return looker.writes and table.sheet.state == "playing"


def _entry(
    table: Table, keys: Keys | None = None, problem: Problem | None = None
) -> dict[str, Any]:
    save = Sentence("Save hand %(number)s", number=len(table.sheet.lines) + 1)
    return {"keys": keys or blank_keys(table, save), "problem": problem}

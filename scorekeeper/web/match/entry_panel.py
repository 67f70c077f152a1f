"""The entry panel at the foot of the match page: the keypad of the next hand, or other actions."""

from __future__ import annotations

from typing import Any

from flask import render_template
from markupsafe import Markup

from scorekeeper.matches.permissions import may_undo, permissions_of
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.message import Message
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.fragments import HIDDEN_FIELDS, render_fragment
from scorekeeper.web.hands.conflict import ConflictView
from scorekeeper.web.hands.keypad import Keypad, empty_keypad
from scorekeeper.web.match.undo_view import undo_of
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import FormProblem


def render_entry_panel(snapshot: MatchSnapshot) -> Markup:
    """Return the entry panel with nothing selected; see `HIDDEN_FIELDS` for those of its forms."""
    writes, undoes = _may_write_and_undo(snapshot)

    def context(public: MatchSnapshot) -> dict[str, Any]:
        return _context(public, writes=writes, undoes=undoes)

    return render_fragment("_entry_panel", snapshot, context, writes, undoes)


def render_returned_panel(
    snapshot: MatchSnapshot,
    form: EntryForm,
    keys: Keypad | None,
    problem: FormProblem | None,
    conflict: ConflictView | None,
) -> Markup:
    """Return the entry panel with what was entered, the problem and the conflict, if any."""
    writes, undoes = _may_write_and_undo(snapshot)
    context = _context(snapshot, writes=writes, undoes=undoes, keys=keys)
    panel = render_template(
        "match/_entry_panel.html",
        **context,
        view=view_match(snapshot),
        form=form,
        problem=problem,
        conflict=conflict,
    )
    return Markup(panel)  # noqa: S704 - it escapes


def _may_write_and_undo(snapshot: MatchSnapshot) -> tuple[bool, bool]:
    writes = permissions_of(snapshot).writes
    return writes, writes and may_undo(snapshot)


def _context(
    snapshot: MatchSnapshot, *, writes: bool, undoes: bool, keys: Keypad | None = None
) -> dict[str, Any]:
    save = Message("Save hand %(number)s", number=len(snapshot.sheet.lines) + 1)
    enters = writes and snapshot.sheet.state == "playing"
    return {
        "writes": writes,
        "undo": undo_of(snapshot) if undoes else None,
        "keys": (keys or empty_keypad(snapshot, save)) if enters else None,
        "hidden_fields": HIDDEN_FIELDS,
    }

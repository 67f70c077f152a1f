"""The entry panel at the foot of the match page: the keypad of the next hand, or other actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup

from scorekeeper.matches.permissions import may_undo, permissions_of
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.message import Message
from scorekeeper.messages.undo import Undoable, describe_undo
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.fragments import HIDDEN_FIELDS, render_fragment
from scorekeeper.web.keypad import Keypad, empty_keypad
from scorekeeper.web.sheet_view import SideView, view_match
from scorekeeper.web.submit import FormProblem


@dataclass(frozen=True, slots=True)
class HandVersion:
    """One version: the side that bid, the bid, its result, and the points, one text a side."""

    side: SideView | None
    bid: str
    result: Message
    points: list[str]


@dataclass(frozen=True, slots=True)
class ConflictView:
    """The hand of row `number`, as it was saved by `by` at `time`, and as it was entered here.

    `typed` holds the form's fields as sent; if `may_offer`, they can be offered as a correction.
    """

    number: int
    by: str | Message
    time: str
    theirs: HandVersion
    mine: HandVersion | None
    same: bool
    may_offer: bool
    typed: list[tuple[str, str]]


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


def _undo(snapshot: MatchSnapshot) -> Undoable | None:
    """Return what Undo would take back, whoever may do that; None if there is nothing."""
    undoable = snapshot.state.undoable
    return describe_undo(snapshot.sheet, *undoable) if undoable else None


def _context(
    snapshot: MatchSnapshot, *, writes: bool, undoes: bool, keys: Keypad | None = None
) -> dict[str, Any]:
    save = Message("Save hand %(number)s", number=len(snapshot.sheet.lines) + 1)
    enters = writes and snapshot.sheet.state == "playing"
    return {
        "writes": writes,
        "undo": _undo(snapshot) if undoes else None,
        "keys": (keys or empty_keypad(snapshot, save)) if enters else None,
        "hidden_fields": HIDDEN_FIELDS,
    }

"""The entry panel at the foot of the match page: the keypad of the next hand, or other actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup

from scorekeeper.matches.permissions import Permissions, may_undo, permissions_of
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.message import Message
from scorekeeper.messages.undo import Undoable, describe_undo
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.compressed_page import HOLE
from scorekeeper.web.fragments import Fragments
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


def render_entry_panel(snapshot: MatchSnapshot, fragments: Fragments) -> Markup:
    """Return the entry panel with nothing selected, and a `HOLE` for the forms' hidden fields."""
    permissions = permissions_of(snapshot)
    undoes = permissions.writes and may_undo(snapshot)

    def facts(nobodys: MatchSnapshot) -> dict[str, Any]:
        entry = fragments.part("_entry", _entry) if _enters(nobodys, permissions) else ""
        undo = _undo(nobodys) if undoes else None
        return {"writes": permissions.writes, "undo": undo, "entry": entry, "hidden_fields": HOLE}

    return fragments.part("_entry_panel", facts, permissions.writes, undoes)


def render_returned_panel(
    snapshot: MatchSnapshot,
    form: EntryForm,
    keys: Keypad | None,
    problem: FormProblem | None,
    conflict: ConflictView | None,
) -> Markup:
    """Return the entry panel with what was entered, the problem and the conflict, if any."""
    view, permissions = view_match(snapshot), permissions_of(snapshot)
    entry = render_template("match/_entry.html", view=view, **_entry(snapshot, keys, problem))
    slip = render_template(
        "match/_entry_panel.html",
        view=view,
        writes=permissions.writes,
        undo=_undo(snapshot) if permissions.writes and may_undo(snapshot) else None,
        entry=Markup(entry) if _enters(snapshot, permissions) else "",  # noqa: S704 - it escapes
        hidden_fields=HOLE,
        form=form,
        problem=problem,
        conflict=conflict,
    )
    return Markup(slip)  # noqa: S704 - it escapes


def _enters(snapshot: MatchSnapshot, permissions: Permissions) -> bool:
    return permissions.writes and snapshot.sheet.state == "playing"


def _undo(snapshot: MatchSnapshot) -> Undoable | None:
    """Return what Undo would take back, whoever may do that; None if there is nothing."""
    undoable = snapshot.cached.match.state.undoable
    return describe_undo(snapshot.sheet, *undoable) if undoable else None


def _entry(
    snapshot: MatchSnapshot, keys: Keypad | None = None, problem: FormProblem | None = None
) -> dict[str, Any]:
    save = Message("Save hand %(number)s", number=len(snapshot.sheet.lines) + 1)
    return {"keys": keys or empty_keypad(snapshot, save), "problem": problem}

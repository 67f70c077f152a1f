"""The preview of a correction: totals and shortfalls before and after, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import Preview, RowChange
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.message import Message, Plural
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.sheet import Line
from scorekeeper.web.form_values import field_text
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands.forms import AdjustmentForm, ColumnForm
from scorekeeper.web.sheet_view import SideView, view_sides
from scorekeeper.web.submit import REFUSALS, open_form, problem_of, submission_of, submit_entry

SHOW = "show"
PART = "changes"
"""The value of `?part=` by which a script asks for the fragment alone."""
_SHOWN, _KEPT = 6, 3
_ACTION_TEXTS = {
    "thrown in": Message("Change it to all passed"),
    "declined": Message("Change it to declined"),
}


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure before and after; the two are equal if it does not change."""

    before: str
    after: str

    @property
    def moved(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class CellChangeView:
    """A side's total after a row, and its shortfall there; None if it has none before or after."""

    side: SideView
    total: FigureChange
    carried: FigureChange | None


@dataclass(frozen=True, slots=True)
class RowChangeView:
    """A row from the change on. `left_out` counts the rows above it that are not shown."""

    name: Message
    cells: list[CellChangeView]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ChangesView:
    """What an entry would change; `action` and `action_text` are value and text of its button."""

    sides: list[SideView]
    rows: list[RowChangeView]
    sentences: list[Message]
    winner_changes: bool
    action: str = ""
    action_text: Message | None = None


def view_changes(shown: Preview, action: str = "") -> ChangesView:
    """Return the preview as the pages print it: the changed row, those below it, and the end."""
    sides = view_sides(shown.before)
    rows = [_row(moved, sides) for moved in shown.rows]
    if len(rows) > _SHOWN:
        last = rows[-1]
        left = len(rows) - _KEPT - 1
        rows = [*rows[:_KEPT], RowChangeView(last.name, last.cells, left)]
    if not shown.changed:
        rows = []
    winners = (shown.before.winner, shown.after.winner)
    return ChangesView(
        sides=sides,
        rows=rows,
        sentences=[*_describe(shown), _ending(shown)],
        winner_changes=winners[0] != winners[1],
        action=action if action in _ACTION_TEXTS else "",
        action_text=_ACTION_TEXTS.get(action),
    )


def submit_or_preview(
    code: str,
    form: HandForm | AdjustmentForm | ColumnForm,
    facts: Callable[[MatchSnapshot], Mapping[str, Any]],
    page: Callable[..., str],
    failed: Message,
) -> ResponseReturnValue:
    """Submit the form; or, if its button asks for the preview, show that and write nothing.

    `page` shows the form again with a problem, or with the preview as `changes`. With
    `?part=changes` a script gets the fragment alone, and a RuleError is then answered with 200.
    """
    action = field_text(form.action)
    if not action.startswith(SHOW):
        return submit_entry(code, form, facts, page, failed)
    form.action.data = action.removeprefix(SHOW).strip()
    try:
        entry = submission_of(code, form, facts)
        snapshot, shown = matches.preview_entry(
            code, current_device(), entry, version=form.shown_version
        )
    except REFUSALS as error:
        problem, status = problem_of(error, form, failed)
        if request.args.get("part") == PART:
            answered = 200 if isinstance(error, RuleError) else status
            return render_template("hands/_changes.html", problem=problem), answered
        return page(open_form(code, form), problem), status
    changes = view_changes(shown, form.action.data)
    if request.args.get("part") == PART:
        return render_template("hands/_changes.html", changes=changes)
    form.stamp(snapshot.sheet.version)
    return page(snapshot, changes=changes)


def _row(moved: RowChange, sides: list[SideView]) -> RowChangeView:
    before, after = moved.before, moved.after
    return RowChangeView(_name(after), [_cell(before, after, side) for side in sides])


def _name(line: Line) -> Message:
    if line.is_deal:
        return Message("Hand %(number)s", number=line.number)
    return Message("Line %(number)s", number=line.number)


def _cell(before: Line, after: Line, side: SideView) -> CellChangeView:
    owed = (before.shortfalls[side.index], after.shortfalls[side.index])
    return CellChangeView(
        side=side,
        total=FigureChange(
            format_number(before.totals[side.index]), format_number(after.totals[side.index])
        ),
        carried=FigureChange(str(owed[0]), str(owed[1])) if any(owed) else None,
    )


def _describe(shown: Preview) -> list[Message]:
    """Describe how far the change reaches."""
    if not shown.changed:
        return [Message("No figure on the sheet changes.")]
    if not shown.rows[1:]:
        return []
    if shown.later:
        template = Plural(
            "One line below it is written anew.",
            "%(count)s lines below it are written anew.",
            "count",
        )
        return [Message(template, count=shown.later)]
    return [Message("What is written below it stays as it is.")]


def _ending(shown: Preview) -> Message:
    """Describe how the winner changes, or that nobody's win changes."""
    old, new = shown.before.winner, shown.after.winner
    side = old if new is None else new
    if side is None:
        return Message("Nobody's win changes.")
    names = shown.after.sides
    return Message(
        _WINS[_win_change(old, new)],
        side=names[side],
        other="" if old is None else names[old],
        players=shown.after.opening.ruleset.players_per_side,
    )


def _win_change(old: int | None, new: int | None) -> str:
    """Return what becomes of the win when the winner is `new` instead of `old`."""
    if old == new:
        return "stays"
    if new is None:
        return "goes"
    return "comes" if old is None else "turns"


# The number is that of the players of the side.
_WINS = {
    "stays": Plural(
        "Nobody's win changes: %(side)s wins, before and after.",
        "Nobody's win changes: %(side)s win, before and after.",
        "players",
    ),
    "goes": Plural(
        "The winner changes: %(side)s no longer wins, and play goes on.",
        "The winner changes: %(side)s no longer win, and play goes on.",
        "players",
    ),
    "comes": Plural(
        "The winner changes: %(side)s wins with it.",
        "The winner changes: %(side)s win with it.",
        "players",
    ),
    "turns": Plural(
        "The winner changes: %(side)s wins, no longer %(other)s.",
        "The winner changes: %(side)s win, no longer %(other)s.",
        "players",
    ),
}

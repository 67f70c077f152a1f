"""What changes below, before a correction is written: both columns, old and new, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.analysis.what_if import Moved, Preview
from scorekeeper.http.device import device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import Table
from scorekeeper.messages.numbers import plain
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.sheet import Line
from scorekeeper.web.form_values import text_of
from scorekeeper.web.forms import AdjustmentForm, ColumnForm, HandForm
from scorekeeper.web.sheet_view import SideView, view_sides
from scorekeeper.web.submit import MOVED_ON, Problem, open_form, save

SHOW = "show"
PART = "changes"
"""With `?part=changes` a script asks for the fragment alone."""
_SHOWN, _KEPT = 6, 3
_ACTS = {
    "thrown in": Sentence("Change it to all passed"),
    "declined": Sentence("Change it to declined"),
}


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure before and after; the same where it does not change."""

    before: str
    after: str

    @property
    def moved(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class CellChange:
    """A side's total after a row, and what it carries then; None where it carries nothing."""

    side: SideView
    total: FigureView
    carried: FigureView | None


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row below the change. `left_out` counts the rows above it that are not shown."""

    name: Sentence
    cells: list[CellChange]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ChangesView:
    """What an entry would change; `deed` and `act` are of a button of its own, where it has one."""

    sides: list[SideView]
    rows: list[RowChange]
    told: list[Sentence]
    winner_changes: bool
    deed: str = ""
    act: Sentence | None = None


def view_changes(shown: Preview, deed: str = "") -> ChangesView:
    """The preview as the pages print it: the touched row, those below it, and the end."""
    sides = view_sides(shown.before)
    rows = [_row(moved, sides) for moved in shown.rows]
    if len(rows) > _SHOWN:
        last = rows[-1]
        left = len(rows) - _KEPT - 1
        rows = [*rows[:_KEPT], RowChange(last.name, last.cells, left)]
    if not shown.changed:
        rows = []
    winners = (shown.before.winner, shown.after.winner)
    return ChangesView(
        sides=sides,
        rows=rows,
        told=[*_told(shown), _ending(shown)],
        winner_changes=winners[0] != winners[1],
        deed=deed if deed in _ACTS else "",
        act=_ACTS.get(deed),
    )


def save_or_show(
    code: str,
    form: HandForm | AdjustmentForm | ColumnForm,
    facts: Callable[[Table], Mapping[str, Any]],
    page: Callable[..., str],
    failed: Sentence,
) -> ResponseReturnValue:
    """Saves the form; or, where its button asks to show what changes, shows it and writes nothing.

    `page` shows the form again with a problem, or with the changes as `changes`. A script asks with
    `?part=changes` for the fragment alone, and there a refusal is an answer like any other.
    """
    deed = text_of(form.deed)
    if not deed.startswith(SHOW):
        return save(code, form, facts, page, failed)
    form.deed.data = deed.removeprefix(SHOW).strip()
    try:
        table, shown = matches.preview_entry(code, device(), facts, version=form.seen)
    except (Refused, matches.Forbidden, matches.Conflict) as error:
        problem, status = _problem(error, form, failed)
        if request.args.get("part") == PART:
            answered = 200 if isinstance(error, Refused) else status
            return render_template("hands/_changes.html", problem=problem), answered
        return page(open_form(code, form), problem), status
    changes = view_changes(shown, form.deed.data)
    if request.args.get("part") == PART:
        return render_template("hands/_changes.html", changes=changes)
    form.stamp(table.sheet.version)
    return page(table, changes=changes)


def _problem(
    error: Refused | matches.Forbidden | matches.Conflict,
    form: HandForm | AdjustmentForm | ColumnForm,
    failed: Sentence,
) -> tuple[Problem, int]:
    if isinstance(error, Refused):
        field = form.own_names.get(error.field or "", error.field)
        return Problem(failed, error.why, field), 422
    if isinstance(error, matches.Forbidden):
        return Problem(failed, str(error)), 403
    return Problem(failed, MOVED_ON, moved_on=True), 409


def _row(moved: Moved, sides: list[SideView]) -> RowChange:
    before, after = moved.before, moved.after
    return RowChange(_name(after), [_cell(before, after, side) for side in sides])


def _name(line: Line) -> Sentence:
    if isinstance(line.hand, Adjustment):
        return Sentence("Line %(number)s", number=line.number)
    return Sentence("Hand %(number)s", number=line.number)


def _cell(before: Line, after: Line, side: SideView) -> CellChange:
    owed = (before.shortfalls[side.index], after.shortfalls[side.index])
    return CellChange(
        side=side,
        total=FigureView(plain(before.totals[side.index]), plain(after.totals[side.index])),
        carried=FigureView(str(owed[0]), str(owed[1])) if any(owed) else None,
    )


def _told(shown: Preview) -> list[Sentence]:
    """How far the change reaches."""
    if not shown.changed:
        return [Sentence("No figure on the sheet changes.")]
    if not shown.rows[1:]:
        return []
    if shown.later == 1:
        return [Sentence("One line below it is written anew.")]
    if shown.later:
        return [Sentence("%(count)s lines below it are written anew.", count=shown.later)]
    return [Sentence("What is written below it stays as it is.")]


def _ending(shown: Preview) -> Sentence:
    """Who wins, where that changes; that it does not, where it does not."""
    names = shown.after.sides
    old, new = shown.before.winner, shown.after.winner
    if old == new:
        if old is None:
            return Sentence("Nobody's win changes.")
        return Sentence("Nobody's win changes: %(side)s win, before and after.", side=names[old])
    if new is None and old is not None:
        return Sentence(
            "The winner changes: %(side)s no longer win, and play goes on.", side=names[old]
        )
    if old is None and new is not None:
        return Sentence("The winner changes: %(side)s win with it.", side=names[new])
    return Sentence(
        "The winner changes: %(side)s win, no longer %(other)s.",
        side=names[new or 0],
        other=names[old or 0],
    )

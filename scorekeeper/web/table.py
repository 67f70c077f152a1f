"""What is settled around the sheet: undo, end, reopen, names, who deals next."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules.words import Refused
from scorekeeper.service import Table
from scorekeeper.web.forms import (
    Act,
    DealerForm,
    RenameForm,
    ReopenForm,
    UndoForm,
    text_of,
    whole_number,
)
from scorekeeper.web.match import match_page
from scorekeeper.web.saving import Problem, open_form, save
from scorekeeper.web.sheet_view import view_match

table = Blueprint("table", __name__, url_prefix="/m/<code>")


@table.post("/undo")
def undo(code: str) -> ResponseReturnValue:
    form = UndoForm()

    def facts(_: Table) -> dict[str, Any]:
        return {"undo": whole_number(form.entry.data, "undo", "The entry")}

    return save(code, form, facts, _match_again(form), "Nothing was undone.")


@table.post("/end")
def end(code: str) -> ResponseReturnValue:
    form = Act()
    failed = "The match was not ended."
    return save(code, form, lambda _: {"end": True}, _match_again(form), failed)


@table.route("/reopen", methods=["GET", "POST"])
def reopen(code: str) -> ResponseReturnValue:
    form = ReopenForm()

    def page(now: Table, problem: Problem | None = None) -> str:
        return render_template(
            "table/reopen.html", view=view_match(now), form=form, problem=problem
        )

    def facts(_: Table) -> dict[str, Any]:
        return {"reopen": text_of(form.reason)}

    if request.method == "POST":
        return save(code, form, facts, page, "The match was not opened again.")
    return page(open_form(code, form))


@table.route("/dealer", methods=["GET", "POST"])
def dealer(code: str) -> ResponseReturnValue:
    form = DealerForm()

    def page(now: Table, problem: Problem | None = None) -> str:
        form.dealer.choices = {str(seat): name for seat, name in enumerate(now.sheet.players)}
        return render_template(
            "table/dealer.html", view=view_match(now), form=form, problem=problem
        )

    def facts(_: Table) -> dict[str, Any]:
        return {"dealer": whole_number(form.dealer.data, "dealer", "The dealer")}

    if request.method == "POST":
        return save(code, form, facts, page, "The dealer was not changed.")
    now = open_form(code, form)
    form.dealer.data = str(now.match.standing.dealer)
    return page(now)


@table.route("/rename", methods=["GET", "POST"])
def rename(code: str) -> ResponseReturnValue:
    form = RenameForm()

    def page(now: Table, problem: Problem | None = None) -> str:
        return render_template(
            "table/rename.html",
            view=view_match(now),
            forms=_name_forms(now, form),
            at_fault=form.whose.data,
            problem=problem,
        )

    def facts(_: Table) -> dict[str, Any]:
        whose, _space, place = text_of(form.whose).partition(" ")
        if whose not in ("side", "seat"):
            raise Refused("Say whose name it is: a side's or a seat's.", "name")
        number = whole_number(place, "name", "The place", 0)
        return {"rename": {whose: number, "name": text_of(form.name)}}

    if request.method == "POST":
        return save(code, form, facts, page, "The name was not changed.")
    return page(open_form(code, form))


def _match_again(form: Act) -> Any:  # noqa: ANN401 - what `save` calls `again`
    return lambda now, problem: match_page(now, form, problem=problem)


def _name_forms(table: Table, typed: RenameForm) -> list[tuple[str, RenameForm]]:
    """One small form a name, with what was typed in the one that comes back."""
    sheet = table.sheet
    names = [(f"side {n}", f"Side {n + 1}", name) for n, name in enumerate(sheet.sides)]
    names += [(f"seat {n}", f"Seat {n + 1}", name) for n, name in enumerate(sheet.players)]
    forms = []
    for whose, label, name in names:
        form = RenameForm(formdata=None)
        form.stamp(sheet.version)
        form.whose.data = whose
        form.name.data = typed.name.data if typed.whose.data == whose else name
        forms.append((label, form))
    return forms

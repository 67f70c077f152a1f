"""What is settled around the sheet: undo, end, reopen, names, who deals next."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import service
from scorekeeper.rules.words import Refused
from scorekeeper.service import Table
from scorekeeper.web.device import device
from scorekeeper.web.forms import Act, DealerForm, RenameForm, ReopenForm, text_of, whole_number
from scorekeeper.web.match import match_page
from scorekeeper.web.saving import Problem, save
from scorekeeper.web.sheet_view import view_match

table = Blueprint("table", __name__, url_prefix="/m/<code>")


@table.post("/undo")
def undo(code: str) -> ResponseReturnValue:
    now = service.read_match(code, device())
    form = Act()
    return save(
        now,
        form,
        lambda: {"undo": whole_number(form.entry.data, "undo", "The entry")},
        _match_again(form),
        "Nothing was undone.",
    )


@table.post("/end")
def end(code: str) -> ResponseReturnValue:
    now = service.read_match(code, device())
    form = Act()
    return save(now, form, lambda: {"end": True}, _match_again(form), "The match was not ended.")


@table.route("/reopen", methods=["GET", "POST"])
def reopen(code: str) -> ResponseReturnValue:
    now = service.read_match(code, device())
    form = ReopenForm()

    def page(table: Table, problem: Problem | None = None) -> str:
        return render_template(
            "table/reopen.html", view=view_match(table), form=form, problem=problem
        )

    if request.method == "GET":
        form.stamp(now.sheet.version)
        return page(now)
    failed = "The match was not opened again."
    return save(now, form, lambda: {"reopen": text_of(form.reason)}, page, failed)


@table.route("/dealer", methods=["GET", "POST"])
def dealer(code: str) -> ResponseReturnValue:
    now = service.read_match(code, device())
    form = DealerForm()
    form.dealer.choices = {str(seat): name for seat, name in enumerate(now.sheet.players)}

    def page(table: Table, problem: Problem | None = None) -> str:
        return render_template(
            "table/dealer.html", view=view_match(table), form=form, problem=problem
        )

    if request.method == "GET":
        form.dealer.data = str(now.match.standing.dealer)
        form.stamp(now.sheet.version)
        return page(now)

    def facts() -> dict[str, Any]:
        return {"dealer": whole_number(form.dealer.data, "dealer", "The dealer")}

    return save(now, form, facts, page, "The dealer was not changed.")


@table.route("/rename", methods=["GET", "POST"])
def rename(code: str) -> ResponseReturnValue:
    now = service.read_match(code, device())
    form = RenameForm()

    def page(table: Table, problem: Problem | None = None) -> str:
        return render_template(
            "table/rename.html",
            view=view_match(table),
            forms=_name_forms(table, form),
            at_fault=form.whose.data,
            problem=problem,
        )

    if request.method == "GET":
        form.stamp(now.sheet.version)
        return page(now)

    def facts() -> dict[str, Any]:
        whose, _, place = text_of(form.whose).partition(" ")
        if whose not in ("side", "seat"):
            raise Refused("Say whose name it is: a side's or a seat's.", "name")
        number = whole_number(place, "name", "The place")
        return {"rename": {whose: number, "name": text_of(form.name)}}

    return save(now, form, facts, page, "The name was not changed.")


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

"""Actions on a match that write no hand: undo, end, reopen, rematch, delete, names, dealer."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.http.device import current_device
from scorekeeper.matches import access, creation, matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import permissions_of
from scorekeeper.matches.player_names import free_name, host_names
from scorekeeper.messages.message import Message
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.form_values import field_text, parse_whole_number
from scorekeeper.web.match import bp
from scorekeeper.web.match.forms import DealerForm, LinkForm, RenameForm, ReopenForm, UndoForm
from scorekeeper.web.match_page import match_page
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import FormProblem, open_form, submit_entry


@bp.post("/undo")
def undo(code: str) -> ResponseReturnValue:
    form = UndoForm()

    def facts(_: MatchSnapshot) -> dict[str, Any]:
        return {"undo": parse_whole_number(form.entry.data, "undo", Message("The entry"))}

    return submit_entry(code, form, facts, _match_again(form), Message("Nothing was undone."))


@bp.post("/end")
def end(code: str) -> ResponseReturnValue:
    form = EntryForm()
    failed = Message("The match was not ended.")
    return submit_entry(code, form, lambda _: {"end": True}, _match_again(form), failed)


@bp.post("/keep")
def keep_open(code: str) -> ResponseReturnValue:
    """Reopen a match within ten seconds of its end; any seat may."""
    form = EntryForm()
    failed = Message("The match was not kept open.")
    return submit_entry(
        code, form, lambda _: {"reopen": str(Message("Kept open"))}, _match_again(form), failed
    )


@bp.post("/rematch")
def rematch(code: str) -> ResponseReturnValue:
    following, _ = creation.rematch(code, current_device())
    return redirect(url_for("match.show", code=following.code, _anchor="main"), 303)


@bp.route("/delete", methods=["GET", "POST"])
def delete(code: str) -> ResponseReturnValue:
    if request.method == "POST":
        matches.delete_match(code, current_device())
        return redirect(url_for("home.index"), 303)
    now = matches.read_match(code, current_device())
    access.authorize(now.roles, "delete", now.free_from)
    return render_template("match/delete.html", view=view_match(now), form=LinkForm())


@bp.route("/reopen", methods=["GET", "POST"])
def reopen(code: str) -> ResponseReturnValue:
    form = ReopenForm()

    def page(now: MatchSnapshot, problem: FormProblem | None = None) -> str:
        return render_template(
            "match/reopen.html", view=view_match(now), form=form, problem=problem
        )

    def facts(_: MatchSnapshot) -> dict[str, Any]:
        return {"reopen": field_text(form.reason)}

    if request.method == "POST":
        return submit_entry(code, form, facts, page, Message("The match was not opened again."))
    return page(open_form(code, form))


@bp.route("/dealer", methods=["GET", "POST"])
def set_dealer(code: str) -> ResponseReturnValue:
    form = DealerForm()

    def page(now: MatchSnapshot, problem: FormProblem | None = None) -> str:
        form.dealer.choices = {str(seat): name for seat, name in enumerate(now.sheet.players)}
        return render_template(
            "match/dealer.html", view=view_match(now), form=form, problem=problem
        )

    def facts(_: MatchSnapshot) -> dict[str, Any]:
        return {"dealer": parse_whole_number(form.dealer.data, "dealer", Message("The dealer"))}

    if request.method == "POST":
        return submit_entry(code, form, facts, page, Message("The dealer was not changed."))
    now = open_form(code, form)
    form.dealer.data = str(now.state.dealer)
    return page(now)


@bp.route("/rename", methods=["GET", "POST"])
def rename(code: str) -> ResponseReturnValue:
    form = RenameForm()

    def page(now: MatchSnapshot, problem: FormProblem | None = None) -> str:
        return render_template(
            "match/rename.html",
            view=view_match(now),
            forms=_name_forms(now, form),
            at_fault=form.whose.data,
            problem=problem,
        )

    def facts(now: MatchSnapshot) -> dict[str, Any]:
        whose, _space, place = field_text(form.whose).partition(" ")
        if whose not in ("side", "seat"):
            raise RuleError("renamed-missing", "name")
        number = parse_whole_number(place, "name", Message("The place"), 0)
        names = now.sheet.sides if whose == "side" else now.sheet.players
        others = {name for each, name in enumerate(names) if each != number}
        if whose == "seat":
            others |= host_names()
        return {"rename": {whose: number, "name": free_name(field_text(form.name), others)}}

    if request.method == "POST":
        return submit_entry(code, form, facts, page, Message("The name was not changed."))
    return page(open_form(code, form))


def _match_again(form: EntryForm) -> Any:  # noqa: ANN401 - the `again` of `submit_entry`
    return lambda now, problem: match_page(now, form, problem=problem)


def _name_forms(snapshot: MatchSnapshot, typed: RenameForm) -> list[tuple[Message, RenameForm]]:
    """Return one form a name that the actor may change; the one at fault keeps what was typed."""
    sheet = snapshot.sheet
    permissions = permissions_of(snapshot)
    names = [
        (f"side {n}", Message("Side %(number)s", number=n + 1), name)
        for n, name in enumerate(sheet.sides)
    ]
    names = names if permissions.host else []
    names += [
        (f"seat {n}", Message("Seat %(number)s", number=n + 1), name)
        for n, name in enumerate(sheet.players)
        if permissions.host or n in permissions.seats
    ]
    forms = []
    for whose, label, name in names:
        form = RenameForm(formdata=None)
        form.stamp(sheet.version)
        form.whose.data = whose
        form.name.data = typed.name.data if typed.whose.data == whose else name
        forms.append((label, form))
    return forms

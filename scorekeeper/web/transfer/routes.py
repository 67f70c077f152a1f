"""What is carried to and from the table: a match file that comes in, a blank pad to take along."""

from __future__ import annotations

from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.codec.match_file import read_json
from scorekeeper.exports.formats import file_name, write_blank
from scorekeeper.exports.printable_sheet import finish
from scorekeeper.http.addresses import link_base
from scorekeeper.http.device import device
from scorekeeper.http.thread_pool import run_in_thread
from scorekeeper.matches import creation, matches
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.web.form_values import text_of
from scorekeeper.web.forms import BringForm
from scorekeeper.web.submit import Problem

bp = Blueprint("carry", __name__)
_MOST_BYTES = 2 * 1024 * 1024  # as much as the API takes


@bp.url_value_preprocessor
def _longer(_: str | None, __: dict[str, Any] | None) -> None:
    """A match file may be longer than any form. Said before the form is read."""
    request.max_content_length = request.max_form_memory_size = _MOST_BYTES


@bp.route("/import", methods=["GET", "POST"])
def bring() -> ResponseReturnValue:
    form = BringForm()
    if request.method != "POST":
        form.mark()
        return _page(form)
    try:
        code = creation.import_match(read_json(_sent(form)), device(), form.key)
    except Refused as refused:
        why: str | Sentence = refused.why
        if refused.entry:
            why = Sentence("Entry %(number)s: %(why)s", number=refused.entry, why=why)
        return _page(form, Problem(Sentence("The match was not taken in."), why, "text")), 422
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


@bp.get("/m/<code>/blank.pdf")
def blank(code: str) -> Response:
    """A pad for the rest of the match, with the way back to it as a QR code."""
    table = matches.read_match(code, device())
    base = link_base(current_app.config["SETTINGS"], request.url)
    address = base + url_for("join.link", key=table.code)
    match, sheet = table.match, table.sheet
    response = make_response(run_in_thread(lambda: write_blank(finish(match, sheet), address)))
    response.headers["Content-Type"] = "application/pdf"
    name = file_name(table.match, f"{table.code}-blank", "pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _sent(form: BringForm) -> bytes:
    """The file, or what was pasted where there is none. Raises Refused."""
    file = request.files.get("file")
    data = file.read() if file and file.filename else text_of(form.text).strip().encode()
    if not data:
        raise Refused("Choose a match file, or paste what it holds.")
    return data


def _page(form: BringForm, problem: Problem | None = None) -> str:
    return render_template("transfer/bring.html", form=form, problem=problem)

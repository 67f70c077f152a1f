"""Match files that are imported, and blank pads to take along."""

from __future__ import annotations

from typing import Any

from flask import (
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from wtforms import TextAreaField

from scorekeeper.codec.match_file import read_json
from scorekeeper.exports.formats import file_name, write_blank
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.http.addresses import link_to
from scorekeeper.http.device import current_device
from scorekeeper.http.thread_pool import run_in_thread
from scorekeeper.matches import creation, matches
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.base_form import IdempotentForm
from scorekeeper.web.form_values import field_text
from scorekeeper.web.submit import FormProblem
from scorekeeper.web.transfer import bp

_MOST_BYTES = 2 * 1024 * 1024  # as much as the API accepts


class ImportForm(IdempotentForm):
    """A match file as text; an uploaded file is sent beside the form."""

    text = TextAreaField()


@bp.url_value_preprocessor
def _longer(_: str | None, __: dict[str, Any] | None) -> None:
    """Set the size limit before the form is read: a match file may be longer than any form."""
    request.max_content_length = request.max_form_memory_size = _MOST_BYTES


@bp.route("/import", methods=["GET", "POST"])
def import_match() -> ResponseReturnValue:
    form = ImportForm()
    if request.method != "POST":
        form.mark()
        return _page(form)
    try:
        code = creation.import_match(read_json(_sent(form)), current_device(), form.key)
    except RuleError as error:
        why: str | Message = describe_error(error)
        if error.entry:
            why = Message("Entry %(number)s: %(why)s", number=error.entry, why=why)
        return _page(form, FormProblem(Message("The match was not taken in."), why, "text")), 422
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


@bp.get("/m/<code>/blank.pdf")
def download_pad(code: str) -> Response:
    """Return a pad for the rest of the match, with a QR code that leads back to it."""
    snapshot = matches.read_match(code, current_device())
    address = link_to(url_for("seats.join", key=snapshot.code))
    match, sheet = snapshot.match, snapshot.sheet
    response = make_response(
        run_in_thread(lambda: write_blank(printable_sheet(match, sheet), address))
    )
    response.headers["Content-Type"] = "application/pdf"
    name = file_name(snapshot.match, f"{snapshot.code}-blank", "pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _sent(form: ImportForm) -> bytes:
    """Return the uploaded file, or else the pasted text. Raise RuleError if there is neither."""
    file = request.files.get("file")
    data = file.read() if file and file.filename else field_text(form.text).strip().encode()
    if not data:
        raise RuleError("match-file-missing")
    return data


def _page(form: ImportForm, problem: FormProblem | None = None) -> str:
    return render_template("transfer/import.html", form=form, problem=problem)

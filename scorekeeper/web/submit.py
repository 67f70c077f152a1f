"""The one way to submit a form of a match: it is written, or shown again with what was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.codec.submission import Submission, read_submission
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.base_form import EntryForm

SIGN = "X-Scorekeeper"
"""The header of every response of ours; a proxy or portal that answers instead does not have it.

A script sends it with a hand, and gets `WRITTEN` in it once the hand is on the sheet.
"""
WRITTEN = "written"

MOVED_ON = Message(
    "The sheet has changed since this page was opened. Look it over, then save again."
)
_SAVED_BEFORE = Message(
    "This form had been saved before. What it says now is kept here: save it if it is new."
)


REFUSALS = (RuleError, matches.Forbidden, matches.VersionConflict, matches.AlreadyWritten)


@dataclass(frozen=True, slots=True)
class FormProblem:
    """What did not happen, why, and the form's field at fault.

    `moved_on`: the sheet has changed since the form was shown.
    """

    title: Message
    why: str | Message
    field: str | None = None
    moved_on: bool = False


def submit_entry(
    code: str,
    form: EntryForm,
    facts: Callable[[MatchSnapshot], Mapping[str, Any]],
    again: Callable[[MatchSnapshot, FormProblem], str],
    failed: Message,
) -> ResponseReturnValue:
    """Write the entry that `facts` makes for the snapshot, and redirect to the match.

    If it is refused, or the sheet has changed meanwhile, `again` shows the form for the current
    snapshot, with what was typed and the problem; `failed` says what did not happen. The status is
    then 403 (Forbidden), 409 (a changed sheet, a repeated form) or 422 (RuleError).
    """
    seen = form.shown_version
    try:
        submission = submission_of(code, form, facts)
        matches.write_entry(code, current_device(), submission, version=seen, key=form.key)
    except REFUSALS as refusal:
        snapshot = open_form(code, form)
        if isinstance(refusal, matches.Forbidden) and seen != snapshot.sheet.version:
            refusal = matches.VersionConflict(snapshot)
        problem, status = problem_of(refusal, form, failed)
        return again(snapshot, problem), status
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


def problem_of(refusal: Exception, form: EntryForm, failed: Message) -> tuple[FormProblem, int]:
    """Return what a page says about one of the `REFUSALS`, and its HTTP status."""
    match refusal:
        case RuleError():
            field = form.field_name(refusal.field)
            return FormProblem(failed, describe_error(refusal), field), 422
        case matches.Forbidden():
            return FormProblem(failed, describe_error(refusal)), 403
        case matches.AlreadyWritten():
            return FormProblem(failed, _SAVED_BEFORE), 409
        case _:
            return FormProblem(failed, MOVED_ON, moved_on=True), 409


def submission_of(
    code: str, form: EntryForm, facts: Callable[[MatchSnapshot], Mapping[str, Any]]
) -> Submission:
    """Return what the form submits, read for the match as it was when the form was shown.

    Raise MatchNotFound, or VersionConflict if the match has not been at that version.
    """
    seen = matches.read_match(code, current_device(), form.shown_version)
    try:
        return read_submission(facts(seen), seen.state)
    except RuleError as error:
        return Submission(error)


def open_form(code: str, form: EntryForm) -> MatchSnapshot:
    """Return the snapshot that a form is shown for, and stamp the form. Raise MatchNotFound."""
    snapshot = matches.read_match(code, current_device())
    form.stamp(snapshot.sheet.version)
    return snapshot

"""The one way to submit a form of a match: it is written, or shown again with what was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

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
    why: str | Message
    try:
        matches.write_entry(code, current_device(), facts, version=form.shown_version, key=form.key)
    except RuleError as error:
        why, status = describe_error(error), 422
        field = form.field_name(error.field)
    except matches.Forbidden as forbidden:
        why, field, status = str(forbidden), None, 403
    except matches.VersionConflict:
        again_with = FormProblem(failed, MOVED_ON, moved_on=True)
        return again(open_form(code, form), again_with), 409
    except matches.AlreadyWritten:
        why, field, status = _SAVED_BEFORE, None, 409
    else:
        return redirect(url_for("match.show", code=code, _anchor="main"), 303)
    return again(open_form(code, form), FormProblem(failed, why, field)), status


def open_form(code: str, form: EntryForm) -> MatchSnapshot:
    """Return the snapshot that a form is shown for, and stamp the form. Raise MatchNotFound."""
    snapshot = matches.read_match(code, current_device())
    form.stamp(snapshot.sheet.version)
    return snapshot

"""One way for every form of a match to be written, or to come back with all that was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.rules.errors import Message, RuleError
from scorekeeper.web.base_form import EntryForm

SIGN = "X-Scorekeeper"
"""A header of every answer: a proxy or a portal that answers instead does not have it. A script
sends it with a hand, and is told `WRITTEN` in it once the hand stands on the sheet."""
WRITTEN = "written"

MOVED_ON = Message(
    "The sheet has changed since this page was opened. Look it over, then save again."
)
_SAVED_BEFORE = Message(
    "This form had been saved before. What it says now is kept here: save it if it is new."
)


@dataclass(frozen=True, slots=True)
class FormProblem:
    """What did not happen, why, and the form's field at fault."""

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
    """Writes the entry that `facts` makes of the table and goes to the match.

    Where it is refused, or the sheet has moved on, `again` shows the form for the table as it now
    stands, with what was typed and the problem; `failed` says what did not happen.
    """
    why: str | Message
    try:
        matches.write_entry(code, current_device(), facts, version=form.seen, key=form.key)
    except RuleError as error:
        why, status = error.why, 422
        field = form.own_names.get(error.field or "", error.field)
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
    """The table that a form is opened for, with the form stamped for it. Raises MatchNotFound."""
    snapshot = matches.read_match(code, current_device())
    form.stamp(snapshot.sheet.version)
    return snapshot

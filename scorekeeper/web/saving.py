"""One way for every form of a match to be written, or to come back with all that was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import service
from scorekeeper.rules.words import Refused
from scorekeeper.service import Table
from scorekeeper.web.device import device
from scorekeeper.web.forms import Act


@dataclass(frozen=True, slots=True)
class Problem:
    """What did not happen, why, and the form's field at fault."""

    title: str
    why: str
    field: str | None = None


def save(
    table: Table,
    form: Act,
    facts: Callable[[], Mapping[str, Any]],
    again: Callable[[Table, Problem], str],
    failed: str,
) -> ResponseReturnValue:
    """Writes the entry that `facts` tells of and goes to the match.

    Where it is refused, or the sheet has moved on, `again` shows the form for the table as it now
    stands, with what was typed and the problem; `failed` says what did not happen.
    """
    try:
        service.write_entry(table.code, device(), facts(), version=form.seen, key=form.key)
    except Refused as refused:
        problem = Problem(failed, refused.why, refused.field)
        return _again(form, table, problem, again), 422
    except service.Conflict as conflict:
        why = "The sheet has changed since this page was opened. Look it over, then save again."
        return _again(form, conflict.table, Problem(failed, why), again), 409
    except service.AlreadyWritten:
        why = (
            "This form had been saved before. What it says now is kept here: save it if it is new."
        )
        now = service.read_match(table.code, device())
        return _again(form, now, Problem(failed, why), again), 409
    return redirect(url_for("match.show", code=table.code, _anchor="main"), 303)


def _again(
    form: Act, table: Table, problem: Problem, again: Callable[[Table, Problem], str]
) -> str:
    form.stamp(table.sheet.version)
    return again(table, problem)

"""Home: what this device can go on with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.http.device import device
from scorekeeper.http.request_locale import languages
from scorekeeper.matches import matches
from scorekeeper.matches.matches import Table, Unreadable
from scorekeeper.messages.locale import day
from scorekeeper.messages.numbers import plain
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.tokens import is_code
from scorekeeper.web.form_values import text_of
from scorekeeper.web.forms import LOOKS, LanguageForm, LookForm
from scorekeeper.web.sheet_view import SideView, view_match
from scorekeeper.web.submit import Problem

bp = Blueprint("home", __name__)
_MINUTES, _HOURS = 60, 24
_DAY = _HOURS * _MINUTES


@dataclass(frozen=True, slots=True)
class Listed:
    """One match in the list; of one that cannot be shown, the line says so."""

    code: str
    title: str
    line: str
    score_texts: list[str]
    sides: list[SideView]
    ended: bool
    shown: bool = True


@bp.get("/")
def index() -> str:
    return home_page()


def home_page(problem: Problem | None = None, typed: str = "") -> str:
    """Home; `typed` is a code that opened nothing, and the problem says why."""
    mine = matches.matches_of(device()) if "device" in session else []
    return render_template(
        "home/index.html",
        matches=[_listed(each) for each in mine],
        problem=problem,
        typed=typed,
    )


@bp.post("/look")
def look() -> ResponseReturnValue:
    """Light or dark on this device whatever the phone says, or as it says again."""
    form = LookForm()
    wished = text_of(form.look)
    session["look"] = wished if wished in LOOKS else ""
    return _back_to_look(text_of(form.code))


@bp.post("/language")
def language() -> ResponseReturnValue:
    """Another language on this device whatever the browser asks for, or again as it asks."""
    form = LanguageForm()
    wished = text_of(form.language)
    session["language"] = wished if wished in languages() else ""
    return _back_to_look(text_of(form.code))


def _back_to_look(code: str) -> ResponseReturnValue:
    """Where these switches stand: on the menu of a match, or on Home."""
    if is_code(code):
        return redirect(url_for("match.menu", code=code, _anchor="look"), 303)
    return redirect(url_for("home.index", _anchor="look"), 303)


def _listed(table: Table | Unreadable) -> Listed:
    if isinstance(table, Unreadable):
        why = Sentence("This match cannot be shown: what is stored of it is damaged.")
        return Listed(table.code, table.code, str(why), [], [], ended=False, shown=False)
    view = view_match(table)
    ended = view.state == "ended"
    last = table.match.entries[-1].at if table.match.entries else table.fold.match.opening.opened
    hand = Sentence("hand %(number)s", number=view.next_number)
    if ended:
        hand = Sentence("ended %(day)s", day=day(last))
    return Listed(
        code=view.code,
        title=view.title,
        line=" · ".join(
            filter(None, (", ".join(view.players), str(hand), "" if ended else _ago(last)))
        ),
        score_texts=[plain(total) for total in table.sheet.totals],
        sides=view.sides,
        ended=ended,
    )


def _ago(iso: str | None) -> str:
    """12 minutes ago; a day or more is given by its date, as is a time that is still to come."""
    if iso is None:
        return ""
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(iso)).total_seconds()) // 60
    if -_DAY < minutes < 1:  # a clock may have been set back
        return str(Sentence("just now"))
    if 0 < minutes < _MINUTES:
        template = N_("%(minutes)s minute ago") if minutes == 1 else N_("%(minutes)s minutes ago")
        return str(Sentence(template, minutes=minutes))
    hours = minutes // _MINUTES
    if 0 < hours < _HOURS:
        template = N_("%(hours)s hour ago") if hours == 1 else N_("%(hours)s hours ago")
        return str(Sentence(template, hours=hours))
    return day(iso)

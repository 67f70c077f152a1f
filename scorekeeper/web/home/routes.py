"""The home page: the matches of this device, and its look and language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, StringField

from scorekeeper.http.device import current_device
from scorekeeper.http.request_locale import languages
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot, Unreadable
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.locale import format_day
from scorekeeper.messages.message import Message, Plural
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.errors import RuleError
from scorekeeper.tokens import is_code, parse_token
from scorekeeper.web.base_form import BaseForm
from scorekeeper.web.form_values import field_text, parse_code
from scorekeeper.web.home import bp
from scorekeeper.web.sheet_view import SideView, view_match
from scorekeeper.web.submit import FormProblem

_MINUTES, _HOURS = 60, 24
_DAY = _HOURS * _MINUTES


LOOKS = ("", "light", "dark")
"""As the device prefers, or always light or dark."""


class LookForm(BaseForm):
    """Light or dark, and the code of the match whose menu has the form, if any."""

    look = RadioField(validate_choice=False)
    code = StringField()


class LanguageForm(BaseForm):
    """A language, or as the browser asks; and the match whose menu has the form, if any."""

    language = RadioField(validate_choice=False)
    code = StringField()


@dataclass(frozen=True, slots=True)
class Listed:
    """One match in the list; if it cannot be shown, `line` says so."""

    code: str
    title: str
    line: str
    score_texts: list[str]
    sides: list[SideView]
    ended: bool
    shown: bool = True


@bp.get("/")
def index() -> str:
    return _page()


@bp.get("/j")
def open_code() -> ResponseReturnValue:
    """Open the code or the link that was typed."""
    text = request.args.get("code", "")
    if parse_token(text):
        return redirect(url_for("seats.join", key=text.strip()))
    try:
        code = parse_code(text, "code")
    except RuleError as error:
        problem = FormProblem(Message("No match was opened."), describe_error(error), error.field)
        return _page(problem, text), 422
    return redirect(url_for("seats.join", key=code))


def _page(problem: FormProblem | None = None, typed: str = "") -> str:
    """Return the home page; `typed` is a code that opened nothing, and the problem says why."""
    mine = matches.list_matches(current_device()) if "device" in session else []
    return render_template(
        "home/index.html",
        matches=[_listed(each) for each in mine],
        problem=problem,
        typed=typed,
    )


@bp.post("/look")
def set_look() -> ResponseReturnValue:
    """Set light or dark for this device, or follow the browser's preference again."""
    form = LookForm()
    wished = field_text(form.look)
    session["look"] = wished if wished in LOOKS else ""
    return _back_to_look(field_text(form.code))


@bp.post("/language")
def set_language() -> ResponseReturnValue:
    """Set the language of this device, or follow the browser's preference again."""
    form = LanguageForm()
    wished = field_text(form.language)
    session["language"] = wished if wished in languages() else ""
    return _back_to_look(field_text(form.code))


def _back_to_look(code: str) -> ResponseReturnValue:
    """Redirect to where the form was: the menu of a match, or the home page."""
    if is_code(code):
        return redirect(url_for("match.show_menu", code=code, _anchor="look"), 303)
    return redirect(url_for("home.index", _anchor="look"), 303)


def _listed(snapshot: MatchSnapshot | Unreadable) -> Listed:
    if isinstance(snapshot, Unreadable):
        why = Message("This match cannot be shown: what is stored of it is damaged.")
        return Listed(snapshot.code, snapshot.code, str(why), [], [], ended=False, shown=False)
    view = view_match(snapshot)
    ended = view.state == "ended"
    last = (
        snapshot.match.entries[-1].at
        if snapshot.match.entries
        else snapshot.cached.match.opening.opened
    )
    hand = Message("hand %(number)s", number=view.next_number)
    if ended:
        hand = Message("ended %(day)s", day=format_day(last))
    return Listed(
        code=view.code,
        title=view.title,
        line=" · ".join(
            filter(None, (", ".join(view.players), str(hand), "" if ended else _ago(last)))
        ),
        score_texts=[format_number(total) for total in snapshot.sheet.totals],
        sides=view.sides,
        ended=ended,
    )


def _ago(iso: str | None) -> str:
    """Return a time as "12 minutes ago", or by its date if it is a day or more away."""
    if iso is None:
        return ""
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(iso)).total_seconds()) // 60
    if -_DAY < minutes < 1:  # the clock may have been set back
        return str(Message("just now"))
    if 0 < minutes < _MINUTES:
        template = Plural("%(minutes)s minute ago", "%(minutes)s minutes ago", "minutes")
        return str(Message(template, minutes=minutes))
    hours = minutes // _MINUTES
    if 0 < hours < _HOURS:
        template = Plural("%(hours)s hour ago", "%(hours)s hours ago", "hours")
        return str(Message(template, hours=hours))
    return format_day(iso)

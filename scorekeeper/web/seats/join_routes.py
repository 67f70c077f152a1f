"""Where codes and links land: one page with one form, so that nothing is taken by only looking."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tokens
from scorekeeper.http.device import device
from scorekeeper.http.rate_limits import count_wrong_key, hold_guessers
from scorekeeper.matches import matches, seats
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.seats import NotFree
from scorekeeper.matches.snapshot import NoMatch, Table
from scorekeeper.rules.errors import Refused, Sentence
from scorekeeper.rules.match import COMPASS
from scorekeeper.web.form_values import text_of, whole_number
from scorekeeper.web.forms import JoinForm
from scorekeeper.web.home.routes import home_page
from scorekeeper.web.seats.invite_routes import view_seats
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import Problem

_NOT_TAKEN = Sentence("No seat was taken.")

bp = Blueprint("join", __name__, url_prefix="/j")


@bp.get("")
def typed() -> ResponseReturnValue:
    """A code as it was typed on Home."""
    text = request.args.get("code", "")
    if tokens.read_key(text):
        return redirect(url_for("join.link", key=text.strip()))
    if why := tokens.why_no_code(text):
        return home_page(Problem(Sentence("No match was opened."), why, "code"), text), 422
    return redirect(url_for("join.link", key=tokens.tidy_code(text)))


@bp.route("/<key>", methods=["GET", "POST"])
def link(key: str) -> ResponseReturnValue:
    try:
        return _place(key) if tokens.read_key(key) else _picker(key)
    except NoMatch:
        count_wrong_key()
        raise


def _place(key: str) -> ResponseReturnValue:
    """The page of a link that somebody was sent."""
    form = JoinForm()
    table = seats.key_opens(key)
    if request.method != "POST":
        return _link_page(table, form)
    try:
        seats.take_place(key, device(), text_of(form.name))
    except Refused as refused:
        problem = Problem(Sentence("The seat was not taken."), refused.why, refused.field)
        return _link_page(table, form, problem), 422
    return _to_match(table.code)


def _link_page(table: Table, form: JoinForm, problem: Problem | None = None) -> str:
    (place,) = table.places
    view = view_match(table)
    number = tokens.seat_number(place)
    return render_template(
        "seats/link.html",
        view=view,
        place=place,
        sits="" if number is None else view.players[number],
        form=form,
        problem=problem,
    )


def _picker(code: str) -> ResponseReturnValue:
    """The seats of a match, to pick a free one: all that a code opens."""
    _hold_guessers(code)
    form = JoinForm()
    if request.method != "POST":
        return _picker_page(code, form)
    try:
        number = whole_number(form.seat.data, "seat", Sentence("The seat"), 0)
        seats.take_seat(code, number, device(), text_of(form.name))
    except Refused as refused:
        why = Sentence("Tap a free seat.") if refused.field == "seat" else refused.why
        return _picker_page(code, form, Problem(_NOT_TAKEN, why, refused.field)), 422
    except NotFree as taken:
        return _picker_page(code, form, Problem(_NOT_TAKEN, str(taken), "seat")), 409
    except Forbidden as closed:
        return _picker_page(code, form, Problem(_NOT_TAKEN, str(closed))), 403
    return _to_match(tokens.tidy_code(code))


def _hold_guessers(code: str) -> None:
    """Raises TooMany where codes are being guessed; whoever sits at the match does not wait."""
    try:
        matches.read_match(code, device())
    except NoMatch:
        hold_guessers()


def _picker_page(code: str, form: JoinForm, problem: Problem | None = None) -> str:
    seating = seats.seats_for(code, device())
    return render_template(
        "seats/pick.html",
        view=view_match(seating.table),
        seating=seating,
        seats=view_seats(seating),
        drawn=len(seating.seats) == len(COMPASS),
        form=form,
        problem=problem,
        chosen=text_of(form.seat),
    )


def _to_match(code: str) -> ResponseReturnValue:
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)

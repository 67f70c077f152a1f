"""Where codes and links land: one page with one form, so that nothing is taken by only looking."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import joining, keys, service
from scorekeeper.joining import NotFree
from scorekeeper.limits import count_wrong_key, hold_guessers
from scorekeeper.rights import Forbidden
from scorekeeper.rules.match import COMPASS
from scorekeeper.rules.words import Refused, Sentence
from scorekeeper.tables import NoMatch, Table
from scorekeeper.web.device import device
from scorekeeper.web.forms import JoinForm
from scorekeeper.web.home import home_page
from scorekeeper.web.invite import view_seats
from scorekeeper.web.saving import Problem
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.typed import text_of, whole_number

_NOT_TAKEN = Sentence("No seat was taken.")

join = Blueprint("join", __name__, url_prefix="/j")


@join.get("")
def typed() -> ResponseReturnValue:
    """A code as it was typed on Home."""
    text = request.args.get("code", "")
    if keys.read_key(text):
        return redirect(url_for("join.link", key=text.strip()))
    if why := keys.why_no_code(text):
        return home_page(Problem(Sentence("No match was opened."), why, "code"), text), 422
    return redirect(url_for("join.link", key=keys.tidy_code(text)))


@join.route("/<key>", methods=["GET", "POST"])
def link(key: str) -> ResponseReturnValue:
    try:
        return _place(key) if keys.read_key(key) else _picker(key)
    except NoMatch:
        count_wrong_key()
        raise


def _place(key: str) -> ResponseReturnValue:
    """The page of a link that somebody was sent."""
    form = JoinForm()
    table = joining.key_opens(key)
    if request.method != "POST":
        return _link_page(table, form)
    try:
        joining.take_place(key, device(), text_of(form.name))
    except Refused as refused:
        problem = Problem(Sentence("The seat was not taken."), refused.why, refused.field)
        return _link_page(table, form, problem), 422
    return _to_match(table.code)


def _link_page(table: Table, form: JoinForm, problem: Problem | None = None) -> str:
    (place,) = table.places
    view = view_match(table)
    number = keys.seat_number(place)
    return render_template(
        "join/link.html",
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
        joining.take_seat(code, number, device(), text_of(form.name))
    except Refused as refused:
        why = Sentence("Tap a free seat.") if refused.field == "seat" else refused.why
        return _picker_page(code, form, Problem(_NOT_TAKEN, why, refused.field)), 422
    except NotFree as taken:
        return _picker_page(code, form, Problem(_NOT_TAKEN, str(taken), "seat")), 409
    except Forbidden as closed:
        return _picker_page(code, form, Problem(_NOT_TAKEN, str(closed))), 403
    return _to_match(keys.tidy_code(code))


def _hold_guessers(code: str) -> None:
    """Raises TooMany where codes are being guessed; whoever sits at the match does not wait."""
    try:
        service.read_match(code, device())
    except NoMatch:
        hold_guessers()


def _picker_page(code: str, form: JoinForm, problem: Problem | None = None) -> str:
    seating = joining.seats_for(code, device())
    return render_template(
        "join/seats.html",
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

"""The pages that codes and links open. Only their form takes a seat; opening a page takes none."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from scorekeeper import tokens
from scorekeeper.http.device import current_device
from scorekeeper.http.rate_limits import check_guess_limit, count_wrong_token
from scorekeeper.matches import matches, seats
from scorekeeper.matches.access import Forbidden
from scorekeeper.matches.seats import SeatTaken
from scorekeeper.matches.snapshot import MatchNotFound, MatchSnapshot
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.message import Message
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import COMPASS
from scorekeeper.web.base_form import BaseForm
from scorekeeper.web.form_values import field_text, parse_whole_number
from scorekeeper.web.seats import bp
from scorekeeper.web.seats.invite_routes import view_seats
from scorekeeper.web.sheet_view import view_match
from scorekeeper.web.submit import FormProblem

_NOT_TAKEN = Message("No seat was taken.")


class JoinForm(BaseForm):
    """A seat to take, and the player's name."""

    seat = StringField()
    name = StringField()


@bp.route("/j/<key>", methods=["GET", "POST"])
def join(key: str) -> ResponseReturnValue:
    try:
        return _open_link(key) if tokens.parse_token(key) else _picker(key)
    except MatchNotFound:
        count_wrong_token()
        raise


def _open_link(key: str) -> ResponseReturnValue:
    """Show the page of a link, or take its role."""
    form = JoinForm()
    snapshot = seats.open_token(key)
    if request.method != "POST":
        return _link_page(snapshot, form)
    try:
        seats.take_role(key, current_device(), field_text(form.name))
    except RuleError as error:
        problem = FormProblem(
            Message("The seat was not taken."), describe_error(error), error.field
        )
        return _link_page(snapshot, form, problem), 422
    return _to_match(snapshot.code)


def _link_page(snapshot: MatchSnapshot, form: JoinForm, problem: FormProblem | None = None) -> str:
    (role,) = snapshot.roles
    view = view_match(snapshot)
    number = tokens.role_seat(role)
    return render_template(
        "seats/link.html",
        view=view,
        role=role,
        sits="" if number is None else view.players[number],
        form=form,
        problem=problem,
    )


def _picker(code: str) -> ResponseReturnValue:
    """Show the seats of a match, or take a free one: a code opens nothing else."""
    _check_guess_limit(code)
    form = JoinForm()
    if request.method != "POST":
        return _picker_page(code, form)
    try:
        number = parse_whole_number(form.seat.data, "seat", Message("The seat"), 0)
        seats.take_seat(code, number, current_device(), field_text(form.name))
    except RuleError as error:
        why = Message("Tap a free seat.") if error.field == "seat" else describe_error(error)
        return _picker_page(code, form, FormProblem(_NOT_TAKEN, why, error.field)), 422
    except SeatTaken as taken:
        return _picker_page(code, form, FormProblem(_NOT_TAKEN, describe_error(taken), "seat")), 409
    except Forbidden as closed:
        return _picker_page(code, form, FormProblem(_NOT_TAKEN, describe_error(closed))), 403
    return _to_match(tokens.tidy_code(code))


def _check_guess_limit(code: str) -> None:
    """Raise RateLimited if codes are being guessed; a device with a role does not wait."""
    try:
        matches.read_match(code, current_device())
    except MatchNotFound:
        check_guess_limit()


def _picker_page(code: str, form: JoinForm, problem: FormProblem | None = None) -> str:
    seating = seats.joinable_seats(code, current_device())
    return render_template(
        "seats/pick.html",
        view=view_match(seating.table),
        seating=seating,
        seats=view_seats(seating),
        drawn=len(seating.seats) == len(COMPASS),
        form=form,
        problem=problem,
        chosen=field_text(form.seat),
    )


def _to_match(code: str) -> ResponseReturnValue:
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)

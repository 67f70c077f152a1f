"""The invitation page: the code and its QR code, the seats, the links, the host's role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.http.addresses import link_to, qr_svg
from scorekeeper.http.device import current_device
from scorekeeper.matches import host_role, seats
from scorekeeper.matches.access import withheld_until
from scorekeeper.matches.seats import SeatingPlan
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.labels import seat_labels
from scorekeeper.messages.locale import current_locale, format_day, format_hour
from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.rules.match import COMPASS
from scorekeeper.tokens import HOST, format_code, role_seat
from scorekeeper.web.seats import bp
from scorekeeper.web.sheet_view import side_marks, view_match


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat in the drawing of the table. `place` is its label, whoever holds it."""

    number: int
    place: str
    name: str
    mark: str
    letter: str
    taken: bool
    mine: bool
    area: str


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link to hand on: its role, what it opens, and how many phones have it."""

    role: str
    seat: bool
    phones: int
    phones_text: Message
    title: Message
    text: Message
    url: str


@bp.get("/m/<code>/invite")
def invite(code: str) -> str:
    seating = seats.read_seating(code, current_device())
    links = seats.list_tokens(code, current_device())
    view = view_match(seating.table)
    claims = bool(view.permissions.seats) and not view.permissions.host and seating.claim is None
    no_claim = host_role.why_no_claim(code, current_device()) if claims else None
    later = seating.table.free_from if view.permissions.host else ""
    address = link_to(url_for("seats.join", key=view.code))
    return render_template(
        "seats/invite.html",
        view=view,
        seating=seating,
        seats=view_seats(seating),
        drawn=len(seating.seats) == len(COMPASS),
        links=_links(links, seating.phones, view.players),
        code_text=format_code(view.code),
        address=address,
        qr=qr_svg(address, Message("QR code to join with the code %(code)s", code=view.code)),
        until=_until(seating),
        expires=format_day(seating.expires),
        claims=claims,
        why_no_claim=describe_error(no_claim) if no_claim else None,
        later=describe_error(withheld_until(later)) if later else None,
    )


@bp.post("/m/<code>/seats/<int:number>/take")
def take(code: str, number: int) -> ResponseReturnValue:
    """Take one more seat with a phone that already has a role in the match."""
    seats.read_seating(code, current_device())
    seats.take_seat(code, number, current_device())
    return _back(code)


@bp.post("/m/<code>/seats/<int:number>/free")
def free(code: str, number: int) -> ResponseReturnValue:
    host_role.free_seat(code, current_device(), number)
    return _back(code)


@bp.post("/m/<code>/seats/<int:number>/host")
def pass_role_on(code: str, number: int) -> ResponseReturnValue:
    host_role.pass_role_on(code, current_device(), number)
    return _back(code)


@bp.post("/m/<code>/joining")
def set_joining(code: str) -> ResponseReturnValue:
    host_role.set_joining(code, current_device(), let=request.form.get("let") == "yes")
    return _back(code)


@bp.post("/m/<code>/links")
def renew_link(code: str) -> ResponseReturnValue:
    withdraw = request.form.get("withdraw") == "yes"
    host_role.renew_token(code, current_device(), request.form.get("place", ""), withdraw=withdraw)
    return _back(code)


@bp.post("/m/<code>/claim")
def claim_role(code: str) -> ResponseReturnValue:
    host_role.claim_role(code, current_device())
    return redirect(url_for("match.show", code=code), 303)


@bp.post("/m/<code>/claim/agree")
def agree_to_claim(code: str) -> ResponseReturnValue:
    """Agree, as the host, to a claim of the role.

    The form names the seat, because another may have claimed the role meanwhile.
    """
    number = role_seat(f"seat {request.form.get('seat', '')}")
    host_role.agree_to_claim(code, current_device(), -1 if number is None else number)
    return redirect(url_for("match.show", code=code), 303)


@bp.post("/m/<code>/claim/take")
def complete_claim(code: str) -> ResponseReturnValue:
    host_role.complete_claim(code, current_device())
    return redirect(url_for("match.show", code=code), 303)


@bp.post("/m/<code>/claim/refuse")
def refuse_claim(code: str) -> ResponseReturnValue:
    host_role.refuse_claim(code, current_device())
    return redirect(url_for("match.show", code=code), 303)


def view_seats(seating: SeatingPlan) -> list[SeatView]:
    """Return the seats in the order of the drawing: clockwise from the first."""
    rules = seating.table.state.ruleset
    places = [str(place) for place in seat_labels(rules)]
    signs = [side_marks(side, rules.sides) for side in range(rules.sides)]
    return [
        SeatView(
            number=seat.number,
            place=places[seat.number],
            name=seat.name,
            mark=signs[seat.number % rules.sides][0],
            letter=signs[seat.number % rules.sides][1],
            taken=seat.taken,
            mine=seat.mine,
            area="nesw"[seat.number] if len(places) == len(COMPASS) else "",
        )
        for seat in seating.seats
    ]


def _links(keys: dict[str, str], phones: Mapping[str, int], players: list[str]) -> list[LinkView]:
    return [
        LinkView(
            role,
            role_seat(role) is not None,
            phones.get(role, 0),
            _phones_text(phones.get(role, 0)),
            *_link_words(role, players),
            link_to(url_for("seats.join", key=key)),
        )
        for role, key in keys.items()
    ]


def _phones_text(count: int) -> Message:
    if not count:
        return Message("no phone")
    return Message(Plural("%(count)s phone", "%(count)s phones", "count"), count=count)


def _link_words(role: str, players: list[str]) -> tuple[Message, Message]:
    """Return whose link it is, and what it opens."""
    number = role_seat(role)
    if number is not None:
        title = Message("Seat of %(name)s", name=players[number])
        return title, Message("take this seat: write hands, end the match")
    if role == HOST:
        return Message("Host"), Message(
            "everything: any hand, any column, who sits where. Keep it to yourself"
        )
    return Message("Watch"), Message("see the sheet, change nothing")


def _until(seating: SeatingPlan) -> Message | None:
    """Return until when people may join with the code; None if joining is closed."""
    if not seating.open:
        return None
    template = (
        N_("until %(hour)s UTC on %(day)s")
        if current_locale().utc
        else N_("until %(hour)s on %(day)s")
    )
    until = seating.joining_until
    return Message(template, hour=format_hour(until), day=format_day(until))


def _back(code: str) -> ResponseReturnValue:
    return redirect(url_for("seats.invite", code=code), 303)

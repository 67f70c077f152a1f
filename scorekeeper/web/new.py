"""A new match: the rules in plain words, the table's house rules, names and seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import service
from scorekeeper.rules.explain import formula
from scorekeeper.rules.match import COMPASS, PARTNERS
from scorekeeper.rules.reading import MOST_POINTS, name_of, one_of
from scorekeeper.rules.ruleset import SUITS, Ruleset
from scorekeeper.rules.terms import MOST_TARGET, Award
from scorekeeper.rules.words import Refused
from scorekeeper.web.device import device
from scorekeeper.web.forms import EachSide, MatchForm, text_of, whole_number
from scorekeeper.web.saving import Problem
from scorekeeper.web.sheet_view import REMINDERS, SEPARATOR, view_match

new = Blueprint("new", __name__)


@dataclass(frozen=True, slots=True)
class Fact:
    """One of the three figures that tables argue about."""

    title: str
    figure: str
    text: str


@new.route("/new", methods=["GET", "POST"])
def match() -> ResponseReturnValue:
    form = MatchForm()
    game = Ruleset.from_dict({"preset": "pepper"})
    form.minimum_bid.choices = {"": "none"} | {bid.name: bid.name for bid in game.bids}
    if request.method == "GET":
        form.mark()
        return _page(form, game)
    try:
        code = service.open_match(opening_of(form), device(), form.key)
    except Refused as refused:
        problem = Problem("The match was not started.", refused.why, _form_field(refused.field))
        return _page(form, game, problem), 422
    return redirect(url_for("match.show", code=code, _anchor="main"), 303)


def opening_of(form: MatchForm) -> dict[str, Any]:
    """The match that was asked for, as a match file without entries. Raises Refused."""
    rules = _rules_of(form)
    carries = rules["sheet"] == "carry"
    low = 0 if carries else -MOST_POINTS
    first = whole_number(form.first_dealer.data, "first_dealer", "The first dealer's seat", 0, 3)
    facts: dict[str, Any] = {
        "ruleset": rules,
        "players": _names(form.seats, COMPASS),
        "sides": _names(form.sides, PARTNERS),
        "first_dealer": first,
        "start": _numbers(form.start, "A total", low),
    }
    owed = _numbers(form.shortfalls, "What is carried", 0)
    if not carries and any(owed):
        place = next(place for place, number in enumerate(owed) if number)
        raise Refused(
            "Only a sheet that carries its losses starts with something carried.",
            f"shortfalls-{place}",
        )
    if carries:
        facts["start_shortfalls"] = owed
    note = SEPARATOR.join(filter(None, (text_of(form.note).strip(), *_reminders(form))))
    return {**facts, **({"note": note} if note else {})}


def _rules_of(form: MatchForm) -> dict[str, Any]:
    """Pepper with the house rules that were switched on."""
    must_play = ["clubs"] if form.clubs.data else []
    rules: dict[str, Any] = {
        "preset": "pepper",
        "target": {
            "points": whole_number(form.target.data, "target", "The target", 1, MOST_TARGET),
            "test": form.test.data,
        },
        "sheet": form.sheet.data,
    }
    if form.minimum_bid.data:
        rules["minimum_bid"] = form.minimum_bid.data
    if form.forced.data:
        rules["forced"] = _forced(form)
    elif form.forced_must_play.data:
        raise Refused(
            "A forced hand must be played only where the dealer can be stuck.", "forced_must_play"
        )
    no_trump = one_of(form.no_trump.data, "no_trump", ("allowed", "not allowed", "must be played"))
    if no_trump == "not allowed":
        rules["trumps"] = list(SUITS)
    elif no_trump == "must be played":
        must_play.append("no trump")
    if must_play:
        rules["must_play"] = must_play
    if form.take.data:
        rules["made"] = {"tricks": 1}
    return rules


def _forced(form: MatchForm) -> dict[str, Any]:
    if not form.minimum_bid.data:
        raise Refused(
            "Sticking the dealer needs a lowest bid for the dealer to be stuck with.",
            "minimum_bid",
        )
    return {
        "who": "dealer",
        "bid": form.minimum_bid.data,
        "hands": "stuck",
        "may_decline": True,
        "must_play": bool(form.forced_must_play.data),
    }


def _names(typed: EachSide, defaults: tuple[str, ...]) -> list[str]:
    return [
        name_of(field.data, field.name) if text_of(field).strip() else default
        for field, default in zip(typed, defaults, strict=True)
    ]


def _numbers(typed: EachSide, what: str, low: int) -> list[int]:
    return [
        whole_number(field.data, field.name, what, low) if text_of(field).strip() else 0
        for field in typed
    ]


def _reminders(form: MatchForm) -> list[str]:
    """What a table agreed on that scores nothing; it stands at the end of the match's note."""
    chosen = [
        one_of(text_of(field), field.name, ("", "left")) for field in (form.leads, form.speaks)
    ]
    return [text for text, choice in zip(REMINDERS, chosen, strict=True) if choice == "left"]


_FIELDS = {
    "ruleset.target": "target",
    "ruleset.minimum_bid": "minimum_bid",
    "ruleset.forced": "forced",
    "ruleset.must_play": "no_trump",
    "ruleset.sheet": "sheet",
}


def _form_field(field: str | None) -> str | None:
    """The form's name for the field of a match file."""
    known = (name for path, name in _FIELDS.items() if field and field.startswith(path))
    return next(known, field)


def _page(form: MatchForm, game: Ruleset, problem: Problem | None = None) -> str:
    return render_template(
        "new/match.html",
        form=form,
        problem=problem,
        running=_running(),
        game=game.name,
        three=_three(game),
        rules_text=_told(game),
    )


def _running() -> str | None:
    """What this device's newest match that has not ended is called."""
    tables = service.matches_of(device()) if "device" in session else ()
    views = (view_match(table) for table in tables if not table.match.standing.ended)
    return next((view.title for view in views), None)


def _three(game: Ruleset) -> list[Fact]:
    awards = game.awards
    return [
        Fact("Made", _figure(awards["made"]), "the bidders take what they bid, or more"),
        Fact("Set", _figure(awards["set"]), "the bidders take less than they bid"),
        Fact("Shut out", _figure(awards["shutout"]), "defenders who play and take no trick"),
    ]


def _figure(award: Award | None) -> str:
    return formula(award) if award else "0"


def _told(game: Ruleset) -> str:
    """The rest of the game in a few sentences, its numbers from the ruleset."""
    peppers = [bid for bid in game.bids if bid.awards]
    worths = ", ".join(f"{bid.name} {bid.worth}" for bid in peppers)
    return (
        f"{game.tricks} tricks. Defenders score a point a trick. {worths.capitalize()}: both ways"
        " and for both sides. A surrender gives the bidders the bid and the defenders nothing."
        " A loss is written as 0 and comes off that side's next gains."
    )

"""House rules: which switches a game has, and the ruleset that they make of it."""

from __future__ import annotations

from typing import Any

from scorekeeper.codec.ruleset import write_ruleset
from scorekeeper.codec.validation import parse_choice
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import REMINDERS
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.field import declarations
from scorekeeper.rules.ruleset import SUITS, TRUMPS, Award, Ruleset, Target, Trump
from scorekeeper.web.form_values import field_text, parse_whole_number
from scorekeeper.web.forms import MatchForm

_ALLOWED, _NOT_ALLOWED, _PLAYED = ("allowed", "not allowed", "must be played")
_WAYS = {
    _ALLOWED: Message("allowed"),
    _NOT_ALLOWED: Message("not allowed"),
    _PLAYED: Message("must be played"),
}
_TRUMP_FIELDS = {
    trump: name for trump in TRUMPS if hasattr(MatchForm, name := trump.replace(" ", "_"))
}
"""The field of the form that says whether a hand must be played, by the trump of the hand."""
_POINTS = declarations(Target)["points"][1]


def house_rule_fields(game: Ruleset) -> frozenset[str]:
    """Return the names of the fields whose switches mean something in this game."""
    if game.entry != "contract":
        return frozenset()
    given_up, stuck = bool(game.surrender), game.forced is None or game.forced.hands == "stuck"
    trumps = {
        name: trump in game.trumps and (given_up or trump not in SUITS)
        for trump, name in _TRUMP_FIELDS.items()
    }
    has = {
        **trumps,
        "minimum_bid": True,
        "forced": stuck,
        "forced_must_play": stuck and given_up,
        "take": game.awards["made"] == Award(bid=1),
        "leads": trumps["no_trump"] and not game.alone,
        "speaks": given_up and not game.alone,
    }
    return frozenset(name for name, shown in has.items() if shown)


def no_trump_choices(game: Ruleset) -> dict[str, str]:
    """Return the ways to treat no trump; "must be played" only if hands can be surrendered."""
    return {way: str(words) for way, words in _WAYS.items() if game.surrender or way != _PLAYED}


def fill_house_rules(form: MatchForm, game: Ruleset) -> None:
    """Set every switch as the game has it."""
    target, forced = game.target, game.forced
    form.target.data = str(target.points) if target else ""
    form.test.data = target.test if target else "reach"
    form.sheet.data = "carry" if game.carries else "signed"
    form.minimum_bid.data = game.minimum_bid or ""
    form.forced.data = forced is not None
    form.forced_must_play.data = forced is not None and forced.must_play
    for trump, name in _TRUMP_FIELDS.items():
        played = trump in game.must_play
        way = _PLAYED if played else _ALLOWED
        form[name].data = played if trump in SUITS else way


def parse_house_rules(form: MatchForm, game: Ruleset) -> dict[str, Any]:
    """Return the whole ruleset: the game with the form's switches. Raise RuleError if invalid."""
    rules = write_ruleset(game)
    has = house_rule_fields(game)
    rules["sheet"] = field_text(form.sheet)
    rules["target"] = _target(form, game)
    if "minimum_bid" in has:
        rules["minimum_bid"] = field_text(form.minimum_bid) or None
    if "forced" in has:
        rules["forced"] = _forced(form, game)
    if "take" in has and form.take.data:
        rules["made"] = {"tricks": 1}
    ways = {trump: _way(form, game, trump) for trump in _TRUMP_FIELDS}
    rules["trumps"] = [trump for trump in game.trumps if ways.get(trump) != _NOT_ALLOWED]
    kept = [trump for trump in game.must_play if trump not in ways]
    rules["must_play"] = kept + [trump for trump, way in ways.items() if way == _PLAYED]
    return rules


def _way(form: MatchForm, game: Ruleset, trump: Trump) -> str:
    """Return how the table treats the trump; as the game does if the form does not ask."""
    name = _TRUMP_FIELDS[trump]
    played = trump in game.must_play
    if name not in house_rule_fields(game):
        return _PLAYED if played else _ALLOWED
    if trump in SUITS:
        return _PLAYED if form[name].data else _ALLOWED
    return parse_choice(field_text(form[name]), name, no_trump_choices(game))


def reminders_of(form: MatchForm, game: Ruleset) -> list[str]:
    """Return the agreements that score nothing; they end the match's note."""
    fields = [field for field in (form.leads, form.speaks) if field.name in house_rule_fields(game)]
    chosen = {
        field.name: parse_choice(field_text(field), field.name, ("", "left")) for field in fields
    }
    reminders = zip(REMINDERS, ("leads", "speaks"), strict=True)
    return [text for text, name in reminders if chosen.get(name) == "left"]


def _target(form: MatchForm, game: Ruleset) -> dict[str, Any] | None:
    """Return the target; None if the game has none and none was typed."""
    if game.target is None and not field_text(form.target).strip():
        return None
    points = parse_whole_number(
        form.target.data, "target", Message("The target"), _POINTS.low, _POINTS.high
    )
    return {"points": points, "test": field_text(form.test)}


def _forced(form: MatchForm, game: Ruleset) -> dict[str, Any] | None:
    if not form.forced.data:
        if form.forced_must_play.data:
            raise RuleError("forced-must-play-unstuck", "forced_must_play")
        return None
    known = game.forced
    bid = field_text(form.minimum_bid) or (known.bid if known else "")
    if not bid:
        raise RuleError("stuck-bid-missing", "minimum_bid")
    return {
        "who": known.who if known else "dealer",
        "bid": bid,
        "hands": "stuck",
        "may_decline": known.may_decline if known else True,
        "must_play": bool(form.forced_must_play.data),
    }


_FIELDS = {
    "ruleset.target": "target",
    "ruleset.minimum_bid": "minimum_bid",
    "ruleset.forced": "forced",
    "ruleset.must_play": "no_trump",
    "ruleset.sheet": "sheet",
}


def form_field(field: str | None) -> str | None:
    """Return the form's name for a field of a match file; other names are returned unchanged."""
    known = (name for path, name in _FIELDS.items() if field and field.startswith(path))
    return next(known, field)

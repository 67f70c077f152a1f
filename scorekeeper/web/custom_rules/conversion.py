"""Conversion between a ruleset and the form of custom rules, in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Literal, get_args

from wtforms import Field as FormField

from scorekeeper.codec.ruleset import write_ruleset
from scorekeeper.messages.labels import field_title
from scorekeeper.messages.message import Message
from scorekeeper.rules.field import Field, declarations
from scorekeeper.rules.ruleset import AWARDS, MOST_BIDS, Award, Bid, Ruleset, Trump
from scorekeeper.web.custom_rules.award_text import read_award, write_award
from scorekeeper.web.custom_rules.forms import RULE_FIELDS, RuleField, RulesForm
from scorekeeper.web.form_values import field_text, parse_whole_number

SPARE_ROWS = 3
_FREE = "free_tricks"
_OF_BIDS = {"surrender", "must_play", "win_by", "crossing"}
"""Fields that games without bids have too, and that the form gives only where hands are bid."""
_EMPTY = {"test": "reach"}
"""What a field of the form holds that the ruleset leaves out, where that is not empty."""
_SURRENDER = {"": False, "all": True, "each": "each"}
_LABELS = {
    "target": Message("The target"),
    "lose_at": Message("The losing score"),
    "forced_hands": Message("The first hands"),
}
"""What a message calls a number, where that is not the label of the field."""


def fill_rules(form: RulesForm, game: Ruleset) -> None:
    """Fill the form with the ruleset, with spare rows under its ladder."""
    facts = write_ruleset(game)
    for field in RULE_FIELDS:
        form[field.name].data = _shown(field, _at(facts, field.path))
    for bid in game.bids:
        free = game.free_tricks.get(bid.name, "")
        awards = {name: write_award(award) for name, award in bid.awards.items()}
        row = {"name": bid.name, "needs": str(bid.needs), "worth": str(bid.worth)}
        form.bids.append_entry({**row, "free": str(free), **awards})
    spare_rows(form)


def _at(facts: dict[str, Any], path: tuple[str, ...]) -> Any:  # noqa: ANN401 - JSON
    """Return the value at the path, or None if an object on the way is null."""
    name, *rest = path
    value = facts[name]
    return value[rest[0]] if rest and value is not None else value


def _shown(rule: RuleField, value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return the value of a field of the ruleset as its field of the form holds it."""
    if Award in get_args(rule.hint):
        return write_award(value and Award(**value))
    if rule.name == "surrender":
        return next(text for text, way in _SURRENDER.items() if way == value)
    if isinstance(value, bool | list):
        return value
    return _EMPTY.get(rule.name, "") if value in (None, "stuck") else str(value)


def spare_rows(form: RulesForm) -> None:
    """Keep some empty rows under the ladder, for more bids."""
    empty = sum(not any(row.data.values()) for row in form.bids)
    for _ in range(min(SPARE_ROWS - empty, MOST_BIDS - len(form.bids))):
        form.bids.append_entry()


def parse_ruleset(form: RulesForm) -> dict[str, Any]:
    """Return the form's ruleset as a match file writes it. Raise RuleError for an invalid value."""
    bidding = field_text(form["entry"]) == "contract"
    facts: dict[str, Any] = {}
    for rule in RULE_FIELDS:
        if bidding or not _of_bids(rule):
            _put(facts, form[rule.name], rule)
    return facts | _ladder_of(form, facts) if bidding else facts


def _of_bids(rule: RuleField) -> bool:
    """Return whether the field means something only where hands are bid."""
    name = rule.path[0]
    return name in _OF_BIDS or declarations(Ruleset)[name][1].contract


def _put(facts: dict[str, Any], field: FormField, rule: RuleField) -> None:
    """Put the value of a field of the form where it belongs.

    An object whose first field is empty is null, whatever its other fields hold.
    """
    name, *rest = rule.path
    if not rest:
        facts[name] = _parsed(field, rule)
    elif name not in facts:
        value = _parsed(field, rule) if field_text(field).strip() else None
        facts[name] = value and {rest[0]: value}
    elif facts[name]:
        facts[name][rest[0]] = _parsed(field, rule)


def _parsed(field: FormField, rule: RuleField) -> Any:  # noqa: ANN401 - JSON
    """Return the value of a field of the form as a match file writes it."""
    options = (rule.hint, *get_args(rule.hint))
    if Award in options:
        return read_award(field_text(field), field.name)
    if rule.name == "surrender":
        return _SURRENDER.get(field_text(field), False)
    if rule.hint is bool or rule.hint == tuple[Trump, ...]:
        return field.data
    text = field_text(field).strip()
    if not text and NoneType in options:
        return None
    if not text and Literal["stuck"] in options:
        return "stuck"
    if int in options:
        what = _LABELS.get(rule.name) or field_title(rule.name)
        return _number(field, rule.declared, what, {})
    return text


def _number(
    field: FormField, declared: Field, what: Message | str, known: Mapping[str, int]
) -> int:
    """Return the whole number that was typed; `known` may hold the upper bound."""
    high = known.get(declared.within, declared.high)
    return parse_whole_number(field.data, field.name, what, declared.low, high)


def _ladder_of(form: RulesForm, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bids, and the tricks that may be granted against each."""
    rows = [row.form for row in _rungs(form)]
    declared = declarations(Ruleset)[_FREE][1]
    return {
        "bids": [_bid_of(row, known) for row in rows],
        _FREE: {
            field_text(row["name"]): _number(row["free"], declared, field_title(_FREE), known)
            for row in rows
            if field_text(row["free"]).strip()
        },
    }


def _rungs(form: RulesForm) -> Iterator[Any]:
    """Yield the rows of the ladder that are filled in."""
    return (row for row in form.bids if any(str(text or "").strip() for text in row.data.values()))


def _bid_of(row: Any, known: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a form
    name, declared = field_text(row["name"]), declarations(Bid)
    needs, worth = Message("Needs of %(bid)s", bid=name), Message("Worth of %(bid)s", bid=name)
    awards = (row[kind] for kind in AWARDS)
    return {
        "name": name,
        "needs": _number(row["needs"], declared["needs"][1], needs, known),
        "worth": _number(row["worth"], declared["worth"][1], worth, known),
        **{
            award.short_name: read_award(field_text(award), award.name)
            for award in awards
            if field_text(award).strip()
        },
    }


def form_field_of(form: RulesForm, field: str | None) -> str | None:
    """Return the form's name for a field of a ruleset, or for a field of the form itself."""
    if field is None or field.startswith("bids-"):
        return field
    path = tuple(field.removeprefix("ruleset.").split("."))
    rows = list(_rungs(form))
    if path[0] == "bids" and path[1:]:
        return str(rows[int(path[1])].form[(*path, "name")[2]].name)
    if path[0] == _FREE:
        named = (row for row in rows if field_text(row.form["name"]) == ".".join(path[1:]))
        return next((str(row.form["free"].name) for row in named), None)
    names = {rule.path: rule.name for rule in RULE_FIELDS}
    return names.get(path, path[0] if path[0] in form else None)

"""Conversion between a ruleset and the form of custom rules, in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.codec.ruleset import write_ruleset
from scorekeeper.messages.message import Message
from scorekeeper.rules.ruleset import (
    AWARDS,
    MOST_BIDS,
    MOST_POINTS,
    MOST_SEATS,
    MOST_TARGET,
    MOST_TRICKS,
    TWO,
    Ruleset,
)
from scorekeeper.web.custom_rules.award_text import read_award, write_award
from scorekeeper.web.custom_rules.forms import RulesForm
from scorekeeper.web.form_values import field_text, parse_whole_number

SPARE_ROWS = 3


def fill_rules(form: RulesForm, game: Ruleset) -> None:
    """Fill the form with the ruleset, with spare rows under its ladder."""
    facts = write_ruleset(game)
    for name in ("name", "entry", "players", "sides", "win_by", "crossing", "sheet"):
        form[name].data = str(facts[name])
    form.tricks.data = str(game.tricks or "")
    for name, award in game.awards.items():
        form[name].data = write_award(award)
    form.surrender.data = "each" if game.surrender == "each" else "all" * game.surrender
    form.must_play.data, form.trumps.data = list(game.must_play), list(game.trumps)
    form.minimum_bid.data = game.minimum_bid or ""
    if game.forced:
        form.forced_who.data, form.forced_bid.data = game.forced.who, game.forced.bid
        form.forced_hands.data = "" if game.forced.hands == "stuck" else str(game.forced.hands)
        form.forced_may_decline.data = game.forced.may_decline
        form.forced_must_play.data = game.forced.must_play
    form.target.data = str(game.target.points) if game.target else ""
    form.test.data = game.target.test if game.target else "reach"
    form.lose_at.data = "" if game.lose_at is None else str(game.lose_at)
    for bid in game.bids:
        free = game.free_tricks.get(bid.name, "")
        awards = {name: write_award(award) for name, award in bid.awards.items()}
        row = {"name": bid.name, "needs": str(bid.needs), "worth": str(bid.worth)}
        form.bids.append_entry({**row, "free": str(free), **awards})
    spare_rows(form)


def spare_rows(form: RulesForm) -> None:
    """Keep some empty rows under the ladder, for more bids."""
    empty = sum(not any(row.data.values()) for row in form.bids)
    for _ in range(min(SPARE_ROWS - empty, MOST_BIDS - len(form.bids))):
        form.bids.append_entry()


def parse_ruleset(form: RulesForm) -> dict[str, Any]:
    """Return the form's ruleset as a match file writes it. Raise RuleError for an invalid value."""
    seats = {"low": TWO, "high": MOST_SEATS}
    facts: dict[str, Any] = {
        "name": field_text(form.name),
        "entry": field_text(form.entry),
        "players": parse_whole_number(form.players.data, "players", Message("Players"), **seats),
        "sides": parse_whole_number(form.sides.data, "sides", Message("Sides"), **seats),
        "target": None,
        "sheet": field_text(form.sheet),
        "trumps": list(form.trumps.data or ()),
    }
    if field_text(form.target).strip():
        points = parse_whole_number(
            form.target.data, "target", Message("The target"), 1, MOST_TARGET
        )
        facts["target"] = {"points": points, "test": field_text(form.test)}
    if field_text(form.lose_at).strip():
        facts["lose_at"] = parse_whole_number(
            form.lose_at.data, "lose_at", Message("The losing score"), -MOST_POINTS, -1
        )
    return facts | _contract_of(form) if facts["entry"] == "contract" else facts


def _contract_of(form: RulesForm) -> dict[str, Any]:
    """Return the fields that only a game with bids has."""
    tricks = parse_whole_number(form.tricks.data, "tricks", Message("Tricks"), 1, MOST_TRICKS)
    rows = list(_rungs(form))
    return {
        "tricks": tricks,
        "bids": [_bid_of(row, tricks) for row in rows],
        **{name: read_award(field_text(form[name]), name) for name in AWARDS},
        "surrender": {"all": True, "each": "each"}.get(field_text(form.surrender), False),
        "must_play": list(form.must_play.data or ()),
        "minimum_bid": field_text(form.minimum_bid).strip() or None,
        "forced": _forced_of(form),
        "free_tricks": {
            field_text(row.form["name"]): parse_whole_number(
                row.form["free"].data, row.form["free"].name, Message("Free tricks"), 1, tricks
            )
            for row in rows
            if field_text(row.form["free"]).strip()
        },
        "win_by": field_text(form.win_by),
        "crossing": field_text(form.crossing),
    }


def _rungs(form: RulesForm) -> Iterator[Any]:
    """Yield the rows of the ladder that are filled in."""
    return (row for row in form.bids if any(str(text or "").strip() for text in row.data.values()))


def _bid_of(row: Any, tricks: int) -> dict[str, Any]:  # noqa: ANN401 - a FormField
    fields = row.form
    name = field_text(fields["name"])
    return {
        "name": name,
        "needs": parse_whole_number(
            fields["needs"].data,
            fields["needs"].name,
            Message("Needs of %(bid)s", bid=name),
            1,
            tricks,
        ),
        "worth": parse_whole_number(
            fields["worth"].data,
            fields["worth"].name,
            Message("Worth of %(bid)s", bid=name),
            0,
        ),
        **{
            kind: read_award(field_text(fields[kind]), fields[kind].name)
            for kind in AWARDS
            if field_text(fields[kind]).strip()
        },
    }


def _forced_of(form: RulesForm) -> dict[str, Any] | None:
    if not field_text(form.forced_who):
        return None
    hands = field_text(form.forced_hands).strip()
    return {
        "who": field_text(form.forced_who),
        "bid": field_text(form.forced_bid).strip(),
        "hands": parse_whole_number(
            hands, "forced_hands", Message("The first hands"), 1, MOST_TARGET
        )
        if hands
        else "stuck",
        "may_decline": bool(form.forced_may_decline.data),
        "must_play": bool(form.forced_must_play.data),
    }


_FIELDS = {
    "target.points": "target",
    "target.test": "test",
    "forced.who": "forced_who",
    "forced.bid": "forced_bid",
    "forced.hands": "forced_hands",
    "forced.may_decline": "forced_may_decline",
    "forced.must_play": "forced_must_play",
}


def form_field_of(form: RulesForm, field: str | None) -> str | None:
    """Return the form's name for a field of a ruleset, or for a field of the form itself."""
    if field is None or field.startswith("bids-"):
        return field
    name = field.removeprefix("ruleset.")
    head, _, rest = name.partition(".")
    rows = list(_rungs(form))
    if head == "bids" and rest:
        place, _, leaf = rest.partition(".")
        return str(rows[int(place)].form[leaf.partition(".")[0] or "name"].name)
    if head == "free_tricks":
        named = (row for row in rows if field_text(row.form["name"]) == rest)
        return next((str(row.form["free"].name) for row in named), None)
    return _FIELDS.get(name, head if head in form else None)

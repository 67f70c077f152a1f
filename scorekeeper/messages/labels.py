"""The labels of what has a fixed name in a match file: fields, awards, trumps, seats, sides."""

from __future__ import annotations

from scorekeeper.messages.message import N_, Message, capitalized
from scorekeeper.rules.field import declarations
from scorekeeper.rules.match import COMPASS, PARTNERS, has_partners
from scorekeeper.rules.ruleset import Bid, Forced, Ruleset, Target

_FIELDS = {
    **{
        name: declared.label
        for cls in (Ruleset, Bid, Forced, Target)
        for name, (_, declared) in declarations(cls).items()
        if declared.label
    },
    "adjustment": N_("adjustment"),
    "bidder": N_("bidder"),
    "dealer": N_("dealer"),
    "declined": N_("declined"),
    "first_dealer": N_("first dealer"),
    "folded": N_("folded"),
    "note": N_("note"),
    "preset": N_("preset"),
    "seat": N_("seat"),
    "side": N_("side"),
    "start": N_("start"),
    "start_shortfalls": N_("start shortfalls"),
    "surrendered": N_("surrendered"),
    "thrown_in": N_("thrown in"),
    "trump": N_("trump"),
    "winner": N_("winner"),
}

AWARD_LABELS = {
    "made": Message("made"),
    "set": Message("set"),
    "defence_made": Message("defence made"),
    "defence_set": Message("defence set"),
    "shutout": Message("shutout"),
}
OUTCOME_LABELS = {
    "made": Message("made"),
    "set": Message("set"),
    "surrendered": Message("surrendered"),
    "declined": Message("declined"),
    "thrown in": Message("thrown in"),
    "won": Message("won"),
    "points": Message("points"),
    "adjustment": Message("adjustment"),
    "struck": Message("struck"),
}
TRUMP_LABELS = {
    "clubs": Message("clubs"),
    "diamonds": Message("diamonds"),
    "hearts": Message("hearts"),
    "spades": Message("spades"),
    "no trump": Message("no trump"),
    "no trump low": Message("no trump low"),
}
SEAT_LABELS = dict(zip(COMPASS, (N_("North"), N_("East"), N_("South"), N_("West")), strict=True))
SIDE_LABELS = dict(zip(PARTNERS, (N_("North & South"), N_("East & West")), strict=True))


def field_label(field: str) -> Message | str:
    """Return the label of a field within a sentence: "free tricks". A path is its own label."""
    name = _FIELDS.get(field)
    return Message(name) if name else field


def field_title(field: str) -> str:
    """Return the label of a field at the beginning of a sentence: "Free tricks"."""
    if field in _FIELDS:
        return capitalized(field_label(field))
    return field.capitalize().replace("_", " ")


def seat_labels(rules: Ruleset) -> list[Message]:
    """Return the labels shown beside the names of the players, one a seat."""
    if rules.players == len(SEAT_LABELS):
        return list(map(Message, SEAT_LABELS.values()))
    return [Message("Player %(seat)s", seat=seat) for seat in range(1, rules.players + 1)]


def side_labels(rules: Ruleset) -> list[Message]:
    """Return the labels shown beside the names of the sides, one a side, in column order."""
    if rules.alone:
        return seat_labels(rules)
    if has_partners(rules):
        return list(map(Message, SIDE_LABELS.values()))
    return [Message("Side %(side)s", side=side) for side in range(1, rules.sides + 1)]

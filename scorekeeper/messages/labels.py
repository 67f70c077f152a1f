"""The labels of what has a fixed name in a match file: fields, awards, trumps, seats, sides."""

from __future__ import annotations

from scorekeeper.messages.message import N_, Message, capitalized
from scorekeeper.rules.match import COMPASS, PARTNERS, has_partners
from scorekeeper.rules.ruleset import Ruleset

_FIELDS = {
    "adjustment": N_("adjustment"),
    "bid": N_("bid"),
    "bidder": N_("bidder"),
    "bids": N_("bids"),
    "crossing": N_("crossing"),
    "dealer": N_("dealer"),
    "declined": N_("declined"),
    "entry": N_("entry"),
    "first_dealer": N_("first dealer"),
    "folded": N_("folded"),
    "forced": N_("forced"),
    "free_tricks": N_("free tricks"),
    "hands": N_("hands"),
    "minimum_bid": N_("minimum bid"),
    "made": N_("made"),
    "must_play": N_("must play"),
    "name": N_("name"),
    "needs": N_("needs"),
    "note": N_("note"),
    "players": N_("players"),
    "points": N_("points"),
    "preset": N_("preset"),
    "seat": N_("seat"),
    "set": N_("set"),
    "sheet": N_("sheet"),
    "side": N_("side"),
    "sides": N_("sides"),
    "start": N_("start"),
    "start_shortfalls": N_("start shortfalls"),
    "surrendered": N_("surrendered"),
    "target": N_("target"),
    "test": N_("test"),
    "thrown_in": N_("thrown in"),
    "tricks": N_("tricks"),
    "trump": N_("trump"),
    "trumps": N_("trumps"),
    "who": N_("who"),
    "win_by": N_("win by"),
    "winner": N_("winner"),
    "worth": N_("worth"),
}

AWARD_LABELS = {
    "made": N_("made"),
    "set": N_("set"),
    "defence_made": N_("defence made"),
    "defence_set": N_("defence set"),
    "shutout": N_("shutout"),
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

"""The labels of the fields of entries, hands and rulesets in messages."""

from __future__ import annotations

from scorekeeper.messages.message import N_, Message, capitalized

_NAMES = {
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


def field_label(field: str) -> Message | str:
    """Return the label of a field within a sentence: "free tricks". A path is its own label."""
    name = _NAMES.get(field)
    return Message(name) if name else field


def field_title(field: str) -> str:
    """Return the label of a field at the beginning of a sentence: "Free tricks"."""
    if field in _NAMES:
        return capitalized(field_label(field))
    return field.capitalize().replace("_", " ")

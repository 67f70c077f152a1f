"""The labels of the fields of entries, hands and rulesets in messages.

The fields of a ruleset are declared with theirs.
"""

from __future__ import annotations

from scorekeeper.messages.message import N_, Message, capitalized
from scorekeeper.rules.field import declarations
from scorekeeper.rules.ruleset import Bid, Forced, Ruleset, Target

_LABELS = {
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


def field_label(field: str) -> Message | str:
    """Return the label of a field within a sentence: "free tricks". A path is its own label."""
    name = _LABELS.get(field)
    return Message(name) if name else field


def field_title(field: str) -> str:
    """Return the label of a field at the beginning of a sentence: "Free tricks"."""
    if field in _LABELS:
        return capitalized(field_label(field))
    return field.capitalize().replace("_", " ")

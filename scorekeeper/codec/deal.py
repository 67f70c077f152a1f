"""The part of reading that all deals share: the trump, and the facts that each kind may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.codec.labels import field_label
from scorekeeper.messages.message import Message, quote_value
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset

_EVERY = {"trump", "note", "dealer"}
_BID = {"bidder", "side", "bid", *_EVERY}
PLAYED = {"tricks", "folded", "forced", *_BID}
SURRENDERED = {"surrendered", "free_tricks", "forced", *_BID}
DECLINED = {"declined", *_BID}
THROWN_IN = {"thrown_in", *_EVERY}
WON = {"winner", *_EVERY}
TYPED = {"points", *_EVERY}
ADJUSTMENT = {"adjustment", "note"}
_KNOWN = PLAYED | SURRENDERED | DECLINED | THROWN_IN | WON | TYPED | ADJUSTMENT


def check_allowed(facts: Mapping[str, Any], allowed: set[str], what: str) -> None:
    """Raise RuleError for a fact that this kind of hand does not have.

    `what` names the kind of hand in the message, as in N_("A declined hand").
    """
    if allowed.issuperset(facts):
        return
    name = next(name for name in facts if name not in allowed)
    if name in _KNOWN:
        raise RuleError(
            "%(what)s has no %(name)s to write down.",
            name,
            what=Message(what),
            name=field_label(name),
        )
    raise RuleError("There is no field %(name)s in a hand.", str(name)[:80], name=quote_value(name))


def read_trump(facts: Mapping[str, Any], ruleset: Ruleset) -> str | None:
    """Return the trump, None if none is written. Raise RuleError if it is not one of the game's."""
    if "trump" not in facts:
        return None
    trump = facts["trump"]
    for allowed in ruleset.trumps:
        if trump == allowed:
            return allowed
    raise RuleError(
        "%(trump)s is not a trump at this table.",
        "trump",
        trump=quote_value(trump).capitalize(),
    )

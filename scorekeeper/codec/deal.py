"""The part of reading that all deals share: the trump, and the facts that each kind may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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

    `what` is the kind of hand, such as "declined".
    """
    if allowed.issuperset(facts):
        return
    name = next(name for name in facts if name not in allowed)
    if name in _KNOWN:
        raise RuleError("hand-field-not-allowed", name, what=what)
    raise RuleError("hand-field-unknown", str(name)[:80])


def read_trump(facts: Mapping[str, Any], ruleset: Ruleset) -> str | None:
    """Return the trump, None if none is written. Raise RuleError if it is not one of the game's."""
    if "trump" not in facts:
        return None
    trump = facts["trump"]
    for allowed in ruleset.trumps:
        if trump == allowed:
            return allowed
    raise RuleError("trump-unknown", "trump", trump=trump)

"""Reading a hand, validated against its ruleset: an impossible one cannot be built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.codec.contract import ContractReader
from scorekeeper.codec.deal import ADJUSTMENT, TYPED, WON, DealReader, check_allowed
from scorekeeper.codec.validation import parse_integer, parse_integers, parse_note
from scorekeeper.messages.message import N_, quote_value
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Adjustment, Hand, Typed, Won
from scorekeeper.rules.ruleset import MOST_POINTS, Ruleset


def read_hand(facts: object, ruleset: Ruleset, dealer: int, dealt: int) -> Hand:
    """Read a hand as a match file holds it.

    `dealer` is the seat that deals unless the facts name another. `dealt` is the number of hands
    dealt before: struck hands count, adjustments do not. Raise RuleError, naming the field, if the
    rules do not allow the hand.
    """
    if not isinstance(facts, dict):
        raise RuleError(
            "A hand is written as an object, not as %(value)s.", "record", value=quote_value(facts)
        )
    if "adjustment" in facts:
        return _adjustment(facts, ruleset)
    if ruleset.entry == "contract":
        return ContractReader(facts, ruleset, dealer, dealt).hand()
    return _HandReader(facts, ruleset, dealer, dealt).hand()


def _adjustment(facts: Mapping[str, Any], ruleset: Ruleset) -> Adjustment:
    check_allowed(facts, ADJUSTMENT, N_("An adjustment"))
    return Adjustment(
        parse_integers(facts["adjustment"], "adjustment", ruleset.sides, -MOST_POINTS, MOST_POINTS),
        parse_note(facts["note"], "note") if "note" in facts else None,
    )


class _HandReader(DealReader):
    """Reads the facts of one deal in a game where nobody bids."""

    __slots__ = ()

    def hand(self) -> Won | Typed:
        """Return the hand. Raise RuleError, naming the field, if the rules do not allow it."""
        if self.ruleset.entry == "winner":
            check_allowed(self.facts, WON, N_("A round with one winner"))
            if "winner" not in self.facts:
                raise RuleError("A round needs its winner: the side that won it.", "winner")
            winner = parse_integer(self.facts["winner"], "winner", 0, self.ruleset.sides - 1)
            return Won(self.dealer, winner, self.trump, self.note)
        check_allowed(self.facts, TYPED, N_("A hand whose points are typed in"))
        if "points" not in self.facts:
            raise RuleError("A hand needs its points: one number a side.", "points")
        points = parse_integers(
            self.facts["points"], "points", self.ruleset.sides, -MOST_POINTS, MOST_POINTS
        )
        return Typed(self.dealer, points, self.trump, self.note)

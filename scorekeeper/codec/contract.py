"""Reading a hand of a game that is bid: its fields, each of the right type and within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from scorekeeper.codec.deal import DECLINED, PLAYED, SURRENDERED, THROWN_IN, check_allowed
from scorekeeper.codec.validation import parse_integer, parse_integers
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Contract, Declined, Played, Surrendered, ThrownIn
from scorekeeper.rules.ruleset import Bid, Ruleset

Facts: TypeAlias = Mapping[str, Any]


def read_contract(
    facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None
) -> Contract | ThrownIn:
    """Return the hand, whose trump and note are read already.

    Raise RuleError, naming the field at fault.
    """
    if "thrown_in" in facts:
        check_allowed(facts, THROWN_IN, "thrown in")
        _flag(facts, "thrown_in")
        return ThrownIn(trump, note)
    if "declined" in facts:
        return _declined(facts, ruleset, trump, note)
    if "surrendered" in facts:
        return _surrendered(facts, ruleset, trump, note)
    check_allowed(facts, PLAYED, "played")
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    forced = _flag(facts, "forced")
    if "tricks" not in facts:
        raise RuleError("tricks-missing", "tricks")
    tricks = parse_integers(facts["tricks"], "tricks", ruleset.sides, 0, ruleset.tricks)
    folded = _folded(facts["folded"], ruleset) if "folded" in facts else ()
    return Played(side, bidder, bid, tricks, folded, forced, trump, note)


def _declined(facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None) -> Declined:
    check_allowed(facts, DECLINED, "declined")
    _flag(facts, "declined")
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    if bidder is None:
        raise RuleError("declined-bidder-missing", "bidder")
    return Declined(side, bidder, bid, trump, note)


def _surrendered(
    facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None
) -> Surrendered:
    check_allowed(facts, SURRENDERED, "surrendered")
    _flag(facts, "surrendered")
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    forced = _flag(facts, "forced")
    free = _free_tricks(facts["free_tricks"], bid, ruleset) if "free_tricks" in facts else 0
    return Surrendered(side, bidder, bid, free, forced, trump, note)


def _bid(facts: Facts, ruleset: Ruleset) -> Bid:
    if "bid" not in facts:
        raise RuleError("bid-missing", "bid")
    name = facts["bid"]
    rank = ruleset.rank.get(name) if isinstance(name, str) else None
    if rank is None:
        raise RuleError("bid-unknown", "bid", bid=name)
    return ruleset.bids[rank]


def _who(facts: Facts, ruleset: Ruleset) -> tuple[int, int | None]:
    """Return the bidding side, and the seat that bid if the facts name it."""
    if "bidder" in facts:
        if "side" in facts:
            raise RuleError("bidder-and-side", "side")
        bidder = parse_integer(facts["bidder"], "bidder", 0, ruleset.players - 1)
        return bidder % ruleset.sides, bidder
    if "side" not in facts:
        raise RuleError("bidder-missing", "bidder")
    return parse_integer(facts["side"], "side", 0, ruleset.sides - 1), None


def _free_tricks(value: object, bid: Bid, ruleset: Ruleset) -> int:
    most = ruleset.free_tricks.get(bid.name)
    if most is None:
        raise RuleError("free-tricks-not-allowed", "free_tricks", bid=bid.name)
    return parse_integer(value, "free_tricks", 0, most)


def _folded(folded: object, ruleset: Ruleset) -> tuple[int, ...]:
    if not isinstance(folded, list) or not folded:
        raise RuleError("folded-not-a-list", "folded")
    last = ruleset.sides - 1
    return tuple(sorted(parse_integer(side, "folded", 0, last) for side in folded))


def _flag(facts: Facts, name: str) -> bool:
    """Return whether the flag is written. Raise RuleError if it is written but not as true."""
    if name not in facts:
        return False
    if facts[name] is True:
        return True
    raise RuleError("flag-not-true", name, value=facts[name])

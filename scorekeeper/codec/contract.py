"""Reading a hand of a game that is bid: its fields, each of the right type and within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from scorekeeper.codec.deal import DECLINED, PLAYED, SURRENDERED, THROWN_IN, check_allowed
from scorekeeper.codec.labels import field_title
from scorekeeper.codec.validation import parse_integer, parse_integers
from scorekeeper.messages.message import N_, quote_value
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Contract, Declined, Played, Surrendered, ThrownIn
from scorekeeper.rules.ruleset import Bid, Ruleset

Facts: TypeAlias = Mapping[str, Any]
_PLAYED_OUT = N_("A hand that was played")


def read_contract(
    facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None
) -> Contract | ThrownIn:
    """Return the hand, whose trump and note are read already.

    Raise RuleError, naming the field at fault.
    """
    if "thrown_in" in facts:
        check_allowed(facts, THROWN_IN, N_("A hand that was thrown in"))
        _flag(facts, "thrown_in")
        return ThrownIn(trump, note)
    if "declined" in facts:
        return _declined(facts, ruleset, trump, note)
    if "surrendered" in facts:
        return _surrendered(facts, ruleset, trump, note)
    check_allowed(facts, PLAYED, _PLAYED_OUT)
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    forced = _flag(facts, "forced")
    if "tricks" not in facts:
        raise RuleError("A hand needs its tricks, or that it was surrendered.", "tricks")
    tricks = parse_integers(facts["tricks"], "tricks", ruleset.sides, 0, ruleset.tricks)
    folded = _folded(facts["folded"], ruleset) if "folded" in facts else ()
    return Played(side, bidder, bid, tricks, folded, forced, trump, note)


def _declined(facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None) -> Declined:
    check_allowed(facts, DECLINED, N_("A declined hand"))
    _flag(facts, "declined")
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    if bidder is None:
        raise RuleError("A declined hand needs its bidder, the stuck seat.", "bidder")
    return Declined(side, bidder, bid, trump, note)


def _surrendered(
    facts: Facts, ruleset: Ruleset, trump: str | None, note: str | None
) -> Surrendered:
    check_allowed(facts, SURRENDERED, N_("A surrendered hand"))
    _flag(facts, "surrendered")
    bid = _bid(facts, ruleset)
    side, bidder = _who(facts, ruleset)
    forced = _flag(facts, "forced")
    free = _free_tricks(facts["free_tricks"], bid, ruleset) if "free_tricks" in facts else 0
    return Surrendered(side, bidder, bid, free, forced, trump, note)


def _bid(facts: Facts, ruleset: Ruleset) -> Bid:
    if "bid" not in facts:
        raise RuleError("A hand needs its bid.", "bid")
    name = facts["bid"]
    rank = ruleset.rank.get(name) if isinstance(name, str) else None
    if rank is None:
        raise RuleError(
            "There is no bid %(bid)s on the ladder of this game.", "bid", bid=quote_value(name)
        )
    return ruleset.bids[rank]


def _who(facts: Facts, ruleset: Ruleset) -> tuple[int, int | None]:
    """Return the bidding side, and the seat that bid if the facts name it."""
    if "bidder" in facts:
        if "side" in facts:
            raise RuleError("Name the bidder or only the side that bid, not both.", "side")
        bidder = parse_integer(facts["bidder"], "bidder", 0, ruleset.players - 1)
        return bidder % ruleset.sides, bidder
    if "side" not in facts:
        raise RuleError("A hand needs its bidder, or at least the side that bid.", "bidder")
    return parse_integer(facts["side"], "side", 0, ruleset.sides - 1), None


def _free_tricks(value: object, bid: Bid, ruleset: Ruleset) -> int:
    most = ruleset.free_tricks.get(bid.name)
    if most is None:
        raise RuleError(
            "No free tricks can be granted against %(bid)s.", "free_tricks", bid=bid.name
        )
    return parse_integer(value, "free_tricks", 0, most)


def _folded(folded: object, ruleset: Ruleset) -> tuple[int, ...]:
    if not isinstance(folded, list) or not folded:
        raise RuleError("Folded is a list of the sides that folded.", "folded")
    last = ruleset.sides - 1
    return tuple(sorted(parse_integer(side, "folded", 0, last) for side in folded))


def _flag(facts: Facts, name: str) -> bool:
    """Return whether the flag is written. Raise RuleError if it is written but not as true."""
    if name not in facts:
        return False
    if facts[name] is True:
        return True
    raise RuleError(
        "%(name)s is written as true or left out, not as %(value)s.",
        name,
        name=field_title(name),
        value=quote_value(facts[name]),
    )

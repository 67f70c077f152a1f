"""A hand as JSON, in both directions. Whether the rules allow it, the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.codec.contract import read_contract
from scorekeeper.codec.deal import ADJUSTMENT, TYPED, WON, check_allowed, read_trump
from scorekeeper.codec.validation import parse_integer, parse_integers, parse_note
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import (
    Adjustment,
    Contract,
    Dealt,
    Declined,
    Hand,
    Played,
    Surrendered,
    ThrownIn,
    Typed,
    Won,
)
from scorekeeper.rules.ruleset import MOST_POINTS, Ruleset


def read_hand(facts: object, ruleset: Ruleset) -> tuple[Hand, int | None]:
    """Return a hand as a match file holds it, and the seat that dealt it, None if it names none.

    Raise RuleError, naming the field, if a field is unknown, missing, of the wrong type or out of
    bounds.
    """
    if not isinstance(facts, dict):
        raise RuleError("hand-not-an-object", "record", value=facts)
    if "adjustment" in facts:
        return _adjustment(facts, ruleset), None
    dealer = None
    if "dealer" in facts:
        dealer = parse_integer(facts["dealer"], "dealer", 0, ruleset.players - 1)
    trump = read_trump(facts, ruleset)
    return _READ[ruleset.entry](facts, ruleset, trump, _note(facts)), dealer


def write_hand(hand: Hand, dealer: int | None = None) -> dict[str, Any]:
    """Return the hand as a match file holds it, with the seat that dealt it if that is given."""
    dealt = {} if dealer is None else {"dealer": dealer}
    if isinstance(hand, Adjustment):
        return {"adjustment": list(hand.points), **_noted(hand.note)}
    bid = _write_bid(hand) if isinstance(hand, Contract) else {}
    trump = {} if hand.trump is None else {"trump": hand.trump}
    forced = {"forced": True} if isinstance(hand, Played | Surrendered) and hand.forced else {}
    return {**bid, **trump, **_write_result(hand), **forced, **_noted(hand.note), **dealt}


def _write_bid(hand: Contract) -> dict[str, Any]:
    who = {"side": hand.side} if hand.bidder is None else {"bidder": hand.bidder}
    return {**who, "bid": hand.bid.name}


def _write_result(hand: Dealt) -> dict[str, Any]:
    match hand:
        case Played(tricks=tricks, folded=folded):
            return {"tricks": list(tricks), **({"folded": list(folded)} if folded else {})}
        case Surrendered(free_tricks=free):
            return {"surrendered": True, **({"free_tricks": free} if free else {})}
        case Declined():
            return {"declined": True}
        case ThrownIn():
            return {"thrown_in": True}
        case Won(winner=winner):
            return {"winner": winner}
        case Typed(points=points):
            return {"points": list(points)}


def _note(facts: Mapping[str, Any]) -> str | None:
    return parse_note(facts["note"], "note") if "note" in facts else None


def _noted(note: str | None) -> dict[str, str]:
    return {} if note is None else {"note": note}


def _adjustment(facts: Mapping[str, Any], ruleset: Ruleset) -> Adjustment:
    check_allowed(facts, ADJUSTMENT, "adjustment")
    return Adjustment(
        parse_integers(facts["adjustment"], "adjustment", ruleset.sides, -MOST_POINTS, MOST_POINTS),
        _note(facts),
    )


def _won(facts: Mapping[str, Any], ruleset: Ruleset, trump: str | None, note: str | None) -> Won:
    check_allowed(facts, WON, "won")
    if "winner" not in facts:
        raise RuleError("winner-missing", "winner")
    return Won(parse_integer(facts["winner"], "winner", 0, ruleset.sides - 1), trump, note)


def _typed(
    facts: Mapping[str, Any], ruleset: Ruleset, trump: str | None, note: str | None
) -> Typed:
    check_allowed(facts, TYPED, "typed")
    if "points" not in facts:
        raise RuleError("points-missing", "points")
    points = parse_integers(facts["points"], "points", ruleset.sides, -MOST_POINTS, MOST_POINTS)
    return Typed(points, trump, note)


_READ: Mapping[str, Callable[..., Dealt]] = {
    "contract": read_contract,
    "winner": _won,
    "points": _typed,
}

"""Conversion between the hand form and a hand, in both directions."""

from __future__ import annotations

from typing import Any

from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.message import N_, Message
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Dealt, Played, Surrendered, Typed, Won
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web.form_values import field_text, optional_field, parse_whole_number
from scorekeeper.web.forms import HandForm
from scorekeeper.web.keypad import SURRENDERED


def parse_hand(form: HandForm, snapshot: MatchSnapshot, dealer: int) -> dict[str, Any]:
    """Return the hand that was entered, as a match file writes it.

    `dealer` is the seat that deals it, unless the form names another. Raise RuleError, which names
    the form's field, for a value that is missing or is no number.
    """
    rules = snapshot.state.ruleset
    facts = optional_field("note", field_text(form.note))
    if named := field_text(form.dealer):
        last = rules.players - 1
        dealer = parse_whole_number(named, "dealer", Message("The dealer's seat"), 0, last)
        facts["dealer"] = dealer
    if rules.entry == "winner":
        text, last = field_text(form.winner), rules.sides - 1
        winner = parse_whole_number(text, "winner", Message("The winner's side"), 0, last)
        return {**facts, "winner": winner}
    if rules.entry == "points":
        typed = [field_text(each) for each in form.points]
        return {**facts, "points": _numbers(typed, "points", snapshot)}
    return {**facts, **_contract(form, snapshot, dealer)}


def _contract(form: HandForm, snapshot: MatchSnapshot, dealer: int) -> dict[str, Any]:
    """Return what was entered of a hand of a game that is bid."""
    rules = snapshot.state.ruleset
    facts = optional_field("trump", field_text(form.trump))
    if field_text(form.action) == "thrown in":
        return {**facts, "thrown_in": True}
    if field_text(form.action) == "declined":
        return {**facts, **_declined(rules, dealer)}
    facts |= _bid_of(form, snapshot)
    if form.forced.data and rules.forced:
        seat = rules.forced.seat(dealer, rules.players)
        bidder = _forced_bidder(facts, snapshot, seat)
        facts = {**facts, "forced": True, **bidder}
        if bidder:
            del facts["side"]
    facts |= _folded(form, rules, facts)
    if field_text(form.tricks) == SURRENDERED or form.surrendered.data or "surrendered" in facts:
        free = field_text(form.free_tricks)
        granted = parse_whole_number(free, "free_tricks", Message("Free tricks"), 0) if free else 0
        return {**facts, "surrendered": True, **({"free_tricks": granted} if granted else {})}
    return {**facts, "tricks": _tricks(form, snapshot, rules, facts)}


def _forced_bidder(facts: dict[str, Any], snapshot: MatchSnapshot, seat: int) -> dict[str, Any]:
    """Return the bidder if only the side was tapped: one seat alone can be stuck with the bid."""
    if "side" not in facts:
        return {}
    if seat % snapshot.state.ruleset.sides != facts["side"]:
        raise RuleError("stuck-seat-only", "forced", name=snapshot.state.players[seat])
    return {"bidder": seat}


def fill_hand(form: HandForm, hand: Dealt) -> None:
    """Fill the form with a hand of the sheet."""
    form.note.data = hand.note or ""
    form.trump.data = hand.trump or ""
    match hand:
        case Played() | Surrendered():
            form.bid.data = f"{hand.side}-{hand.bid.name}"
            form.seat.data = "" if hand.bidder is None else str(hand.bidder)
            form.forced.data = hand.forced
        case Won(winner=winner):
            form.winner.data = str(winner)
        case Typed(points=points):
            form.points.entries = []
            for number in points:
                form.points.append_entry(str(number))
        case _:
            pass
    if isinstance(hand, Played):
        form.tricks.data = str(hand.tricks[hand.side])
        for number in hand.tricks:
            form.tricks_each.append_entry(str(number))
        form.folded.data = [str(side) for side in hand.folded]
    if isinstance(hand, Surrendered):
        form.tricks.data = SURRENDERED
        form.surrendered.data = True
        form.free_tricks.data = str(hand.free_tricks)


def _folded(form: HandForm, rules: Ruleset, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the sides that folded; a surrender if every defender did."""
    last = rules.sides - 1
    ticked = {
        parse_whole_number(text, "folded", Message("The side that folded"), 0, last)
        for text in form.folded.data or ()
    }
    if not ticked:
        return {}
    defenders = set(range(rules.sides)) - {_bidding(facts, rules)}
    return {"surrendered": True} if ticked == defenders else {"folded": sorted(ticked)}


def _bidding(facts: dict[str, Any], rules: Ruleset) -> int:
    """Return the side that bid, given directly or by its bidder's seat."""
    side: int = facts["side"] if "side" in facts else facts["bidder"] % rules.sides
    return side


def _declined(rules: Ruleset, dealer: int) -> dict[str, Any]:
    if rules.forced is None:
        raise RuleError("decline-not-allowed", "bid")
    seat = rules.forced.seat(dealer, rules.players)
    return {"bidder": seat, "bid": rules.forced.bid, "declined": True}


def _bid_of(form: HandForm, snapshot: MatchSnapshot) -> dict[str, Any]:
    side_text, dash, name = field_text(form.bid).partition("-")
    if not dash:
        raise RuleError("bid-not-tapped", "bid")
    side = parse_whole_number(
        side_text, "bid", Message("The side"), 0, len(snapshot.state.sides) - 1
    )
    if snapshot.state.ruleset.alone:
        return {"bidder": side, "bid": name}
    if not field_text(form.seat):
        return {"side": side, "bid": name}
    players, sides = snapshot.state.players, len(snapshot.state.sides)
    seat = parse_whole_number(
        field_text(form.seat), "seat", Message("The bidder's seat"), 0, len(players) - 1
    )
    if seat % sides != side:
        raise RuleError(
            "bidder-of-other-side",
            "seat",
            player=players[seat],
            own=snapshot.state.sides[seat % sides],
            side=snapshot.state.sides[side],
        )
    return {"bidder": seat, "bid": name}


def _tricks(
    form: HandForm, snapshot: MatchSnapshot, rules: Ruleset, facts: dict[str, Any]
) -> list[int]:
    if not rules.two_sided:
        typed = [field_text(each) for each in form.tricks_each]
        typed += [""] * (rules.sides - len(typed))
        for side in facts.get("folded", ()):
            typed[side] = typed[side].strip() or "0"
        return _numbers(typed, "tricks_each", snapshot)
    if not field_text(form.tricks):
        raise RuleError("tricks-not-tapped", "tricks")
    took = parse_whole_number(field_text(form.tricks), "tricks", Message("Tricks"), 0, rules.tricks)
    tricks = [took, rules.tricks - took]
    return tricks if _bidding(facts, rules) == 0 else tricks[::-1]


_EACH = {"points": N_("Points of %(side)s"), "tricks_each": N_("Tricks of %(side)s")}


def _numbers(typed: list[str], field: str, snapshot: MatchSnapshot) -> list[int]:
    names = snapshot.state.sides
    typed += [""] * (len(names) - len(typed))
    return [
        parse_whole_number(text, f"{field}-{place}", Message(_EACH[field], side=name))
        for place, (text, name) in enumerate(zip(typed, names, strict=False))
    ]

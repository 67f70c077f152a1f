"""The hand form both ways: what was tapped becomes a hand, and a hand fills the form in."""

from __future__ import annotations

from typing import Any

from scorekeeper.matches.matches import Table
from scorekeeper.rules.errors import N_, Refused, Sentence
from scorekeeper.rules.hand import Dealt, Played, Surrendered, Typed, Won
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web.form_values import optional, text_of, whole_number
from scorekeeper.web.forms import HandForm

SURRENDERED = "surrendered"


def hand_of(form: HandForm, table: Table, dealer: int) -> dict[str, Any]:
    """The hand that was tapped, as CONTRACT.md section 1 writes it; `dealer` deals it.

    Raises Refused, naming the form's field, for what is missing or is no number.
    """
    rules = table.fold.match.opening.ruleset
    facts = optional("note", text_of(form.note))
    if text_of(form.dealer):
        seats = len(table.fold.match.standing.players) - 1
        dealer = whole_number(
            text_of(form.dealer), "dealer", Sentence("The dealer's seat"), 0, seats
        )
        facts["dealer"] = dealer
    if rules.entry == "winner":
        last = rules.sides - 1
        winner = whole_number(
            text_of(form.winner), "winner", Sentence("The winner's side"), 0, last
        )
        return {**facts, "winner": winner}
    if rules.entry == "points":
        typed = [text_of(each) for each in form.points]
        return {**facts, "points": _numbers(typed, "points", table)}
    facts |= optional("trump", text_of(form.trump))
    if text_of(form.deed) == "thrown in":
        return {**facts, "thrown_in": True}
    if text_of(form.deed) == "declined":
        return {**facts, **_declined(rules, dealer)}
    facts |= _bid_of(form, table)
    if form.forced.data and rules.forced:
        facts["forced"] = True
        if "side" in facts:  # only one seat of the table can be the stuck one
            facts["bidder"] = rules.forced.seat(dealer, rules.players)
            if facts["bidder"] % rules.sides != facts.pop("side"):
                name = table.fold.match.standing.players[facts["bidder"]]
                raise Refused("Only %(name)s was stuck with the bid.", "forced", name=name)
    facts |= _folded(form, rules, facts)
    if text_of(form.tricks) == SURRENDERED or form.surrendered.data or "surrendered" in facts:
        free = text_of(form.free_tricks)
        granted = whole_number(free, "free_tricks", Sentence("Free tricks"), 0) if free else 0
        return {**facts, "surrendered": True, **({"free_tricks": granted} if granted else {})}
    return {**facts, "tricks": _tricks(form, table, rules, facts)}


def fill(form: HandForm, hand: Dealt) -> None:
    """Fills the form in from a hand that stands."""
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
    """Who folded alone; the hand was surrendered where every defender did."""
    last = rules.sides - 1
    ticked = {
        whole_number(text, "folded", Sentence("The side that folded"), 0, last)
        for text in form.folded.data or ()
    }
    if not ticked:
        return {}
    defenders = set(range(rules.sides)) - {_bidding(facts, rules)}
    return {"surrendered": True} if ticked == defenders else {"folded": sorted(ticked)}


def _bidding(facts: dict[str, Any], rules: Ruleset) -> int:
    """The side that bid, in facts that say so."""
    side: int = facts["side"] if "side" in facts else facts["bidder"] % rules.sides
    return side


def _declined(rules: Ruleset, dealer: int) -> dict[str, Any]:
    if rules.forced is None:
        raise Refused("Nobody may decline to bid in this game.", "bid")
    seat = rules.forced.seat(dealer, rules.players)
    return {"bidder": seat, "bid": rules.forced.bid, "declined": True}


def _bid_of(form: HandForm, table: Table) -> dict[str, Any]:
    side_text, dash, name = text_of(form.bid).partition("-")
    if not dash:
        raise Refused("Tap what was bid, on the pad of the side that bid it.", "bid")
    side = whole_number(
        side_text, "bid", Sentence("The side"), 0, len(table.fold.match.standing.sides) - 1
    )
    if table.fold.match.opening.ruleset.alone:
        return {"bidder": side, "bid": name}
    if not text_of(form.seat):
        return {"side": side, "bid": name}
    players, sides = table.fold.match.standing.players, len(table.fold.match.standing.sides)
    seat = whole_number(
        text_of(form.seat), "seat", Sentence("The bidder's seat"), 0, len(players) - 1
    )
    if seat % sides != side:
        raise Refused(
            "%(player)s plays for %(own)s, not for %(side)s, who bid.",
            "seat",
            player=players[seat],
            own=table.fold.match.standing.sides[seat % sides],
            side=table.fold.match.standing.sides[side],
        )
    return {"bidder": seat, "bid": name}


def _tricks(form: HandForm, table: Table, rules: Ruleset, facts: dict[str, Any]) -> list[int]:
    if not rules.two_sided:
        typed = [text_of(each) for each in form.tricks_each]
        typed += [""] * (rules.sides - len(typed))
        for side in facts.get("folded", ()):
            typed[side] = typed[side].strip() or "0"
        return _numbers(typed, "tricks_each", table)
    if not text_of(form.tricks):
        raise Refused("Tap the tricks that the bidding side took, or Surrendered.", "tricks")
    took = whole_number(text_of(form.tricks), "tricks", Sentence("Tricks"), 0, rules.tricks)
    tricks = [took, rules.tricks - took]
    return tricks if _bidding(facts, rules) == 0 else tricks[::-1]


_EACH = {"points": N_("Points of %(side)s"), "tricks_each": N_("Tricks of %(side)s")}


def _numbers(typed: list[str], field: str, table: Table) -> list[int]:
    names = table.fold.match.standing.sides
    typed += [""] * (len(names) - len(typed))
    return [
        whole_number(text, f"{field}-{place}", Sentence(_EACH[field], side=name))
        for place, (text, name) in enumerate(zip(typed, names, strict=False))
    ]

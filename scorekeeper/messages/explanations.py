"""Explain any number of a sheet: what happened, the sum that leads to it, and the rule."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.messages.numbers import format_award
from scorekeeper.rules.hand import (
    Adjustment,
    Declined,
    Played,
    Surrendered,
    ThrownIn,
    Typed,
    Won,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import award_kind, score, was_made
from scorekeeper.rules.sheet import Line, Sheet, opening_line

CARRIED = Message(
    "A loss is never written: the cell gets 0, and the shortfall comes off the side's next gains"
    " until it is paid."
)


class Step(NamedTuple):
    """One line of a sum. `foot` marks a result, separated by a rule from the lines above it."""

    label: Message
    amount: int
    foot: bool = False


class Explanation(NamedTuple):
    """What happened, the sum as on paper, and the rule that applies.

    `carried` is the rule of the carry-forward sheet if it applies to this cell, else None.
    """

    story: Message
    steps: tuple[Step, ...]
    rule: Message
    carried: Message | None


def explain(sheet: Sheet, number: int, side: int) -> Explanation:
    """Return why the cell of `side` (from 0) in row `number` (from 1) has its value.

    Raise IndexError if the sheet has no such row or side.
    """
    if number < 1 or side < 0:
        raise IndexError(number, side)
    line = sheet.lines[number - 1]
    above = sheet.lines[number - 2] if number > 1 else opening_line(sheet.opening)
    return Explanation(
        story=_story(sheet, line, side),
        steps=(*_points(sheet, line, side), *_written(sheet, line, above, side)),
        rule=_rule(sheet, line, side),
        carried=CARRIED if above.shortfalls[side] or line.shortfalls[side] else None,
    )


def _points(sheet: Sheet, line: Line, side: int) -> list[Step]:
    """Return the steps from the hand to its points."""
    points = line.points[side]
    if not line.overruled[side]:
        return [Step(_what(line, side), points)]
    _, ruled = score(line.hand, sheet.opening.ruleset)
    return [
        Step(_what(line, side), ruled[side]),
        Step(Message("Overruled by the table: worth"), points, foot=True),
    ]


def _written(sheet: Sheet, line: Line, above: Line, side: int) -> list[Step]:
    """Return the steps from the points to the cell and the total."""
    steps = []
    owed, left = above.shortfalls[side], line.shortfalls[side]
    if owed and not line.struck:
        steps.append(Step(Message("Carried from before"), -owed))
    if left and (owed or line.points[side]):
        steps.append(Step(Message("Not enough to write: still carried"), -left, foot=True))
    if sheet.opening.ruleset.carries:
        steps.append(Step(Message("Written on the sheet"), line.cells[side], foot=not left))
    template = N_("Total after it")
    if line.dealer is not None:
        template = N_("Total after hand %(number)s")
    total = Message(template, number=line.number)
    return [*steps, Step(total, line.totals[side], foot=True)]


def _story(sheet: Sheet, line: Line, side: int) -> Message:
    """Return what happened in the row, as it was entered."""
    if line.struck:
        return Message("Row %(number)s was struck: it counts for nothing.", number=line.number)
    hand = line.hand
    match hand:
        case Played():
            return Message(
                _TOOK[was_made(hand)],
                who=_bidder(sheet, hand.side, hand.bidder),
                bid=hand.bid.name,
                tricks=hand.tricks[hand.side],
                all=sheet.opening.ruleset.tricks,
            )
        case Surrendered():
            return Message(
                "%(who)s bid %(bid)s and the defenders surrendered.",
                who=_bidder(sheet, hand.side, hand.bidder),
                bid=hand.bid.name,
            )
        case Declined():
            return Message(
                "%(who)s was stuck with %(bid)s and declined.",
                who=_bidder(sheet, hand.side, hand.bidder),
                bid=hand.bid.name,
            )
        case ThrownIn():
            return Message("Everybody passed and the hand was thrown in.")
        case Won():
            return Message("%(who)s won the round.", who=sheet.sides[hand.winner])
        case Typed():
            return Message("The points were typed in for %(who)s.", who=sheet.sides[side])
        case Adjustment():
            return Message("The table agreed on an adjustment.")


def _bidder(sheet: Sheet, side: int, bidder: int | None) -> str:
    return sheet.sides[side] if bidder is None else sheet.players[bidder]


def _what(line: Line, side: int) -> Message:
    """Return what the side did, for a line of the sum."""
    hand = line.hand
    if line.struck:
        return Message("Struck")
    if isinstance(hand, Played):
        return _did(hand, side)
    if isinstance(hand, Surrendered) and side == hand.side:
        return Message("Bid %(bid)s, surrendered", bid=hand.bid.name)
    if isinstance(hand, Surrendered):
        return Message("Surrendered")
    if isinstance(hand, Declined) and side == hand.side:
        return Message("Declined the minimum, %(bid)s", bid=hand.bid.name)
    if isinstance(hand, Won) and side == hand.winner:
        return Message("Won the round")
    if isinstance(hand, Typed):
        return Message("Typed in")
    return Message("Adjustment") if isinstance(hand, Adjustment) else Message("Nothing to score")


# By whether the bid was made. English names no tricks here, but other languages do.
_TOOK = {
    True: Plural(
        "%(who)s bid %(bid)s and took %(tricks)s of %(all)s: made.",
        "%(who)s bid %(bid)s and took %(tricks)s of %(all)s: made.",
        "all",
    ),
    False: Plural(
        "%(who)s bid %(bid)s and took %(tricks)s of %(all)s: set.",
        "%(who)s bid %(bid)s and took %(tricks)s of %(all)s: set.",
        "all",
    ),
}


def _did(hand: Played, side: int) -> Message:
    if side in hand.folded:
        return Message("Folded")
    tricks = hand.tricks[side]
    if side != hand.side:
        return Message("Defended, took %(tricks)s", tricks=tricks)
    template = N_("Bid %(bid)s, took %(tricks)s: made")
    if not was_made(hand):
        template = N_("Bid %(bid)s, took %(tricks)s: set")
    return Message(template, bid=hand.bid.name, tricks=tricks)


_RULES = {
    "made": N_("A made bid of %(bid)s, worth %(worth)s, pays the bidding side %(formula)s."),
    "set": N_(
        "A bid of %(bid)s, worth %(worth)s, that is set costs the bidding side: %(formula)s."
    ),
    "defence_made": N_(
        "Against a made bid of %(bid)s, worth %(worth)s, a defender gets %(formula)s."
    ),
    "defence_set": N_(
        "Against a set bid of %(bid)s, worth %(worth)s, a defender gets %(formula)s."
    ),
    "shutout": N_("A defender who plays the hand and takes no trick is shut out: %(formula)s."),
}


def _rule(sheet: Sheet, line: Line, side: int) -> Message:
    if line.struck:
        return Message("A struck row keeps its place on the sheet and scores nothing.")
    if line.overruled[side]:
        return Message("What a row is worth to a side may be overruled by hand.")
    hand = line.hand
    if isinstance(hand, Played):
        return _rule_played(hand, side, sheet.opening.ruleset)
    if isinstance(hand, Surrendered):
        return Message(
            "A surrender pays the bidding side what the bid is worth, and the defenders nothing"
            " but the free tricks they were granted."
        )
    if isinstance(hand, Declined):
        return Message(
            "A stuck seat that declines costs its side the minimum; the others get nothing."
        )
    if isinstance(hand, ThrownIn):
        return Message("A hand that is thrown in scores nothing, and the deal passes on.")
    if isinstance(hand, Won):
        return Message("Each round won counts one.")
    return Message("These points are what the table wrote down.")


def _rule_played(hand: Played, side: int, rules: Ruleset) -> Message:
    kind = award_kind(hand, side, rules)
    if kind is None:
        return Message("A side that folds alone scores nothing.")
    award = rules.paid[hand.bid.name][kind]
    paid = format_award(award) if award else "0"
    return Message(_RULES[kind], bid=hand.bid.name, worth=hand.bid.worth, formula=paid)

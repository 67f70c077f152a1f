"""Short descriptions of a sheet: the result of each row, and who has won."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.hand import (
    Adjustment,
    Declined,
    Played,
    Surrendered,
    ThrownIn,
    Typed,
    Won,
)
from scorekeeper.rules.scoring import was_made
from scorekeeper.rules.sheet import Line, Sheet


class RowSummary(NamedTuple):
    """A row in a few words: the side that bid (or won), the bid, the bidder, and the result."""

    side: int | None
    bid: str
    who: str
    result: Message


def summarize_row(sheet: Sheet, line: Line) -> RowSummary:
    """Return the summary of a row, struck or not, for the second column of the sheet."""
    hand = line.hand
    match hand:
        case Played():
            template = N_("made, took %(tricks)s") if was_made(hand) else N_("set, took %(tricks)s")
            result = Message(template, tricks=hand.tricks[hand.side])
            return RowSummary(hand.side, hand.bid.name, _seat(sheet, hand.bidder), result)
        case Surrendered(free_tricks=free):
            result = Message("surrendered, %(free)s free", free=free)
            result = result if free else Message("surrendered")
            return RowSummary(hand.side, hand.bid.name, _seat(sheet, hand.bidder), result)
        case Declined():
            return RowSummary(
                hand.side, hand.bid.name, _seat(sheet, hand.bidder), Message("declined")
            )
        case ThrownIn():
            return RowSummary(None, "", "", Message("all passed"))
        case Won(winner=side):
            return RowSummary(side, "", sheet.sides[side], Message("won the round"))
        case Typed():
            return RowSummary(None, "", "", Message("typed in"))
        case Adjustment():
            return RowSummary(None, "", "", Message("adjustment"))


def describe_result(sheet: Sheet) -> Message | None:
    """Return who has won or leads, once the match is decided or ended; None before that.

    The figures are the totals of the sheet, or the scores if the totals do not show who is ahead.
    """
    if sheet.state == "playing":
        return None
    best = max(sheet.scores)
    first = sheet.scores.index(best) if sheet.winner is None else sheet.winner
    level = sheet.scores.count(best) > 1
    if sheet.winner is None and level:
        return Message("Ended level at %(best)s, with no winner", best=format_number(best))
    rest = [side for side in range(len(sheet.sides)) if side != first]
    ahead = all(sheet.totals[first] > sheet.totals[side] for side in rest)
    carried = sheet.opening.ruleset.carries and not ahead
    figures = sheet.scores if carried else sheet.totals
    return Message(
        _VERDICTS[sheet.winner is None, carried, sheet.scores[first] == best and not level],
        side=sheet.sides[first],
        players=sheet.opening.ruleset.players_per_side,
        best=format_number(figures[first]),
        others=", ".join(format_number(figures[side]) for side in rest),
    )


# Keys: whether nobody has won, whether shortfalls decide, whether the side has the best score.
# The number is that of the players of the side: "Ann wins", but "Ann & Bob win".
_VERDICTS = {
    (False, False, True): Plural(
        "%(side)s wins, %(best)s to %(others)s", "%(side)s win, %(best)s to %(others)s", "players"
    ),
    (False, True, True): Plural(
        "%(side)s wins, %(best)s to %(others)s with what is carried",
        "%(side)s win, %(best)s to %(others)s with what is carried",
        "players",
    ),
    (False, False, False): Plural(
        "%(side)s wins by the last bid, %(best)s to %(others)s",
        "%(side)s win by the last bid, %(best)s to %(others)s",
        "players",
    ),
    (False, True, False): Plural(
        "%(side)s wins by the last bid, %(best)s to %(others)s with what is carried",
        "%(side)s win by the last bid, %(best)s to %(others)s with what is carried",
        "players",
    ),
    (True, False, True): Plural(
        "Ended with no winner: %(side)s leads, %(best)s to %(others)s",
        "Ended with no winner: %(side)s lead, %(best)s to %(others)s",
        "players",
    ),
    (True, True, True): Plural(
        "Ended with no winner: %(side)s leads, %(best)s to %(others)s with what is carried",
        "Ended with no winner: %(side)s lead, %(best)s to %(others)s with what is carried",
        "players",
    ),
}


def _seat(sheet: Sheet, seat: int | None) -> str:
    return "" if seat is None else sheet.players[seat]

"""Whether an event may be the next of a journal: what the rules of the game and the sheet allow.

`Match` checks every event before it is taken, so that an impossible journal cannot be built. The
types of the values, and their bounds, are checked where they are read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn, TypeAlias

from scorekeeper.messages.message import N_, Message, join_words, quote_value
from scorekeeper.rules.entry import (
    Amend,
    End,
    Event,
    Overrule,
    Record,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Adjustment, Declined, Hand, Played, Surrendered, ThrownIn
from scorekeeper.rules.journal import MatchState, RowState
from scorekeeper.rules.ruleset import Bid, Forced, Ruleset

MOST_ENTRIES = 5_000
"""After so many entries a match takes only an undo, an end or a reopening."""

# By the seat that is forced to bid.
_NOT_THROWN_IN = {
    "dealer": N_("No hand can be thrown in: the dealer has to bid %(bid)s."),
    "left of dealer": N_(
        "No hand can be thrown in: the seat left of the dealer has to bid %(bid)s."
    ),
}
_ONLY_FORCED = {
    "dealer": N_("Only the dealer is forced to bid."),
    "left of dealer": N_("Only the seat left of the dealer is forced to bid."),
}
_ONLY_STUCK = {
    "dealer": N_("Only the stuck dealer may decline."),
    "left of dealer": N_("Only the stuck seat left of the dealer may decline."),
}
Biddable: TypeAlias = Played | Surrendered


def check_length(event: Event, before: int) -> None:
    """Raise RuleError if a match that has `before` entries is too long to take the event.

    Stored matches are exempt: some were written before there was a limit and are longer.
    """
    if before >= MOST_ENTRIES and not isinstance(event, Undo | End | Reopen):
        raise RuleError(
            "A match takes %(most)s entries; after them it is only undone, ended or reopened.",
            event.kind,
            most=MOST_ENTRIES,
        )


def check_event(event: Event, state: MatchState) -> Event:
    """Return the event as the journal holds it after `state`: a hand with its dealer.

    Raise RuleError, naming the field, if it cannot be written now or if the rules do not allow its
    hand.
    """
    if state.ended and not isinstance(event, Reopen):
        raise RuleError("The match has ended. Reopen it to write on the sheet again.", event.kind)
    match event:
        case Record():
            return _check_record(event, state)
        case Amend():
            return _check_amend(event, state)
        case Overrule(number=number) | Strike(number=number):
            standing_row(number, state, event.kind)
        case Undo(entry=number):
            _check_undo(number, state)
        case Reopen() if not state.ended:
            raise RuleError("The match has not ended: there is nothing to reopen.", event.kind)
        case _:  # whatever else is well formed may be written at any time
            pass
    return event


def check_hand(hand: Hand, ruleset: Ruleset, dealer: int, dealt: int) -> None:
    """Raise RuleError, naming the field, if the rules do not allow the hand.

    `dealer` is the seat that deals it. `dealt` is the number of hands dealt before: struck hands
    count, adjustments do not.
    """
    match hand:
        case Played():
            _check_played(hand, ruleset, dealer, dealt)
        case Surrendered():
            _check_surrendered(hand, ruleset, dealer, dealt)
        case Declined():
            _check_declined(hand, ruleset, dealer)
        case ThrownIn():
            _check_thrown_in(ruleset, dealt)
        case _:  # nothing is bid: every winner and all points are allowed
            pass


def _check_record(event: Record, state: MatchState) -> Record:
    if isinstance(event.hand, Adjustment):
        return event
    if event.dealer is None:
        event = Record(event.hand, state.dealer)
    check_hand(event.hand, state.ruleset, event.dealer or 0, state.dealt)
    winner = state.winner
    if winner is not None:
        raise RuleError(
            "The match is decided, %(side)s has won: no further hand is taken.",
            "record",
            side=state.sides[winner],
        )
    return event


def _check_amend(event: Amend, state: MatchState) -> Amend:
    number = event.number
    row = standing_row(number, state, "amend")
    if isinstance(event.hand, Adjustment) == row.is_deal:
        raise RuleError(
            "A hand does not become an adjustment, nor an adjustment a hand: strike record"
            " %(number)s and write the other.",
            "hand",
            number=number,
        )
    if row.dealer is None:
        return event
    if event.dealer is None:
        event = replace(event, dealer=row.dealer)
    try:
        check_hand(event.hand, state.ruleset, event.dealer or 0, state.dealt_before(number))
    except RuleError as refused:
        refuse_amended(number, refused)
    return event


def refuse_amended(number: int, refused: RuleError) -> NoReturn:
    """Raise the error of a hand as the error of the entry that changes record `number` to it."""
    raise RuleError(
        "Hand %(number)s: %(why)s", refused.field, number=number, why=refused.sentence
    ) from None


def standing_row(number: int, state: MatchState, kind: str) -> RowState:
    """Return the row, counted from 1. Raise RuleError if there is none or if it is struck."""
    if not 1 <= number <= len(state.rows):
        raise RuleError(
            "There is no record %(number)s on the sheet.", kind, number=quote_value(number)
        )
    row = state.rows[number - 1]
    if row.struck:
        raise RuleError(
            "Record %(number)s is struck: nothing more is written on it.", kind, number=number
        )
    return row


def _check_undo(number: int, state: MatchState) -> None:
    undoable = state.undoable
    if undoable is None:
        raise RuleError("There is no entry that can be undone.", "undo")
    if number != undoable[0]:
        raise RuleError(
            "Only the last entry that stands can be undone: that is entry %(last)s, not"
            " %(number)s.",
            "undo",
            last=undoable[0],
            number=quote_value(number),
        )


# ------------------------------------------------------------------------ hands that are bid


def _check_played(hand: Played, ruleset: Ruleset, dealer: int, dealt: int) -> None:
    _check_bid(hand.bid, ruleset)
    forced = _check_forced(hand, ruleset, dealer, dealt) if hand.forced or ruleset.forced else None
    if sum(hand.tricks) != ruleset.tricks:
        raise RuleError(
            "The tricks of a hand add up to %(hand)s, not to %(sum)s.",
            "tricks",
            hand=ruleset.tricks,
            sum=sum(hand.tricks),
        )
    if hand.folded:
        _check_folded(hand, ruleset)
        _check_given_up("folded", hand.trump, ruleset, forced)


def _check_surrendered(hand: Surrendered, ruleset: Ruleset, dealer: int, dealt: int) -> None:
    if not ruleset.surrender:
        raise RuleError("This game has no surrender: the hand is played.", "surrendered")
    _check_bid(hand.bid, ruleset)
    forced = _check_forced(hand, ruleset, dealer, dealt)
    _check_given_up("surrendered", hand.trump, ruleset, forced)


def _check_declined(hand: Declined, ruleset: Ruleset, dealer: int) -> None:
    forced = ruleset.forced
    if forced is None or not forced.may_decline:
        raise RuleError("Nobody may decline to bid in this game.", "declined")
    _check_bid(hand.bid, ruleset)
    if hand.bidder != forced.seat(dealer, ruleset.players):
        raise RuleError(_ONLY_STUCK[forced.who], "bidder")
    if hand.bid.name != forced.bid:
        raise RuleError(
            "What is declined is the minimum, %(forced)s, not %(bid)s.",
            "bid",
            forced=forced.bid,
            bid=hand.bid.name,
        )


def _check_thrown_in(ruleset: Ruleset, dealt: int) -> None:
    forced = ruleset.forced
    if forced and (forced.hands == "stuck" or forced.covers(dealt)):
        raise RuleError(_NOT_THROWN_IN[forced.who], "thrown_in", bid=forced.bid)


def _check_bid(bid: Bid, ruleset: Ruleset) -> None:
    if ruleset.rank[bid.name] < ruleset.lowest:
        raise RuleError(
            "The minimum bid is %(minimum)s; %(bid)s is under it.",
            "bid",
            minimum=ruleset.minimum_bid,
            bid=bid.name,
        )


def _check_forced(hand: Biddable, ruleset: Ruleset, dealer: int, dealt: int) -> Forced | None:
    """Return the rule that forces the bid, if any. Raise RuleError if the hand contradicts it."""
    forced = ruleset.forced
    covered = forced is not None and forced.covers(dealt)
    if not hand.forced and not covered:
        return None
    if forced is None or (forced.hands != "stuck" and not covered):
        raise RuleError("No bid is forced on this hand.", "forced")
    if hand.forced and hand.bidder is None:
        raise RuleError("A forced hand needs its bidder, not only the side.", "bidder")
    seat = forced.seat(dealer, ruleset.players)
    known = (hand.side, seat % ruleset.sides) if hand.bidder is None else (hand.bidder, seat)
    if known[0] != known[1]:
        raise RuleError(_ONLY_FORCED[forced.who], "forced" if hand.forced else "bidder")
    if hand.bid.name != forced.bid:
        raise RuleError(
            "A forced bid is exactly %(forced)s, not %(bid)s.",
            "forced" if hand.forced else "bid",
            forced=forced.bid,
            bid=hand.bid.name,
        )
    return forced


def _check_given_up(field: str, trump: str | None, ruleset: Ruleset, forced: Forced | None) -> None:
    """Raise RuleError if the rules do not allow this surrender, or the folding of one side."""
    if forced and forced.must_play:
        raise RuleError("A forced bid has to be played: nobody may give it up.", field)
    if not ruleset.must_play:
        return
    if trump is None:
        raise RuleError(
            "A surrender needs its trump here, because %(trumps)s must be played.",
            "trump",
            trumps=join_words(ruleset.must_play),
        )
    if trump in ruleset.must_play:
        raise RuleError(
            "With %(trump)s as trump the hand has to be played: no surrender.",
            field,
            trump=Message(trump),
        )


def _check_folded(hand: Played, ruleset: Ruleset) -> None:
    if ruleset.surrender != "each":
        raise RuleError("In this game nobody folds alone.", "folded")
    for side in hand.folded:
        if side == hand.side:
            raise RuleError("The side that bid cannot fold.", "folded")
        if hand.tricks[side]:
            raise RuleError("A side that folded takes no trick.", "folded")
    if len(set(hand.folded)) < len(hand.folded):
        raise RuleError("A side folds once.", "folded")
    if len(hand.folded) == ruleset.sides - 1:
        raise RuleError("When all fold, write the hand as surrendered.", "folded")

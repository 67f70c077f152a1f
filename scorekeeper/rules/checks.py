"""Whether an event may be the next of a journal: what the rules of the game and the sheet allow.

`Match` checks every event before it is taken, so that an impossible journal cannot be built. The
types of the values, and the bounds of those of a hand, are checked where they are read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn, TypeAlias

from scorekeeper.rules.entry import (
    Amend,
    Dealer,
    End,
    Event,
    Overrule,
    Record,
    Rename,
    Reopen,
    Strike,
    Undo,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Adjustment, Declined, Hand, Played, Surrendered, ThrownIn
from scorekeeper.rules.journal import MatchState, RowState
from scorekeeper.rules.ruleset import MOST_POINTS, Bid, Forced, Ruleset

MOST_ENTRIES = 5_000
"""After so many entries a match takes only an undo, an end or a reopening."""


Biddable: TypeAlias = Played | Surrendered


def check_length(event: Event, before: int) -> None:
    """Raise RuleError if a match that has `before` entries is too long to take the event.

    Stored matches are exempt: some were written before there was a limit and are longer.
    """
    if before >= MOST_ENTRIES and not isinstance(event, Undo | End | Reopen):
        raise RuleError("journal-full", event.kind, most=MOST_ENTRIES)


def check_event(event: Event, state: MatchState) -> Event:
    """Return the event as the journal holds it after `state`: a hand with its dealer.

    Raise RuleError, naming the field, if it cannot be written now or if the rules do not allow its
    hand.
    """
    check_open(event.kind, state)
    match event:
        case Record():
            return _check_record(event, state)
        case Amend():
            return _check_amend(event, state)
        case Strike(number=number):
            standing_row(number, state, event.kind)
        case Overrule():
            _check_overrule(event, state)
        case Rename(side=side, seat=seat):
            _check_integer(side, "side", 0, state.ruleset.sides - 1)
            _check_integer(seat, "seat", 0, state.ruleset.players - 1)
        case Dealer(seat=seat):
            _check_integer(seat, "dealer", 0, state.ruleset.players - 1)
        case Undo(entry=number):
            _check_undo(number, state)
        case _:  # whatever else is well formed may be written at any time
            pass
    return event


def check_open(kind: str, state: MatchState) -> None:
    """Raise RuleError unless the match is open, or ended for an event that opens it again."""
    if state.ended and kind != Reopen.kind:
        raise RuleError("match-ended", kind)
    if kind == Reopen.kind and not state.ended:
        raise RuleError("match-not-ended", kind)


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
        players = state.ruleset.players_per_side
        raise RuleError("match-decided", "record", side=state.sides[winner], players=players)
    return event


def _check_amend(event: Amend, state: MatchState) -> Amend:
    number = event.number
    row = standing_row(number, state, "amend")
    if isinstance(event.hand, Adjustment) == row.is_deal:
        raise RuleError("amend-adjustment", "hand", number=number)
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
    raise RuleError("amended-hand", refused.field, number=number, why=refused) from None


def standing_row(number: int, state: MatchState, kind: str) -> RowState:
    """Return the row, counted from 1. Raise RuleError if there is none or if it is struck."""
    if not 1 <= number <= len(state.rows):
        raise RuleError("record-unknown", kind, number=number)
    row = state.rows[number - 1]
    if row.struck:
        raise RuleError("record-struck", kind, number=number)
    return row


def _check_overrule(event: Overrule, state: MatchState) -> None:
    standing_row(event.number, state, event.kind)
    _check_integer(event.side, "side", 0, state.ruleset.sides - 1)
    _check_integer(event.points, "points", -MOST_POINTS, MOST_POINTS)


def _check_integer(value: int | None, field: str, low: int, high: int) -> None:
    """Raise RuleError if there is a number and it is not from `low` to `high`."""
    if value is not None and not low <= value <= high:
        raise RuleError("not-a-whole-number", field, low=low, high=high, value=value)


def _check_undo(number: int, state: MatchState) -> None:
    undoable = state.undoable
    if undoable is None:
        raise RuleError("nothing-to-undo", "undo")
    if number != undoable[0]:
        raise RuleError("undo-not-last", "undo", last=undoable[0], number=number)


# ------------------------------------------------------------------------ hands that are bid


def _check_played(hand: Played, ruleset: Ruleset, dealer: int, dealt: int) -> None:
    _check_bid(hand.bid, ruleset)
    forced = _check_forced(hand, ruleset, dealer, dealt) if hand.forced or ruleset.forced else None
    if sum(hand.tricks) != ruleset.tricks:
        raise RuleError("tricks-sum", "tricks", hand=ruleset.tricks, sum=sum(hand.tricks))
    if hand.folded:
        _check_folded(hand, ruleset)
        _check_given_up("folded", hand.trump, ruleset, forced)


def _check_surrendered(hand: Surrendered, ruleset: Ruleset, dealer: int, dealt: int) -> None:
    if not ruleset.surrender:
        raise RuleError("surrender-not-allowed", "surrendered")
    _check_bid(hand.bid, ruleset)
    forced = _check_forced(hand, ruleset, dealer, dealt)
    _check_given_up("surrendered", hand.trump, ruleset, forced)


def _check_declined(hand: Declined, ruleset: Ruleset, dealer: int) -> None:
    forced = ruleset.forced
    if forced is None or not forced.may_decline:
        raise RuleError("decline-not-allowed", "declined")
    _check_bid(hand.bid, ruleset)
    if hand.bidder != forced.seat(dealer, ruleset.players):
        raise RuleError("declined-by-other", "bidder", who=forced.who)
    if hand.bid.name != forced.bid:
        raise RuleError("declined-bid-wrong", "bid", forced=forced.bid, bid=hand.bid.name)


def _check_thrown_in(ruleset: Ruleset, dealt: int) -> None:
    forced = ruleset.forced
    if forced and (forced.hands == "stuck" or forced.covers(dealt)):
        raise RuleError("thrown-in-forced", "thrown_in", bid=forced.bid, who=forced.who)


def _check_bid(bid: Bid, ruleset: Ruleset) -> None:
    if ruleset.rank[bid.name] < ruleset.lowest:
        raise RuleError("bid-under-minimum", "bid", minimum=ruleset.minimum_bid, bid=bid.name)


def _check_forced(hand: Biddable, ruleset: Ruleset, dealer: int, dealt: int) -> Forced | None:
    """Return the rule that forces the bid, if any. Raise RuleError if the hand contradicts it."""
    forced = ruleset.forced
    covered = forced is not None and forced.covers(dealt)
    if not hand.forced and not covered:
        return None
    if forced is None or (forced.hands != "stuck" and not covered):
        raise RuleError("not-forced", "forced")
    if hand.forced and hand.bidder is None:
        raise RuleError("forced-bidder-missing", "bidder")
    seat = forced.seat(dealer, ruleset.players)
    known = (hand.side, seat % ruleset.sides) if hand.bidder is None else (hand.bidder, seat)
    if known[0] != known[1]:
        raise RuleError("forced-on-other", "forced" if hand.forced else "bidder", who=forced.who)
    if hand.bid.name != forced.bid:
        raise RuleError(
            "forced-bid-wrong",
            "forced" if hand.forced else "bid",
            forced=forced.bid,
            bid=hand.bid.name,
        )
    return forced


def _check_given_up(field: str, trump: str | None, ruleset: Ruleset, forced: Forced | None) -> None:
    """Raise RuleError if the rules do not allow this surrender, or the folding of one side."""
    if forced and forced.must_play:
        raise RuleError("forced-bid-given-up", field)
    if not ruleset.must_play:
        return
    if trump is None:
        raise RuleError("surrender-trump-missing", "trump", trumps=ruleset.must_play)
    if trump in ruleset.must_play:
        raise RuleError("trump-must-be-played", field, trump=trump)


def _check_folded(hand: Played, ruleset: Ruleset) -> None:
    if ruleset.surrender != "each":
        raise RuleError("folding-not-allowed", "folded")
    for side in hand.folded:
        if side == hand.side:
            raise RuleError("folded-bidder", "folded")
        if hand.tricks[side]:
            raise RuleError("folded-took-trick", "folded")
    if len(set(hand.folded)) < len(hand.folded):
        raise RuleError("folded-twice", "folded")
    if len(hand.folded) == ruleset.sides - 1:
        raise RuleError("folded-all", "folded")

"""Reading a hand of a game that is bid, validated against the ladder and the forced bid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.codec.deal import (
    DECLINED,
    PLAYED,
    SURRENDERED,
    THROWN_IN,
    DealReader,
    check_allowed,
)
from scorekeeper.codec.labels import field_title
from scorekeeper.codec.validation import parse_integer, parse_integers
from scorekeeper.messages.message import N_, Message, join_words, quote_value
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Contract, Declined, Played, Surrendered, ThrownIn
from scorekeeper.rules.ruleset import Bid, Forced

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
_PLAYED_OUT = N_("A hand that was played")


class ContractReader(DealReader):
    """Reads the facts of one deal in a game that is bid, and validates them against the rules."""

    __slots__ = ()

    def hand(self) -> Contract | ThrownIn:
        """Return the hand. Raise RuleError, naming the field, if the rules do not allow it."""
        facts = self.facts
        if "thrown_in" in facts:
            return self._thrown_in()
        if "declined" in facts:
            return self._declined()
        if "surrendered" in facts:
            return self._surrendered()
        return self._played()

    def _thrown_in(self) -> ThrownIn:
        check_allowed(self.facts, THROWN_IN, N_("A hand that was thrown in"))
        _flag(self.facts, "thrown_in")
        forced = self.ruleset.forced
        if forced and (self.seat_forced or forced.hands == "stuck"):
            raise RuleError(_NOT_THROWN_IN[forced.who], "thrown_in", bid=forced.bid)
        return ThrownIn(self.dealer, self.trump, self.note)

    def _bid(self) -> Bid:
        if "bid" not in self.facts:
            raise RuleError("A hand needs its bid.", "bid")
        name = self.facts["bid"]
        rank = self.ruleset.rank.get(name) if isinstance(name, str) else None
        if rank is None:
            raise RuleError(
                "There is no bid %(bid)s on the ladder of this game.", "bid", bid=quote_value(name)
            )
        if rank < self.ruleset.lowest:
            raise RuleError(
                "The minimum bid is %(minimum)s; %(bid)s is under it.",
                "bid",
                minimum=self.ruleset.minimum_bid,
                bid=name,
            )
        return self.ruleset.bids[rank]

    def _who(self) -> tuple[int, int | None]:
        """Return the bidding side, and the seat that bid if the facts name it."""
        facts = self.facts
        if "bidder" in facts:
            if "side" in facts:
                raise RuleError("Name the bidder or only the side that bid, not both.", "side")
            bidder = parse_integer(facts["bidder"], "bidder", 0, self.ruleset.players - 1)
            return bidder % self.ruleset.sides, bidder
        if "side" not in facts:
            raise RuleError("A hand needs its bidder, or at least the side that bid.", "bidder")
        return parse_integer(facts["side"], "side", 0, self.ruleset.sides - 1), None

    def _forced(self, side: int, bidder: int | None, bid: Bid) -> bool:
        """Return whether the bid is forced. Raise RuleError if the facts contradict that."""
        flagged = "forced" in self.facts and _flag(self.facts, "forced")
        if not flagged and not self.seat_forced:
            return False
        forced = self.ruleset.forced
        if forced is None or (forced.hands != "stuck" and not self.seat_forced):
            raise RuleError("No bid is forced on this hand.", "forced")
        seat = forced.seat(self.dealer, self.ruleset.players)
        if flagged and bidder is None:
            raise RuleError("A forced hand needs its bidder, not only the side.", "bidder")
        if (bidder if bidder is not None else side) != (
            seat if bidder is not None else seat % self.ruleset.sides
        ):
            raise RuleError(_ONLY_FORCED[forced.who], "forced" if flagged else "bidder")
        if bid.name != forced.bid:
            raise RuleError(
                "A forced bid is exactly %(forced)s, not %(bid)s.",
                "forced" if flagged else "bid",
                forced=forced.bid,
                bid=bid.name,
            )
        return True

    def _gives_up(self, name: str, *, forced: bool) -> None:
        """Raise RuleError if the rules do not allow this surrender, or the folding of one side."""
        rules = self.ruleset
        must: Forced | None = rules.forced if forced else None
        if must and must.must_play:
            raise RuleError("A forced bid has to be played: nobody may give it up.", name)
        if not rules.must_play:
            return
        if self.trump is None:
            raise RuleError(
                "A surrender needs its trump here, because %(trumps)s must be played.",
                "trump",
                trumps=join_words(rules.must_play),
            )
        if self.trump in rules.must_play:
            raise RuleError(
                "With %(trump)s as trump the hand has to be played: no surrender.",
                name,
                trump=Message(self.trump),
            )

    def _declined(self) -> Declined:
        check_allowed(self.facts, DECLINED, N_("A declined hand"))
        _flag(self.facts, "declined")
        forced = self.ruleset.forced
        if forced is None or not forced.may_decline:
            raise RuleError("Nobody may decline to bid in this game.", "declined")
        bid = self._bid()
        side, bidder = self._who()
        if bidder is None:
            raise RuleError("A declined hand needs its bidder, the stuck seat.", "bidder")
        if bidder != forced.seat(self.dealer, self.ruleset.players):
            raise RuleError(_ONLY_STUCK[forced.who], "bidder")
        if bid.name != forced.bid:
            raise RuleError(
                "What is declined is the minimum, %(forced)s, not %(bid)s.",
                "bid",
                forced=forced.bid,
                bid=bid.name,
            )
        return Declined(self.dealer, side, bidder, bid, self.trump, self.note)

    def _surrendered(self) -> Surrendered:
        check_allowed(self.facts, SURRENDERED, N_("A surrendered hand"))
        _flag(self.facts, "surrendered")
        if not self.ruleset.surrender:
            raise RuleError("This game has no surrender: the hand is played.", "surrendered")
        bid = self._bid()
        side, bidder = self._who()
        forced = self._forced(side, bidder, bid)
        self._gives_up("surrendered", forced=forced)
        free = 0
        if "free_tricks" in self.facts:
            most = self.ruleset.free_tricks.get(bid.name)
            if most is None:
                raise RuleError(
                    "No free tricks can be granted against %(bid)s.", "free_tricks", bid=bid.name
                )
            free = parse_integer(self.facts["free_tricks"], "free_tricks", 0, most)
        flagged = "forced" in self.facts
        return Surrendered(self.dealer, side, bidder, bid, free, flagged, self.trump, self.note)

    def _played(self) -> Played:
        facts = self.facts
        check_allowed(facts, PLAYED, _PLAYED_OUT)
        bid = self._bid()
        side, bidder = self._who()
        forced = self._forced(side, bidder, bid)
        if "tricks" not in facts:
            raise RuleError("A hand needs its tricks, or that it was surrendered.", "tricks")
        tricks = parse_integers(
            facts["tricks"], "tricks", self.ruleset.sides, 0, self.ruleset.tricks
        )
        if sum(tricks) != self.ruleset.tricks:
            raise RuleError(
                "The tricks of a hand add up to %(hand)s, not to %(sum)s.",
                "tricks",
                hand=self.ruleset.tricks,
                sum=sum(tricks),
            )
        folded = self._folded(side, tricks, forced=forced) if "folded" in facts else ()
        return Played(
            self.dealer,
            side,
            bidder,
            bid,
            tricks,
            folded,
            "forced" in facts,
            self.trump,
            self.note,
        )

    def _folded(self, side: int, tricks: tuple[int, ...], *, forced: bool) -> tuple[int, ...]:
        if self.ruleset.surrender != "each":
            raise RuleError("In this game nobody folds alone.", "folded")
        folded = self.facts["folded"]
        if not isinstance(folded, list) or not folded:
            raise RuleError("Folded is a list of the sides that folded.", "folded")
        for each in folded:
            parse_integer(each, "folded", 0, self.ruleset.sides - 1)
            if each == side:
                raise RuleError("The side that bid cannot fold.", "folded")
            if tricks[each]:
                raise RuleError("A side that folded takes no trick.", "folded")
        if len(set(folded)) < len(folded):
            raise RuleError("A side folds once.", "folded")
        if len(folded) == self.ruleset.sides - 1:
            raise RuleError("When all fold, write the hand as surrendered.", "folded")
        self._gives_up("folded", forced=forced)
        return tuple(sorted(folded))


def _flag(facts: Mapping[str, Any], name: str) -> bool:
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

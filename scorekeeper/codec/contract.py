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
from scorekeeper.codec.validation import parse_integer, parse_integers
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Contract, Declined, Played, Surrendered, ThrownIn
from scorekeeper.rules.ruleset import Bid, Forced


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
        check_allowed(self.facts, THROWN_IN, "thrown in")
        _flag(self.facts, "thrown_in")
        forced = self.ruleset.forced
        if forced and (self.seat_forced or forced.hands == "stuck"):
            raise RuleError("thrown-in-forced", "thrown_in", bid=forced.bid, who=forced.who)
        return ThrownIn(self.dealer, self.trump, self.note)

    def _bid(self) -> Bid:
        if "bid" not in self.facts:
            raise RuleError("bid-missing", "bid")
        name = self.facts["bid"]
        rank = self.ruleset.rank.get(name) if isinstance(name, str) else None
        if rank is None:
            raise RuleError("bid-unknown", "bid", bid=name)
        if rank < self.ruleset.lowest:
            raise RuleError("bid-under-minimum", "bid", minimum=self.ruleset.minimum_bid, bid=name)
        return self.ruleset.bids[rank]

    def _who(self) -> tuple[int, int | None]:
        """Return the bidding side, and the seat that bid if the facts name it."""
        facts = self.facts
        if "bidder" in facts:
            if "side" in facts:
                raise RuleError("bidder-and-side", "side")
            bidder = parse_integer(facts["bidder"], "bidder", 0, self.ruleset.players - 1)
            return bidder % self.ruleset.sides, bidder
        if "side" not in facts:
            raise RuleError("bidder-missing", "bidder")
        return parse_integer(facts["side"], "side", 0, self.ruleset.sides - 1), None

    def _forced(self, side: int, bidder: int | None, bid: Bid) -> bool:
        """Return whether the bid is forced. Raise RuleError if the facts contradict that."""
        flagged = "forced" in self.facts and _flag(self.facts, "forced")
        if not flagged and not self.seat_forced:
            return False
        forced = self.ruleset.forced
        if forced is None or (forced.hands != "stuck" and not self.seat_forced):
            raise RuleError("not-forced", "forced")
        seat = forced.seat(self.dealer, self.ruleset.players)
        if flagged and bidder is None:
            raise RuleError("forced-bidder-missing", "bidder")
        if (bidder if bidder is not None else side) != (
            seat if bidder is not None else seat % self.ruleset.sides
        ):
            raise RuleError("forced-on-other", "forced" if flagged else "bidder", who=forced.who)
        if bid.name != forced.bid:
            raise RuleError(
                "forced-bid-wrong", "forced" if flagged else "bid", forced=forced.bid, bid=bid.name
            )
        return True

    def _gives_up(self, name: str, *, forced: bool) -> None:
        """Raise RuleError if the rules do not allow this surrender, or the folding of one side."""
        rules = self.ruleset
        must: Forced | None = rules.forced if forced else None
        if must and must.must_play:
            raise RuleError("forced-bid-given-up", name)
        if not rules.must_play:
            return
        if self.trump is None:
            raise RuleError("surrender-trump-missing", "trump", trumps=rules.must_play)
        if self.trump in rules.must_play:
            raise RuleError("trump-must-be-played", name, trump=self.trump)

    def _declined(self) -> Declined:
        check_allowed(self.facts, DECLINED, "declined")
        _flag(self.facts, "declined")
        forced = self.ruleset.forced
        if forced is None or not forced.may_decline:
            raise RuleError("decline-not-allowed", "declined")
        bid = self._bid()
        side, bidder = self._who()
        if bidder is None:
            raise RuleError("declined-bidder-missing", "bidder")
        if bidder != forced.seat(self.dealer, self.ruleset.players):
            raise RuleError("declined-by-other", "bidder", who=forced.who)
        if bid.name != forced.bid:
            raise RuleError("declined-bid-wrong", "bid", forced=forced.bid, bid=bid.name)
        return Declined(self.dealer, side, bidder, bid, self.trump, self.note)

    def _surrendered(self) -> Surrendered:
        check_allowed(self.facts, SURRENDERED, "surrendered")
        _flag(self.facts, "surrendered")
        if not self.ruleset.surrender:
            raise RuleError("surrender-not-allowed", "surrendered")
        bid = self._bid()
        side, bidder = self._who()
        forced = self._forced(side, bidder, bid)
        self._gives_up("surrendered", forced=forced)
        free = 0
        if "free_tricks" in self.facts:
            most = self.ruleset.free_tricks.get(bid.name)
            if most is None:
                raise RuleError("free-tricks-not-allowed", "free_tricks", bid=bid.name)
            free = parse_integer(self.facts["free_tricks"], "free_tricks", 0, most)
        flagged = "forced" in self.facts
        return Surrendered(self.dealer, side, bidder, bid, free, flagged, self.trump, self.note)

    def _played(self) -> Played:
        facts = self.facts
        check_allowed(facts, PLAYED, "played")
        bid = self._bid()
        side, bidder = self._who()
        forced = self._forced(side, bidder, bid)
        if "tricks" not in facts:
            raise RuleError("tricks-missing", "tricks")
        tricks = parse_integers(
            facts["tricks"], "tricks", self.ruleset.sides, 0, self.ruleset.tricks
        )
        if sum(tricks) != self.ruleset.tricks:
            raise RuleError("tricks-sum", "tricks", hand=self.ruleset.tricks, sum=sum(tricks))
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
            raise RuleError("folding-not-allowed", "folded")
        folded = self.facts["folded"]
        if not isinstance(folded, list) or not folded:
            raise RuleError("folded-not-a-list", "folded")
        for each in folded:
            parse_integer(each, "folded", 0, self.ruleset.sides - 1)
            if each == side:
                raise RuleError("folded-bidder", "folded")
            if tricks[each]:
                raise RuleError("folded-took-trick", "folded")
        if len(set(folded)) < len(folded):
            raise RuleError("folded-twice", "folded")
        if len(folded) == self.ruleset.sides - 1:
            raise RuleError("folded-all", "folded")
        self._gives_up("folded", forced=forced)
        return tuple(sorted(folded))


def _flag(facts: Mapping[str, Any], name: str) -> bool:
    if name not in facts:
        return False
    if facts[name] is True:
        return True
    raise RuleError("flag-not-true", name, value=facts[name])

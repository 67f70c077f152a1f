"""Reading a hand of a game that is bid: its fields, each of the right type and within bounds."""

from __future__ import annotations

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
from scorekeeper.rules.errors import N_, RuleError, quote_value
from scorekeeper.rules.hand import Contract, Declined, Played, Surrendered, ThrownIn
from scorekeeper.rules.terms import Bid

_PLAYED_OUT = N_("A hand that was played")


class ContractReader(DealReader):
    """Reads the facts of one deal in a game that is bid."""

    __slots__ = ()

    def hand(self) -> Contract | ThrownIn:
        """Return the hand. Raise RuleError, naming the field at fault."""
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
        self._flag("thrown_in")
        return ThrownIn(self.trump, self.note)

    def _declined(self) -> Declined:
        check_allowed(self.facts, DECLINED, N_("A declined hand"))
        self._flag("declined")
        bid = self._bid()
        side, bidder = self._who()
        if bidder is None:
            raise RuleError("A declined hand needs its bidder, the stuck seat.", "bidder")
        return Declined(side, bidder, bid, self.trump, self.note)

    def _surrendered(self) -> Surrendered:
        check_allowed(self.facts, SURRENDERED, N_("A surrendered hand"))
        self._flag("surrendered")
        bid = self._bid()
        side, bidder = self._who()
        forced = self._flag("forced")
        free = self._free_tricks(bid) if "free_tricks" in self.facts else 0
        return Surrendered(side, bidder, bid, free, forced, self.trump, self.note)

    def _played(self) -> Played:
        facts, rules = self.facts, self.ruleset
        check_allowed(facts, PLAYED, _PLAYED_OUT)
        bid = self._bid()
        side, bidder = self._who()
        forced = "forced" in facts and self._flag("forced")
        if "tricks" not in facts:
            raise RuleError("A hand needs its tricks, or that it was surrendered.", "tricks")
        tricks = parse_integers(facts["tricks"], "tricks", rules.sides, 0, rules.tricks)
        folded = self._folded() if "folded" in facts else ()
        return Played(side, bidder, bid, tricks, folded, forced, self.trump, self.note)

    def _bid(self) -> Bid:
        if "bid" not in self.facts:
            raise RuleError("A hand needs its bid.", "bid")
        name = self.facts["bid"]
        rank = self.ruleset.rank.get(name) if isinstance(name, str) else None
        if rank is None:
            raise RuleError(
                "There is no bid %(bid)s on the ladder of this game.", "bid", bid=quote_value(name)
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

    def _free_tricks(self, bid: Bid) -> int:
        most = self.ruleset.free_tricks.get(bid.name)
        if most is None:
            raise RuleError(
                "No free tricks can be granted against %(bid)s.", "free_tricks", bid=bid.name
            )
        return parse_integer(self.facts["free_tricks"], "free_tricks", 0, most)

    def _folded(self) -> tuple[int, ...]:
        folded = self.facts["folded"]
        if not isinstance(folded, list) or not folded:
            raise RuleError("Folded is a list of the sides that folded.", "folded")
        last = self.ruleset.sides - 1
        return tuple(sorted(parse_integer(side, "folded", 0, last) for side in folded))

    def _flag(self, name: str) -> bool:
        """Return whether the flag is written. Raise RuleError if it is written but not as true."""
        if name not in self.facts:
            return False
        if self.facts[name] is True:
            return True
        raise RuleError(
            "%(name)s is written as true or left out, not as %(value)s.",
            name,
            name=field_title(name),
            value=quote_value(self.facts[name]),
        )

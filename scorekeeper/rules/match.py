"""A match: what the players settle before the first hand, and the journal since then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scorekeeper.messages.message import N_, Message
from scorekeeper.rules.checks import check_event
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.ruleset import Ruleset

COMPASS = (N_("North"), N_("East"), N_("South"), N_("West"))
PARTNERS = (N_("North & South"), N_("East & West"))


@dataclass(frozen=True, slots=True)
class Opening:
    """What the players settle before the first hand.

    `sides` (names), `start` (the totals at the top of the sheet) and `start_shortfalls` hold one
    item a side, in column order; `players` holds one name a seat. `opened` is an ISO 8601 time in
    UTC.
    """

    ruleset: Ruleset
    sides: tuple[str, ...]
    players: tuple[str, ...]
    first_dealer: int
    start: tuple[int, ...]
    start_shortfalls: tuple[int, ...]
    opened: str | None = None
    note: str | None = None

    def initial_state(self) -> MatchState:
        """Return the state of the match before its first entry."""
        scores = tuple(
            total - owed for total, owed in zip(self.start, self.start_shortfalls, strict=True)
        )
        return MatchState(self.ruleset, self.sides, self.players, self.first_dealer, scores)


@dataclass(frozen=True, slots=True)
class Match:
    """An opening, the entries after it, and the state that they lead to."""

    opening: Opening
    entries: tuple[Entry, ...]
    state: MatchState = field(compare=False, repr=False)

    @classmethod
    def replay(cls, opening: Opening, entries: Iterable[Entry]) -> Match:
        """Build a match from a journal, checking each entry against the state before it.

        Raise RuleError, with the number of the entry, at the first that the rules do not allow.
        """
        return cls(opening, (), opening.initial_state()).extended(entries)

    def extended(self, entries: Iterable[Entry]) -> Match:
        """Return a new match that has more entries after those of this one.

        Raise RuleError as `replay` does, also for one that reading the entries raises.
        """
        state = self.state.copy()
        taken: list[Entry] = []
        try:
            for entry in entries:
                event = check_event(entry.event, state)
                state.take(event)
                taken.append(entry if event is entry.event else replace(entry, event=event))
        except RuleError as refused:
            refused.entry = state.version + 1
            raise
        return Match(self.opening, (*self.entries, *taken), state)


def default_players(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of unnamed seats, one a seat, in English because they are stored."""
    return tuple(seat.source for seat in seat_labels(rules))


def default_sides(rules: Ruleset, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of unnamed sides, one a side, in column order."""
    if rules.alone:
        return players
    return tuple(side.source for side in side_labels(rules))


def seat_labels(rules: Ruleset) -> list[Message]:
    """Return the labels shown beside the names of the players, one a seat."""
    if rules.players == len(COMPASS):
        return [Message(seat) for seat in COMPASS]
    return [Message("Player %(seat)s", seat=seat) for seat in range(1, rules.players + 1)]


def side_labels(rules: Ruleset) -> list[Message]:
    """Return the labels shown beside the names of the sides, one a side, in column order."""
    if rules.alone:
        return seat_labels(rules)
    if rules.players == len(COMPASS) and rules.two_sided:
        return [Message(side) for side in PARTNERS]
    return [Message("Side %(side)s", side=side) for side in range(1, rules.sides + 1)]

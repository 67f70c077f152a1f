"""A match: what the players settle before the first hand, and the journal since then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scorekeeper.rules.checks import check_event
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.ruleset import Ruleset

COMPASS = ("North", "East", "South", "West")
PARTNERS = ("North & South", "East & West")


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
    """Return the names of unnamed seats, one a seat, as they are stored."""
    if rules.players == len(COMPASS):
        return COMPASS
    return tuple(f"Player {seat}" for seat in range(1, rules.players + 1))


def default_sides(rules: Ruleset, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of unnamed sides, one a side, in column order, as they are stored."""
    if rules.alone:
        return players
    if has_partners(rules):
        return PARTNERS
    return tuple(f"Side {side}" for side in range(1, rules.sides + 1))


def has_partners(rules: Ruleset) -> bool:
    """Return whether North and South play against East and West."""
    return rules.players == len(COMPASS) and rules.two_sided and not rules.alone

"""A match: what the players settle before the first hand, and the journal since then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.codec.entry import read_entry
from scorekeeper.codec.labels import field_title
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.codec.validation import (
    check_fields,
    hold_time,
    parse_integer,
    parse_integers,
    parse_name,
    parse_note,
    parse_time,
)
from scorekeeper.messages.message import N_, Message, quote_value
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.journal import MatchState, hold_length
from scorekeeper.rules.ruleset import MOST_POINTS, Ruleset
from scorekeeper.rules.text import clean

FORMAT = "scorekeeper/1"
COMPASS = (N_("North"), N_("East"), N_("South"), N_("West"))
PARTNERS = (N_("North & South"), N_("East & West"))
OPENING_FIELDS = (
    *("ruleset", "sides", "players", "opened", "note", "first_dealer"),
    *("start", "start_shortfalls"),
)


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

    @classmethod
    def from_dict(cls, data: object) -> Opening:
        """Read the fields of a match file except `format` and `entries`.

        Raise RuleError, naming the field, if one is unknown, missing or malformed.
        """
        facts = check_fields(data, OPENING_FIELDS, N_("a match"))
        if "ruleset" not in facts:
            raise RuleError("A match needs its ruleset.", "ruleset")
        rules = read_ruleset(facts["ruleset"])
        players = _names(facts, "players", rules.players, default_players(rules))
        sides = _names(facts, "sides", rules.sides, default_sides(rules, players))
        nothing = [0] * rules.sides
        if "start_shortfalls" in facts and not rules.carries:
            raise RuleError(
                "Only a carry-forward sheet starts with shortfalls; this one is signed.",
                "start_shortfalls",
            )
        return cls(
            ruleset=rules,
            sides=sides,
            players=players,
            first_dealer=parse_integer(
                facts.get("first_dealer", 0), "first_dealer", 0, rules.players - 1
            ),
            start=parse_integers(
                facts.get("start", nothing),
                "start",
                rules.sides,
                0 if rules.carries else -MOST_POINTS,
                MOST_POINTS,
            ),
            start_shortfalls=parse_integers(
                facts.get("start_shortfalls", nothing),
                "start_shortfalls",
                rules.sides,
                0,
                MOST_POINTS,
            ),
            opened=parse_time(facts["opened"], "opened") if "opened" in facts else None,
            note=parse_note(facts["note"], "note") if "note" in facts else None,
        )

    def to_dict(self) -> dict[str, Any]:
        carried = {"start_shortfalls": list(self.start_shortfalls)} if self.ruleset.carries else {}
        return {
            "ruleset": write_ruleset(self.ruleset),
            "sides": list(self.sides),
            "players": list(self.players),
            **({"opened": self.opened} if self.opened else {}),
            **({"note": self.note} if self.note else {}),
            "first_dealer": self.first_dealer,
            "start": list(self.start),
            **carried,
        }


@dataclass(frozen=True, slots=True)
class Match:
    """An opening, the entries after it, and the state that they lead to."""

    opening: Opening
    entries: tuple[Entry, ...]
    state: MatchState = field(compare=False, repr=False)

    @classmethod
    def replay(cls, opening: Opening, entries: Iterable[object]) -> Match:
        """Build a match from a journal, validating each entry against the state before it.

        Raise RuleError, with the number of the entry, at the first that the rules do not allow.
        """
        return cls(opening, (), opening.initial_state()).extended(entries)

    def extended(self, entries: Iterable[object]) -> Match:
        """Return a new match that has more entries after those of this one.

        Raise RuleError as `replay` does.
        """
        state = self.state.copy()
        taken: list[Entry] = []
        try:
            for facts in entries:
                entry = read_entry(facts, state)
                state.take(entry)
                taken.append(entry)
        except RuleError as refused:
            refused.entry = state.version + 1
            raise
        return Match(self.opening, (*self.entries, *taken), state)

    @classmethod
    def from_dict(cls, data: object) -> Match:
        """Read a match file that comes from outside.

        Raise RuleError if the rules do not allow it. The texts are cleaned, and the length and the
        times must be within the current limits. A stored match is not read by this function but by
        `replay`, which has no such limits.
        """
        whole_file = ("format", "entries", *OPENING_FIELDS)
        facts = check_fields(clean(data), whole_file, N_("a match file"))
        if facts.get("format") != FORMAT:
            raise RuleError(
                'The format of a match file is "%(format)s", not %(value)s.',
                "format",
                format=FORMAT,
                value=quote_value(facts.get("format")),
            )
        entries = facts.get("entries")
        if not isinstance(entries, list):
            raise RuleError("A match file needs its entries: a list.", "entries")
        opening = Opening.from_dict(
            {name: value for name, value in facts.items() if name in OPENING_FIELDS}
        )
        if opening.opened:
            hold_time(opening.opened, "opened")
        return cls.replay(opening, _held(entries))

    def to_dict(self) -> dict[str, Any]:
        """Return the match file as a dict, from which `from_dict` builds an equal match."""
        return {
            "format": FORMAT,
            **self.opening.to_dict(),
            "entries": [entry.to_dict() for entry in self.entries],
        }


def _held(entries: Iterable[object]) -> Iterator[object]:
    """Yield the entries of a file. Raise RuleError for one too many or a time out of range."""
    for before, facts in enumerate(entries):
        hold_length(facts, before)
        if isinstance(facts, dict) and "at" in facts:
            hold_time(parse_time(facts["at"], "at"), "at")
        yield facts


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


def _names(
    facts: Mapping[str, Any], field: str, count: int, default: tuple[str, ...]
) -> tuple[str, ...]:
    if field not in facts:
        return default
    names = facts[field]
    if not isinstance(names, list) or len(names) != count:
        raise RuleError(
            "%(what)s is a list of %(count)s names.",
            field,
            what=field_title(field),
            count=count,
        )
    return tuple(parse_name(name, field) for name in names)

"""The printable sheet: the one model from which all files and pictures are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.messages.labels import seat_labels, side_labels
from scorekeeper.messages.locale import current_locale, format_hour, format_long_day
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.names import (
    match_title,
    short_label,
    short_name,
    shortfall_note,
    shortfall_paid,
)
from scorekeeper.messages.numbers import count_hands
from scorekeeper.messages.rows import describe_result, summarize_row
from scorekeeper.messages.ruleset import describe_goal
from scorekeeper.rules.entry import End
from scorekeeper.rules.hand import Contract, Played, Surrendered
from scorekeeper.rules.match import Match
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Line, Sheet, build_sheet


class Name(NamedTuple):
    """A text that somebody typed, and its replacement if no available font can write it."""

    text: str
    instead: str


NOBODY = Name("", "")


class PrintedCell(NamedTuple):
    """One side's part of a row.

    `note` is what is carried or paid off, in words; `paid` is the shortfall paid off, or 0.
    """

    points: int
    cell: int
    shortfall: int
    total: int
    score: int
    overruled: bool
    note: str
    paid: int


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """One row. Fields that do not apply are NOBODY or empty; `side` bid, or won the round.

    `result` is the outcome in words, `tricks` the tricks of each side in column order, `free` the
    free tricks granted on a surrender. `trump` and `outcome` are data: the code that prints them
    translates them.
    """

    number: int
    dealer: Name
    bidder: Name
    side: Name
    short: Name
    bid: Name
    trump: str
    tricks: str
    free: int
    outcome: Outcome
    result: str
    note: Name
    cells: tuple[PrintedCell, ...]

    @property
    def struck(self) -> bool:
        return self.outcome is Outcome.STRUCK


class PrintedSide(NamedTuple):
    """A column: its name and a shorter one, its players, and its final figures."""

    name: Name
    short: Name
    players: tuple[Name, ...]
    total: int
    shortfall: int
    score: int


@dataclass(frozen=True, slots=True)
class PrintableSheet:
    """The present state of a match, in words and numbers that are ready to print.

    `opened` and `closed` are ISO 8601 times in UTC; `closed` is None until the match has ended.
    `start` and `start_shortfalls` are the figures above the first row, one number a side. `race`
    holds one tuple a side: its starting total, then its total after each row.
    """

    title: Name
    rules: Ruleset
    game: Name
    goal: str
    verdict: str
    state: str
    winner: int | None
    opened: str | None
    closed: str | None
    hands: int
    players: tuple[Name, ...]
    sides: tuple[PrintedSide, ...]
    start: tuple[int, ...]
    start_shortfalls: tuple[int, ...]
    rows: tuple[PrintedRow, ...]
    race: tuple[tuple[int, ...], ...]

    @property
    def wins_at(self) -> int | None:
        return self.rules.wins_at

    @property
    def played(self) -> str:
        """Return the number of hands in words: "19 hands"."""
        return str(count_hands(self.hands))

    @property
    def when(self) -> str:
        """Return "Sunday 29 November 2026, 20:45 to 22:38 UTC", or empty if it is not known."""
        if not self.opened:
            return ""
        summary = _WHEN[bool(self.closed), current_locale().utc]
        times = {"opened": format_hour(self.opened), "closed": format_hour(self.closed)}
        return str(Message(summary, day=format_long_day(self.opened), **times))


# Keys: whether the match has ended, whether times are in UTC.
_WHEN = {
    (False, False): N_("%(day)s, %(opened)s"),
    (False, True): N_("%(day)s, %(opened)s UTC"),
    (True, False): N_("%(day)s, %(opened)s to %(closed)s"),
    (True, True): N_("%(day)s, %(opened)s to %(closed)s UTC"),
}


def printable_sheet(match: Match, sheet: Sheet | None = None) -> PrintableSheet:
    """Return the printable sheet of a match in the current locale. `sheet` saves building it."""
    sheet = sheet or build_sheet(match)
    rules, decided = sheet.opening.ruleset, describe_result(sheet)
    usual = str(Message("Score sheet"))
    game = Name(rules.name, usual)
    players, sides = _players(sheet), _sides(sheet)
    lasts = [entry for entry in match.entries if isinstance(entry.event, End)]
    return PrintableSheet(
        title=Name(match_title(sheet)[0], usual),
        rules=rules,
        game=game,
        goal=str(describe_goal(rules)),
        verdict=str(decided) if decided else "",
        state=sheet.state,
        winner=sheet.winner,
        opened=sheet.opening.opened,
        closed=lasts[-1].at if lasts and sheet.state == "ended" else None,
        hands=sum(line.is_deal for line in sheet.lines),
        players=players,
        sides=sides,
        start=sheet.opening.start,
        start_shortfalls=sheet.opening.start_shortfalls,
        rows=tuple(_row(sheet, line, players, sides) for line in sheet.lines),
        race=tuple(
            (begun, *(line.totals[side] for line in sheet.lines))
            for side, begun in enumerate(sheet.opening.start)
        ),
    )


def _players(sheet: Sheet) -> tuple[Name, ...]:
    return tuple(map(Name, sheet.players, map(str, seat_labels(sheet.opening.ruleset))))


def _sides(sheet: Sheet) -> tuple[PrintedSide, ...]:
    rules = sheet.opening.ruleset
    places = side_labels(rules)
    players = _players(sheet)
    return tuple(
        PrintedSide(
            name=Name(name, str(place)),
            short=Name(short_name(name), str(short_label(place))),
            players=players[side :: rules.sides],
            total=sheet.totals[side],
            shortfall=sheet.shortfalls[side],
            score=sheet.scores[side],
        )
        for side, (name, place) in enumerate(zip(sheet.sides, places, strict=True))
    )


def _row(
    sheet: Sheet, line: Line, players: tuple[Name, ...], sides: tuple[PrintedSide, ...]
) -> PrintedRow:
    hand, summary = line.hand, summarize_row(sheet, line)
    bidder = hand.bidder if isinstance(hand, Contract) else None
    rank = sheet.opening.ruleset.rank[hand.bid.name] + 1 if isinstance(hand, Contract) else 0
    return PrintedRow(
        number=line.number,
        dealer=NOBODY if line.dealer is None else players[line.dealer],
        bidder=NOBODY if bidder is None else players[bidder],
        side=NOBODY if summary.side is None else sides[summary.side].name,
        short=NOBODY if summary.side is None else sides[summary.side].short,
        bid=Name(summary.bid, str(Message("bid %(rank)s", rank=rank))),
        trump=getattr(hand, "trump", None) or "",
        tricks=" ".join(map(str, hand.tricks)) if isinstance(hand, Played) else "",
        free=hand.free_tricks if isinstance(hand, Surrendered) else 0,
        outcome=line.outcome,
        result=str(summary.result),
        note=Name(hand.note or "", str(Message("note"))),
        cells=tuple(_cell(sheet, line, side) for side in range(len(sides))),
    )


def _cell(sheet: Sheet, line: Line, side: int) -> PrintedCell:
    return PrintedCell(
        points=line.points[side],
        cell=line.cells[side],
        shortfall=line.shortfalls[side],
        total=line.totals[side],
        score=line.scores[side],
        overruled=line.overruled[side],
        note=shortfall_note(sheet, line, side),
        paid=shortfall_paid(sheet, line, side),
    )

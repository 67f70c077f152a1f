"""View models of a match: every text that its pages print; templates only loop over them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import Permissions, permissions_of
from scorekeeper.messages.audit import author_name
from scorekeeper.messages.locale import current_locale, format_day, format_hour
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.names import LETTERS, match_title, short_name, shortfall_note
from scorekeeper.messages.numbers import count_hands, format_number
from scorekeeper.messages.rows import describe_result, summarize_row
from scorekeeper.messages.ruleset import describe_goal
from scorekeeper.rules.entry import Amend
from scorekeeper.rules.hand import bidding_side
from scorekeeper.rules.ruleset import TWO
from scorekeeper.rules.sheet import Line, Sheet
from scorekeeper.web.paging import Window

_MARKS = ("ns", "ew")


@dataclass(frozen=True, slots=True)
class SideView:
    """One side and its total.

    `got`, `owe_x` and `owe` draw its race to the target, in per cent of the target: the bar is
    `got` long, and its last part, which begins at `owe_x` and is `owe` long, is the shortfall.
    """

    index: int
    name: str
    short: str
    mark: str
    letter: str
    total_text: str
    score_text: str
    go_text: str
    reached: bool
    carries: int
    got: float
    owe_x: float
    owe: float


@dataclass(frozen=True, slots=True)
class CellView:
    """What one side wrote in one row, and its total after it."""

    side: SideView
    wrote_text: str
    total_text: str
    note: str
    overruled: bool
    negative: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the sheet. `kind` is "hand", "adjustment" or "struck".

    `bid_ending` is the end of `bid_text` that a narrow page leaves out, or empty.
    """

    number: int
    kind: str
    side: SideView | None
    bid_text: str
    bid_ending: str
    who: str
    result: Message
    note: str
    changed: bool
    may_change: bool
    dealer: str
    cells: list[CellView]


@dataclass(frozen=True)
class MatchView:
    """Everything that the pages of one match print."""

    table: MatchSnapshot = field(repr=False)

    code: str
    title: str
    reminders: list[str]
    rules_name: str
    goal: Message
    state: str
    version: int
    sides: list[SideView]
    players: list[str]
    two: bool
    next_number: int
    bid_ending: str
    dealer: str
    first_bidder: str
    permissions: Permissions
    verdict: str | Message
    winner: SideView | None
    ended_line: str | Message

    def row(self, number: int) -> RowView:
        """Return row `number` of the sheet, counted from 1."""
        return view_row(
            self.table.sheet,
            self.table.sheet.lines[number - 1],
            self.sides,
            changed=number in amended_rows(self.table),
            may_change=self.permissions.may_change(number),
        )


def view_match(snapshot: MatchSnapshot) -> MatchView:
    """Return the match as its pages print it."""
    sheet, rules = snapshot.sheet, snapshot.sheet.opening.ruleset
    sides = view_sides(sheet)
    dealer = sheet.next_dealer
    title, reminders = match_title(sheet)
    decided = describe_result(sheet)
    return MatchView(
        table=snapshot,
        code=snapshot.code,
        title=title,
        reminders=reminders,
        rules_name=rules.name,
        goal=describe_goal(rules),
        state=sheet.state,
        version=sheet.version,
        sides=sides,
        players=list(sheet.players),
        two=rules.two_sided,
        next_number=len(sheet.lines) + 1,
        bid_ending=rules.common_ending,
        dealer="" if dealer is None else sheet.players[dealer],
        first_bidder=sheet.players[(dealer + 1) % rules.players]
        if dealer is not None and rules.entry == "contract"
        else "",
        permissions=permissions_of(snapshot),
        verdict=decided or "",
        winner=None if sheet.winner is None else sides[sheet.winner],
        ended_line=_ended_line(snapshot),
    )


def view_sides(sheet: Sheet) -> list[SideView]:
    """Return the sides in column order, with their current totals."""
    return [_side(sheet, side) for side in range(len(sheet.sides))]


def view_sheet(snapshot: MatchSnapshot, window: Window, may_change: str) -> dict[str, Any]:
    """Return the context of the template of the sheet.

    `may_change`: whether "all" rows, the "last" one of the sheet or "none" may be changed.
    """
    sheet = snapshot.sheet
    sides, changed, last = view_sides(sheet), amended_rows(snapshot), len(sheet.lines)
    may: Container[int] = {"all": range(1, last + 1), "last": (last,), "none": ()}[may_change]
    rows = [
        view_row(
            *(sheet, line, sides),
            changed=line.number in changed,
            may_change=line.number in may,
        )
        for line in sheet.lines[window.start : window.stop]
    ]
    return {"rows": rows, "window": window, "has_bid_column": _has_bid_column(sheet)}


def _has_bid_column(sheet: Sheet) -> bool:
    """Return whether the rows have a column that shows the bid."""
    two = sheet.opening.ruleset.two_sided
    return two or any(bidding_side(line.hand) is not None for line in sheet.lines)


def view_row(
    sheet: Sheet, line: Line, sides: list[SideView], *, changed: bool, may_change: bool
) -> RowView:
    """Return one row. `changed`: it was amended; `may_change`: the actor may change it.

    No row that is struck, and no row of an ended match, can be changed.
    """
    summary = summarize_row(sheet, line)
    ending = sheet.opening.ruleset.common_ending
    state = sheet.state != "ended" and not line.struck
    kind = "hand" if line.is_deal else "adjustment"
    return RowView(
        number=line.number,
        kind="struck" if line.struck else kind,
        side=None if summary.side is None else sides[summary.side],
        bid_text=summary.bid,
        bid_ending=ending if str(summary.bid).endswith(ending) else "",
        who=summary.who,
        result=summary.result,
        note=line.hand.note or "",
        changed=changed,
        may_change=state and may_change,
        dealer="" if line.dealer is None else sheet.players[line.dealer],
        cells=[_cell(sheet, line, side) for side in sides],
    )


def _cell(sheet: Sheet, line: Line, side: SideView) -> CellView:
    return CellView(
        side=side,
        wrote_text=format_number(line.cells[side.index]),
        total_text=format_number(line.totals[side.index]),
        note=shortfall_note(sheet, line, side.index),
        overruled=line.overruled[side.index],
        negative=line.cells[side.index] < 0,
    )


def side_marks(side: int, sides: int) -> tuple[str, str]:
    """Return the mark and the letter of a side: a mark if there are two sides, else a letter."""
    return (_MARKS[side], "") if sides == TWO else ("", LETTERS[side])


def _side(sheet: Sheet, side: int) -> SideView:
    rules = sheet.opening.ruleset
    total, owed, goal_at = sheet.totals[side], sheet.shortfalls[side], rules.wins_at
    to_go = None if goal_at is None else goal_at - sheet.scores[side]
    got = min(100.0, max(0, total) * 100 / goal_at) if goal_at else 0.0
    owe = min(got, owed * 100 / goal_at) if goal_at else 0.0
    mark, letter = side_marks(side, rules.sides)
    return SideView(
        index=side,
        name=sheet.sides[side],
        short=short_name(sheet.sides[side]),
        mark=mark,
        letter=letter,
        total_text=format_number(total),
        score_text=format_number(sheet.scores[side]),
        go_text="" if to_go is None or to_go <= 0 else str(to_go),
        reached=to_go is not None and to_go <= 0,
        carries=owed,
        got=round(got, 2),
        owe_x=round(got - owe, 2),
        owe=round(owe, 2),
    )


def amended_rows(snapshot: MatchSnapshot) -> frozenset[int]:
    """Return the numbers of the rows that were amended."""
    return frozenset(
        entry.event.number
        for entry in snapshot.cached.match.entries
        if isinstance(entry.event, Amend)
    )


def _ended_line(snapshot: MatchSnapshot) -> str | Message:
    """Return how many hands, from when to when, and who ended the match; empty before its end."""
    if snapshot.sheet.state != "ended":
        return ""
    hands = sum(line.is_deal for line in snapshot.sheet.lines)
    summary = count_hands(hands)
    opened, end = snapshot.cached.match.opening.opened, snapshot.match.entries[-1]
    if opened and end.at:
        from_to = N_("%(hands)s, %(day)s, %(from)s to %(to)s UTC")
        if not current_locale().utc:
            from_to = N_("%(hands)s, %(day)s, %(from)s to %(to)s")
        times = {"from": format_hour(opened), "to": format_hour(end.at)}
        summary = Message(from_to, hands=summary, day=format_day(opened), **times)
    if end.by:
        return Message("%(summary)s. Ended by %(name)s.", summary=summary, name=author_name(end.by))
    return Message("%(summary)s.", summary=summary)

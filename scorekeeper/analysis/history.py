"""The changes that each entry made: its row and the foot of the sheet, before and after."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from scorekeeper.rules.entry import Amend, Entry, Event, Overrule, Record, Rename, Strike, Undo
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, opening_line, rule_lines


class Change(NamedTuple):
    """One entry and what it changed on the sheet of its time.

    `number` counts entries from 1. `before` and `after` are the row that it changed, None where
    there was no such row. `totals_before` and `totals_after` hold one number a side, in column
    order. `renamed` is the old name if the entry gave a new one. `undid` is the event that an Undo
    took back. `undone` is true if a later entry took this one back.
    """

    number: int
    entry: Entry
    before: Line | None
    after: Line | None
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]
    renamed: str | None
    undid: Event | None
    undone: bool


def history(match: Match, wanted: Container[int] = range(1, 2**31)) -> list[Change]:
    """Return the changes that the entries numbered in `wanted`, from 1, made, in order."""
    state = match.opening.initial_state()
    undone = {entry.event.entry for entry in match.entries if isinstance(entry.event, Undo)}
    lines: list[Line] = []
    changes = []
    for number, entry in enumerate(match.entries, 1):
        event = entry.event
        undid = state.undoable[1] if isinstance(event, Undo) and state.undoable else None
        place = _changed_row(undid or event, state, undoing=undid is not None)
        if number not in wanted:
            state.take(event)
            if place is not None:
                del lines[place:]  # computed again if a later entry is wanted
            continue
        renamed = _old_name(event, state)
        before = lines = rule_lines(match.opening, state.rows, lines)
        state.take(event)
        if place is not None:
            lines = rule_lines(match.opening, state.rows, lines[:place])
        foot_before, foot = (
            each[-1] if each else opening_line(match.opening) for each in (before, lines)
        )
        changes.append(
            Change(
                number,
                entry,
                _at(before, place),
                _at(lines, place),
                foot_before.totals,
                foot.totals,
                renamed,
                undid,
                number in undone,
            )
        )
    return changes


def entries_of_row(match: Match, row: int) -> list[int]:
    """Return the numbers of the entries that wrote or changed row `row` and were not undone."""
    entries: list[int] = []
    rows = 0
    for number, entry in enumerate(match.entries, 1):
        match entry.event:
            case Record():
                rows += 1
                if rows == row:
                    entries.append(number)
            case Amend(number=changed) | Overrule(number=changed) | Strike(number=changed):
                if changed == row:
                    entries.append(number)
            case Undo(entry=undone):
                rows -= isinstance(match.entries[undone - 1].event, Record)
                if entries and entries[-1] == undone:
                    entries.pop()
    return entries


def _changed_row(event: Event, state: MatchState, *, undoing: bool) -> int | None:
    """Return the index of the row that the event changes, or that undoing the event changes."""
    match event:
        case Record():
            return len(state.rows) - int(undoing)
        case Amend(number=number) | Overrule(number=number) | Strike(number=number):
            return number - 1
        case _:
            return None


def _old_name(event: Event, state: MatchState) -> str | None:
    match event:
        case Rename(side=int(side)):
            return state.sides[side]
        case Rename(seat=int(seat)):
            return state.players[seat]
        case _:
            return None


def _at(lines: list[Line], place: int | None) -> Line | None:
    return lines[place] if place is not None and place < len(lines) else None

"""What each entry changed: the row before and after it, and the foot of the sheet."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from scorekeeper.rules.entry import (
    Amend,
    Deed,
    Entry,
    Overrule,
    Record,
    Rename,
    Strike,
    Undo,
)
from scorekeeper.rules.journal import Standing
from scorekeeper.rules.match import Match
from scorekeeper.rules.sheet import Line, rule_lines, top_line


class Change(NamedTuple):
    """One entry and what it did, as the sheet stood then.

    `number` counts entries from 1. `before` and `after` are the row it touched, None where there
    was none; `totals_before` and `totals_after` hold one number a side. `renamed` is the old name.
    `undone` says that a later entry took this one back; for an Undo, `undid` is what it took back.
    """

    number: int
    entry: Entry
    before: Line | None
    after: Line | None
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]
    renamed: str | None
    undid: Deed | None
    undone: bool


def history(match: Match, wanted: Container[int] = range(1, 2**31)) -> list[Change]:
    """The wanted entries of the match, by their numbers, in order, with what each changed."""
    standing = match.opening.standing()
    undone = {entry.deed.entry for entry in match.entries if isinstance(entry.deed, Undo)}
    lines: list[Line] = []
    changes = []
    for number, entry in enumerate(match.entries, 1):
        deed = entry.deed
        undid = standing.undoable[1] if isinstance(deed, Undo) and standing.undoable else None
        place = _touched(undid or deed, standing, undoing=undid is not None)
        if number not in wanted:
            standing.take(entry)
            if place is not None:
                del lines[place:]  # ruled again where an entry below is wanted
            continue
        renamed = _old_name(deed, standing)
        before = lines = rule_lines(match.opening, standing.rows, lines)
        standing.take(entry)
        if place is not None:
            lines = rule_lines(match.opening, standing.rows, lines[:place])
        foot_before, foot = (
            each[-1] if each else top_line(match.opening) for each in (before, lines)
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
    """The numbers of the entries that wrote or changed a row and were not taken back."""
    entries: list[int] = []
    rows = 0
    for number, entry in enumerate(match.entries, 1):
        match entry.deed:
            case Record():
                rows += 1
                if rows == row:
                    entries.append(number)
            case Amend(number=changed) | Overrule(number=changed) | Strike(number=changed):
                if changed == row:
                    entries.append(number)
            case Undo(entry=undone):
                rows -= isinstance(match.entries[undone - 1].deed, Record)
                if entries and entries[-1] == undone:
                    entries.pop()
    return entries


def _touched(deed: Deed, standing: Standing, *, undoing: bool) -> int | None:
    """The place, from 0, of the row that the deed, or taking it back, changes."""
    match deed:
        case Record():
            return len(standing.rows) - int(undoing)
        case Amend(number=number) | Overrule(number=number) | Strike(number=number):
            return number - 1
        case _:
            return None


def _old_name(deed: Deed, standing: Standing) -> str | None:
    match deed:
        case Rename(side=int(side)):
            return standing.sides[side]
        case Rename(seat=int(seat)):
            return standing.players[seat]
        case _:
            return None


def _at(lines: list[Line], place: int | None) -> Line | None:
    return lines[place] if place is not None and place < len(lines) else None

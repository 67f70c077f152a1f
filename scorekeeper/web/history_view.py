"""The journal in words: who, when, what, before and after."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rules.deeds import author, deed_told
from scorekeeper.rules.entry import Reopen, Undo
from scorekeeper.rules.history import Change, history
from scorekeeper.rules.language import day, hour
from scorekeeper.rules.notation import plain
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.words import N_, Sentence
from scorekeeper.service import Table
from scorekeeper.store.places import Act
from scorekeeper.tables import names_of

_SOMEBODY = Sentence("Somebody")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry. `date` is empty where it is the same as the line above's."""

    number: int
    time: str
    date: str
    iso: str
    who: str | Sentence
    what: str | Sentence
    detail: str | Sentence
    reason: str
    undone: bool


def view_history(table: Table, acts: list[Act]) -> list[LogLine]:
    """The newest first, down to the opening: every entry, and what happened around the sheet."""
    opening = table.fold.match.opening
    lines = [_line(table.sheet, change) for change in history(table.match)]
    lines += [_around(table, act) for act in acts]
    lines.sort(key=lambda line: line.number)
    lines.reverse()
    opened = opening.opened or ""
    start = Sentence("%(totals)s to start with", totals=_totals(opening.start))
    lines.append(
        LogLine(
            0,
            hour(opened),
            day(opened),
            opened,
            Sentence("Host"),
            Sentence("opened the match: %(game)s", game=opening.ruleset.name),
            start if any(opening.start) else "",
            "",
            undone=False,
        )
    )
    return [
        line if not place or line.date != lines[place - 1].date else replace(line, date="")
        for place, line in enumerate(lines)
    ]


def view_row_log(table: Table, number: int) -> list[str]:
    """Who wrote and changed row `number`, oldest first."""
    touching = [
        change
        for change in history(table.match)
        if not change.undone
        and not isinstance(change.entry.deed, Undo)
        and (change.after and change.after.number == number)
    ]
    told = (
        (hour(change.entry.at), author(change.entry.by), deed_told(table.sheet, change))
        for change in touching
    )
    return [" ".join(filter(None, words)) for words in told]


def _around(table: Table, act: Act) -> LogLine:
    """A line that is no entry. It stands above the last entry that was written before it."""
    names = names_of(table.fold.match.standing.players)
    return LogLine(
        number=act.version,
        time=hour(act.at),
        date=day(act.at),
        iso=act.at,
        who=names.get(act.by, _SOMEBODY),
        what=Sentence(_ACTS[act.deed], whose=names.get(act.place or "", Sentence("the watchers"))),
        detail="",
        reason="",
        undone=False,
    )


_ACTS = {
    "took the seat": N_("took a seat"),
    "became host": N_("became host of the match"),
    "freed": N_("freed the seat of %(whose)s"),
    "opened joining": N_("let people join again"),
    "closed joining": N_("closed joining"),
    "renewed the link": N_("made a new link for %(whose)s"),
    "passed the role on": N_("passed the host's role on to %(whose)s"),
    "claimed the role": N_("asked to be the host"),
    "agreed to the claim": N_("agreed that %(whose)s becomes host"),
    "withdrew the phones": N_("took the seat of %(whose)s from every phone that held it"),
    "withdrew the other hosts": N_("took the host's role from every other phone that held it"),
    "took over": N_("became host, for nobody refused"),
    "refused the claim": N_("refused that %(whose)s becomes host"),
}


def _line(sheet: Sheet, change: Change) -> LogLine:
    entry = change.entry
    return LogLine(
        number=change.number,
        time=hour(entry.at),
        date=day(entry.at),
        iso=entry.at or "",
        who=author(entry.by) or _SOMEBODY,
        what=deed_told(sheet, change),
        detail=_detail(change),
        reason=entry.deed.reason if isinstance(entry.deed, Reopen) else "",
        undone=change.undone,
    )


def _detail(change: Change) -> str:
    """The row's points and the totals, before and after where they moved."""
    parts = []
    before, after = change.before, change.after
    if before and after and before.points != after.points:
        moved = f"{_totals(before.points)} → {_totals(after.points)}"
        parts.append(Sentence("Points %(points)s.", points=moved))
    elif after and not before:
        parts.append(Sentence("Points %(points)s.", points=_totals(after.points)))
    if change.totals_before != change.totals_after:
        totals = f"{_totals(change.totals_before)} → {_totals(change.totals_after)}"
        parts.append(Sentence("Totals %(totals)s.", totals=totals))
    return " ".join(map(str, parts))


def _totals(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(plain, numbers))

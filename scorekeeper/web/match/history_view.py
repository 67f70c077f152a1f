"""The history in words: who did what and when, before and after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import itemgetter

from scorekeeper.analysis.history import Change, entries_of_row, history
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.snapshot import role_names
from scorekeeper.messages.audit import author_name, describe_event
from scorekeeper.messages.locale import format_day, format_hour
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.entry import Reopen
from scorekeeper.rules.sheet import Sheet
from scorekeeper.store.grant_queries import AuditEvent
from scorekeeper.web.paging import Window, window_of

_SOMEBODY = Message("Somebody")
_MOST_OF_A_ROW = 20


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the history. `date` is empty if it is that of the line above."""

    number: int
    time: str
    date: str
    iso: str
    who: str | Message
    what: str | Message
    detail: str | Message
    reason: str
    undone: bool


def view_history(
    snapshot: MatchSnapshot, audit_events: list[AuditEvent], index: int | None = None
) -> tuple[Window, list[LogLine]]:
    """Return the history, newest first, down to the opening: entries and audit events.

    Of a long history it is the newest part, or the part near this index, counted from the
    oldest.
    """
    events: list[tuple[int, AuditEvent | None]]
    events = [(number, None) for number in range(1, snapshot.sheet.version + 1)]
    events += [(event.version, event) for event in audit_events]
    events.sort(key=itemgetter(0))
    window = window_of(len(events), index)
    shown = events[window.start : window.stop]
    entries = {number for number, event in shown if event is None}
    changes = {change.number: change for change in history(snapshot.match, entries)}
    lines = [
        _audit_line(snapshot, event) if event else _line(snapshot.sheet, changes[number])
        for number, event in shown
    ]
    lines.reverse()
    if window.start == 0:
        lines.append(_opened(snapshot))
    return window, [
        line if not place or line.date != lines[place - 1].date else replace(line, date="")
        for place, line in enumerate(lines)
    ]


def _opened(snapshot: MatchSnapshot) -> LogLine:
    opening = snapshot.cached.match.opening
    opened = opening.opened or ""
    start = Message("%(totals)s to start with", totals=_totals(opening.start))
    return LogLine(
        0,
        format_hour(opened),
        format_day(opened),
        opened,
        Message("Host"),
        Message("opened the match: %(game)s", game=opening.ruleset.name),
        start if any(opening.start) else "",
        "",
        undone=False,
    )


def view_row_log(snapshot: MatchSnapshot, number: int) -> list[str]:
    """Return who last wrote and changed row `number`, oldest first; at most 20 lines."""
    touching = history(snapshot.match, entries_of_row(snapshot.match, number)[-_MOST_OF_A_ROW:])
    summary = (
        (
            format_hour(change.entry.at),
            author_name(change.entry.by),
            describe_event(snapshot.sheet, change),
        )
        for change in touching
    )
    return [" ".join(filter(None, words)) for words in summary]


def _audit_line(snapshot: MatchSnapshot, event: AuditEvent) -> LogLine:
    """Return the line of an audit event, which is listed above the last entry before it."""
    names = role_names(snapshot.state.players)
    return LogLine(
        number=event.version,
        time=format_hour(event.at),
        date=format_day(event.at),
        iso=event.at,
        who=names.get(event.by, _SOMEBODY),
        what=Message(
            _AUDIT_TEXTS[event.event], whose=names.get(event.role or "", Message("the watchers"))
        ),
        detail="",
        reason="",
        undone=False,
    )


_AUDIT_TEXTS = {
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
        time=format_hour(entry.at),
        date=format_day(entry.at),
        iso=entry.at or "",
        who=author_name(entry.by) or _SOMEBODY,
        what=describe_event(sheet, change),
        detail=_detail(change),
        reason=entry.event.reason if isinstance(entry.event, Reopen) else "",
        undone=change.undone,
    )


def _detail(change: Change) -> str:
    """Return the row's points and the totals, with before and after if they changed."""
    parts = []
    before, after = change.before, change.after
    if before and after and before.points != after.points:
        moved = f"{_totals(before.points)} → {_totals(after.points)}"
        parts.append(Message("Points %(points)s.", points=moved))
    elif after and not before:
        parts.append(Message("Points %(points)s.", points=_totals(after.points)))
    if change.totals_before != change.totals_after:
        totals = f"{_totals(change.totals_before)} → {_totals(change.totals_after)}"
        parts.append(Message("Totals %(totals)s.", totals=totals))
    return " ".join(map(str, parts))


def _totals(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(format_number, numbers))

"""Describe what each entry of the journal did, in the same words for pages and files."""

from __future__ import annotations

from scorekeeper.analysis.history import Change
from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.names import row_name
from scorekeeper.messages.numbers import format_signed
from scorekeeper.messages.rows import summarize_row
from scorekeeper.rules.entry import Amend, Dealer, End, Overrule, Record, Rename, Strike, Undo
from scorekeeper.rules.sheet import Line, Sheet

HOST = N_("Host")
"""The author of entries by the host, in every file."""


def author_name(by: str | None) -> str:
    """Return the author of an entry in the current locale, or empty if it is not known."""
    return str(Message(by)) if by == HOST else by or ""


def describe_event(sheet: Sheet, change: Change) -> str:
    """Return what an entry did, in words that follow a name.

    An example is "saved hand 3: North & South bid 4 made, took 5".
    """
    return str(_describe(sheet, change))


def describe_row(sheet: Sheet, line: Line | None) -> str:
    """Return who bid what in a row, its result and its note; empty for None."""
    if line is None:
        return ""
    story = _story(sheet, line)
    note = line.hand.note
    return str(Message("%(row)s “%(note)s”", row=story, note=note) if note else story)


def _describe(sheet: Sheet, change: Change) -> Message:
    event = change.entry.event
    before, after = describe_row(sheet, change.before), describe_row(sheet, change.after)
    row = row_name(change.after or change.before)
    match event:
        case Record():
            return Message("saved %(row)s: %(after)s", row=row, after=after)
        case Amend():
            summary = N_("changed %(row)s: %(before)s → %(after)s")
            return Message(summary, row=row, before=before, after=after)
        case Overrule(side=side, points=None):
            summary = N_("took back the correction of %(row)s for %(side)s")
            return Message(summary, row=row, side=sheet.sides[side])
        case Overrule(side=side, points=int(points)):
            summary = N_("corrected %(row)s for %(side)s: worth %(points)s")
            return Message(summary, row=row, side=sheet.sides[side], points=format_signed(points))
        case Strike():
            return Message("struck %(row)s: %(before)s", row=row, before=before)
        case Undo():
            return _describe_undo(change)
        case Rename(name=name):
            return Message("renamed %(old)s: %(name)s", old=change.renamed, name=name)
        case Dealer(seat=seat):
            return Message("gave the next deal to %(player)s", player=sheet.players[seat])
        case End():
            return Message("ended the match")
        case _:
            return Message("opened the match again")


def _story(sheet: Sheet, line: Line) -> Message:
    summary = summarize_row(sheet, line)
    if not summary.bid:
        return summary.result
    template = N_("%(side)s bid %(bid)s %(result)s")
    if summary.who:
        template = N_("%(side)s bid %(bid)s (%(who)s) %(result)s")
    side = "" if summary.side is None else sheet.sides[summary.side]
    return Message(template, side=side, bid=summary.bid, who=summary.who, result=summary.result)


def _describe_undo(change: Change) -> Message:
    match change.undid:
        case Record():
            return Message("took back %(row)s", row=row_name(change.before))
        case Amend():
            return Message("took back the change of %(row)s", row=row_name(change.after))
        case Overrule():
            return Message("took back the correction of %(row)s", row=row_name(change.after))
        case Strike():
            return Message("took back the striking of %(row)s", row=row_name(change.after))
        case Rename(name=name):
            return Message("took back the name %(name)s", name=name)
        case _:
            return Message("took back the change of dealer")

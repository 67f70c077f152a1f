"""What each entry of the journal did, in words: pages and files say the same."""

from __future__ import annotations

from scorekeeper.analysis.history import Change
from scorekeeper.messages.names import row_name
from scorekeeper.messages.numbers import signed
from scorekeeper.messages.rows import tell
from scorekeeper.rules.entry import Amend, Dealer, End, Overrule, Record, Rename, Strike, Undo
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.sheet import Line, Sheet

HOST = N_("Host")
"""Who an entry of the host's is written by, in every file."""


def author(by: str | None) -> str:
    """Who wrote an entry, as a page says it; empty where nobody knows."""
    return str(Sentence(by)) if by == HOST else by or ""


def deed_told(sheet: Sheet, change: Change) -> str:
    """What was done, to go on from a name: "saved hand 3: North & South bid 4 made, took 5"."""
    return str(_deed(sheet, change))


def row_told(sheet: Sheet, line: Line | None) -> str:
    """The row in a few words: who bid what, what came of it, and its note."""
    if line is None:
        return ""
    story = _story(sheet, line)
    note = line.hand.note
    return str(Sentence("%(row)s “%(note)s”", row=story, note=note) if note else story)


def _deed(sheet: Sheet, change: Change) -> Sentence:
    deed = change.entry.deed
    before, after = row_told(sheet, change.before), row_told(sheet, change.after)
    row = row_name(change.after or change.before)
    match deed:
        case Record():
            return Sentence("saved %(row)s: %(after)s", row=row, after=after)
        case Amend():
            told = N_("changed %(row)s: %(before)s → %(after)s")
            return Sentence(told, row=row, before=before, after=after)
        case Overrule(side=side, points=None):
            told = N_("took back the correction of %(row)s for %(side)s")
            return Sentence(told, row=row, side=sheet.sides[side])
        case Overrule(side=side, points=int(points)):
            told = N_("corrected %(row)s for %(side)s: worth %(points)s")
            return Sentence(told, row=row, side=sheet.sides[side], points=signed(points))
        case Strike():
            return Sentence("struck %(row)s: %(before)s", row=row, before=before)
        case Undo():
            return _undid(change)
        case Rename(name=name):
            return Sentence("renamed %(old)s: %(name)s", old=change.renamed, name=name)
        case Dealer(seat=seat):
            return Sentence("gave the next deal to %(player)s", player=sheet.players[seat])
        case End():
            return Sentence("ended the match")
        case _:
            return Sentence("opened the match again")


def _story(sheet: Sheet, line: Line) -> Sentence:
    told = tell(sheet, line)
    if not told.bid:
        return told.result
    template = N_("%(side)s bid %(bid)s %(result)s")
    if told.who:
        template = N_("%(side)s bid %(bid)s (%(who)s) %(result)s")
    side = "" if told.side is None else sheet.sides[told.side]
    return Sentence(template, side=side, bid=told.bid, who=told.who, result=told.result)


def _undid(change: Change) -> Sentence:
    match change.undid:
        case Record():
            return Sentence("took back %(row)s", row=row_name(change.before))
        case Amend():
            return Sentence("took back the change of %(row)s", row=row_name(change.after))
        case Overrule():
            return Sentence("took back the correction of %(row)s", row=row_name(change.after))
        case Strike():
            return Sentence("took back the striking of %(row)s", row=row_name(change.after))
        case Rename(name=name):
            return Sentence("took back the name %(name)s", name=name)
        case _:
            return Sentence("took back the change of dealer")

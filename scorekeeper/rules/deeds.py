"""What each entry of the journal did, in words: pages and files say the same."""

from __future__ import annotations

from scorekeeper.rules.entry import Amend, Dealer, End, Overrule, Record, Rename, Strike, Undo
from scorekeeper.rules.explain import signed, tell
from scorekeeper.rules.history import Change
from scorekeeper.rules.sheet import Line, Sheet
from scorekeeper.rules.titles import row_name


def deed_told(sheet: Sheet, change: Change) -> str:
    """What was done, to go on from a name: "saved hand 3: North & South bid 4 made, took 5"."""
    deed = change.entry.deed
    match deed:
        case Record():
            return f"saved {row_name(change.after)}: {row_told(sheet, change.after)}"
        case Amend():
            before, after = row_told(sheet, change.before), row_told(sheet, change.after)
            return f"changed {row_name(change.after)}: {before} → {after}"
        case Overrule(side=side, points=points):
            of = f"{row_name(change.after)} for {sheet.sides[side]}"
            if points is None:
                return f"took back the correction of {of}"
            return f"corrected {of}: worth {signed(points)}"
        case Strike():
            return f"struck {row_name(change.before)}: {row_told(sheet, change.before)}"
        case Undo():
            return f"took back {_undid(change)}"
        case Rename(name=name):
            return f"renamed {change.renamed}: {name}"
        case Dealer(seat=seat):
            return f"gave the next deal to {sheet.players[seat]}"
        case _:
            return "ended the match" if isinstance(deed, End) else "opened the match again"


def row_told(sheet: Sheet, line: Line | None) -> str:
    """The row in a few words: who bid what, what came of it, and its note."""
    if line is None:
        return ""
    told = tell(sheet, line)
    side = "" if told.side is None else sheet.sides[told.side]
    bid = f"{side} bid {told.bid}" if told.bid else ""
    who = f"({told.who})" if told.who and told.bid else ""
    note = f"“{line.hand.note}”" if line.hand.note else ""
    return " ".join(filter(None, (bid, who, str(told.result), note)))


def _undid(change: Change) -> str:
    match change.undid:
        case Record():
            return row_name(change.before)
        case Amend():
            return f"the change of {row_name(change.after)}"
        case Overrule():
            return f"the correction of {row_name(change.after)}"
        case Strike():
            return f"the striking of {row_name(change.after)}"
        case Rename(name=name):
            return f"the name {name}"
        case _:
            return "the change of dealer"

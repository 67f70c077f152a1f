"""What Undo takes back, in words: on its button, and when it was written."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.matches.snapshot import Table
from scorekeeper.messages.names import short_of
from scorekeeper.messages.numbers import signed
from scorekeeper.rules.entry import Amend, Dealer, Deed, Overrule, Record, Rename, Strike
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class UndoView:
    """The entry that Undo takes back, what the button says, and what was said of it."""

    entry: int
    label: Sentence
    said: str | Sentence


def undo_of(table: Table) -> UndoView | None:
    """What Undo would take back, whoever may do that."""
    undoable = table.fold.match.standing.undoable
    if undoable is None:
        return None
    number, deed = undoable
    label, said = _undo_words(table.sheet, deed)
    return UndoView(number, label, said)


def _undo_words(sheet: Sheet, deed: Deed) -> tuple[Sentence, str | Sentence]:
    """What Undo would take back, and what was said when it was written."""
    match deed:
        case Rename(name=name):
            return Sentence("Undo new name"), Sentence("The name is now %(name)s.", name=name)
        case Dealer(seat=seat):
            said = Sentence("%(name)s deals next.", name=sheet.players[seat])
            return Sentence("Undo change of dealer"), said
        case Record():
            line = sheet.lines[-1]
        case Amend(number=number) | Overrule(number=number) | Strike(number=number):
            line = sheet.lines[number - 1]
        case _:
            return Sentence("Undo last entry"), ""
    undo, done = _UNDO[isinstance(line.hand, Adjustment), type(deed)]
    facts = {"number": line.number, "points": _points(sheet, line)}
    return Sentence(undo, **facts), Sentence(done, **facts)


# By: whether it is a line that is no hand, what was done.
_UNDO: dict[tuple[bool, type[Deed]], tuple[str, str]] = {
    (False, Record): (N_("Undo hand %(number)s"), N_("Hand %(number)s saved. %(points)s.")),
    (True, Record): (N_("Undo line %(number)s"), N_("Line %(number)s saved. %(points)s.")),
    (False, Amend): (N_("Undo change of hand %(number)s"), N_("Hand %(number)s changed.")),
    (True, Amend): (N_("Undo change of line %(number)s"), N_("Line %(number)s changed.")),
    (False, Overrule): (N_("Undo correction of hand %(number)s"), N_("Hand %(number)s corrected.")),
    (True, Overrule): (N_("Undo correction of line %(number)s"), N_("Line %(number)s corrected.")),
    (False, Strike): (
        N_("Undo striking of hand %(number)s"),
        N_("Hand %(number)s taken off the sheet."),
    ),
    (True, Strike): (
        N_("Undo striking of line %(number)s"),
        N_("Line %(number)s taken off the sheet."),
    ),
}


def _points(sheet: Sheet, line: Line) -> str:
    """N & S −3, E & W +4, each side on one line with its figure."""
    sides = zip(sheet.sides, line.points, strict=True)
    told = (f"{short_of(name)} {signed(points)}" for name, points in sides)
    return ", ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in told)

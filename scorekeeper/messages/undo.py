"""What Undo takes back, in words: its button, and the message about the last entry."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.messages.message import N_, Message
from scorekeeper.messages.names import short_name
from scorekeeper.messages.numbers import format_signed
from scorekeeper.rules.entry import Amend, Dealer, Event, Overrule, Record, Rename, Strike
from scorekeeper.rules.sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class Undoable:
    """The entry that Undo takes back, the text of the button, and what the entry has done."""

    entry: int
    label: Message
    done: str | Message


def describe_undo(sheet: Sheet, number: int, event: Event) -> Undoable:
    """Describe how entry `number`, which wrote this event, is undone."""
    label, done = _undo_words(sheet, event)
    return Undoable(number, label, done)


def _undo_words(sheet: Sheet, event: Event) -> tuple[Message, str | Message]:
    """Return the text of the button, and what the entry has done."""
    match event:
        case Rename(name=name):
            return Message("Undo new name"), Message("The name is now %(name)s.", name=name)
        case Dealer(seat=seat):
            done = Message("%(name)s deals next.", name=sheet.players[seat])
            return Message("Undo change of dealer"), done
        case Record():
            line = sheet.lines[-1]
        case Amend(number=number) | Overrule(number=number) | Strike(number=number):
            line = sheet.lines[number - 1]
        case _:
            return Message("Undo last entry"), ""
    label, after = _UNDO[line.is_deal, type(event)]
    facts = {"number": line.number, "points": _points(sheet, line)}
    return Message(label, **facts), Message(after, **facts)


# By: whether the row is a hand that was dealt, the type of the event.
_UNDO: dict[tuple[bool, type[Event]], tuple[str, str]] = {
    (True, Record): (N_("Undo hand %(number)s"), N_("Hand %(number)s saved. %(points)s.")),
    (False, Record): (N_("Undo line %(number)s"), N_("Line %(number)s saved. %(points)s.")),
    (True, Amend): (N_("Undo change of hand %(number)s"), N_("Hand %(number)s changed.")),
    (False, Amend): (N_("Undo change of line %(number)s"), N_("Line %(number)s changed.")),
    (True, Overrule): (N_("Undo correction of hand %(number)s"), N_("Hand %(number)s corrected.")),
    (False, Overrule): (N_("Undo correction of line %(number)s"), N_("Line %(number)s corrected.")),
    (True, Strike): (
        N_("Undo striking of hand %(number)s"),
        N_("Hand %(number)s taken off the sheet."),
    ),
    (False, Strike): (
        N_("Undo striking of line %(number)s"),
        N_("Line %(number)s taken off the sheet."),
    ),
}


def _points(sheet: Sheet, line: Line) -> str:
    """Return "N & S −3, E & W +4", with no line break between a side and its figure."""
    sides = zip(sheet.sides, line.points, strict=True)
    summary = (f"{short_name(name)} {format_signed(points)}" for name, points in sides)
    return ", ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in summary)

"""Names of a match, its sides and its rows, in full and short."""

from __future__ import annotations

from scorekeeper.messages.message import N_, Message
from scorekeeper.rules.match import PARTNERS
from scorekeeper.rules.sheet import Line, Sheet

SHORT = dict(zip(PARTNERS, (N_("N & S"), N_("E & W")), strict=True))
LETTERS = "ABCDEFGHIJ"
"""The names of columns if there are more than two."""
SEPARATOR = " · "
# Rules that scoring does not use. A match file has no field for them, so they end its note.
REMINDERS = (
    N_("at no trump the bidder's left leads"),
    N_("on surrendering the bidder's left speaks first and the right decides"),
)


def match_title(sheet: Sheet) -> tuple[str, list[str]]:
    """Return the title of the match, and the reminders at the end of its note."""
    parts = (sheet.opening.note or "").split(SEPARATOR)
    reminders: list[str] = []
    while parts and parts[-1] in REMINDERS:
        reminders.insert(0, str(Message(parts.pop())))
    return SEPARATOR.join(parts) or sheet.opening.ruleset.name, reminders


def short_label(side: Message) -> Message:
    """Return the short label of a side, for narrow columns."""
    short = SHORT.get(side.source)
    return Message(short) if short else side


def short_name(name: str) -> str:
    """Return the short form of a side's name, for narrow columns.

    Only default names have one, in English or in the current locale; others are returned as given.
    """
    for full, short in SHORT.items():
        if name == full:
            return short
        if name == str(Message(full)):
            return str(Message(short))
    return name


def row_name(line: Line | None) -> str:
    """Return "hand 9", or "line 9" for an adjustment; empty for None."""
    if line is None:
        return ""
    name = N_("hand %(number)s") if line.is_deal else N_("line %(number)s")
    return str(Message(name, number=line.number))


def shortfall_note(sheet: Sheet, line: Line, side: int) -> str:
    """Return the note on the shortfall of a cell, such as "carries 4" or "4 paid off", or empty."""
    if owed := line.shortfalls[side]:
        return str(Message("carries %(points)s", points=owed))
    paid = shortfall_paid(sheet, line, side)
    return str(Message("%(points)s paid off", points=paid)) if paid else ""


def shortfall_paid(sheet: Sheet, line: Line, side: int) -> int:
    """Return the shortfall before this row if the row ended it, else 0."""
    before = sheet.lines[line.number - 2].shortfalls if line.number > 1 else None
    was = (before or sheet.opening.start_shortfalls)[side]
    return 0 if line.shortfalls[side] else was

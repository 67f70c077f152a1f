"""What a match, its sides and its rows are called."""

from __future__ import annotations

from scorekeeper.rules.errors import N_, Message
from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.match import PARTNERS
from scorekeeper.rules.sheet import Line, Sheet

SHORT = dict(zip(PARTNERS, (N_("N & S"), N_("E & W")), strict=True))
OUTCOMES = {
    "made": N_("made"),
    "set": N_("set"),
    "surrendered": N_("surrendered"),
    "declined": N_("declined"),
    "thrown in": N_("thrown in"),
    "won": N_("won"),
    "points": N_("points"),
    "adjustment": N_("adjustment"),
    "struck": N_("struck"),
}
"""The outcome of a line in one word, to be said."""
LETTERS = "ABCDEFGHIJ"
"""What columns are called where there are more than two."""
TRUMP_WORDS = {
    "clubs": Message("clubs"),
    "diamonds": Message("diamonds"),
    "hearts": Message("hearts"),
    "spades": Message("spades"),
    "no trump": Message("no trump"),
    "no trump low": Message("no trump low"),
}
SEPARATOR = " · "
# What a table agreed on that scores nothing. A match file has no field for it but the note.
REMINDERS = (
    N_("at no trump the bidder's left leads"),
    N_("on surrendering the bidder's left speaks first and the right decides"),
)


def match_title(sheet: Sheet) -> tuple[str, list[str]]:
    """What the match is called, and the reminders that stand at the end of its note."""
    parts = (sheet.opening.note or "").split(SEPARATOR)
    reminders: list[str] = []
    while parts and parts[-1] in REMINDERS:
        reminders.insert(0, str(Message(parts.pop())))
    return SEPARATOR.join(parts) or sheet.opening.ruleset.name, reminders


def short_label(side: Message) -> Message:
    """What a column is called where there is little room."""
    short = SHORT.get(side.template)
    return Message(short) if short else side


def short_name(name: str) -> str:
    """What a column of this name is called where there is little room.

    Only names that nobody typed have a short form: the defaults, in English or as they are said.
    """
    for full, short in SHORT.items():
        if name == full:
            return short
        if name == str(Message(full)):
            return str(Message(short))
    return name


def row_name(line: Line | None) -> str:
    """Hand 9, or line 9 where it is no hand."""
    if line is None:
        return ""
    name = N_("line %(number)s") if isinstance(line.hand, Adjustment) else N_("hand %(number)s")
    return str(Message(name, number=line.number))


def shortfall_note(sheet: Sheet, line: Line, side: int) -> str:
    """What the small note beside a cell says of the shortfall: "carries 4", "4 paid off"."""
    if owed := line.shortfalls[side]:
        return str(Message("carries %(points)s", points=owed))
    paid = shortfall_paid(sheet, line, side)
    return str(Message("%(points)s paid off", points=paid)) if paid else ""


def shortfall_paid(sheet: Sheet, line: Line, side: int) -> int:
    """What was carried above this row, where nothing is any more; else 0."""
    before = sheet.lines[line.number - 2].shortfalls if line.number > 1 else None
    was = (before or sheet.opening.start_shortfalls)[side]
    return 0 if line.shortfalls[side] else was

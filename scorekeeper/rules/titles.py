"""What a match, its sides and its rows are called."""

from __future__ import annotations

from scorekeeper.rules.hand import Adjustment
from scorekeeper.rules.match import PARTNERS
from scorekeeper.rules.sheet import Line, Sheet
from scorekeeper.rules.words import Sentence

SHORT = dict(zip(PARTNERS, ("N & S", "E & W"), strict=True))
LETTERS = "ABCDEFGHIJ"
"""What columns are called where there are more than two."""
TRUMP_WORDS = {
    "clubs": Sentence("clubs"),
    "diamonds": Sentence("diamonds"),
    "hearts": Sentence("hearts"),
    "spades": Sentence("spades"),
    "no trump": Sentence("no trump"),
    "no trump low": Sentence("no trump low"),
}
SEPARATOR = " · "
# What a table agreed on that scores nothing. A match file has no field for it but the note.
REMINDERS = (
    "at no trump the bidder's left leads",
    "on surrendering the bidder's left speaks first and the right decides",
)


def title_of(sheet: Sheet) -> tuple[str, list[str]]:
    """What the match is called, and the reminders that stand at the end of its note."""
    parts = (sheet.opening.note or "").split(SEPARATOR)
    reminders: list[str] = []
    while parts and parts[-1] in REMINDERS:
        reminders.insert(0, parts.pop())
    return SEPARATOR.join(parts) or sheet.opening.ruleset.name, reminders


def row_name(line: Line | None) -> str:
    """Hand 9, or line 9 where it is no hand."""
    if line is None:
        return ""
    return f"{'line' if isinstance(line.hand, Adjustment) else 'hand'} {line.number}"


def carried(sheet: Sheet, line: Line, side: int) -> str:
    """What the small note beside a cell says of the shortfall: "carries 4", "4 paid off"."""
    owed = line.shortfalls[side]
    before = sheet.lines[line.number - 2].shortfalls if line.number > 1 else None
    was = (before or sheet.opening.start_shortfalls)[side]
    if owed:
        return f"carries {owed}"
    return f"{was} paid off" if was else ""

"""What whoever looks at a match may do there, so that a page offers that and nothing else.

Only what is offered: `access` holds every write against the table of CONTRACT.md section 5 anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.matches.snapshot import Table
from scorekeeper.rules.errors import Sentence
from scorekeeper.tokens import HOST, seat_number


@dataclass(frozen=True, slots=True)
class You:
    """One looker. `seats` and `sides` are those that are theirs; `text` says so in words."""

    host: bool
    seats: tuple[int, ...]
    sides: frozenset[int]
    text: Sentence
    rows: int

    @property
    def writes(self) -> bool:
        """Whether they write hands: the host and every seat do."""
        return self.host or bool(self.seats)

    def may_change(self, number: int) -> bool:
        """Whether they may change or strike row `number`: the host any, a seat the last."""
        return self.host or (bool(self.seats) and number == self.rows)

    def may_correct(self, side: int) -> bool:
        """Whether they may correct or adjust the column of `side`."""
        return self.host or side in self.sides


def you(table: Table) -> You:
    """What whoever asked for the table may do at it."""
    standing = table.fold.match.standing
    numbers = (seat_number(place) for place in table.places)
    seats = tuple(sorted(number for number in numbers if number is not None))
    host = HOST in table.places
    names = [standing.players[seat] for seat in seats]
    return You(
        host=host,
        seats=seats,
        sides=frozenset(seat % standing.ruleset.sides for seat in seats),
        text=_text(names, host=host),
        rows=len(standing.rows),
    )


def _text(names: list[str], *, host: bool) -> Sentence:
    if names and host:
        return Sentence("you are %(names)s, host", names=", ".join(names))
    if names:
        return Sentence("you are %(names)s", names=", ".join(names))
    return Sentence("you are host") if host else Sentence("you are looking on")


def may_undo(table: Table) -> bool:
    """Whether whoever asked may take back the last entry, if any: the host any, a seat its own."""
    undoable = table.fold.match.standing.undoable
    if undoable is None:
        return False
    return HOST in table.places or table.fold.places[undoable[0] - 1] in table.places

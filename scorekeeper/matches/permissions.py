"""What an actor may do at a match, so that a page offers that and nothing else.

This is only what pages offer: `access` checks every write again.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.message import Message
from scorekeeper.tokens import HOST, role_seat


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of one actor.

    `seats` and `sides` are the actor's own, counted from 0; `text` says so in words; `rows` is how
    many rows the sheet has.
    """

    host: bool
    seats: tuple[int, ...]
    sides: frozenset[int]
    text: Message
    rows: int

    @property
    def writes(self) -> bool:
        """Return whether they write hands: the host and every seat do."""
        return self.host or bool(self.seats)

    def may_change(self, number: int) -> bool:
        """Return whether they may change or strike row `number`: the host any, a seat the last."""
        return self.host or (bool(self.seats) and number == self.rows)

    def may_correct(self, side: int) -> bool:
        """Return whether they may correct or adjust the column of `side`."""
        return self.host or side in self.sides


def permissions_of(snapshot: MatchSnapshot) -> Permissions:
    """Return what the actor of the snapshot may do at the match."""
    state = snapshot.state
    numbers = (role_seat(role) for role in snapshot.roles)
    seats = tuple(sorted(number for number in numbers if number is not None))
    host = HOST in snapshot.roles
    names = [state.players[seat] for seat in seats]
    return Permissions(
        host=host,
        seats=seats,
        sides=frozenset(seat % state.ruleset.sides for seat in seats),
        text=_text(names, host=host),
        rows=len(state.rows),
    )


def _text(names: list[str], *, host: bool) -> Message:
    if names and host:
        return Message("you are %(names)s, host", names=", ".join(names))
    if names:
        return Message("you are %(names)s", names=", ".join(names))
    return Message("you are host") if host else Message("you are looking on")


def may_undo(snapshot: MatchSnapshot) -> bool:
    """Return whether the actor may undo the last entry, if any: the host any, a seat its own."""
    undoable = snapshot.state.undoable
    if undoable is None:
        return False
    return HOST in snapshot.roles or snapshot.cached.writers[undoable[0] - 1] in snapshot.roles

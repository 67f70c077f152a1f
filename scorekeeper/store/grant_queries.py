"""Who holds which place at a match, and what happened around the sheet. Nothing is decided here."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from scorekeeper.store.match_queries import Stored, ask
from scorekeeper.store.models import ActRow, GrantRow


class Act(NamedTuple):
    """A line of the history that is no entry: what `ActRow` holds."""

    at: str
    version: int
    by: str
    deed: str
    place: str | None


_AT = GrantRow.match_id == bindparam("match_id")
_GRANTS = select(GrantRow.device, GrantRow.place).where(_AT).order_by(GrantRow.id)
_PLACES_OF = select(GrantRow.place).where(_AT, GrantRow.device == bindparam("device"))
_HELD_BY = select(GrantRow.match_id, GrantRow.place).where(GrantRow.device == bindparam("device"))
_GRANT = insert(GrantRow)
_WITHDRAW = delete(GrantRow).where(_AT, GrantRow.place == bindparam("place"))
_WITHDRAW_OTHERS = _WITHDRAW.where(GrantRow.device != bindparam("but"))
_ACTS = (
    select(*(getattr(ActRow, name) for name in Act._fields))
    .where(ActRow.match_id == bindparam("match_id"))
    .order_by(ActRow.id)
)
_LOG = insert(ActRow)


def grants(row: Stored) -> list[tuple[str, str]]:
    """Every device at the match with a place that it holds, the oldest first."""
    return [(found[0], found[1]) for found in ask(_GRANTS, match_id=row.id)]


def places_of(row: Stored, device: str) -> frozenset[str]:
    """The places that the device holds at the match."""
    return frozenset(ask(_PLACES_OF, match_id=row.id, device=device).scalars())


def held_by(device: str) -> dict[int, frozenset[str]]:
    """The places that the device holds, by the id of the match."""
    held: dict[int, frozenset[str]] = {}
    for match_id, place in ask(_HELD_BY, device=device).all():
        held[match_id] = held.get(match_id, frozenset()) | {place}
    return held


def grant(row: Stored, device: str, place: str) -> None:
    """Gives the device its place at the match; a second time changes nothing."""
    if place not in places_of(row, device):
        ask(_GRANT, match_id=row.id, device=device, place=place)


def withdraw(row: Stored, place: str, but: str = "") -> None:
    """Takes the place from every device that holds it, `but` one."""
    if but:
        ask(_WITHDRAW_OTHERS, match_id=row.id, place=place, but=but)
    else:
        ask(_WITHDRAW, match_id=row.id, place=place)


def log(row: Stored, act: Act) -> None:
    """Writes a line of the history."""
    ask(_LOG, match_id=row.id, **act._asdict())


def acts(row: Stored) -> list[Act]:
    """What happened around the sheet, oldest first."""
    return [Act._make(found) for found in ask(_ACTS, match_id=row.id)]

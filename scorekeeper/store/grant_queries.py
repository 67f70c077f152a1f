"""Queries of the roles that devices hold at a match, and of its audit events."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from scorekeeper.store.match_queries import MatchRecord, execute
from scorekeeper.store.models import AuditEventRow, GrantRow


class AuditEvent(NamedTuple):
    """An event of a match that is not an entry of its journal: the columns of `AuditEventRow`."""

    at: str
    version: int
    by: str
    event: str
    role: str | None


_AT = GrantRow.match_id == bindparam("match_id")
_GRANTS = select(GrantRow.device, GrantRow.role).where(_AT).order_by(GrantRow.id)
_ROLES_OF = select(GrantRow.role).where(_AT, GrantRow.device == bindparam("device"))
_ROLES_BY_MATCH = select(GrantRow.match_id, GrantRow.role).where(
    GrantRow.device == bindparam("device")
)
_GRANT = insert(GrantRow)
_WITHDRAW = delete(GrantRow).where(_AT, GrantRow.role == bindparam("role"))
_WITHDRAW_OTHERS = _WITHDRAW.where(GrantRow.device != bindparam("but"))
_AUDIT_EVENTS = (
    select(*(getattr(AuditEventRow, name) for name in AuditEvent._fields))
    .where(AuditEventRow.match_id == bindparam("match_id"))
    .order_by(AuditEventRow.id)
)
_LOG = insert(AuditEventRow)


def grants(row: MatchRecord) -> list[tuple[str, str]]:
    """Return a pair of device and role for every role held at the match, oldest first."""
    return [(result[0], result[1]) for result in execute(_GRANTS, match_id=row.id)]


def roles_of(row: MatchRecord, device: str) -> frozenset[str]:
    """Return the roles that the device holds at the match."""
    return frozenset(execute(_ROLES_OF, match_id=row.id, device=device).scalars())


def roles_by_match(device: str) -> dict[int, frozenset[str]]:
    """Return the roles that the device holds, by the id of the match."""
    held: dict[int, frozenset[str]] = {}
    for match_id, role in execute(_ROLES_BY_MATCH, device=device).all():
        held[match_id] = held.get(match_id, frozenset()) | {role}
    return held


def grant(row: MatchRecord, device: str, role: str) -> None:
    """Grant the role at the match to the device; a second time changes nothing."""
    if role not in roles_of(row, device):
        execute(_GRANT, match_id=row.id, device=device, place=role)


def withdraw(row: MatchRecord, role: str, but: str = "") -> None:
    """Withdraw the role from every device that holds it, except the device `but`."""
    if but:
        execute(_WITHDRAW_OTHERS, match_id=row.id, role=role, but=but)
    else:
        execute(_WITHDRAW, match_id=row.id, role=role)


def add_audit_event(row: MatchRecord, event: AuditEvent) -> None:
    """Add an audit event to the match."""
    columns = {"deed": event.event, "place": event.role}
    execute(_LOG, match_id=row.id, at=event.at, version=event.version, by=event.by, **columns)


def audit_events(row: MatchRecord) -> list[AuditEvent]:
    """Return the audit events of the match, oldest first."""
    return [AuditEvent._make(result) for result in execute(_AUDIT_EVENTS, match_id=row.id)]

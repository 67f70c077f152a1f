"""The status of a match beside its sheet: a claim of the host's role, a recent end, the rematch."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from datetime import UTC, datetime

from scorekeeper.http.device import current_device
from scorekeeper.matches import creation
from scorekeeper.matches.access import REOPEN_WITHIN
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.messages.audit import author_name
from scorekeeper.messages.locale import format_hour
from scorekeeper.rules.entry import End
from scorekeeper.tokens import HOST, WATCH, seat_role


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim of the host's role, and what the actor may do about it.

    `ends` is an ISO 8601 time, and `hour` its hour: the end of the sixty seconds in which the claim
    can be refused, or, if it `passes`, of the time to take the role. `left` is the number of
    seconds until then.
    """

    name: str
    seat: int
    ends: str
    hour: str
    host_is_here: bool
    passes: bool
    may_refuse: bool
    may_agree: bool
    may_take: bool
    left: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """What is shown beside the sheet.

    `closing`: the match has ended within the last ten seconds. `next_code` is the rematch, `roles`
    are those of the actor.
    """

    claim: ClaimView | None
    closing: bool
    ended_by: str
    next_code: str
    roles: list[str]

    @property
    def version(self) -> str:
        """A short text that changes with what the page shows of the status."""
        shown = (self.claim, self.closing, self.next_code, self.roles)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]


def view_status(snapshot: MatchSnapshot) -> MatchStatus:
    """Return what the match page shows beside the sheet."""
    ended = snapshot.state.ended
    end = snapshot.match.entries[-1] if ended else None
    fresh = False
    if end is not None and isinstance(end.event, End) and end.at:
        fresh = abs(datetime.now(UTC) - datetime.fromisoformat(end.at)) <= REOPEN_WITHIN
    return MatchStatus(
        claim=_claim(snapshot),
        closing=fresh,
        ended_by=author_name(end.by if end else None),
        next_code=(creation.find_rematch(snapshot.code, current_device()) if ended else None) or "",
        roles=sorted(snapshot.roles),
    )


def _claim(snapshot: MatchSnapshot) -> ClaimView | None:
    claim = snapshot.claim
    if claim is None:
        return None
    ends = claim.late if claim.passes else claim.ends
    left = datetime.fromisoformat(ends) - datetime.now(UTC)
    return ClaimView(
        name=snapshot.state.players[claim.seat],
        seat=claim.seat,
        ends=ends,
        hour=format_hour(ends),
        host_is_here=claim.host_is_here,
        passes=claim.passes,
        may_refuse=bool(snapshot.roles - {seat_role(claim.seat), WATCH}),
        may_agree=HOST in snapshot.roles,
        may_take=claim.passes and seat_role(claim.seat) in snapshot.roles,
        left=max(1, math.ceil(left.total_seconds())),
    )

"""What goes on around the sheet just now: a claim of the host's role, an end that can be undone."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from datetime import UTC, datetime

from scorekeeper.http.device import device
from scorekeeper.matches import creation
from scorekeeper.matches.access import REOPEN_WITHIN
from scorekeeper.matches.snapshot import Table
from scorekeeper.messages.audit import author
from scorekeeper.messages.locale import hour
from scorekeeper.rules.entry import End
from scorekeeper.tokens import HOST, WATCH, seat


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Who asks to be the host, and what whoever looks may do about it.

    `ends` is when what stands here ends, an ISO 8601 time, and `hour` its hour: the sixty seconds,
    or the time to take the role where it `passes`. `left` is how many seconds that is from now.
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
class Around:
    """`closing`: the match has ended within the last ten seconds. `next_code`: the rematch.

    `mine` are the places of whoever looks.
    """

    claim: ClaimView | None
    closing: bool
    ended_by: str
    next_code: str
    mine: list[str]

    @property
    def mark(self) -> str:
        """A short text that changes with what the page shows of all this."""
        asked = (self.claim, self.closing, self.next_code, self.mine)
        return hashlib.sha256(repr(asked).encode()).hexdigest()[:12]


def view_around(table: Table) -> Around:
    """What the match page shows beside the sheet."""
    ended = table.fold.match.standing.ended
    end = table.match.entries[-1] if ended else None
    fresh = False
    if end is not None and isinstance(end.deed, End) and end.at:
        fresh = abs(datetime.now(UTC) - datetime.fromisoformat(end.at)) <= REOPEN_WITHIN
    return Around(
        claim=_claim(table),
        closing=fresh,
        ended_by=author(end.by if end else None),
        next_code=(creation.rematch_of(table.code, device()) if ended else None) or "",
        mine=sorted(table.places),
    )


def _claim(table: Table) -> ClaimView | None:
    claim = table.claim
    if claim is None:
        return None
    ends = claim.late if claim.passes else claim.ends
    left = datetime.fromisoformat(ends) - datetime.now(UTC)
    return ClaimView(
        name=table.fold.match.standing.players[claim.seat],
        seat=claim.seat,
        ends=ends,
        hour=hour(ends),
        host_is_here=claim.host_is_here,
        passes=claim.passes,
        may_refuse=bool(table.places - {seat(claim.seat), WATCH}),
        may_agree=HOST in table.places,
        may_take=claim.passes and seat(claim.seat) in table.places,
        left=max(1, math.ceil(left.total_seconds())),
    )

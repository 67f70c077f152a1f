"""Whether a stored match is still what it was at the table."""

from __future__ import annotations

from scorekeeper.matches.snapshot import MatchAccess
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.store import journal_queries


def check_match(access: MatchAccess) -> None:
    """Raises RuleError where the match no longer reads, lacks an entry, or comes out otherwise.

    The sheet of the whole journal is held against that of its facts, read again and grown entry by
    entry as it was at the table.
    """
    snapshot = access.snapshot()
    if not journal_queries.is_whole(access.record):
        raise RuleError("An entry of the journal is missing.")
    grown = Match.replay(Opening.from_dict(snapshot.match.opening.to_dict()), ())
    for entry in snapshot.match.entries:
        grown = grown.extended([entry.to_dict()])
    if build_sheet(grown).to_dict() != snapshot.sheet.to_dict():
        raise RuleError("Taken entry by entry, the journal comes to another sheet.")

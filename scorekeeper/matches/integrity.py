"""Whether a stored match is still what it was when it was written."""

from __future__ import annotations

from scorekeeper.matches.snapshot import MatchAccess
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.store import journal_queries


def check_match(access: MatchAccess) -> None:
    """Raise RuleError if the match cannot be read, lacks an entry, or gives another sheet.

    The sheet of the whole journal is compared with that of its facts, parsed again and replayed
    entry by entry as they were written.
    """
    snapshot = access.snapshot()
    if not journal_queries.is_whole(access.record):
        raise RuleError("journal-gap")
    grown = Match.replay(Opening.from_dict(snapshot.match.opening.to_dict()), ())
    for entry in snapshot.match.entries:
        grown = grown.extended([entry.to_dict()])
    if build_sheet(grown).to_dict() != snapshot.sheet.to_dict():
        raise RuleError("journal-differs")

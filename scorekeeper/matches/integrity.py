"""Whether a stored match is still what it was when it was written."""

from __future__ import annotations

from scorekeeper.codec.entry import read_entry, write_entry
from scorekeeper.codec.match_file import read_opening, write_opening
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.matches.snapshot import MatchAccess
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match
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
    grown = Match.replay(read_opening(write_opening(snapshot.match.opening)), ())
    for entry in snapshot.match.entries:
        grown = grown.extended([read_entry(write_entry(entry), grown.opening.ruleset)])
    if write_sheet(build_sheet(grown)) != write_sheet(snapshot.sheet):
        raise RuleError("journal-differs")

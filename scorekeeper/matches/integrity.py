"""Whether a stored match is still what it was at the table."""

from __future__ import annotations

from scorekeeper.matches.snapshot import Found
from scorekeeper.rules.errors import Refused
from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.sheet import build_sheet
from scorekeeper.store import journal_queries


def check(found: Found) -> None:
    """Raises Refused where the match no longer reads, lacks an entry, or comes out otherwise.

    The sheet of the whole journal is held against that of its facts, read again and grown entry by
    entry as it was at the table.
    """
    table = found.table()
    if not journal_queries.is_whole(found.row):
        raise Refused("An entry of the journal is missing.")
    grown = Match.settle(Opening.from_dict(table.match.opening.to_dict()), ())
    for entry in table.match.entries:
        grown = grown.extended([entry.to_dict()])
    if build_sheet(grown).to_dict() != table.sheet.to_dict():
        raise Refused("Taken entry by entry, the journal comes to another sheet.")

"""The answers of the API are the same with and without a cached match."""

import json

from scorekeeper.http.fragment_cache import FragmentCache
from scorekeeper.store.match_cache import MatchCache
from tests.rules.builders import record

HAND = record(bidder=0, bid="3", tricks=[4, 2])
MISSED = record(bidder=1, bid="4", tricks=[3, 3])
AMENDED = {"bidder": 2, "bid": "5", "tricks": [2, 4]}
ENTRIES = (
    HAND,
    MISSED,
    record(adjustment=[-3, 2]),
    MISSED,
    {"amend": 1, "hand": AMENDED},
    {"overrule": 2, "side": 1, "points": 7},
    {"rename": {"seat": 1, "name": 'Ø "rn"'}},
    {"strike": 2},
    HAND,
    {"undo": 9},
    {"dealer": 3},
    {"end": True},
    {"reopen": "too soon"},
    HAND,
)


def test_the_sheet_after_each_write_is_the_one_that_a_new_process_reads(app, match):
    for entry in ENTRIES:
        written = match.host.write(entry)

        read = read_by_a_new_process(app, match)

        assert written.status_code == 201
        assert written.data == read
        assert read == as_json(json.loads(read))


def read_by_a_new_process(app, match):
    """Return the sheet replayed from the first entry, with the caches set aside."""
    caches = {name: app.extensions[name] for name in ("match_cache", "fragments")}
    app.extensions |= {"match_cache": MatchCache(), "fragments": FragmentCache()}
    read = match.host.of_match("GET", "").data
    app.extensions |= caches
    return read


def as_json(facts):
    return f"{json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}\n".encode()

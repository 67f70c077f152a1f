"""The cost of a match among 1,000,000 stored ones, against among 100."""

from __future__ import annotations

import random
import sqlite3
import statistics
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.codec.match_file import write_opening
from scorekeeper.config import Settings
from scorekeeper.matches import creation, matches
from scorekeeper.store.database import db
from scorekeeper.store.match_cache import MatchCache
from tests.benchmarks.servers import journal_of

pytestmark = pytest.mark.benchmark

FEW, MANY = 100, 1_000_000
_ROUNDS = 25
# Matches that nobody reads, which fill the tables and their indexes. Their codes come in no
# order, like random ones, and hold a character that no code has.
_FILL = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
INSERT INTO match
  (code, ruleset, sides, players, first_dealer, start, start_shortfalls, opened, last_day)
SELECT printf('-%05X', i * 611953 % 1048573), '{{}}', '[]', '[]', 0, '[]', '[]', '', '{day}' FROM n;
INSERT INTO journal (match_id, number, entry, place)
  SELECT id, 1, '{{"record": {{"bidder": 0, "bid": "3", "tricks": [4, 2]}}}}', 'host' FROM match
  WHERE code LIKE '-%';
INSERT INTO "grant" (match_id, device, place)
  SELECT id, code || ' of a device', 'host' FROM match WHERE code LIKE '-%';
"""


def test_a_match_among_a_million_costs_at_most_a_tenth_more_than_among_100(tmp_path: Path) -> None:
    few, many = (_app(tmp_path / name) for name in ("few", "many"))
    codes = {app: _open(app, FEW) for app in (few, many)}
    _fill(tmp_path / "many")

    looked = _ratio(few, many, lambda app: _look(app, codes[app]))
    opened = _ratio(few, many, lambda app: _open(app, 10))

    print(f"\nmatch looked at among {MANY:,} / among {FEW}: {looked:.2f} (at most 1.1)")
    print(f"match opened anew among {MANY:,} / among {FEW}: {opened:.2f} (at most 1.1)")
    assert looked <= 1.1
    assert opened <= 1.1


def _app(file: Path) -> Flask:
    return create_app(Settings.read({}, database=f"sqlite:///{file}", opening_limit=""))


def _fill(file: Path) -> None:
    day = time.strftime("%Y-%m-%d", time.gmtime())
    with closing(sqlite3.connect(file)) as database:
        database.executescript(f"BEGIN; {_FILL.format(many=MANY, day=day)} COMMIT; ANALYZE;")


def _open(app: Flask, matches: int) -> list[str]:
    opened, journal = journal_of(30)
    match = {"format": "scorekeeper/1", **write_opening(opened), "entries": journal}
    with app.app_context():
        return [creation.import_match(match, "a device") for _ in range(matches)]


def _look(app: Flask, codes: list[str]) -> None:
    """Read each match in a request of its own, by a process that has none cached."""
    app.extensions["match_cache"] = MatchCache()
    for code in random.sample(codes, len(codes)):
        with app.app_context():
            assert matches.read_match(code, "a device").sheet.version == 30
            db.session.remove()


def _ratio(few: Flask, many: Flask, work: Callable[[Flask], object]) -> float:
    """Return the ratio of processor times, since the disk is not what is measured."""
    took: dict[Flask, list[float]] = {few: [], many: []}
    for _ in range(_ROUNDS):
        for app, times in took.items():
            start = time.process_time()
            work(app)
            times.append(time.process_time() - start)
    return statistics.median(took[many]) / statistics.median(took[few])

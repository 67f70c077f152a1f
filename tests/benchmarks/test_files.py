"""What a file of 30 hands costs, in requests of a bare Flask view measured in the same run."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from scorekeeper.exports.formats import FILES
from scorekeeper.rules.sheet import build_sheet
from tests.benchmarks.servers import bare_rate, bare_view, journal_of, quickest
from tests.rules.builders import replayed

pytestmark = pytest.mark.benchmark

RUNS = 5
MOST = {"csv": 10, "json": 10, "txt": 10, "md": 10, "svg": 10, "pdf": 200, "xlsx": 200, "png": 200}


def test_every_file_of_30_hands_costs_few_bare_requests(tmp_path: Path) -> None:
    match = replayed(*journal_of(30))
    sheet = build_sheet(match)

    with bare_view(tmp_path) as port:
        costs: dict[str, list[float]] = {ext: [] for ext in FILES}
        for _ in range(RUNS):
            bare = bare_rate(port)
            for ext, (_, write) in FILES.items():
                costs[ext].append(quickest(lambda: write(match, sheet), 5) * bare)  # noqa: B023

    print()
    for ext, each in costs.items():
        print(f"{ext} / bare request: {statistics.median(each):.1f} (at most {MOST[ext]})")
    assert all(statistics.median(each) <= MOST[ext] for ext, each in costs.items())

"""The time of a start, until the first good answer, against a bare Flask app's."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.servers import RUNS, bare_view, our_app

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("existing", [True, False], ids=["database there", "database made"])
def test_the_first_answer_comes_within_45_of_a_bare_start(tmp_path: Path, existing: bool) -> None:
    ratios = []
    for run in range(RUNS + 1):
        folder = tmp_path / ("data" if existing else f"data{run}")
        folder.mkdir(exist_ok=True)
        bare = _elapsed(lambda: bare_view(folder))  # noqa: B023
        ours = _elapsed(lambda: our_app(folder))  # noqa: B023
        ratios.append(ours / bare)

    ratio = statistics.median(ratios[1:])
    print(f"\nfirst answer / bare start: {ratio:.2f} (at most 4.5)")
    assert ratio <= 4.5


def _elapsed(serve: Callable[[], Any]) -> float:
    start = time.perf_counter()
    with serve():
        return time.perf_counter() - start

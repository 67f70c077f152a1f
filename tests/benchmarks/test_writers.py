"""Many matches that are written at the same time, against one that is written alone."""

from __future__ import annotations

import selectors
import statistics
import time
from pathlib import Path

import pytest

from tests.benchmarks.clients import ScriptTable
from tests.benchmarks.servers import RUNS, our_app

pytestmark = pytest.mark.benchmark

WRITERS = 32
_SECONDS = 1.0


def test_32_writers_at_32_tables_get_as_much_done_as_one_and_nobody_waits_long(
    tmp_path: Path,
) -> None:
    with our_app(tmp_path) as port:
        gained, waited = [], []
        for _ in range(RUNS):
            alone = _hands(port, 1)
            together = _hands(port, WRITERS)
            gained.append(len(together) / len(alone))
            waited.append(_percentile(together, 99) / statistics.median(together))

    gain, wait = statistics.median(gained), statistics.median(waited)
    print(f"\n{WRITERS} writers / one writer: {gain:.2f} (at least 1)")
    print(f"p99 / median of {WRITERS} writers: {wait:.2f} (at most 3)")
    assert gain >= 1
    assert wait <= 3


def _hands(port: int, writers: int) -> list[float]:
    """Return the seconds of each hand; a writer sends the next once one is acknowledged."""
    took: list[float] = []
    sent: dict[ScriptTable, float] = {}
    with selectors.DefaultSelector() as ready:
        for table in [ScriptTable(port) for _ in range(writers)]:
            ready.register(table.client.socket, selectors.EVENT_READ, table)
            table.record()
            sent[table] = time.perf_counter()
        until = time.perf_counter() + _SECONDS
        while sent:
            for key, _ in ready.select():
                table = key.data
                status, head, _ = table.client.answer()
                assert status == 201, head
                now = time.perf_counter()
                took.append(now - sent.pop(table))
                if now < until:
                    table.record()
                    sent[table] = now
    return took


def _percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]

"""A sheet of 1,000 hands against one of 30: the cost to write a hand, and to show the sheet."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.clients import FormTable
from tests.benchmarks.servers import RUNS, our_app

pytestmark = pytest.mark.benchmark

SHORT, LONG = 30, 1000
_HANDS = 20
_MARGIN = 1.15


def test_a_hand_of_a_sheet_of_1000_hands_costs_no_more_than_one_of_30(tmp_path: Path) -> None:
    with our_app(tmp_path) as port:
        long = FormTable(port, hands=LONG)  # first: an idle connection is closed
        tables = [FormTable(port, hands=SHORT), long]
        written: list[list[float]] = [[], []]
        shown: list[list[float]] = [[], []]
        for _ in range(RUNS):
            for table, write in zip(tables, written, strict=True):
                write.extend(_answered(table, table.record) for _ in range(_HANDS))
            for table, show in zip(tables, shown, strict=True):
                show.append(_answered(table, table.look) / table.version)

    slower_to_write, slower_to_show = (
        statistics.median(of_long) / statistics.median(of_short)
        for of_short, of_long in (written, shown)
    )
    print(f"\nhand written on {LONG:,} hands / on {SHORT}: {slower_to_write:.2f} (about 1 at most)")
    print(f"hand shown on a page of {LONG:,} / of {SHORT}: {slower_to_show:.2f} (at most 1)")
    assert slower_to_write <= _MARGIN
    assert slower_to_show <= 1


def _answered(table: FormTable, send: Callable[[], None]) -> float:
    """Return the seconds until the answer is here."""
    start = time.perf_counter()
    send()
    status, head, _ = table.client.answer()
    assert status < 400, head
    return time.perf_counter() - start

"""Ten thousand phones with open streams, held by one gevent process."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.benchmarks.servers import our_app
from tests.servers import REDIS

pytestmark = pytest.mark.benchmark

TABLES, EACH, HANDS_A_SECOND, SECONDS = 2500, 4, 20, 20


def test_10000_phones_cost_under_40_kb_each_and_hear_a_hand_within_50_ms(tmp_path: Path) -> None:
    client = [sys.executable, str(Path(__file__).with_name("phones.py"))]

    with one_gevent_worker(tmp_path) as (port, pid):
        asked = map(str, (port, TABLES, EACH, HANDS_A_SECOND, SECONDS, pid))
        told = subprocess.run([*client, *asked], check=True, stdout=subprocess.PIPE)
    facts = json.loads(told.stdout)

    kilobytes = facts["grown"] / (TABLES * EACH) / 1000
    slow = statistics.quantiles(facts["heard"], n=100)[98] * 1000
    print(f"\na phone: {kilobytes:.1f} kB (under 40)")
    print(f"p99 from POST to receipt: {slow:.1f} ms (under 50)")
    print(f"median: {statistics.median(facts['heard']) * 1000:.1f} ms")
    print(f"processor a hand written and heard by {EACH}: {facts['busy'] * 1000:.1f} ms")
    assert len(facts["heard"]) == HANDS_A_SECOND * SECONDS * EACH
    assert kilobytes < 40
    assert slow < 50


@contextmanager
def one_gevent_worker(folder: Path) -> Iterator[tuple[int, int]]:
    """Serve Scorekeeper with one gevent worker; yield its port and the worker's pid."""
    files = 3 * TABLES * EACH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(files, hard)), hard))
    many = {"SCOREKEEPER_WORKERS": "1", "SCOREKEEPER_STREAMS": str(TABLES * EACH)}
    with our_app(folder, "--redis", REDIS, **many) as port:
        (worker,) = [worker for server in _children(os.getpid()) for worker in _children(server)]
        yield port, worker


def _children(pid: int) -> list[int]:
    """Return the processes that this one has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]

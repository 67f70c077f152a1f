"""Ten thousand phones that hear their tables, held by one gevent process."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.serving import free_port, running

pytestmark = pytest.mark.benchmark

TABLES, EACH, HANDS_A_SECOND, SECONDS = 2500, 4, 20, 20
_FILES = 2 * TABLES * EACH
_SERVER = """
import os
from pathlib import Path
from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.live import Bell
Path("worker").write_text(str(os.getpid()))
app = create_app(Settings.read(opening_limit=""))
app.extensions["bell"] = Bell(20_000)
"""


def test_10000_phones_cost_under_40_kb_each_and_hear_a_hand_within_50_ms(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(_FILES, hard)), hard))
    (tmp_path / "phoned.py").write_text(_SERVER)
    port = free_port()
    server = [sys.executable, "-m", "gunicorn", "-k", "gevent", "--worker-connections", "20000"]
    server += [
        "--graceful-timeout",
        "1",
        "--log-level",
        "warning",
        "-b",
        f"127.0.0.1:{port}",
        "phoned:app",
    ]
    client = [sys.executable, str(Path(__file__).with_name("phones.py"))]

    with running(server, tmp_path, port, "/healthz"):
        pid = (tmp_path / "worker").read_text()
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

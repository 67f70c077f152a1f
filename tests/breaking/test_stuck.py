"""A worker that hangs: the others go on, and gunicorn replaces it."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.databases import postgresql
from tests.servers import REDIS, Caller, until


def signs_of_life(server):
    """Return the time of each worker's last heartbeat, by the monotonic clock.

    Before the first heartbeat it is the wall-clock time at which its file was made: gunicorn
    watches only workers that have begun.
    """
    files = Path(f"/proc/{server.process.pid}/fd").iterdir()
    return [file.stat().st_mtime for file in files if "wgunicorn" in str(file.readlink())]


def have_begun(server):
    made_today = 1_000_000_000
    try:
        signs = signs_of_life(server)
    except FileNotFoundError:  # gunicorn has just closed one
        return False
    return len(signs) == 2 and max(signs) < made_today


def test_a_stuck_worker_is_replaced_and_the_others_go_on_meanwhile(serve):
    with postgresql() as database:
        server = serve("--database", database, "--redis", REDIS, "--workers", "2")
        host = Caller(server.port).open()
        until(lambda: have_begun(server))
        stuck, other = server.workers

        os.kill(stuck, signal.SIGSTOP)
        with ThreadPoolExecutor(4) as phones:
            answers = list(phones.map(lambda _: host.sheet()[0], range(40)))
        assert host.write(0)[0] == 201
        assert server.workers == {stuck, other}
        until(lambda: stuck not in server.workers and len(server.workers) == 2)

        assert answers == [200] * 40
        assert host.sheet()[1]["version"] == 1
        assert server.stop()[0] == 0

"""A worker that does nothing any more: the others go on, and it is replaced."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

from tests.databases import postgresql
from tests.serving import REDIS, Caller, until


def test_a_stuck_worker_is_replaced_and_the_others_go_on_meanwhile(serve):
    with postgresql() as database:
        server = serve("--database", database, "--redis", REDIS, "--workers", "2")
        host = Caller(server.port).open()
        stuck, other = until(lambda: len(server.workers) == 2 and server.workers)

        os.kill(stuck, signal.SIGSTOP)
        with ThreadPoolExecutor(4) as phones:
            answers = list(phones.map(lambda _: host.sheet()[0], range(40)))
        assert host.write(0)[0] == 201
        assert server.workers == {stuck, other}
        until(lambda: stuck not in server.workers and len(server.workers) == 2)

        assert answers == [200] * 40
        assert host.sheet()[1]["version"] == 1
        assert server.stop()[0] == 0

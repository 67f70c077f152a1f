"""The server is killed while people write: each acknowledged hand is stored exactly once."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.databases import fresh
from tests.servers import HAND, REDIS, Caller

KILLS = 5
BETWEEN = 12
WRITERS = 6


class Writer:
    """A phone that sends hand after hand, each again and again until it is acknowledged."""

    def __init__(self, host, name, evening):
        self.host = host
        self.name = name
        self.evening = evening
        self.acknowledged = []

    def play(self):
        number = 0
        while not self.evening.over.is_set():
            number += 1
            once = f"{self.name}, hand {number}"
            while not self.landed(once):
                pass
            self.acknowledged.append(once)
            self.evening.landed.release()

    def landed(self, once):
        """Return whether the hand is acknowledged. Fail if an answer reports an error."""
        hand = {"record": {**HAND["record"], "note": once}}
        try:
            _, sheet = self.host.sheet()
            self.evening.sent.release()
            status, told = self.host.write(sheet["version"], hand, once)
        except OSError:
            self.evening.up.wait(60)
            return False
        assert status in {201, 409}, told
        return status == 201


class Evening:
    """What synchronizes the phones and the thread that kills the server."""

    def __init__(self):
        self.sent = threading.Semaphore(0)
        self.landed = threading.Semaphore(0)
        self.up = threading.Event()
        self.over = threading.Event()


@pytest.mark.parametrize(
    ("kind", "options"),
    [("sqlite", ()), ("postgresql", ("--redis", REDIS, "--workers", "2"))],
    ids=["sqlite", "postgresql"],
)
def test_five_kills_under_load_lose_and_double_no_acknowledged_hand(
    serve, port, tmp_path, kind, options
):
    with fresh(kind, tmp_path) as database, ThreadPoolExecutor(WRITERS) as phones:
        command = ("--database", database, *options)
        server, evening = serve(*command, port=port), Evening()
        evening.up.set()
        tables = [Caller(port).open() for _ in range(2)]
        writers = [Writer(tables[n % 2], f"phone {n}", evening) for n in range(WRITERS)]
        played = [phones.submit(writer.play) for writer in writers]

        for kill in range(KILLS):
            for _ in range(BETWEEN):
                assert evening.landed.acquire(timeout=60)
            while evening.sent.acquire(blocking=False):
                pass
            for _ in range(kill + 1):  # another point in the middle of a write each time
                assert evening.sent.acquire(timeout=60)
            evening.up.clear()
            server.kill()
            server = serve(*command, port=port)
            evening.up.set()
        evening.over.set()
        for each in played:
            each.result(timeout=60)

        acknowledged = Counter(hand for writer in writers for hand in writer.acknowledged)
        kept = Counter(
            entry["record"]["note"]
            for table in tables
            for entry in table.call("GET", f"{table.path}/journal")[1]["entries"]
        )
        assert kept == acknowledged
        assert set(kept.values()) == {1}
        assert len(kept) >= KILLS * BETWEEN
        assert server.stop()[0] == 0

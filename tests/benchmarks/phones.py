"""A process that holds thousands of event streams while hands are written.

python phones.py PORT TABLES PHONES_A_TABLE HANDS_A_SECOND SECONDS PID. Prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import sys
import time
from pathlib import Path
from typing import Any

_OPENING = json.dumps({"ruleset": {"preset": "pepper", "target": None}})
_HAND = json.dumps({"record": {"bidder": 0, "bid": "3", "tricks": [4, 2]}})
_VERSION = re.compile(rb"(?m)^id: (\d+)")
_AT_ONCE = 200
_AT_AN_ADDRESS = 1000  # the server limits the streams of one address


class Table:
    """A match; `sent` is the time of its last hand, `heard` the seconds until each phone got it."""

    def __init__(self, code: str, key: str) -> None:
        self.path = f"/api/v1/matches/{code}"
        self.key = key
        self.version = 0
        self.sent = 0.0
        self.heard: list[float] = []
        self._heard = asyncio.Event()

    def hear(self, now: float) -> None:
        self.heard.append(now - self.sent)
        self._heard.set()

    async def all_heard(self, phones: int) -> None:
        """Return once every phone has received every hand so far."""
        while len(self.heard) < phones * self.version:
            self._heard.clear()
            await self._heard.wait()


class Phone(asyncio.Protocol):
    """One open stream."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.listens = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        transport.write(_request("GET", f"{self.table.path}/live", self.table.key))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        for version in _VERSION.findall(data):
            if not self.listens.done():
                self.listens.set_result(None)
            elif int(version) == self.table.version:
                self.table.hear(now)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.listens.done():
            self.listens.set_exception(ConnectionError())


class Asker:
    """A connection that sends one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def on(cls, port: int) -> Asker:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, path: str, key: str, body: str, *more: str) -> Any:
        self._writer.write(_request("POST", path, key, body, *more))
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].split()[0])
        answer = json.loads(await self._reader.readexactly(length))
        assert b" 201 " in head, answer
        return answer


async def run(port: int, tables: int, each: int, rate: int, seconds: int, pid: int) -> None:
    opener = await Asker.on(port)
    opened = [await opener.ask("/api/v1/matches", "", _OPENING) for _ in range(tables)]
    sat = [Table(facts["code"], facts["keys"]["host"]) for facts in opened]
    before = _resident(pid)
    phones: list[Any] = []
    for table in sat:
        for _ in range(each):
            _, phone = await asyncio.get_running_loop().create_connection(
                lambda table=table: Phone(table),  # type: ignore[misc]
                "127.0.0.1",
                port,
                local_addr=(f"127.0.0.{2 + len(phones) // _AT_AN_ADDRESS}", 0),
            )
            phones.append(phone.listens)
        if len(phones) % _AT_ONCE == 0:
            await asyncio.gather(*phones[-_AT_ONCE:])
    await asyncio.gather(*phones)
    grown, busy = _resident(pid) - before, _busy(pid)

    hand = await Asker.on(port)
    start = time.perf_counter()
    for number in range(rate * seconds):
        await asyncio.sleep(start + number / rate - time.perf_counter())
        table = sat[number * 7 % tables]
        table.version += 1
        table.sent = time.perf_counter()
        seen = f'If-Match: "{table.version - 1}"'
        await hand.ask(f"{table.path}/entries", table.key, _HAND, seen)
        await table.all_heard(each)
    facts = {
        "grown": grown,
        "busy": (_busy(pid) - busy) / (rate * seconds),
        "heard": sorted(wait for table in sat for wait in table.heard),
    }
    print(json.dumps(facts))


def _request(method: str, path: str, key: str, body: str = "", *more: str) -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *more]
    head += [f"Authorization: Bearer {key}"] if key else []
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*head, "", body]).encode()


def _resident(pid: int) -> int:
    """Return the resident memory of the process, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _busy(pid: int) -> float:
    """Return the processor time of the process, in seconds."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


if __name__ == "__main__":
    asyncio.run(run(*map(int, sys.argv[1:7])))

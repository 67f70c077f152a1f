"""The servers that benchmarks measure, and a client fast enough not to be measured itself."""

from __future__ import annotations

import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.codec.match_file import read_opening
from scorekeeper.rules.match import Opening

BARE = """
from flask import Flask
app = Flask(__name__)
@app.get("/")
def hello():
    return "hello"
"""
CLIENTS = 4
RUNS = 9
_BARE_ROUNDS = 150
GUNICORN = ("--worker-class", "gthread", "--threads", "16", "--log-level", "warning")


class Client:
    """One kept-alive connection that sends prepared bytes and reads whole answers."""

    def __init__(self, port: int) -> None:
        self.socket = socket.socket()
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.cookie = ""
        self.head = ""
        """More header lines of every request, each with its line end."""

    def __del__(self) -> None:
        self.socket.close()

    def send(self, method: str, path: str, body: str = "") -> None:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n{self.head}"
        )
        if body:
            kind = "json" if body[0] == "{" else "x-www-form-urlencoded"
            head += f"Content-Type: application/{kind}\r\nContent-Length: {len(body)}\r\n"
        self.socket.sendall(f"{head}\r\n{body}".encode())

    def answer(self) -> tuple[int, str, bytes]:
        """Return status, head and body."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < length:
            body += self._more()
        text = head.decode()
        if cookie := re.search("(?i)set-cookie: (scorekeeper=[^;]*)", text):
            self.cookie = cookie[1]
        return int(text.split()[1]), text, body

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str, bytes]:
        self.send(method, path, body)
        return self.answer()

    def _more(self) -> bytes:
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError
        return data


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def bare_view(folder: Path) -> Iterator[int]:
    """Serve a Flask app of one view by gunicorn; yield its port."""
    (folder / "bare.py").write_text(BARE)
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", *GUNICORN, "-b", f"127.0.0.1:{port}", "bare:app"]
    with running(command, folder, port, "/"):
        yield port


@contextmanager
def our_app(folder: Path, *options: str, **settings: str) -> Iterator[int]:
    """Serve Scorekeeper, by default for one machine, with its data in `folder`; yield its port."""
    port = free_port()
    command = [
        sys.executable,
        "-c",
        "from scorekeeper.cli import main; main()",
        *("--host", "127.0.0.1", "--port", str(port), *options),
    ]
    with running(command, folder, port, "/healthz", **settings):
        yield port


@contextmanager
def running(
    command: list[str], folder: Path, port: int, path: str, **settings: str
) -> Iterator[None]:
    """Run the command from its first good answer at `path` to the end of the block."""
    own = {"XDG_DATA_HOME": str(folder), "SCOREKEEPER_OPENING_LIMIT": ""}
    environment = {**os.environ, **own, **settings}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for(port, path)
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def wait_for(port: int, path: str, seconds: float = 30) -> None:
    """Return at the first answer 200 at `path`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if Client(port).ask("GET", path)[0] == 200:
                return
        except OSError:
            time.sleep(0.002)
    raise TimeoutError(path)


def requests_per_second(clients: list[Client], ask: Callable[[int], None], rounds: int) -> float:
    """Return the requests a second with all `clients` sending at once.

    `ask(n)` sends the next request of client `n`. Answers of 400 and more are errors.
    """
    start = time.perf_counter()
    for _ in range(rounds):
        for place in range(len(clients)):
            ask(place)
        for client in clients:
            status, head, _ = client.answer()
            if status >= 400:
                raise RuntimeError(head)
    return rounds * len(clients) / (time.perf_counter() - start)


def ratio(ours: Callable[[], float], bare: Callable[[], float]) -> float:
    """Return the median over the turns of our rate divided by the bare view's in the same turn."""
    ours(), bare()  # warm
    return statistics.median(ours() / bare() for _ in range(RUNS))


def journal_of(hands: int) -> tuple[Opening, list[dict[str, Any]]]:
    """Return an opening of Pepper without a target, and so many hands as stored entries."""
    opening = read_opening({"ruleset": {"preset": "pepper", "target": None}})
    return opening, [
        {
            "record": {
                "bidder": hand % 4,
                "bid": str(1 + hand % 6),
                "tricks": [hand % 7, 6 - hand % 7],
                "dealer": hand % 4,
            },
            "at": "2026-11-29T20:45:00Z",
            "by": "Host",
        }
        for hand in range(hands)
    ]


def quickest(work: Callable[[], object], times: int) -> float:
    """Return the least seconds that the work took in so many runs."""
    return min(timeit.repeat(work, number=1, repeat=times))


def bare_rate(port: int) -> float:
    """Return the requests a second that the bare view answers."""
    clients = [Client(port) for _ in range(CLIENTS)]
    return requests_per_second(clients, lambda n: clients[n].send("GET", "/"), _BARE_ROUNDS)

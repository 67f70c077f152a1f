"""The command as server processes, and API clients that call it over the network."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.databases import SECRET
from tests.streams import EventStream

COMMAND = [sys.executable, "-c", "from scorekeeper.cli import main; main(prog_name='scorekeeper')"]
REDIS = os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379")
STARTS_WITHIN = 60
STOPS_WITHIN = 5
PEPPER = {"ruleset": {"preset": "pepper", "target": None}}
HAND = {"record": {"bidder": 0, "bid": "3", "tricks": [4, 2]}}


def quiet(folder):
    """Return an environment without limits that a test's many calls would meet."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_SECRET_KEY": SECRET,
        "SCOREKEEPER_OPENING_LIMIT": "",
        "SCOREKEEPER_WRONG_KEY_LIMIT": "10 per day",
    }


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def until(true, seconds=STARTS_WITHIN, what="what was waited for"):
    """Call `true` until it returns a true value; return that value."""
    turn = threading.Event()
    end = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        turn.wait(0.02)
    return found


class Server:
    """A running `scorekeeper` process and its output so far."""

    def __init__(self, process, port):
        self.process = process
        self.port = port
        self.printed = io.StringIO()
        self.errors = io.StringIO()
        self._readers = [
            threading.Thread(target=self._read, args=pipes, daemon=True)
            for pipes in ((process.stdout, self.printed), (process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    @staticmethod
    def _read(pipe, into):
        with pipe:
            for line in pipe:
                into.write(line)

    def wait_until_it_answers(self):
        def answers():
            assert self.process.poll() is None, self.errors.getvalue()
            try:
                return self.get("/healthz")
            except OSError:
                return None

        until(answers, what=self.errors.getvalue())

    def get(self, path):
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
            return answer.status, answer.read().decode()

    def status(self, path):
        try:
            return self.get(path)[0]
        except HTTPError as error:
            error.close()
            return error.code

    @property
    def workers(self):
        """The ids of its worker processes."""
        try:
            listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        except FileNotFoundError:
            return set()
        return set(map(int, listed.split()))

    def stop(self):
        """Stop the process; return its exit status and all its output."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(STOPS_WITHIN)
        for reader in self._readers:
            reader.join()
        return status, self.printed.getvalue()

    def kill(self):
        """Kill the process and its workers at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for reader in self._readers:
            reader.join()


@contextmanager
def starter(environment):
    """Provide a function that starts the command and returns the server once it answers.

    Stop whatever still runs at the end.
    """
    started = []

    def start(*arguments, port=None, **settings):
        port = port or free_port()
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, "SCOREKEEPER_PORT": str(port), **settings},
            encoding="utf-8",
            start_new_session=True,
        )
        started.append(process)
        server = Server(process, port)
        server.wait_until_it_answers()
        return server

    try:
        yield start
    finally:
        for process in started:
            if process.poll() is None:
                process.terminate()
                process.wait(30)


class Caller:
    """An API client of one port. It keeps no connection, so it outlives the server."""

    def __init__(self, port, code="", key=None):
        self.port = port
        self.code = code
        self.key = key

    def call(self, method, path, facts=None, **headers):
        """Return the status and the answer as JSON. Raise OSError if nobody answers."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.key:
            sent["Authorization"] = f"Bearer {self.key}"
        body = None
        if facts is not None:
            body, sent["Content-Type"] = json.dumps(facts), "application/json"
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, f"/api/v1{path}", body, sent)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        except HTTPException as cut:
            raise ConnectionError(str(cut)) from cut
        finally:
            connection.close()

    def open(self, **facts):
        """Open a match of Pepper without an end; return the client of its host."""
        status, opened = self.call("POST", "/matches", {**PEPPER, **facts})
        assert status == 201, opened
        return Caller(self.port, opened["code"], opened["keys"]["host"])

    def at(self, port):
        """Return the same client at another server."""
        return Caller(port, self.code, self.key)

    @property
    def path(self):
        return f"/matches/{self.code}"

    @property
    def live(self):
        return f"/api/v1{self.path}/live"

    def listen(self):
        """Open a stream and return it, or None if the server gives none now."""
        event_stream = EventStream(self.port, self.live, self.key)
        if event_stream.status == 200:
            return event_stream
        with event_stream:
            return None

    def sheet(self):
        return self.call("GET", self.path)

    def write(self, version, entry=HAND, once=None):
        keys = {"Idempotency_Key": once} if once else {}
        return self.call("POST", f"{self.path}/entries", entry, If_Match=f'"{version}"', **keys)

"""Database servers that a test may stop, each with its own port and data folder."""

import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from redis import Redis, RedisError

from tests.servers import free_port, until

_BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


class PostgreSQL:
    """A PostgreSQL server of the test's own."""

    def __init__(self, folder):
        self.port = free_port()
        self._address = f"postgresql://postgres@127.0.0.1:{self.port}"
        self._data = folder / "data"
        self._log = folder / "log"
        self._run("initdb", "--no-sync", "--auth=trust", "--username=postgres", self._data)
        self.start()

    def fresh(self):
        """Create a database and return its address."""
        name = f"cards_{uuid.uuid4().hex}"
        self.ask("postgres", f"CREATE DATABASE {name}")
        return f"{self._address}/{name}"

    def start(self):
        options = f"-p {self.port} -k {self._data} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-D", self._data, "-l", self._log, "-w", "-o", options, "start")

    def stop(self):
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "fast", "stop")

    def ask(self, database, *statements):
        with psycopg.connect(f"{self._address}/{database}", autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def _run(self, program, *arguments):
        """Run a command of PostgreSQL, which refuses to run as root."""
        postgres = {"user": "postgres", "group": "postgres"}
        user: dict[str, Any] = postgres if os.geteuid() == 0 else {}
        command = [_BIN / program, *map(str, arguments)]
        # No pipes: the server would keep them open.
        ended = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, **user
        )
        assert ended.returncode == 0, self._log.read_text() if self._log.exists() else command


@contextmanager
def own_postgresql():
    """Yield a running PostgreSQL server that nothing else uses."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        server = PostgreSQL(folder)
        try:
            yield server
        finally:
            server._run("pg_ctl", "-D", folder / "data", "-w", "-m", "immediate", "stop")  # noqa: SLF001
    finally:
        shutil.rmtree(folder)


class OwnRedis:
    """A Redis server of the test's own at `address`, without persistence."""

    def __init__(self, folder):
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self.start()

    def start(self):
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, what="Redis")

    def stop(self):
        self._process.send_signal(signal.SIGCONT)
        self._process.terminate()
        self._process.wait()

    def freeze(self):
        """Stop the process: it keeps its connections and answers nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self._process.send_signal(signal.SIGCONT)

    def ask(self, *command):
        with Redis.from_url(self.address) as client:
            return client.execute_command(*command)

    def _answers(self):
        try:
            return self.ask("PING")
        except RedisError:
            return False


@contextmanager
def own_redis(folder):
    """Yield a running Redis server that nothing else uses."""
    server = OwnRedis(folder)
    try:
        yield server
    finally:
        server.stop()

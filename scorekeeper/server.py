"""Running the pages under gunicorn, and saying where to open them.

A worker holds thousands of connections with gevent: `cli.serving` prepares for that. Without Redis
there is one; with it there are many, on any number of machines.
"""

from __future__ import annotations

import _thread
import gc
import logging
import os
import resource
import signal
import socket
from contextlib import suppress
from types import FrameType
from typing import Any

import segno
from flask import Flask
from gevent import GreenletExit
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger

from scorekeeper import create_app
from scorekeeper.config import BadSetting, Settings
from scorekeeper.events import Hub
from scorekeeper.events.redis import connect
from scorekeeper.http.addresses import link_base
from scorekeeper.http.thread_pool import EXTENSION
from scorekeeper.matches import maintenance
from scorekeeper.matches.matches import Unavailable
from scorekeeper.observability import logging as logs
from scorekeeper.observability import metrics
from scorekeeper.worker import Threads, Worker

# In memory where there is such a folder: a worker's sign of life, and what it counts, cost no disk.
_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
# A worker that gives no sign of life for so long is replaced.
_STUCK_SECONDS = 15
_OTHER_CONNECTIONS = 4000
"""Connections of a worker that are no streams."""
_OTHER_FILES = 200
"""Files that a worker opens besides its connections: the database, Redis, templates."""
_LOOPBACK_ONLY = ("127.0.0.1", "localhost", "::1")


def run(settings: Settings) -> None:
    """Serves until it is told to stop. Raises BadSetting where Redis is set and does not answer."""
    if settings.redis:
        _ask_redis(settings.redis)
    connections = _make_room(settings)
    _find_port_free(settings)
    with metrics.shared_by_workers(_MEMORY):
        app = create_app(settings)
        with app.app_context():
            with suppress(Unavailable):
                maintenance.begin_day()
            maintenance.close_services()
        _announce(settings)
        _Gunicorn(app, settings, connections).run()


def _logger(settings: Settings) -> type[Logger]:
    """What gunicorn itself has to say, in the form of the program's log."""

    class Log(Logger):
        def setup(self, cfg: Config) -> None:
            super().setup(cfg)
            for handler in self.error_log.handlers:
                handler.setFormatter(logs.make_formatter(settings))

    return Log


class _Gunicorn(BaseApplication):
    """gunicorn with this app and these settings."""

    def __init__(self, app: Flask, settings: Settings, connections: int) -> None:
        self.app = app
        self.settings = settings
        self.connections = connections
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": f"{self.settings.host}:{self.settings.port}",
            "workers": self.settings.processes,
            "worker_class": Worker,
            "worker_connections": self.connections,
            "graceful_timeout": 3,
            "timeout": _STUCK_SECONDS,
            "control_socket_disable": True,
            "loglevel": "warning",
            "proc_name": "scorekeeper",
            "worker_tmp_dir": _MEMORY,
            # Nobody's forwarded headers: SCOREKEEPER_PROXIES says whose are believed.
            "forwarded_allow_ips": "",
            "logger_class": _logger(self.settings),
            "post_worker_init": self._begin,
            "child_exit": lambda _, worker: metrics.forget_worker(worker.pid),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _begin(self, worker: Worker) -> None:
        """Gives a worker its threads, and lets it end its streams first when it is to stop."""
        self.app.extensions[EXTENSION] = Threads()
        worker.log.error_log.addFilter(_is_news)
        bell: Hub = self.app.extensions["events"]

        def stop(number: int, frame: FrameType | None) -> None:
            # In a thread of its own: the bell's lock may be held by what the signal interrupted.
            # It is begun without waiting for it, which a signal may not do under gevent.
            _thread.start_new_thread(bell.stop, ())
            before[number](number, frame)

        before: dict[int, Any] = {}
        for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
            before[number] = signal.signal(number, stop)

    def load(self) -> Flask:  # type: ignore[override]  # a WSGI app; the stub spells it out
        # What has been loaded by now stays: the collector need not walk through it at every turn.
        gc.collect()
        gc.freeze()
        return self.app


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a record is worth a line: a phone out of reach, or idle at the end, is none."""
    if record.msg.startswith("Worker graceful timeout"):
        return False
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError | GreenletExit))


def _make_room(settings: Settings) -> int:
    """Lets a worker open as many files as it may need, and says how many connections it may hold.

    Raises BadSetting where the machine does not allow as many as there are to be streams.
    """
    wanted = settings.streams + _OTHER_CONNECTIONS + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if allowed < settings.streams + _OTHER_FILES:
        raise BadSetting(
            f"SCOREKEEPER_STREAMS, {settings.streams}, needs {settings.streams + _OTHER_FILES} open"
            f" files in a process, and this machine allows {hard} (ulimit -Hn)."
        )
    if resource.RLIM_INFINITY != soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed - _OTHER_FILES


def _announce(settings: Settings) -> None:
    """Prints the addresses to open, and the one for other phones with its QR code."""
    here = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104
    print(f"Scorekeeper is open at   http://{here}:{settings.port}", flush=True)  # noqa: T201
    if settings.host in _LOOPBACK_ONLY and not settings.public_url:
        return
    others = link_base(settings, f"http://{here}:{settings.port}")
    print(f"For the other phones:    {others}\n", flush=True)  # noqa: T201
    segno.make(others, micro=False).terminal(compact=True)


def _find_port_free(settings: Settings) -> None:
    """Refuses a port that cannot be listened on, before anything is said of it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}, port {settings.port}"
            raise BadSetting(f"Cannot listen on {where}: {error.strerror or error}.") from None


def _ask_redis(url: str) -> None:
    try:
        from redis import RedisError
    except ImportError:
        raise BadSetting("Redis needs the extra parts: pip install 'scorekeeper[scale]'.") from None
    try:
        with connect(url) as redis:
            redis.ping()
    except (RedisError, ValueError) as error:
        raise BadSetting(f"Redis does not answer at the address given: {error}") from None

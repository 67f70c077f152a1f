"""Run the pages under gunicorn, and print where to open them.

A worker holds thousands of connections with gevent: `cli.serve_command` prepares for that. Without
Redis there is one worker; with it there are many, on any number of machines.
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

# A folder in memory if there is one, so that a worker's heartbeat and metrics need no disk.
_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
# A worker without a heartbeat for this long is replaced.
_STUCK_SECONDS = 15
_OTHER_CONNECTIONS = 4000
"""Connections of a worker that are not streams."""
_OTHER_FILES = 200
"""Files that a worker opens besides its connections: the database, Redis, templates."""
_LOOPBACK_ONLY = ("127.0.0.1", "localhost", "::1")


def run(settings: Settings) -> None:
    """Serve until stopped.

    Raise BadSetting if Redis is set and does not answer, the port cannot be listened on, or the
    machine allows too few open files; raise Unavailable if the database does not answer.
    """
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
    """Return the logger of gunicorn's own messages, in the format of the program's log."""

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
            # Trust no forwarded headers here: SCOREKEEPER_PROXIES says whose are trusted.
            "forwarded_allow_ips": "",
            "logger_class": _logger(self.settings),
            "post_worker_init": self._begin,
            "child_exit": lambda _, worker: metrics.forget_worker(worker.pid),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _begin(self, worker: Worker) -> None:
        """Give a worker its threads, and end its streams first when it is to stop."""
        self.app.extensions[EXTENSION] = Threads()
        worker.log.error_log.addFilter(_is_news)
        hub: Hub = self.app.extensions["events"]

        def stop(number: int, frame: FrameType | None) -> None:
            # In a thread of its own: the code that the signal interrupted may hold the hub's lock.
            # Nothing waits for the thread to start: a signal handler may not wait under gevent.
            _thread.start_new_thread(hub.stop, ())
            before[number](number, frame)

        before: dict[int, Any] = {}
        for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
            before[number] = signal.signal(number, stop)

    def load(self) -> Flask:  # type: ignore[override]  # a WSGI app; the stub spells it out
        # What is loaded by now stays, so the collector need not scan it at every run.
        gc.collect()
        gc.freeze()
        return self.app


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether to log a record: not for a phone out of reach, or idle when a worker stops."""
    if record.msg.startswith("Worker graceful timeout"):
        return False
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError | GreenletExit))


def _make_room(settings: Settings) -> int:
    """Raise the limit of open files as needed, and return how many connections a worker may hold.

    Raise BadSetting if the machine allows too few for the streams that are set.
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
    """Print the addresses to open, and the one for other phones with its QR code."""
    here = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104
    print(f"Scorekeeper is open at   http://{here}:{settings.port}", flush=True)  # noqa: T201
    if settings.host in _LOOPBACK_ONLY and not settings.public_url:
        return
    others = link_base(settings, f"http://{here}:{settings.port}")
    print(f"For the other phones:    {others}\n", flush=True)  # noqa: T201
    segno.make(others, micro=False).terminal(compact=True)


def _find_port_free(settings: Settings) -> None:
    """Raise BadSetting if the port cannot be listened on, before any address is printed."""
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

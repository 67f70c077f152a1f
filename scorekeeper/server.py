"""Running the pages under gunicorn, and saying where to open them.

Without Redis one worker serves, with a thread a request. With it many do, on any number of
machines, and each holds thousands of streams with gevent: `cli.serving` prepares for that.
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
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from scorekeeper import create_app, logs, metrics, upkeep
from scorekeeper.addresses import link_base
from scorekeeper.config import BadSetting, Settings
from scorekeeper.live import Bell
from scorekeeper.live.carrier import connect
from scorekeeper.service import Unavailable

# In memory where there is such a folder: a worker's sign of life, and what it counts, cost no disk.
_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112
# A worker that gives no sign of life for so long is replaced.
_STUCK_SECONDS = 15
# Connections of a gevent worker that are no streams, and likewise its other open files.
_OTHERS = 1000
_LOOPBACK_ONLY = ("127.0.0.1", "localhost", "::1")


def run(settings: Settings) -> None:
    """Serves until it is told to stop. Raises BadSetting where Redis is set and does not answer."""
    if settings.redis:
        _ask_redis(settings.redis)
        _make_room(settings)
    _find_port_free(settings)
    with metrics.shared_by_workers(_MEMORY):
        app = create_app(settings)
        with app.app_context():
            with suppress(Unavailable):
                upkeep.begin_day()
            upkeep.close()
        _announce(settings)
        _Gunicorn(app, settings).run()


def _logger(settings: Settings) -> type[Logger]:
    """What gunicorn itself has to say, in the form of the program's log."""

    class Log(Logger):
        def setup(self, cfg: Config) -> None:
            super().setup(cfg)
            for handler in self.error_log.handlers:
                handler.setFormatter(logs.form(settings))

    return Log


class _Gunicorn(BaseApplication):
    """gunicorn with this app and these settings."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": f"{self.settings.host}:{self.settings.port}",
            "workers": self.settings.processes,
            **_waiting(self.settings),
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
        """Lets a worker that is to stop end its streams first."""
        worker.log.error_log.addFilter(_is_news)
        bell: Bell = self.app.extensions["bell"]

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
    """Whether a record is worth a line: a phone that went out of reach is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], TimeoutError))


def _waiting(settings: Settings) -> dict[str, Any]:
    """How a worker waits for its phones: in threads, or with gevent in none."""
    if settings.redis:
        connections = settings.most_streams + _OTHERS
        return {"worker_class": "gevent", "worker_connections": connections}
    return {"worker_class": "gthread", "threads": settings.threads}


def _make_room(settings: Settings) -> None:
    """Lets a worker open as many connections as it is to hold. Raises BadSetting."""
    needed = settings.most_streams + 2 * _OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != hard < needed:
        raise BadSetting(
            f"SCOREKEEPER_STREAMS, {settings.most_streams}, needs {needed} open files in a process,"
            f" and this machine allows {hard} (ulimit -Hn)."
        )
    if resource.RLIM_INFINITY != soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


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

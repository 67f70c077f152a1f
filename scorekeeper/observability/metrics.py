"""What the program counts for Prometheus.

Under gunicorn every worker counts in files of its own, in one folder made at the start, and
whichever worker is asked adds them up; elsewhere the one process counts in its memory.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import mkdtemp
from typing import Any

from flask import Flask, current_app

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client when it is imported
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Metrics:
    """The counters of one app."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = self._registry = CollectorRegistry()
        self._requests = Counter(
            "scorekeeper_requests",
            "Requests answered.",
            ("method", "endpoint", "status"),
            registry=own,
        )
        self._seconds = Histogram(
            "scorekeeper_request_seconds",
            "Seconds until a request was answered, of a stream its beginning.",
            ("endpoint",),
            buckets=_SECONDS,
            registry=own,
        )
        self.counters = {
            "entries": Counter(
                "scorekeeper_entries_written",
                "Entries written at a table; those that a match file brought along are not.",
                registry=own,
            ),
            "conflicts": Counter(
                "scorekeeper_conflicts",
                "Entries not written because the sheet had moved on.",
                registry=own,
            ),
        }
        self.streams = Gauge(
            "scorekeeper_open_streams",
            "Event streams open now.",
            registry=own,
            multiprocess_mode="livesum",
        )
        self.bell = Histogram(
            "scorekeeper_bell_delay_seconds",
            "Seconds from the ring of the bell until a stream passes it on.",
            buckets=_SECONDS,
            registry=own,
        )

    def answered(self, method: str, endpoint: str | None, status: int, seconds: float) -> None:
        """Counts a request by what no caller can make up: endpoints and `METHODS`, not paths."""
        self._requests.labels(method, endpoint or "none", status).inc()
        self._seconds.labels(endpoint or "none").observe(seconds)

    def page(self) -> tuple[bytes, str]:
        """All of it as Prometheus reads it, and the content type of that."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if _FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST


def init_metrics(app: Flask) -> None:
    """Gives the app its metrics. The bell hangs already."""
    metrics = app.extensions["metrics"] = Metrics()
    bell: Any = app.extensions["events"]
    bell.on_count = metrics.streams.set
    bell.on_delivered = metrics.bell.observe


def count(what: str, by: int = 1) -> None:
    """Counts "entries" or "conflicts", where the app has metrics: a store by itself has none."""
    metrics: Metrics | None = current_app.extensions.get("metrics")
    if metrics:
        metrics.counters[what].inc(by)


@contextmanager
def shared_by_workers(folder: str | None) -> Iterator[None]:
    """A folder, inside the one given, in which workers count. Before any app is made."""
    maker = os.getpid()
    made = os.environ[_FOLDER] = mkdtemp(prefix="scorekeeper-metrics-", dir=folder)
    try:
        yield
    finally:
        if os.getpid() == maker:  # a worker that ends comes by here too
            shutil.rmtree(made, ignore_errors=True)


def forget_worker(pid: int) -> None:
    """A worker is gone: its streams are no longer open. What it counted stays counted."""
    if _FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid)  # type: ignore[no-untyped-call]

"""The metrics that Prometheus reads.

Under gunicorn every worker counts in files of its own, in one folder made at the start, and the
worker that gets the request adds them up; elsewhere the one process counts in memory.
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

        registry = self._registry = CollectorRegistry()
        self._requests = Counter(
            "scorekeeper_requests",
            "Requests answered.",
            ("method", "endpoint", "status"),
            registry=registry,
        )
        self._seconds = Histogram(
            "scorekeeper_request_seconds",
            "Seconds until a request was answered, of a stream its beginning.",
            ("endpoint",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.counters = {
            "entries": Counter(
                "scorekeeper_entries_written",
                "Entries written; those of an imported match file are not counted.",
                registry=registry,
            ),
            "conflicts": Counter(
                "scorekeeper_conflicts",
                "Entries not written because the sheet had changed meanwhile.",
                registry=registry,
            ),
        }
        self.open_streams = Gauge(
            "scorekeeper_open_streams",
            "Event streams open now.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.event_delay = Histogram(
            "scorekeeper_bell_delay_seconds",
            "Seconds from the publication of an event until a stream delivers it.",
            buckets=_SECONDS,
            registry=registry,
        )

    def count_request(self, method: str, endpoint: str | None, status: int, seconds: float) -> None:
        """Count a request by endpoint and a method of `METHODS`, which callers cannot make up."""
        self._requests.labels(method, endpoint or "none", status).inc()
        self._seconds.labels(endpoint or "none").observe(seconds)

    def exposition(self) -> tuple[bytes, str]:
        """Return all metrics as Prometheus reads them, and their content type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if _FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST


def init_metrics(app: Flask) -> None:
    """Give the app its metrics. Needs the hub, so call `init_events` first."""
    metrics = app.extensions["metrics"] = Metrics()
    hub: Any = app.extensions["events"]
    hub.on_count = metrics.open_streams.set
    hub.on_delivered = metrics.event_delay.observe


def count(what: str, by: int = 1) -> None:
    """Count "entries" or "conflicts" if the app has metrics: a store used alone has none."""
    metrics: Metrics | None = current_app.extensions.get("metrics")
    if metrics:
        metrics.counters[what].inc(by)


@contextmanager
def shared_by_workers(folder: str | None) -> Iterator[None]:
    """Make a folder, inside the one given, in which workers count. Call before any app is made."""
    maker = os.getpid()
    made = os.environ[_FOLDER] = mkdtemp(prefix="scorekeeper-metrics-", dir=folder)
    try:
        yield
    finally:
        if os.getpid() == maker:  # a worker that ends runs this too
            shutil.rmtree(made, ignore_errors=True)


def forget_worker(pid: int) -> None:
    """Close the open streams of a worker that is gone. Its other counts stay."""
    if _FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid)  # type: ignore[no-untyped-call]

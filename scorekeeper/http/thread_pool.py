"""A thread pool for work that takes long, such as drawing a PDF, so that nobody else waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import current_app

from scorekeeper.matches.matches import release_connection

EXTENSION = "run_in_thread"
"""The app extension that holds the worker's pool; without one the work is done at once."""
_Result = TypeVar("_Result")


def run_in_thread(work: Callable[[], _Result]) -> _Result:
    """Run `work` and return its result. It sees the request, and may not use the database.

    The request's connection is released first: a request that waits for a thread holds none.
    """
    run: Callable[[Callable[[], _Result]], _Result] | None = current_app.extensions.get(EXTENSION)
    if run is None:
        return work()
    release_connection()
    return run(work)

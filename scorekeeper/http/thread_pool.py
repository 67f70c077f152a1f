"""Work that takes long, such as drawing a PDF: done where it keeps nobody else waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import current_app

from scorekeeper.matches.matches import release_connection

EXTENSION = "run_in_thread"
"""Where the server's worker puts its pool; without one the work is done at once."""
_Result = TypeVar("_Result")


def run_in_thread(work: Callable[[], _Result]) -> _Result:
    """What `work` returns. It sees the request, and may not ask the database.

    The request's connection is given back first: whoever waits for their turn holds none.
    """
    run: Callable[[Callable[[], _Result]], _Result] | None = current_app.extensions.get(EXTENSION)
    if run is None:
        return work()
    release_connection()
    return run(work)

"""The file of a sheet as a response, for pages and the API."""

from __future__ import annotations

from functools import partial

from flask import Response

from scorekeeper.exports.formats import FILES, SLOW, file_name
from scorekeeper.http.thread_pool import run_in_thread
from scorekeeper.matches.snapshot import MatchSnapshot


def download_response(snapshot: MatchSnapshot, ext: str) -> Response:
    """Return the match as a file to save, in one of the formats of `FILES`.

    A format that takes long to write is written in a thread, so that nobody else waits for it.
    """
    kind, write = FILES[ext]
    work = partial(write, snapshot.match, snapshot.sheet)
    response = Response(run_in_thread(work) if ext in SLOW else work(), content_type=kind)
    name = file_name(snapshot.match, snapshot.code, ext)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

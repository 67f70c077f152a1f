"""An app served on a port, and a client of its event streams."""

import threading
from contextlib import contextmanager
from http.client import HTTPConnection

from werkzeug.serving import WSGIRequestHandler, make_server

SECONDS = 30
"""How long an event is waited for; the machine may be busy."""


class _Quiet(WSGIRequestHandler):
    def log(self, *args, **kwargs):
        pass


@contextmanager
def served(app):
    """Serve the app on a free port, a thread a request; yield the port."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    setattr(server, "daemon_threads", True)  # noqa: B010 - of the threaded kind of server
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        app.extensions["events"].stop()
        server.shutdown()
        server.server_close()
        thread.join()


class EventStream:
    """One open stream. Use it in a `with`."""

    def __init__(self, port, path, key=None, cookie=None):
        self.connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if cookie:
            headers["Cookie"] = cookie
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answer.close()
        self.connection.close()

    @property
    def status(self):
        return self.answer.status

    def next_event(self):
        """Return the next event as its fields, or None at the end; a comment has the field ""."""
        event = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(":")
            event[name] = value.strip()
        return event or None


def version(number):
    """Return the event that carries this version."""
    return {"id": str(number), "data": str(number)}

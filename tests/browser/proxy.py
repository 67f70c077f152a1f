"""A proxy between the phone and the server that may answer by itself, as a Wi-Fi portal does."""

import http.client
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PORTAL = "<!doctype html><title>Wi-Fi</title><h1>Welcome to the Wi-Fi</h1>"


class Proxy:
    """Forwards requests; while it has a `status`, it answers with that instead."""

    def __init__(self, port: int) -> None:
        self.status: int | None = None
        self.asked: list[str] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                proxy.pass_on(self, port)

            def do_POST(self):
                proxy.pass_on(self, port)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def pass_on(self, request: BaseHTTPRequestHandler, port: int) -> None:
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length)
        self.asked.append(f"{request.command} {request.path}")
        # It forwards no streams: the page polls every few seconds instead.
        status = 503 if request.path.endswith("/live") else self.status
        if status:
            self._answer(request, status, [("Content-Type", "text/html")], PORTAL.encode())
            return
        program = http.client.HTTPConnection("127.0.0.1", port)
        try:
            program.request(request.command, request.path, body, dict(request.headers))
            answer = program.getresponse()
            headers = [each for each in answer.getheaders() if each[0] != "Transfer-Encoding"]
            self._answer(request, answer.status, headers, answer.read())
        finally:
            program.close()

    @staticmethod
    def _answer(request, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        own = {"content-length", "connection", "date", "server"}
        request.send_response(status)
        for name, text in headers:
            if name.lower() not in own:
                request.send_header(name, text)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

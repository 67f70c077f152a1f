"""The command as a server, and Debian's Chromium as its client."""

import json
import os
import shutil
import socket
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import match_files
from tests.pseudo_language import write_catalog

COMMAND = Path(sysconfig.get_path("scripts"), "scorekeeper")
LONGER = ("el", "ar")
"""Languages whose words are 40 per cent longer than the English; one is written right to left."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=15_000)  # the machine may be busy with other tests


class Imported(NamedTuple):
    """A match that the command line imported: its code, and the path of its host's link."""

    code: str
    link: str


@pytest.fixture(scope="session")
def device():
    """Override a fixture of Playwright: no device of its list, since tests set their own sizes."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    chromium = shutil.which("chromium")
    assert chromium, "These tests need Debian's package chromium."
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Provide a browser context of the smallest supported phone, without JavaScript."""
    return {
        **browser_context_args,
        "java_script_enabled": False,
        "locale": "en-GB",
        "viewport": {"width": 360, "height": 640},
    }


@pytest.fixture(scope="session")
def environment(tmp_path_factory) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    languages = tmp_path_factory.mktemp("languages")
    for tag in LONGER:
        write_catalog(languages, tag)
    data = tmp_path_factory.mktemp("data")
    return {**kept, "XDG_DATA_HOME": str(data), "SCOREKEEPER_LANGUAGES": str(languages)}


@pytest.fixture(scope="session")
def base_url(environment, tmp_path_factory) -> Iterator[str]:
    """Provide the address of the `scorekeeper` server of the session."""
    port = free_port()
    said = tmp_path_factory.mktemp("server") / "said"
    command: list[Path | str] = [COMMAND, "--host", "127.0.0.1", "--port", str(port)]
    with said.open("wb") as out:
        server = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
    try:
        wait_for(port, server, said)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """Return a port that nothing listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(port: int, server: subprocess.Popen[bytes], said: Path) -> None:
    for _ in range(600):
        try:
            with socket.create_connection(("127.0.0.1", port)):
                return
        except OSError:
            pass
        try:
            server.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    pytest.fail(f"The server did not answer. It said:\n{said.read_text('utf-8')}")


@pytest.fixture(scope="session")
def import_match(base_url, environment) -> Callable[[dict], Imported]:
    """Provide a function that imports a match file by the command line into the served database."""

    def import_match(facts: dict) -> Imported:
        done = subprocess.run(
            [COMMAND, "import", "-"],
            env=environment,
            input=json.dumps(facts).encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        code, link = done.stdout.decode().split()
        return Imported(code, urlsplit(link).path)

    return import_match


@pytest.fixture(scope="session")
def imported(import_match) -> dict[str, Imported]:
    """Provide a match in each state, for tests that write nothing."""
    return {name: import_match(facts) for name, facts in match_files.EVERY_STATE.items()}


@pytest.fixture(scope="session")
def codes(imported) -> dict[str, str]:
    links = {f"{name}_link": match.link for name, match in imported.items()}
    return {name: match.code for name, match in imported.items()} | links


@pytest.fixture(scope="session")
def host(imported, browser, browser_context_args):
    """Provide the cookies of a browser that is the host of all those matches."""
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    for match in imported.values():
        take_place(page, match.link)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def complaints() -> list[str]:
    """Provide the list of what went wrong in the browser: foreign hosts, failures, errors."""
    return []


class ComplaintRecorder:
    """Records the requests of browsers and lists what is wrong."""

    def __init__(self, base_url: str, complaints: list[str]) -> None:
        self.base_url = base_url
        self.complaints = complaints
        self.pages: set[str] = set()

    def watch(self, context) -> None:
        context.on("request", self.request)
        context.on("requestfailed", self.failure)
        context.on("weberror", lambda error: self.complaints.append(f"thrown: {error.error}"))
        context.on("dialog", self.dialog)
        context.on("console", self.console)

    def request(self, asked) -> None:
        if asked.is_navigation_request():
            self.pages.add(asked.url)
        if not asked.url.startswith(f"{self.base_url}/"):
            self.complaints.append(f"asked of another host: {asked.url}")

    def failure(self, asked) -> None:
        if asked.failure != "net::ERR_ABORTED":  # the page was left before it had loaded everything
            self.complaints.append(f"{asked.failure}: {asked.url}")

    def dialog(self, dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def console(self, message) -> None:
        # The browser reports every page that answers 4xx; the tests check those answers themselves.
        page = message.location["url"].split("#")[0] in self.pages
        if not (page and message.text.startswith("Failed to load resource")):
            self.complaints.append(f"console: {message.text}")


@pytest.fixture
def new_context(browser, browser_context_args, complaints, base_url):
    """Provide a function that opens more browsers like the first; each reports its complaints."""
    recorder, opened = ComplaintRecorder(base_url, complaints), []

    def new_context(**wishes):
        context = browser.new_context(**{**browser_context_args, **wishes})
        opened.append(context)
        recorder.watch(context)
        return context

    yield new_context
    for context in opened:
        context.close()


@pytest.fixture
def take_in(import_match, page) -> Callable[[dict], str]:
    """Import a match, open its link and take the host's role on the page; return the code."""

    def take_in(facts: dict) -> str:
        match = import_match(facts)
        take_place(page, match.link)
        return match.code

    return take_in


def take_place(page, link: str) -> None:
    page.goto(link)
    with page.expect_navigation():
        page.get_by_role("button", name="Keep the score of this match as its host").click()

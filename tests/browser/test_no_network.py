"""Where a service worker may run: pages that open without a network, and an app to install."""

import re
import subprocess
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.actions import cells, code_of
from tests.browser.conftest import COMMAND, free_port, wait_for

pytestmark = pytest.mark.browser

PHONE = {"java_script_enabled": True, "viewport": {"width": 390, "height": 844}, "has_touch": True}

LOOKED_AFTER = """() => Promise.race([
  navigator.serviceWorker.ready.then(() => true),
  new Promise((late) => setTimeout(late, 20_000, false)),
])"""
"""Whether a service worker is active within 20 seconds."""


@pytest.fixture
def network(environment, tmp_path):
    """Provide a server that can be stopped for a while, and its address."""
    own = {**environment, "XDG_DATA_HOME": str(tmp_path)}
    port = free_port()
    running = []

    def serve():
        said = tmp_path / "said"
        command: list[Path | str] = [COMMAND, "--host", "127.0.0.1", "--port", str(port)]
        with said.open("wb") as out:
            running.append(subprocess.Popen(command, env=own, stdout=out, stderr=out))
        wait_for(port, running[-1], said)

    def stop():
        server = running.pop()
        server.terminate()
        server.wait()

    @contextmanager
    def away():
        stop()
        yield
        serve()

    serve()
    yield f"http://127.0.0.1:{port}", away
    if running:
        stop()


@pytest.fixture
def phone(browser, browser_context_args, network):
    """Provide a phone with a match whose pages its service worker caches."""
    context = browser.new_context(**{**browser_context_args, **PHONE, "base_url": network[0]})
    page = context.new_page()
    page.goto("/")
    assert page.evaluate(LOOKED_AFTER)
    page.get_by_role("link", name="New match").click()
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    yield page
    context.close()


def play(page, number, tricks="4 tricks"):
    for key in ("North & South bid 3", tricks):
        page.get_by_role("radio", name=key, exact=True).tap()
    page.get_by_role("button", name=f"Save hand {number}", exact=True).tap()


def test_a_match_opens_without_a_network_as_it_was_last_seen(phone, network):
    _, away = network
    play(phone, 1)
    expect(phone.locator("#h1")).to_be_visible()
    stood = cells(phone)
    address = phone.url

    with away():
        again = phone.context.new_page()
        again.goto(address)

        expect(again.get_by_text("No connection. The sheet as of hand 1")).to_be_visible()
        assert cells(again) == stood


def test_a_hand_that_is_entered_without_a_network_outlives_the_page_and_lands_once(phone, network):
    _, away = network
    play(phone, 1)
    expect(phone.locator("#h1")).to_be_visible()

    with away():
        play(phone, 2, "5 tricks")
        expect(phone.get_by_text("Hand 2 is not sent yet.")).to_be_visible()
        phone.reload()
        expect(phone.get_by_text("Hand 2 is not sent yet.")).to_be_visible()

    expect(phone.locator("#h2")).to_be_visible(timeout=20_000)
    expect(phone.get_by_text("is not sent yet.")).to_have_count(0)
    assert [row[0] for row in cells(phone)] == ["3", "3"]


def test_what_another_phone_has_written_is_seen_without_a_network_too(phone, network, browser):
    base, away = network
    other = browser.new_context(**PHONE, base_url=base).new_page()
    other.goto(f"/j/{code_of(phone)}")
    other.get_by_label("Sit here: East").check()
    other.get_by_role("button", name="Take this seat").click()
    play(other, 1)
    expect(phone.locator("#h1")).to_be_visible()
    stood = cells(phone)
    other.context.close()

    with away():
        phone.reload()

        expect(phone.locator("#h1")).to_be_visible()
        assert cells(phone) == stood


def test_home_opens_without_a_network_and_a_page_never_seen_says_that_it_needs_one(phone, network):
    _, away = network
    phone.goto("/")

    with away():
        phone.reload()
        expect(phone.get_by_role("link", name="New match")).to_be_visible()
        phone.goto("/rules")
        expect(phone.get_by_role("heading", name="No connection")).to_be_visible()


def test_a_match_that_was_deleted_is_not_kept_on_the_phone(phone, network):
    _, away = network
    address = phone.url.partition("#")[0]
    phone.goto(f"{address}/delete")
    with phone.expect_navigation():
        phone.get_by_role("button", name=re.compile("Delete")).tap()
    phone.goto(address)

    with away():
        phone.goto(address)
        expect(phone.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_app_can_be_installed(phone):
    phone.goto("/")
    address = phone.locator("link[rel=manifest]").get_attribute("href")
    manifest = phone.request.get(address).json()

    assert manifest["name"] == "scorekeeper"
    assert manifest["display"] == "standalone"
    assert phone.request.get(manifest["start_url"]).ok
    icons = {icon["sizes"]: phone.request.get(icon["src"]) for icon in manifest["icons"]}
    assert all(icon.ok for icon in icons.values())
    for size in (192, 512):
        assert Image.open(BytesIO(icons[f"{size}x{size}"].body())).size == (size, size)

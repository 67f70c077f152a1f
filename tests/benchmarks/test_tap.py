"""The time from a tap to its preview, on a phone four times slower than this machine."""

from __future__ import annotations

import shutil
import statistics

import pytest
from playwright.sync_api import sync_playwright

from tests.benchmarks.servers import our_app
from tests.browser.conftest import FLAGS

pytestmark = pytest.mark.benchmark

SLOWED = 4
TAPS = 20
MOST = 50
"""Milliseconds from a tap until the frame with its preview has been painted."""

# A task that is queued in a frame runs once that frame has been painted.
TAP = """(key) => new Promise((drawn) => {
  const began = performance.now();
  key.click();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => drawn(performance.now() - began);
    port2.postMessage(0);
  });
})"""


def test_what_a_tap_would_write_is_drawn_within_50_milliseconds(tmp_path) -> None:
    with our_app(tmp_path) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.goto(f"http://127.0.0.1:{port}/new")
        page.get_by_role("button", name="Start match").click()
        network = page.context.new_cdp_session(page)
        network.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        bid = page.get_by_role("radio", name="North & South bid 3", exact=True)
        tricks = [page.get_by_role("radio", name=f"{n} tricks", exact=True) for n in (2, 3, 4, 5)]
        bid.click()

        took = [tricks[tap % 4].evaluate(TAP) for tap in range(TAPS)]

        assert "East & West" in page.locator("#said").inner_text()
        browser.close()
    middle, slow = statistics.median(took), sorted(took)[-2]
    print(f"\na tap until what it would write is drawn: {middle:.0f} ms, at most {slow:.0f} ms")
    assert slow <= MOST

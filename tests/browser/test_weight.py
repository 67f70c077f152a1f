"""What the pages request from the network, and what the browser reports about them."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import VIEWS
from tests.browser.match_files import FORTY

pytestmark = pytest.mark.browser


def test_no_page_asks_another_host_or_makes_the_browser_complain(
    new_context, host, codes, complaints
):
    page = new_context(storage_state=host).new_page()

    for show in VIEWS.values():
        show(page, codes)
    page.wait_for_load_state("networkidle")

    assert complaints == []


def test_a_match_of_forty_hands_is_light(new_context, import_match):
    # A browser caches what it has fetched: one takes the role, another opens its first page.
    match = import_match(FORTY)
    first = new_context()
    page = first.new_page()
    page.goto(match.link)
    page.get_by_role("button", name="Keep the score of this match as its host").click()
    expect(page.get_by_role("button", name="Save hand 41")).to_be_visible()
    page = new_context(storage_state=first.storage_state()).new_page()
    network = page.context.new_cdp_session(page)
    asked, carried = [], []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: carried.append(event["encodedDataLength"]))
    network.send("Network.enable")

    page.goto(f"/m/{match.code}")
    page.wait_for_load_state("networkidle")

    assert len(page.locator("tbody tr:not(.next)").all()) == 40
    assert 2 <= len(asked) <= 6, asked
    assert len(carried) >= 2
    assert sum(carried) <= 40_000


def test_a_match_of_forty_hands_is_light_with_its_scripts_too(new_context, import_match):
    match = import_match(FORTY)
    first = new_context()
    page = first.new_page()
    page.goto(match.link)
    page.get_by_role("button", name="Keep the score of this match as its host").click()
    expect(page.get_by_role("button", name="Save hand 41")).to_be_visible()
    state = first.storage_state()
    page = new_context(storage_state=state, java_script_enabled=True).new_page()
    network = page.context.new_cdp_session(page)
    asked, carried = [], []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.dataReceived", lambda event: carried.append(event["encodedDataLength"]))
    network.send("Network.enable")

    page.goto(f"/m/{match.code}")
    expect(page.get_by_role("heading", name="Hand 41")).to_be_visible()
    page.wait_for_timeout(1_500)

    # The page, its style, its icon, the stream; and five scripts: live updates, the entry panel,
    # its drafts and its preview, and the outbox, which every page of a match has.
    assert 4 <= len(asked) <= 9, asked
    assert 5_000 < sum(carried) <= 40_000

"""Several phones with scripts at one match: one writes, the others see it."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, code_of, hands_stored, totals
from tests.browser.conftest import COMMAND, free_port, take_place, wait_for
from tests.browser.match_files import DECIDED, EMPTY, FRIDAY
from tests.servers import until

pytestmark = pytest.mark.browser

CLOCK = Path(__file__).parent.parent / "breaking" / "clock"
PHONE = {"java_script_enabled": True, "viewport": {"width": 390, "height": 844}}


@pytest.fixture
def phone(new_context):
    """Open one more phone, with scripts."""
    return lambda **wishes: new_context(**PHONE, **wishes).new_page()


@pytest.fixture
def host(phone, import_match):
    """Provide the host's phone at a match of this file."""

    def host(facts):
        page = phone()
        take_place(page, import_match(facts).link)
        return page

    return host


def sit(page, code, seat, name):
    """Take a seat by the code of the match."""
    page.goto(f"/j/{code}")
    page.get_by_label(f"Sit here: {seat}").check()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take this seat").click()
    expect(page.get_by_role("heading", name=re.compile("^Hand "))).to_be_visible()
    return page


def tap(page, *names):
    for name in names:
        page.get_by_role("radio", name=name, exact=True).check()


def test_a_hand_saved_on_one_phone_stands_on_the_others_without_a_reload(host, phone):
    marta = host(EMPTY)
    tom = sit(phone(), code_of(marta), "East", "Tom")
    expect(marta.get_by_text("bids first Tom")).to_be_visible()

    tap(tom, "East & West bid 3", "4 tricks")
    tom.get_by_role("button", name="Save hand 1").click()

    for each in (marta, tom):
        expect(each.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert cells(marta) == [["2", "2", "3", "3"]]
    assert totals(marta) == totals(tom)


def test_a_refresh_never_touches_a_hand_that_is_being_entered(host, phone):
    marta = host(EMPTY)
    tom = sit(phone(), code_of(marta), "East", "Tom")
    tap(marta, "North & South bid 5")

    tap(tom, "East & West bid 3", "4 tricks")
    tom.get_by_role("button", name="Save hand 1").click()

    expect(marta.locator("#h1")).to_be_visible()
    expect(marta.get_by_role("button", name=re.compile("N & S 5"))).to_be_visible()
    expect(marta.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()


def test_two_phones_that_save_the_same_hand_choose_with_one_tap(host, phone):
    marta = host(EMPTY)
    tom = sit(phone(), code_of(marta), "East", "Tom")
    tap(marta, "East & West bid 3", "2 tricks")
    tap(tom, "East & West bid 3", "4 tricks")
    tom.get_by_role("button", name="Save hand 1").click()
    expect(marta.locator("#h1")).to_be_visible()

    marta.get_by_role("button", name="Save hand 1").click()
    expect(marta.get_by_role("heading", name="Hand 1 was entered twice")).to_be_visible()
    marta.get_by_role("button", name=re.compile("correct hand 1 to this")).click()

    for each in (tom, marta):
        expect(each.locator("#h1")).to_contain_text("set, took 2")
    assert cells(tom) == cells(marta) == [["4", "4", "0", "0"]]
    assert hands_stored(tom, code_of(tom)) == 1


def test_the_others_see_who_is_entering_a_hand_and_may_enter_it_too(host, phone):
    marta = host(EMPTY)
    tom = sit(phone(), code_of(marta), "East", "Tom")

    tap(tom, "East & West bid 3")

    expect(marta.get_by_text("Tom is entering hand 1.")).to_be_visible()
    expect(tom.get_by_text("is entering hand 1.")).to_be_hidden()
    expect(marta.get_by_role("radio", name="East & West bid 3", exact=True)).to_be_enabled()


def test_an_end_is_seen_by_all_and_any_phone_keeps_the_match_open(host, phone):
    marta = host(DECIDED)
    tom = phone()
    tom.goto(f"/j/{code_of(marta)}")
    tom.get_by_label("Sit here: East").check()
    tom.get_by_role("button", name="Take this seat").click()

    marta.get_by_role("button", name="End match").click()
    expect(tom.get_by_text("has just ended the match.")).to_be_visible()
    tom.get_by_role("button", name="Keep it open").click()

    expect(marta.get_by_role("button", name="End match")).to_be_visible()


def test_a_rematch_brings_every_phone_along(host, phone):
    marta = host(EMPTY)
    tom = phone()
    sit(tom, code_of(marta), "East", "Tom")
    marta.goto(f"/m/{code_of(marta)}/menu")
    marta.get_by_role("button", name="End match").click()
    expect(tom.get_by_role("button", name="Rematch")).to_be_visible()
    before = code_of(marta)

    marta.get_by_role("button", name="Rematch").click()
    expect(marta.get_by_role("heading", name="Hand 1")).to_be_visible()

    expect(tom.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert code_of(tom) == code_of(marta) != before


def test_a_phone_whose_stream_is_blocked_asks_and_is_brought_up_to_date(host, phone):
    marta = host(EMPTY)
    tom = phone()
    tom.route("**/live", lambda route: route.fulfill(status=503, body="full"))
    sit(tom, code_of(marta), "East", "Tom")

    tap(marta, "North & South bid 3", "4 tricks")
    marta.get_by_role("button", name="Save hand 1").click()

    expect(tom.locator("#h1")).to_be_visible()


def test_a_phone_without_a_network_says_as_of_when_its_sheet_is(host):
    marta = host(FRIDAY)

    marta.context.set_offline(True)
    marta.evaluate("window.dispatchEvent(new Event('offline'))")

    expect(marta.get_by_text("No connection. The sheet as of hand 8,")).to_be_visible()

    marta.context.set_offline(False)
    marta.evaluate("window.dispatchEvent(new Event('online'))")
    expect(marta.get_by_text("No connection.")).to_be_hidden()


def test_a_stream_that_opens_after_the_network_went_does_not_say_that_it_is_back(host):
    marta = host(FRIDAY)
    held = []
    marta.route("**/live", lambda route: held.append(route))  # noqa: PLW0108
    with marta.expect_request("**/live"):
        marta.reload()

    marta.context.set_offline(True)
    marta.evaluate("window.dispatchEvent(new Event('offline'))")
    held[0].fulfill(content_type="text/event-stream", body=": open\n\n")
    marta.wait_for_timeout(500)

    expect(marta.get_by_text("No connection. The sheet as of hand 8,")).to_be_visible(timeout=1)


def test_a_watcher_sees_every_hand_and_has_no_keys(host, phone):
    marta = host(EMPTY)
    marta.goto(f"/m/{code_of(marta)}/invite")
    link = marta.get_by_role("listitem").filter(has_text="Watch").get_by_role("link")
    watcher = phone()
    watcher.goto(re.sub(r"^.*/j/", "/j/", link.get_attribute("href")))
    watcher.get_by_role("button", name="Watch this match").click()
    expect(watcher.get_by_text("You are looking on.")).to_be_visible()

    marta.goto(f"/m/{code_of(marta)}")
    tap(marta, "North & South bid 3", "4 tricks")
    marta.get_by_role("button", name="Save hand 1").click()

    expect(watcher.locator("#h1")).to_be_visible()
    expect(watcher.get_by_role("button")).to_have_count(0)


def test_a_match_that_is_deleted_says_so_on_every_phone(host, phone):
    marta = host(EMPTY)
    tom = sit(phone(), code_of(marta), "East", "Tom")

    marta.goto(f"/m/{code_of(marta)}/delete")
    marta.get_by_role("button", name="Delete this match for good").click()

    expect(tom.get_by_text("This match has been deleted.")).to_be_visible()


def test_a_claim_passes_by_the_claimants_button_once_its_time_is_over(
    new_context, environment, tmp_path
):
    file = tmp_path / "clock"

    def set_clock(seconds):
        part = file.with_suffix(".part")
        part.write_text(str(seconds / 86_400))
        part.replace(file)

    set_clock(0)
    own = {
        **environment,
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(CLOCK), environment.get("PYTHONPATH", "")]),
        "SCOREKEEPER_TEST_CLOCK": str(file),
    }
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    said = tmp_path / "said"
    command: list[Path | str] = [COMMAND, "--host", "127.0.0.1", "--port", str(port)]
    with said.open("wb") as out:
        server = subprocess.Popen(command, env=own, stdout=out, stderr=subprocess.STDOUT)
    try:
        wait_for(port, server, said)
        of_marta = new_context(**PHONE, base_url=base)
        marta = of_marta.new_page()
        marta.goto("/new")
        marta.get_by_role("button", name="Start match").click()
        code = code_of(marta)
        tom = sit(new_context(**PHONE, base_url=base).new_page(), code, "East", "Tom")
        ina = sit(new_context(**PHONE, base_url=base).new_page(), code, "West", "Ina")
        tap(tom, "East & West bid 3", "4 tricks")
        tom.get_by_role("button", name="Save hand 1").click()
        expect(ina.locator("#h1")).to_be_visible()
        of_marta.close()  # her phone is lost, and its stream with it
        wait_for_streams(ina, 2)
        set_clock(400)

        tom.clock.install()
        tom.goto(f"/m/{code}/invite")
        tom.get_by_role("button", name="Claim the host's role").click()
        expect(ina.get_by_text("Tom asks to be the host.")).to_be_visible()
        expect(ina.get_by_role("button", name="Refuse")).to_be_visible()
        expect(tom.get_by_text("the role may be taken at")).to_be_visible()
        expect(tom.get_by_role("button", name="Become the host")).to_have_count(0)

        set_clock(461)
        tom.clock.fast_forward(61_000)
        tom.get_by_role("button", name="Become the host").click()

        expect(ina.get_by_text("asks to be the host")).to_have_count(0)
        tom.goto(f"/m/{code}/menu")
        expect(tom.get_by_text("you are Tom, host")).to_be_visible()
    finally:
        server.terminate()
        server.wait()


def wait_for_streams(page, count):
    """Publish until the server notices the closed streams and only so many are open."""
    tell = """async () => {
        const headers = { "X-CSRFToken": document.querySelector("[name=csrf_token]").value };
        await fetch(`${location.pathname}/entering`, { method: "POST", headers });
        const metrics = await (await fetch("/metrics")).text();
        return Number(/^scorekeeper_open_streams (.*)$/m.exec(metrics)[1]);
    }"""
    until(lambda: page.evaluate(tell) == count)


def test_a_restart_of_the_server_loses_nothing_and_the_phones_come_back(
    new_context, environment, tmp_path
):
    own = {**environment, "XDG_DATA_HOME": str(tmp_path)}
    port = free_port()
    base = f"http://127.0.0.1:{port}"

    def serve():
        said = tmp_path / "said"
        command: list[Path | str] = [COMMAND, "--host", "127.0.0.1", "--port", str(port)]
        with said.open("wb") as out:
            server = subprocess.Popen(command, env=own, stdout=out, stderr=subprocess.STDOUT)
        wait_for(port, server, said)
        return server

    server = serve()
    try:
        marta = new_context(**PHONE, base_url=base).new_page()
        marta.goto("/new")
        marta.get_by_role("button", name="Start match").click()
        tom = sit(new_context(**PHONE, base_url=base).new_page(), code_of(marta), "East", "Tom")
        tap(tom, "East & West bid 3")
        server.terminate()
        server.wait()
        expect(marta.get_by_text("No connection.")).to_be_visible()

        server = serve()
        expect(marta.get_by_text("No connection.")).to_be_hidden(timeout=20_000)
        tap(tom, "4 tricks")
        tom.get_by_role("button", name="Save hand 1").click()

        for each in (marta, tom):
            expect(each.locator("#h1")).to_be_visible()
        assert cells(marta) == cells(tom) == [["2", "2", "3", "3"]]
    finally:
        server.terminate()
        server.wait()

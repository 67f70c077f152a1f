"""A hand that could not be written waits on the phone, whoever answers instead of the server."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, code_of, hands_stored
from tests.browser.conftest import take_place
from tests.browser.match_files import FRIDAY
from tests.browser.proxy import PORTAL, Proxy
from tests.browser.test_no_network import LOOKED_AFTER

pytestmark = pytest.mark.browser

PHONE = {"java_script_enabled": True, "has_touch": True, "viewport": {"width": 390, "height": 844}}
HAND = "North & South bid 3, 2 tricks"
LATE = 20_000
"""Milliseconds; the machine may be busy."""


@pytest.fixture
def phone(new_context, import_match):
    """Provide the host's phone at hand 9, as over plain http, where no service worker may run."""
    page = new_context(**PHONE, service_workers="block").new_page()
    page.set_default_timeout(LATE)
    take_place(page, import_match(FRIDAY).link)
    return page


def save(page, number=9, tricks="2 tricks"):
    for name in ("North & South bid 3", tricks):
        page.get_by_role("radio", name=name, exact=True).tap()
    page.get_by_role("button", name=f"Save hand {number}", exact=True).tap()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).tap()


def outbox(page):
    return page.locator("#outbox")


def waits(page, *texts):
    for text in texts:
        expect(outbox(page)).to_contain_text(text, timeout=LATE)


def portal(status, **headers):
    return lambda route: route.fulfill(
        status=status, headers={"Content-Type": "text/html", **headers}, body=PORTAL
    )


@pytest.mark.parametrize(
    "answer",
    [
        portal(200),
        portal(302, Location="/rules"),
        portal(403),
        portal(404),
        portal(429),
        portal(502),
    ],
    ids=["portal", "redirect", "403", "404", "429", "502"],
)
def test_the_answer_of_somebody_else_is_no_answer_and_the_hand_waits(phone, answer):
    phone.route("**/hands", answer)

    save(phone)
    waits(phone, "Hand 9 is not sent yet.", HAND)
    expect(outbox(phone).get_by_text(HAND)).to_be_in_viewport()
    phone.unroute("**/hands")
    press(phone, "Try now")

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()
    assert hands_stored(phone, code_of(phone)) == 9


def test_a_save_without_an_answer_is_given_up_and_the_hand_waits(phone):
    phone.clock.install()
    phone.route("**/hands", lambda _: None, times=1)
    save(phone)
    expect(phone.get_by_role("button", name="Writing hand 9 …")).to_be_visible()

    phone.clock.fast_forward(15_000)
    waits(phone, "Hand 9 is not sent yet.")
    phone.clock.fast_forward(5_000)

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)
    assert hands_stored(phone, code_of(phone)) == 9


def test_a_hand_that_is_saved_while_another_is_being_sent_waits_behind_it(phone):
    phone.route("**/hands", lambda route: route.abort(), times=1)
    save(phone)
    waits(phone, "Hand 9 is not sent yet.")
    held = []
    phone.route("**/hands", lambda route: held.append(route), times=1)  # noqa: PLW0108 - its handlers are functions
    with phone.expect_request("**/hands"):
        press(phone, "Try now")

    save(phone, 10, "4 tricks")
    waits(phone, "Hand 10 waits behind it.", "North & South bid 3, 4 tricks")
    held[0].continue_()

    expect(phone.locator("#h10")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()
    assert hands_stored(phone, code_of(phone)) == 10


def test_a_hand_whose_cookie_is_gone_is_kept_on_every_page_until_it_is_discarded(phone):
    phone.context.clear_cookies()

    save(phone)
    waits(phone, "Hand 9 was not written.", HAND, "no longer has the cookie of this page")
    phone.reload()
    expect(phone.get_by_role("heading", name="There is nothing here")).to_be_visible()
    waits(phone, "Hand 9 was not written.", "no longer has the cookie of this page")
    press(phone, "Discard hand 9")
    phone.reload()

    expect(phone.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(outbox(phone)).to_be_empty()


def test_a_hand_whose_cookie_was_gone_is_sent_again_from_the_seat(phone):
    state = phone.context.storage_state()["cookies"]
    phone.context.clear_cookies()
    save(phone)
    waits(phone, "Hand 9 was not written.")
    phone.context.add_cookies(state)
    phone.reload()

    press(phone, "Send it again")

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()


def test_hands_for_a_match_that_has_ended_meanwhile_are_shown_beside_it(phone):
    phone.route("**/hands", lambda route: route.abort())
    save(phone)
    waits(phone, "Hand 9 is not sent yet.")
    save(phone, 10, "4 tricks")
    waits(phone, "Hand 10 waits behind it.")
    write_elsewhere(phone, "end")
    expect(phone.get_by_role("heading", name="The race")).to_be_visible()  # it reloads by itself
    phone.unroute("**/hands")

    phone.goto(f"/m/{code_of(phone)}")

    expect(phone.get_by_role("heading", name="The race")).to_be_visible()
    waits(phone, "Hand 9 was not written.", HAND, "Hand 10 waits behind it.")
    waits(phone, "The sheet has changed since this page was opened.")
    assert hands_stored(phone, code_of(phone)) == 8


def write_elsewhere(page, what, **facts):
    """Write by a form of the match page, past the outbox of this browser."""
    code = code_of(page)
    html = page.request.get(f"/m/{code}").text()
    token = re.search(r'name="csrf_token" value="([^"]+)"', html)[1]
    version = re.search(r'name="version"[^>]* value="([^"]+)"', html)[1]
    form = {"csrf_token": token, "version": version, "once": f"elsewhere {version}", **facts}
    assert page.request.post(f"/m/{code}/{what}", form=form).ok


def test_a_refused_hand_that_comes_back_is_mended_on_the_form_and_leaves_once_written(phone):
    phone.route("**/hands", lambda route: route.abort())
    save(phone)
    waits(phone, "Hand 9 is not sent yet.")
    write_elsewhere(phone, "hands", bid="1-4", tricks="4", deed="save")
    phone.unroute("**/hands")

    press(phone, "Try now")
    expect(phone.get_by_role("heading", name="Hand 9 was entered twice")).to_be_visible()
    waits(phone, "Hand 9 was not written.", HAND)
    press(phone, "Save hand 10")

    expect(phone.locator("#h10")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()
    assert hands_stored(phone, code_of(phone)) == 10


def test_a_refusal_does_not_touch_the_hand_that_is_being_entered(phone):
    phone.route("**/hands", lambda route: route.abort())
    save(phone)
    waits(phone, "Hand 9 is not sent yet.")
    write_elsewhere(phone, "hands", bid="1-4", tricks="4", deed="save")
    phone.get_by_role("radio", name="East & West bid 5", exact=True).tap()
    phone.unroute("**/hands")

    press(phone, "Try now")

    waits(phone, "Hand 9 was not written.", "Hand 9 was entered twice")
    expect(phone.locator("[name=bid][value='1-5']")).to_be_checked()


def test_where_the_browser_keeps_nothing_the_page_says_that_it_must_stay_open(phone):
    refuse = "() => { Storage.prototype.setItem = () => { throw new Error('full'); } }"
    phone.evaluate(refuse)
    phone.route("**/hands", lambda route: route.abort())

    save(phone)
    waits(phone, "leave this page open until it is sent", HAND)
    save(phone, 10, "4 tricks")
    waits(phone, "Hand 10 waits behind it.")
    phone.unroute("**/hands")
    press(phone, "Try now")

    expect(phone.locator("#h10")).to_be_visible(timeout=LATE)
    assert hands_stored(phone, code_of(phone)) == 10


def test_a_hand_that_an_older_version_kept_is_read_and_sent(phone):
    phone.route("**/hands", lambda route: route.abort())
    save(phone)
    waits(phone, "Hand 9 is not sent yet.")
    name = f"waiting:{code_of(phone)}"
    [hand] = json.loads(phone.evaluate("name => localStorage.getItem(name)", name))
    older = {field: hand[field] for field in ("body", "number", "at", "told")}
    older["body"] = [[each, text] for each, text in older["body"] if each != "hand-9"]
    kept = [name, json.dumps([older])]
    phone.evaluate("([name, text]) => localStorage.setItem(name, text)", kept)

    phone.reload()
    waits(phone, "Hand 9 is not sent yet.", HAND)
    phone.unroute("**/hands")
    press(phone, "Try now")

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()


def test_all_passed_is_sent_as_that_by_a_browser_that_leaves_the_button_out(phone):
    phone.add_init_script(
        "window.FormData = class extends FormData { constructor(form) { super(form); } }"
    )
    phone.reload()
    phone.get_by_role("radio", name="North & South bid 3", exact=True).tap()
    phone.get_by_role("radio", name="2 tricks", exact=True).tap()

    press(phone, "All passed")

    expect(phone.locator("#h9")).to_contain_text("all passed", ignore_case=True, timeout=LATE)
    assert cells(phone)[-1][1::2] == cells(phone)[-2][1::2]


# With a service worker


@pytest.fixture
def proxy(base_url):
    proxy = Proxy(int(base_url.rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.fixture
def looked_after(browser, browser_context_args, proxy, import_match):
    """Provide a phone behind that proxy whose pages its service worker caches."""
    context = browser.new_context(**{**browser_context_args, **PHONE, "base_url": proxy.address})
    page = context.new_page()
    page.set_default_timeout(LATE)
    page.goto("/")
    assert page.evaluate(LOOKED_AFTER)
    take_place(page, import_match(FRIDAY).link)
    expect(page.get_by_role("heading", name="Hand 9")).to_be_visible()
    yield page
    context.close()


def test_a_portal_neither_takes_a_hand_nor_the_place_of_the_kept_page(looked_after, proxy):
    phone = looked_after
    proxy.status = 200
    save(phone)
    waits(phone, "Hand 9 is not sent yet.", HAND)
    phone.reload()
    expect(phone.get_by_role("heading", name="Welcome to the Wi-Fi")).to_be_visible()

    proxy.status = 502
    phone.reload()
    waits(phone, "Hand 9 is not sent yet.", HAND)
    assert len(cells(phone)) == 8
    proxy.status = None
    press(phone, "Try now")

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)
    expect(outbox(phone)).to_be_empty()
    assert hands_stored(phone, code_of(phone)) == 9


def test_a_hand_that_is_written_stands_on_the_page_that_is_kept(looked_after, proxy):
    phone = looked_after
    save(phone)
    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)

    proxy.status = 502
    phone.reload()

    expect(phone.locator("#h9")).to_be_visible(timeout=LATE)


def test_a_proxy_whose_program_is_away_does_not_say_that_the_match_is_deleted(looked_after, proxy):
    phone = looked_after

    proxy.status = 404
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(phone.get_by_text("No connection. The sheet as of hand 8")).to_be_visible(timeout=LATE)
    expect(phone.get_by_text("has been deleted")).to_be_hidden()

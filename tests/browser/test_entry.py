"""The hand form with its script: three taps, a preview before the save, and no tap lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, code_of, hands_stored, overflow, totals
from tests.browser.conftest import take_place
from tests.browser.match_files import CORRECTED, EMPTY, FRIDAY, STRICT, TEN, THREE, match_file

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844)]
# As over plain http, where no service worker may run: what is typed is kept all the same.
PHONE = {"java_script_enabled": True, "has_touch": True, "service_workers": "block"}


@pytest.fixture
def host(new_context, import_match):
    """Provide the host's phone with scripts, at a match of this file."""

    def host(facts, size=(390, 844)):
        viewport = {"width": size[0], "height": size[1]}
        page = new_context(viewport=viewport, **PHONE).new_page()
        take_place(page, import_match(facts).link)
        expect(page.get_by_role("heading", name=re.compile("^Hand "))).to_be_visible()
        return page

    return host


def tap(page, *names):
    for name in names:
        page.get_by_role("radio", name=name, exact=True).tap()


def save(page, number):
    page.get_by_role("button", name=f"Save hand {number}", exact=True).tap()


def pencilled(page):
    """Return the preview in the next row of the sheet."""
    line = page.locator("tr.next.pencilled")
    return line.locator(".w, .run, .cy").all_inner_texts()


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_is_three_taps_without_scrolling(host, size):
    phone = host(FRIDAY, size)
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = phone.evaluate("scrollY")

    for key in (
        phone.get_by_role("radio", name="North & South bid 3", exact=True),
        phone.get_by_role("radio", name="2 tricks", exact=True),
        phone.get_by_role("button", name="Save hand 9", exact=True),
    ):
        expect(key).to_be_in_viewport(ratio=1)
        key.tap()

    expect(phone.get_by_role("button", name="Undo hand 9")).to_be_visible()
    assert cells(phone)[-1] == ["0", "20", "4", "13"]
    assert before >= 0


def test_what_will_be_written_is_said_and_stands_in_pencil_before_it_is_saved(host):
    phone = host(FRIDAY)

    tap(phone, "North & South bid 3", "2 tricks")

    said = ["North & South −3: writes 0, carries 9.", "East & West +4."]
    expect(phone.locator("#said p")).to_have_text(said)
    assert pencilled(phone) == ["0", "20", "carries 9", "4", "13"]
    assert totals(phone)[0].startswith("North & South 20")
    save(phone, 9)
    expect(phone.locator("#h9")).to_be_visible()
    assert cells(phone)[-1] == ["0", "20", "4", "13"]
    assert pencilled(phone) == []


def test_the_bid_is_the_key_that_leads_back_to_the_bids(host):
    phone = host(FRIDAY)
    tap(phone, "North & South bid 3", "2 tricks")

    phone.get_by_role("button", name=re.compile("N & S 3")).tap()

    expect(phone.get_by_role("radio", name="North & South bid 3", exact=True)).not_to_be_checked()
    expect(phone.get_by_role("button", name="Save hand 9")).to_be_hidden()
    assert pencilled(phone) == []


def test_under_each_number_of_tricks_stands_what_it_comes_to(host):
    phone = host(FRIDAY)

    tap(phone, "North & South bid 5")

    keys = phone.get_by_role("radiogroup", name="Tricks the bidding side took").locator(".tile")
    told = [" ".join(text.split()) for text in keys.all_inner_texts()]
    assert told[:7] == ["0 set", "1 set", "2 set", "3 set", "4 set", "5 made", "6 shut out"]


def test_the_seats_of_the_bidding_side_may_be_tapped_too(host):
    phone = host(FRIDAY)

    tap(phone, "East & West bid 4", "Nell", "4 tricks")
    save(phone, 9)

    expect(phone.locator("#h9")).to_contain_text("Nell")


def test_a_hand_that_would_win_says_so(host):
    phone = host(match_file([], start=[40, 0]))

    tap(phone, "North & South bid 3", "3 tricks")

    expect(phone.get_by_text("North & South would win.")).to_be_visible()


def test_where_clubs_must_be_played_surrendered_goes_with_them(host):
    phone = host(match_file([], STRICT))
    surrendered = phone.get_by_role("radio", name="Surrendered, not played")
    tap(phone, "North & South bid 4", "hearts")
    expect(surrendered).to_be_visible()

    tap(phone, "clubs")

    expect(surrendered).to_be_hidden()


def test_a_bargained_surrender_is_shown_with_its_free_tricks(host):
    forced = {"preset": "wolf-pepper", "forced": None}
    phone = host(match_file([], forced))
    tap(phone, "North & South bid 4", "hearts", "Surrendered, not played")
    assert pencilled(phone)[2:] == ["0", "0"]

    phone.get_by_text(re.compile("^More")).tap()
    granted = phone.get_by_role("radiogroup", name="Tricks granted with the surrender")
    granted.get_by_role("radio", name="2").tap()

    assert pencilled(phone)[2:] == ["2", "2"]


def test_in_a_pepper_round_the_forced_bid_is_said_and_two_taps_are_left(host):
    phone = host(match_file([], {"preset": "wolf-pepper"}))

    expect(phone.get_by_text("East has to bid 4 on this hand.")).to_be_visible()
    tap(phone, "4 tricks")
    save(phone, 1)

    expect(phone.locator("#h1")).to_contain_text("East")
    assert cells(phone) == [["2", "2", "4", "4"]]


def test_a_hand_half_entered_outlives_a_reload_and_a_rotation(host):
    phone = host(FRIDAY)
    tap(phone, "North & South bid 5", "5 tricks")

    phone.set_viewport_size({"width": 844, "height": 390})
    phone.reload()
    phone.set_viewport_size({"width": 390, "height": 844})

    expect(phone.get_by_role("button", name=re.compile("N & S 5"))).to_be_visible()
    expect(phone.locator("tr.next.pencilled .w").first).to_have_text("0")
    save(phone, 9)
    expect(phone.locator("#h9")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("button", name="Save hand 10")).to_be_hidden()


def test_a_hand_half_entered_is_not_put_into_a_later_hand(host):
    phone = host(EMPTY)
    tap(phone, "North & South bid 5")
    code = code_of(phone)
    other = phone.context.new_page()
    other.goto(f"/m/{code}")
    other.evaluate("localStorage.clear()")
    other.reload()
    tap(other, "East & West bid 3", "3 tricks")
    save(other, 1)
    expect(other.locator("#h1")).to_be_visible()
    phone.evaluate(
        f"localStorage.setItem('draft:{code}', JSON.stringify("
        "{number: '1', at: Date.now(), fields: [['bid', '0-5']]}))"
    )

    phone.reload()

    expect(phone.get_by_role("radio", name="North & South bid 5", exact=True)).not_to_be_checked()


def test_hands_without_a_network_wait_in_pencil_and_land_once_in_order(host):
    phone = host(FRIDAY)
    phone.context.set_offline(True)

    tap(phone, "North & South bid 3", "2 tricks")
    save(phone, 9)
    expect(phone.get_by_text("Hand 9 is not sent yet.")).to_be_visible()
    expect(phone.locator("tr.next")).to_contain_text("waiting to send")
    tap(phone, "East & West bid 4", "4 tricks")
    save(phone, 10)
    assert hands_stored_without_network(phone) == 2

    phone.context.set_offline(False)
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(phone.locator("#h10")).to_be_visible()
    expect(phone.get_by_text("is not sent yet.")).to_have_count(0)
    assert hands_stored(phone, code_of(phone)) == 10
    assert [row[1::2] for row in cells(phone)[-2:]] == [["20", "13"], ["20", "17"]]


def hands_stored_without_network(page):
    """Return the number of hands that wait on the phone."""
    kept = f"JSON.parse(localStorage.getItem('waiting:{code_of(page)}')).length"
    return page.evaluate(kept)


def test_a_hand_that_waits_outlives_a_reload(host):
    phone = host(FRIDAY)
    phone.route("**/hands", lambda route: route.abort())
    tap(phone, "North & South bid 3", "2 tricks")
    save(phone, 9)
    expect(phone.get_by_text("Hand 9 is not sent yet.")).to_be_visible()

    phone.reload()
    expect(phone.get_by_text("Hand 9 is not sent yet.")).to_be_visible()
    phone.unroute("**/hands")
    phone.get_by_role("button", name="Try now").tap()

    expect(phone.locator("#h9")).to_be_visible()
    assert hands_stored(phone, code_of(phone)) == 9


def test_a_hand_whose_answer_was_lost_is_written_once(host):
    phone = host(FRIDAY)

    def lose(route):
        route.fetch()
        route.abort()

    phone.route("**/hands", lose, times=1)
    tap(phone, "North & South bid 3", "2 tricks")
    save(phone, 9)

    expect(phone.locator("#h9")).to_be_visible()
    expect(phone.get_by_text("is not sent yet.")).to_have_count(0)
    assert hands_stored(phone, code_of(phone)) == 9


def test_a_hand_that_waited_while_the_table_moved_on_becomes_a_choice(host):
    phone = host(EMPTY)
    phone.route("**/hands", lambda route: route.abort())
    tap(phone, "North & South bid 3", "2 tricks")
    save(phone, 1)
    expect(phone.get_by_text("Hand 1 is not sent yet.")).to_be_visible()
    write_by_form(phone, code_of(phone))

    phone.unroute("**/hands")
    phone.get_by_role("button", name="Try now").tap()

    expect(phone.get_by_role("heading", name="Hand 1 was entered twice")).to_be_visible()
    assert hands_stored(phone, code_of(phone)) == 1


def write_by_form(page, code):
    """Record hand 1 as another phone, past the outbox of this browser."""
    html = page.request.get(f"/m/{code}").text()
    token = re.search(r'name="csrf_token" value="([^"]+)"', html)[1]
    version = re.search(r'name="version"[^>]* value="([^"]+)"', html)[1]
    facts = {"csrf_token": token, "version": version, "once": "another phone"}
    answer = page.request.post(
        f"/m/{code}/hands", form={**facts, "bid": "1-4", "tricks": "4", "deed": "save"}
    )
    assert answer.ok


def test_a_refused_hand_is_shown_and_kept_and_not_sent_again(host):
    phone = host(match_file([], STRICT))
    sent = []
    phone.on("request", lambda asked: sent.append(asked.method) if "/hands" in asked.url else None)
    tap(phone, "North & South bid 4", "Surrendered, not played")

    save(phone, 1)

    expect(phone.get_by_role("alert")).to_contain_text("A surrender needs its trump here")
    expect(phone.get_by_role("button", name=re.compile("N & S 4"))).to_be_visible()
    phone.wait_for_timeout(1_000)
    assert sent == ["POST"]


def test_a_win_is_undone_and_a_weaker_hand_saved(host):
    phone = host(match_file([], start=[40, 0]))
    tap(phone, "North & South bid 3", "3 tricks")
    save(phone, 1)
    phone.get_by_role("button", name="Undo hand 1").tap()
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()

    tap(phone, "North & South bid 1", "1 trick")
    save(phone, 1)

    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert totals(phone)[0].startswith("North & South 41")


def test_other_games_ask_the_server_what_a_hand_would_write(host):
    three = host(THREE)
    three.get_by_role("radio", name="Ivo bid 5", exact=True).tap()
    for name, tricks in (("Marta", "2"), ("Tom", "1"), ("Ivo", "5")):
        three.get_by_role("group", name="Tricks each took").get_by_label(name).fill(tricks)

    expect(three.locator("#said")).to_contain_text("Ivo +5.")
    assert overflow(three) == 0


def test_ten_columns_of_points_are_shown_before_they_are_saved(host):
    ten = host(TEN)
    for name in TEN["players"]:
        ten.get_by_role("form", name="Hand 2").get_by_label(name).fill("−4")

    expect(ten.locator("#said")).to_contain_text("Ann −4.")
    ten.get_by_role("button", name="Save hand 2").tap()
    expect(ten.locator("#h2")).to_be_visible()


def test_the_keyboard_alone_keeps_a_hand(host):
    phone = host(CORRECTED)
    phone.get_by_role("radio", name="North & South bid 4", exact=True).focus()
    phone.keyboard.press("Space")

    expect(phone.get_by_role("button", name=re.compile("N & S 4"))).to_be_focused()

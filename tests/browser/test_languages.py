"""The pages in other languages: longer words, right-to-left text, and a hand saved in each."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.actions import ADDRESSES, overflow
from tests.browser.conftest import LONGER, take_place
from tests.browser.match_files import FRIDAY

pytestmark = pytest.mark.browser

WIDTHS = [180, 320, 360, 390, 768, 1280]
CUT = """() => [...document.querySelectorAll("h1, h2, .btn, .w, .run, .big, .cy, label.opt, .q")]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .filter((part) => getComputedStyle(part).display !== "inline")
  .map((part) => part.textContent.trim())"""


@pytest.mark.parametrize("language", [*LONGER, "de", "nb"])
def test_no_page_scrolls_sideways_in_another_language(new_context, host, codes, language):
    page = new_context(storage_state=host, locale=language).new_page()

    over = {}
    for name, address in ADDRESSES.items():
        page.goto(address.format_map(codes))
        assert page.locator("html").get_attribute("lang") == language
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640})
            if wide := overflow(page):
                over[name, width] = wide

    assert over == {}


@pytest.mark.parametrize("language", [*LONGER, "de", "nb"])
def test_nothing_that_is_read_is_cut_in_another_language(new_context, host, codes, language):
    page = new_context(storage_state=host, locale=language).new_page()

    cut = {}
    for name, address in ADDRESSES.items():
        page.goto(address.format_map(codes))
        if found := page.evaluate(CUT):
            cut[name] = found

    assert cut == {}


def test_a_time_of_the_clock_of_twelve_hours_stands_on_one_line(new_context, host, codes):
    page = new_context(storage_state=host, locale="en-US").new_page()

    page.goto("/m/{friday}/history".format_map(codes))

    times = page.locator(".log time")
    assert "M" in times.first.text_content()
    lines = times.evaluate_all(
        "all => all.map((time) => { const text = document.createRange();"
        " text.selectNodeContents(time); return text.getClientRects().length; })"
    )
    assert max(lines) == 1


def test_what_is_read_from_the_right_stands_mirrored_and_figures_do_not(new_context, host, codes):
    page = new_context(storage_state=host, locale="ar").new_page()

    page.goto("/m/{friday}".format_map(codes))

    first, second = (each.bounding_box()["x"] for each in page.locator(".tot").all())
    assert first > second
    ways = page.locator(".w").evaluate_all("all => all.map((w) => getComputedStyle(w).direction)")
    assert set(ways) == {"ltr"}


@pytest.mark.parametrize(
    ("language", "saved"),
    [
        ("nb", r"Giv 9 (er )?lagret"),
        ("de", r"Spiel 9 gespeichert"),
        ("el", None),
        ("ar", None),
    ],
)
def test_a_hand_is_three_taps_in_every_language(new_context, import_match, language, saved):
    wishes = {"java_script_enabled": True, "locale": language, "has_touch": True}
    page = new_context(**wishes).new_page()
    page.goto(import_match(FRIDAY).link)
    page.locator("main form button").click()

    for key in ("[name=bid][value='0-3']", "[name=tricks][value='2']"):
        box = page.locator(f"label.tile:has({key})")
        expect(box).to_be_in_viewport(ratio=1)
        box.tap()
    expect(page.locator("#said p")).to_have_count(2)
    button = page.locator("button[value=save]")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()

    expect(page.locator("#h9")).to_be_visible()
    row = page.locator("tbody tr", has=page.locator("#h9")).or_(page.locator("tr#h9"))
    assert row.locator(".w, .run").all_inner_texts() == ["0", "20", "4", "13"]
    if saved:
        assert re.search(saved, page.locator("main").inner_text())


def test_times_are_told_in_the_zone_of_the_phone(new_context, import_match):
    phone = new_context(java_script_enabled=True, timezone_id="Asia/Tokyo").new_page()
    take_place(phone, import_match(FRIDAY).link)

    phone.goto(f"{phone.url.partition('#')[0]}/history")

    assert "Times are UTC" not in phone.locator("main").inner_text()

"""Sheets from below and the preview of a correction with scripts, and the pages without them."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, code_of
from tests.browser.conftest import take_place
from tests.browser.match_files import FRIDAY

pytestmark = pytest.mark.browser

PHONES = [{"width": 360, "height": 640}, {"width": 390, "height": 844}]


@pytest.fixture(params=PHONES, ids=["small", "middle"])
def phone(new_context, import_match, request):
    """Provide a phone with scripts at Friday's match."""
    page = new_context(java_script_enabled=True, viewport=request.param).new_page()
    take_place(page, import_match(FRIDAY).link)
    return page


def why(page):
    return page.get_by_role("link", name="East & West, hand 6: wrote 0")


def test_a_tapped_cell_says_why_in_a_sheet_over_the_match(phone):
    address = phone.url

    why(phone).click()

    sheet = phone.get_by_role("dialog", name="Why 0?")
    expect(sheet.get_by_role("heading", name="Why 0?")).to_be_focused()
    expect(sheet.get_by_role("row", name="Written on the sheet 0")).to_be_visible()
    expect(sheet.get_by_role("link", name="Change hand 6")).to_be_visible()
    assert phone.url == address


@pytest.mark.parametrize("way", ["escape", "close", "backdrop"])
def test_the_sheet_closes_and_the_focus_is_back_on_the_cell(phone, way):
    why(phone).click()
    sheet = phone.get_by_role("dialog")
    expect(sheet).to_be_visible()

    if way == "escape":
        phone.keyboard.press("Escape")
    elif way == "close":
        sheet.get_by_role("button", name="Close").click()
    else:
        phone.mouse.click(180, 10)

    expect(sheet).to_have_count(0)
    expect(why(phone)).to_be_focused()


def test_a_sheet_is_opened_and_closed_by_keyboard_alone(phone):
    why(phone).focus()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("dialog")).to_be_visible()

    for _ in range(3):
        phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Close")).to_be_focused()
    phone.keyboard.press("Enter")

    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_a_tapped_total_says_what_is_needed(phone):
    phone.get_by_role("link", name="North & South 20. What is needed?").click()

    sheet = phone.get_by_role("dialog", name="What is needed at 20?")
    expect(sheet).to_contain_text("28 to go to 42: 6 of them pay off what is carried.")
    expect(sheet.get_by_role("row", name="big pepper")).to_contain_text("28")


def test_what_is_needed_shows_the_bid_that_is_tapped_just_now(phone):
    phone.get_by_role("radio", name="North & South bid 5", exact=True).check()

    phone.get_by_role("link", name="North & South 20. What is needed?").click()

    row = phone.get_by_role("dialog").locator("[aria-current=true]")
    expect(row).to_be_in_viewport()
    assert row.get_by_role("rowheader").inner_text() == "5"
    phone.get_by_role("dialog").get_by_role("button", name="Close").click()
    phone.get_by_role("link", name="East & West 9. What is needed?").click()
    expect(phone.get_by_role("dialog").get_by_role("table")).to_be_visible()
    expect(phone.get_by_role("dialog").locator("[aria-current]")).to_have_count(0)


def test_the_menu_opens_as_a_sheet_and_leads_on(phone):
    address = phone.url
    phone.get_by_role("banner").get_by_role("link", name="Menu").click()

    sheet = phone.get_by_role("dialog", name="Friday table")
    expect(sheet.get_by_role("heading", name="Friday table")).to_be_focused()
    assert phone.url == address
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)

    phone.get_by_role("banner").get_by_role("link", name="Menu").click()
    sheet.get_by_role("link", name="End match").click()
    expect(phone.get_by_role("button", name="End match")).to_be_in_viewport()


def test_a_sheet_stays_while_others_save(phone, new_context):
    code = code_of(phone)
    state = phone.context.storage_state()
    other = new_context(java_script_enabled=True, storage_state=state).new_page()
    why(phone).click()
    expect(phone.get_by_role("dialog")).to_be_visible()

    other.goto(f"/m/{code}")
    other.get_by_role("radio", name="North & South bid 3", exact=True).check()
    other.get_by_role("radio", name="4 tricks").check()
    other.get_by_role("button", name="Save hand 9").click()

    # The other page took this browser's stream, so that this one asks every five seconds.
    expect(phone.locator("#h9")).to_have_count(1, timeout=15_000)
    expect(phone.get_by_role("dialog")).to_be_visible()


def test_without_a_network_the_page_is_asked_for_instead(phone, complaints):
    phone.context.set_offline(True)

    why(phone).click()

    expect(phone.get_by_role("dialog")).to_have_count(0)
    complaints.clear()


def test_what_changes_below_follows_every_tap_before_anything_is_written(phone, complaints):
    code = code_of(phone)
    phone.goto(f"/m/{code}/hands/6")
    below = phone.locator("#changes")

    phone.get_by_role("radio", name="5 tricks").check()
    expect(below.get_by_role("row", name="Hand 6")).to_contain_text("20→ becomes 21")
    expect(below.get_by_role("row", name="Hand 8")).to_contain_text("20→ becomes 25")
    phone.get_by_role("radio", name="6 tricks").check()
    expect(below.locator(".shown")).to_contain_text("No figure on the sheet changes.")
    phone.get_by_role("radio", name="5 tricks").check()
    expect(below.get_by_role("row", name="Hand 6")).to_be_visible()

    phone.goto(f"/m/{code}")
    assert cells(phone)[5] == ["0", "20", "0", "9"]
    assert complaints == []


def test_a_column_shows_what_it_changes_while_it_is_typed(phone, complaints):
    phone.goto(f"/m/{code_of(phone)}/column?number=7&side=1")
    below = phone.locator("#changes")

    phone.get_by_label("Worth").fill("99")
    expect(below).to_contain_text("The winner changes: East & West win with it.")
    phone.get_by_label("Worth").fill("9 or so")
    expect(below).to_contain_text("takes a whole number")
    phone.get_by_label("Worth").fill("4")
    expect(below).to_contain_text("Nobody's win changes.")

    phone.get_by_role("button", name="Correct the column").click()
    expect(phone.get_by_role("button", name="Undo correction of hand 7")).to_be_visible()
    assert complaints == []


def test_all_passed_is_shown_and_then_written(phone):
    phone.goto(f"/m/{code_of(phone)}/hands/8")

    phone.get_by_role("button", name="All passed").click()
    expect(phone.locator("#changes").get_by_role("row", name="Hand 8")).to_be_visible()
    expect(phone.get_by_role("button", name="Change hand 8")).to_be_hidden()
    phone.get_by_role("button", name="Change it to all passed").click()

    expect(phone.get_by_role("button", name="Undo change of hand 8")).to_be_visible()
    assert cells(phone)[7] == ["0", "20", "0", "9"]


def test_without_scripts_the_same_is_said_on_pages(new_context, import_match):
    page = new_context(viewport=PHONES[0]).new_page()
    take_place(page, import_match(FRIDAY).link)
    code = code_of(page)

    why(page).click()
    expect(page).to_have_url(f"/m/{code}/hands/6/why/1")
    page.goto(f"/m/{code}/hands/6")
    page.get_by_role("radio", name="5 tricks").check()
    page.get_by_role("button", name="Show what changes").click()

    expect(page.locator("#changes").get_by_role("row", name="Hand 8")).to_contain_text("25")
    expect(page.get_by_role("radio", name="5 tricks")).to_be_checked()
    page.get_by_role("button", name="Change hand 6").click()
    expect(page.get_by_role("button", name="Undo change of hand 6")).to_be_visible()
    assert cells(page)[5][:2] == ["1", "21"]

"""Back, Forward, reload and a form sent again; and forms that are refused."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, hands_stored, totals
from tests.browser.match_files import FRIDAY

pytestmark = pytest.mark.browser


def save(page, number, bid, tricks):
    page.get_by_role("radio", name=bid, exact=True).check()
    page.get_by_role("radio", name=tricks, exact=True).check()
    page.get_by_role("button", name=f"Save hand {number}").click()
    expect(page.get_by_role("button", name=f"Undo hand {number}")).to_be_visible()


def test_back_forward_and_reload_write_nothing(page, take_in):
    code = take_in(FRIDAY)
    save(page, 9, "North & South bid 3", "4 tricks")
    stood = cells(page)

    page.reload()
    page.go_back()
    page.go_forward()
    page.reload()

    assert cells(page) == stood
    assert hands_stored(page, code) == 9


def test_save_tapped_twice_in_haste_writes_one_hand(page, take_in):
    code = take_in(FRIDAY)
    page.get_by_role("radio", name="North & South bid 3", exact=True).check()
    page.get_by_role("radio", name="4 tricks").check()

    page.get_by_role("button", name="Save hand 9").dblclick()

    expect(page.get_by_role("button", name="Undo hand 9")).to_be_visible()
    assert hands_stored(page, code) == 9
    assert totals(page) == ["North & South 20 25 to go · carries 3", "East & West 11 31 to go"]


def test_a_page_left_open_elsewhere_keeps_its_taps_and_writes_nothing(page, take_in):
    code = take_in(FRIDAY)
    left_open = page.context.new_page()
    left_open.goto(f"/m/{code}#main")
    save(page, 9, "North & South bid 3", "4 tricks")

    left_open.get_by_role("radio", name="East & West bid 5", exact=True).check()
    left_open.get_by_role("radio", name="5 tricks").check()
    left_open.get_by_role("button", name="Save hand 9").click()

    expect(left_open.get_by_role("alert")).to_contain_text("Hand 9 was entered twice")
    expect(left_open.get_by_role("heading", name="entered twice")).to_be_in_viewport(ratio=1)
    expect(left_open.get_by_role("radio", name="East & West bid 5", exact=True)).to_be_checked()
    expect(left_open.get_by_role("button", name="Save hand 10")).to_be_visible()
    assert hands_stored(page, code) == 9


def test_start_tapped_twice_in_haste_opens_one_match(page):
    page.goto("/new")

    page.get_by_role("button", name="Start match").dblclick()

    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("listitem")).to_have_count(1)


def test_a_new_match_leaves_the_running_one_where_it_was(page, take_in):
    take_in(FRIDAY)
    page.goto("/new")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()

    page.goto("/")

    expect(page.get_by_role("link", name="Friday table")).to_contain_text("hand 9")


def test_a_refused_hand_keeps_its_taps_and_says_why_beside_them(page, take_in):
    code = take_in(FRIDAY)
    page.get_by_role("radio", name="North & South bid 3", exact=True).check()

    page.get_by_role("button", name="Save hand 9").click()

    note = page.get_by_role("alert")
    expect(note).to_contain_text("was not saved. Tap the tricks")
    tricks = page.get_by_role("radiogroup", name="Tricks the bidding side took")
    for shown in (note, tricks, page.get_by_role("button", name="Save hand 9")):
        expect(shown).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("radio", name="North & South bid 3", exact=True)).to_be_checked()
    assert tricks.get_attribute("aria-invalid") == "true"
    assert tricks.get_attribute("aria-describedby") == note.get_attribute("id")
    assert hands_stored(page, code) == 8

    page.get_by_role("radio", name="4 tricks").check()
    page.get_by_role("button", name="Save hand 9").click()

    expect(page.get_by_role("button", name="Undo hand 9")).to_be_visible()
    assert hands_stored(page, code) == 9


def test_a_refused_change_keeps_what_was_changed(page, take_in):
    code = take_in(FRIDAY)
    page.goto(f"/m/{code}/hands/4")
    expect(page.get_by_role("radio", name="Nell").first).to_be_checked()
    page.get_by_role("radio", name="North & South bid 5", exact=True).check()
    page.get_by_role("textbox", name="Note").fill("by the book")

    page.get_by_role("button", name="Change hand 4").click()

    note = page.get_by_role("alert")
    expect(note).to_be_in_viewport(ratio=1)
    expect(note).to_contain_text("Nell plays for East & West, not for North & South, who bid.")
    expect(page.get_by_role("radio", name="North & South bid 5", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="3 tricks")).to_be_checked()
    expect(page.get_by_role("textbox", name="Note")).to_have_value("by the book")


@pytest.mark.parametrize(
    ("path", "box", "typed", "button", "why"),
    [
        ("/column", "Worth", "seven", "Correct the column", "was not corrected"),
        ("/adjust", "North & South", "1e3", "Write the points", "were not written"),
        ("/rename", "Side 1", "  ", "Rename Side 1", "was not changed"),
    ],
)
def test_a_refused_form_says_why_in_view_and_keeps_what_was_typed(
    page, take_in, path, box, typed, button, why
):
    code = take_in(FRIDAY)
    page.goto(f"/m/{code}{path}")
    field = page.get_by_role("textbox", name=box)
    field.fill(typed)

    page.get_by_role("button", name=button).click()

    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("alert")).to_contain_text(why)
    expect(field).to_have_value(typed)


def test_a_refused_match_keeps_its_names_and_rules(page):
    page.goto("/new")
    page.get_by_role("textbox", name="East", exact=True).fill("Tom")
    page.get_by_role("radio", name="West deals first").check()
    page.get_by_role("switch", name="Clubs must be played").check()
    page.get_by_role("textbox", name="Play to").fill("soon")

    page.get_by_role("button", name="Start match").click()

    note = page.get_by_role("alert")
    expect(note).to_be_in_viewport(ratio=1)
    expect(note).to_contain_text("The match was not started.")
    target = page.get_by_role("textbox", name="Play to")
    expect(target).to_have_value("soon")
    assert target.get_attribute("aria-invalid") == "true"
    expect(page.get_by_role("textbox", name="East", exact=True)).to_have_value("Tom")
    expect(page.get_by_role("radio", name="West deals first")).to_be_checked()
    expect(page.get_by_role("switch", name="Clubs must be played")).to_be_checked()

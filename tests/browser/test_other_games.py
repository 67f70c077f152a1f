"""Matches of three and of ten columns, brought in by the command line."""

import pytest
from playwright.sync_api import expect

from tests.browser.keeping import cells, hands_stored, overflow
from tests.browser.matches import TEN, THREE

pytestmark = pytest.mark.browser


def test_three_who_play_alone_record_a_hand(page, take_in):
    code = take_in(THREE)

    page.get_by_role("radio", name="Ivo bid 5", exact=True).check()
    for name, tricks in (("Marta", "2"), ("Tom", "1"), ("Ivo", "5")):
        page.get_by_role("group", name="Tricks each took").get_by_label(name).fill(tricks)
    page.get_by_role("button", name="Save hand 3").click()

    expect(page.get_by_role("button", name="Undo hand 3")).to_be_visible()
    assert cells(page) == [
        ["4", "4", "1", "1", "3", "3"],
        ["0", "4", "0", "1", "0", "3"],
        ["2", "6", "1", "2", "5", "8"],
    ]
    assert hands_stored(page, code) == 3


def test_three_who_play_alone_get_their_tricks_back_when_they_do_not_add_up(page, take_in):
    code = take_in(THREE)

    page.get_by_role("radio", name="Ivo bid 5", exact=True).check()
    tricks = page.get_by_role("group", name="Tricks each took")
    for name, typed in (("Marta", "2"), ("Tom", "2"), ("Ivo", "five")):
        tricks.get_by_label(name).fill(typed)
    page.get_by_role("button", name="Save hand 3").click()

    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("radio", name="Ivo bid 5", exact=True)).to_be_checked()
    expect(tricks.get_by_label("Ivo")).to_have_value("five")
    assert tricks.get_by_label("Ivo").get_attribute("aria-invalid") == "true"
    assert hands_stored(page, code) == 2


def test_a_hand_of_three_is_changed(page, take_in):
    code = take_in(THREE)
    page.goto(f"/m/{code}/hands/1")
    tricks = page.get_by_role("group", name="Tricks each took")
    expect(tricks.get_by_label("Marta")).to_have_value("4")

    tricks.get_by_label("Marta").fill("3")
    tricks.get_by_label("Tom").fill("2")
    page.get_by_role("button", name="Change hand 1").click()

    expect(page.get_by_role("button", name="Undo change of hand 1")).to_be_visible()
    assert cells(page)[0] == ["−4", "−4", "2", "2", "3", "3"]


def test_ten_players_record_a_hand_of_points(page, take_in):
    code = take_in(TEN)

    keys = page.get_by_role("form", name="Hand 2")
    typed = [*range(1, 10), "−10"]
    for name, points in zip(TEN["players"], typed, strict=True):
        keys.get_by_label(name).fill(str(points))
    page.get_by_role("button", name="Save hand 2").click()

    expect(page.get_by_role("button", name="Undo hand 2")).to_be_visible()
    written, total = cells(page)[1][::2], cells(page)[1][1::2]
    assert written == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "−10"]
    assert total == ["13", "2", "−4", "34", "9", "106", "7", "−17", "15", "−2"]
    assert hands_stored(page, code) == 2


def test_ten_columns_scroll_in_their_own_frame(page, take_in):
    take_in(TEN)

    frame = page.get_by_role("region", name="Score sheet, scrolls sideways")

    assert frame.evaluate("element => element.scrollWidth > element.clientWidth")
    assert overflow(page) == 0

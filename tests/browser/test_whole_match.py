"""A whole match of Pepper on one phone, by taps alone, from Home and back to it."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, choose, code_of, follow, keep, press, totals

pytestmark = pytest.mark.browser

PHONES = [
    pytest.param({"width": 360, "height": 640}, id="360x640"),
    pytest.param({"width": 390, "height": 844}, id="390x844"),
]
THEMES = ["light", "dark"]


@pytest.fixture
def phone(new_context, request):
    return new_context(
        viewport=request.getfixturevalue("size"),
        color_scheme=request.getfixturevalue("theme"),
        has_touch=True,
        is_mobile=True,
    ).new_page()


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_whole_match_is_kept_by_taps_alone(phone, size, theme):
    phone.goto("/")
    follow(phone, "New match")
    press(phone, "Start match")
    code = code_of(phone)

    keep(phone, 1, "North & South bid 3", "4 tricks")
    choose(phone, "East & West bid 4")
    choose(phone, "Surrendered, not played")
    phone.get_by_text("More: who bid, trump, note").tap()
    choose(phone, "East")
    press(phone, "Save hand 2")
    press(phone, "All passed")
    keep(phone, 4, "North & South bid little pepper", "6 tricks")
    keep(phone, 5, "East & West bid big pepper", "6 tricks")

    assert cells(phone) == [
        ["3", "3", "2", "2"],
        ["0", "3", "4", "6"],
        ["0", "3", "0", "6"],
        ["7", "10", "0", "6"],
        ["0", "10", "7", "13"],
    ]
    assert totals(phone) == ["North & South 10 46 to go · carries 14", "East & West 13 29 to go"]
    expect(phone.get_by_text("Hand 5 saved. N & S −14, E & W +14.")).to_be_in_viewport()

    keep(phone, 6, "North & South bid big pepper", "0 tricks")
    press(phone, "Undo hand 6")
    expect(phone.get_by_role("button", name="Save hand 6")).to_be_in_viewport()
    keep(phone, 6, "North & South bid big pepper", "Surrendered, not played")
    keep(phone, 7, "North & South bid big pepper", "Surrendered, not played")
    follow(phone, "Change hand 1:")
    choose(phone, "5 tricks")
    press(phone, "Change hand 1")
    keep(phone, 8, "North & South bid big pepper", "Surrendered, not played")
    keep(phone, 9, "North & South bid 4", "4 tricks")

    verdict = "North & South win, 42 to 14"
    expect(phone.get_by_role("heading", name=verdict)).to_be_in_viewport()
    expect(phone.get_by_role("button", name="Undo hand 9")).to_be_visible()
    expect(phone.get_by_role("button", name="Save hand 10")).to_have_count(0)
    expect(phone.get_by_role("button", name="All passed")).to_have_count(0)

    press(phone, "End match")
    expect(phone.get_by_role("heading", name=verdict)).to_be_in_viewport()
    expect(phone.get_by_text("9 hands,")).to_contain_text("Ended by Host.")
    expect(phone.get_by_role("button")).to_have_text(["Keep it open", "Rematch"])
    assert cells(phone)[-1] == ["4", "42", "2", "14"]

    follow(phone, "Open the match again")
    phone.get_by_role("textbox", name="Why?").fill("hand 9 was misread")
    press(phone, "Open the match again")
    expect(phone.get_by_role("button", name="Undo hand 9")).to_have_count(0)
    follow(phone, "Change hand 9:")
    choose(phone, "3 tricks")
    press(phone, "Change hand 9")
    expect(phone.get_by_role("button", name="Save hand 10")).to_be_visible()

    follow(phone, "Home")
    match = phone.get_by_role("link", name="Pepper")
    expect(match).to_contain_text("North, East, South, West · hand 10 · just now")
    follow(phone, "Pepper")
    assert code_of(phone) == code
    assert cells(phone)[-1] == ["0", "38", "3", "15"]


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("theme", THEMES)
def test_after_a_save_the_next_hand_is_entered_without_scrolling(phone, size, theme):
    phone.goto("/new")
    press(phone, "Start match")

    keep(phone, 1, "North & South bid 3", "4 tricks")

    keys = [
        phone.get_by_role("button", name="Undo hand 1"),
        phone.get_by_role("button", name="Save hand 2"),
        *phone.get_by_role("radio", name="bid").all(),
        *phone.get_by_role("radio", name="trick").all(),
    ]
    assert len(keys) == 2 + 16 + 7
    for key in keys:
        expect(key).to_be_in_viewport(ratio=1)
    head = phone.get_by_role("region", name="Totals").bounding_box()
    assert all(key.bounding_box()["y"] >= head["y"] + head["height"] for key in keys)


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_key_is_large_enough_for_a_thumb(phone, size, theme):
    phone.goto("/new")
    press(phone, "Start match")
    keep(phone, 1, "North & South bid 3", "4 tricks")
    follow(phone, "Change hand 1:")

    boxes = [
        key.bounding_box()
        for key in [*phone.locator("label.tile").all(), *phone.get_by_role("button").all()]
    ]

    assert len(boxes) > 16 + 8
    assert [box for box in boxes if box["width"] < 48 or box["height"] < 48] == []

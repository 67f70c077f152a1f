"""Matches of every shape: two sides of two or three, three to ten columns, winners, points."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, choose, code_of, hands_stored, overflow, press, totals
from tests.browser.match_files import TEN, THREE

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


@pytest.fixture
def phone(new_context):
    """Provide a touch phone without JavaScript."""
    context = new_context(has_touch=True, viewport={"width": 390, "height": 844})
    return context.new_page()


def start(page, link):
    """Find the game on the page of a new match and start it unchanged."""
    page.goto("/new")
    if not page.get_by_role("link", name=link).is_visible():
        page.get_by_text("More games").click()
    page.get_by_role("link", name=link).click()
    press(page, "Start match")


def test_a_pepper_round_takes_two_taps_a_hand(phone):
    start(phone, "Wolf Pepper")

    choose(phone, "4 tricks")
    press(phone, "Save hand 1")
    choose(phone, "clubs")
    choose(phone, "3 tricks")
    press(phone, "Save hand 2")

    assert cells(phone) == [["2", "2", "4", "4"], ["−4", "−2", "3", "7"]]


def test_a_bargained_surrender_keeps_its_free_tricks(phone):
    start(phone, "Wolf Pepper")

    choose(phone, "hearts")
    choose(phone, "Surrendered, not played")
    phone.get_by_text("More: note").click()
    granted = phone.get_by_role("radiogroup", name="Tricks granted with the surrender")
    granted.get_by_role("radio", name="2").tap()
    press(phone, "Save hand 1")

    assert cells(phone) == [["2", "2", "4", "4"]]


def test_four_who_play_alone_fold_or_stay(phone):
    start(phone, "Solo Pepper for four")

    choose(phone, "South bid 4")
    choose(phone, "spades")
    tricks = phone.get_by_role("group", name="Tricks each took")
    for name, took in (("North", "0"), ("East", "2"), ("South", "4")):
        tricks.get_by_label(name).fill(took)
    phone.get_by_role("group", name="Who folded").get_by_label("West").tap()
    press(phone, "Save hand 1")

    assert cells(phone) == [["−4", "−4", "2", "2", "4", "4", "0", "0"]]


def test_six_play_on_two_sides(phone):
    start(phone, "Bid Euchre for six")

    choose(phone, "Side 2 bid alone")
    choose(phone, "8 tricks")
    press(phone, "Save hand 1")

    assert cells(phone) == [["0", "0", "24", "24"]]
    assert totals(phone) == ["Side 1 0 32 to go", "Side 2 24 8 to go"]


def test_the_winner_of_each_round_is_one_tap(phone):
    start(phone, "Pepper cards")

    for number in (1, 2, 3):
        choose(phone, "East")
        press(phone, f"Save hand {number}")

    expect(phone.get_by_role("heading", name="East wins, 3 to 0, 0, 0")).to_be_visible()


def test_points_are_typed_for_five_players_on_a_bare_sheet(phone):
    phone.goto("/new?game=plain")
    phone.get_by_role("combobox", name="Players").select_option("5")
    press(phone, "Lay the table")
    phone.get_by_role("textbox", name="Player 5", exact=True).fill("Zoe")
    press(phone, "Start match")

    keys = phone.get_by_role("form", name="Hand 1")
    typed = {"Player 1": "1", "Player 2": "2", "Player 3": "−3", "Player 4": "+4", "Zoe": "0"}
    for name, points in typed.items():
        keys.get_by_label(name).fill(points)
    press(phone, "Save hand 1")

    assert cells(phone) == [["1", "1", "2", "2", "−3", "−3", "4", "4", "0", "0"]]


def test_a_tables_own_rules_are_made_and_played_by(phone):
    phone.goto("/rules")
    phone.get_by_role("link", name="Make your own rules").click()
    phone.get_by_label("Name", exact=True).fill("Cabin rules")
    phone.get_by_label("Bid missed").fill("-5")
    press(phone, "Work it out")
    expect(phone.get_by_text("Bid 1, took 0 of 6: bidding side −5, defenders +6.")).to_be_visible()
    press(phone, "Play by these rules")
    press(phone, "Start match")

    choose(phone, "North & South bid 3")
    choose(phone, "2 tricks")
    press(phone, "Save hand 1")

    assert cells(phone) == [["0", "0", "4", "4"]]
    assert totals(phone)[0].endswith("47 to go · carries 5")
    assert hands_stored(phone, code_of(phone)) == 1

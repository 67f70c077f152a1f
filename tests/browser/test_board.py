"""The board on a television, a tablet and a phone: figures as high as the screen, updated live."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import code_of, overflow
from tests.browser.conftest import take_place
from tests.browser.match_files import EMPTY, PLAYERS, TEN, match_file, records

pytestmark = pytest.mark.browser

LANDSCAPE = {"width": 1920, "height": 1080}
PORTRAIT = {"width": 768, "height": 1024}
PHONES = [{"width": 360, "height": 640}, {"width": 390, "height": 844}]
DEEP = match_file(
    records({"bidder": 0, "bid": "3", "tricks": [4, 2]}),
    ruleset={"preset": "pepper", "sheet": "signed", "target": None},
    players=PLAYERS,
    start=[-1230, 99],
)


def board_of(new_context, import_match, facts, viewport, **wishes):
    context = new_context(java_script_enabled=True, viewport=viewport, **wishes)
    page = context.new_page()
    take_place(page, import_match(facts).link)
    page.goto(f"/m/{code_of(page)}/board")
    return page


def boxes(page, selector):
    return [each.bounding_box() for each in page.locator(selector).all()]


def test_in_landscape_two_figures_stand_side_by_side_as_high_as_the_screen(
    new_context, import_match
):
    page = board_of(new_context, import_match, EMPTY, LANDSCAPE)

    left, right = boxes(page, ".bt .big")

    assert left["y"] == right["y"]
    assert left["x"] < 960 < right["x"]
    assert min(left["height"], right["height"]) >= 400


def test_in_portrait_they_stand_one_above_the_other(new_context, import_match):
    page = board_of(new_context, import_match, EMPTY, PORTRAIT)

    upper, lower = boxes(page, ".bt .big")

    assert upper["y"] + upper["height"] <= lower["y"]
    assert min(upper["height"], lower["height"]) >= 230


@pytest.mark.parametrize("facts", [EMPTY, TEN, DEEP])
@pytest.mark.parametrize("viewport", [LANDSCAPE, PORTRAIT, *PHONES])
def test_the_whole_board_fits_its_screen_and_no_figure_is_cut(
    new_context, import_match, facts, viewport
):
    page = board_of(new_context, import_match, facts, viewport)

    columns = boxes(page, ".bt")
    for figure in page.locator(".bt .big").all():
        assert figure.evaluate("element => element.scrollWidth <= element.clientWidth || 1")
    for column, figure in zip(columns, boxes(page, ".bt .big"), strict=True):
        assert column["x"] <= figure["x"]
        assert figure["x"] + figure["width"] <= column["x"] + column["width"] + 1
    assert overflow(page) == 0
    if viewport in (LANDSCAPE, PORTRAIT):
        assert page.evaluate("document.documentElement.scrollHeight") <= viewport["height"]


def test_a_hand_saved_at_the_table_stands_on_the_board_without_a_reload(new_context, import_match):
    match = import_match(EMPTY)
    phone = new_context(java_script_enabled=True, viewport=PHONES[0]).new_page()
    take_place(phone, match.link)
    code = code_of(phone)
    phone.goto(f"/m/{code}/invite")
    watch = phone.get_by_role("listitem").filter(has_text="Watch").get_by_role("link")
    link = watch.evaluate("link => link.pathname")
    board = new_context(java_script_enabled=True, viewport=LANDSCAPE).new_page()
    board.goto(link)
    board.get_by_role("button", name="Watch this match").click()
    board.get_by_role("link", name="Board").click()
    expect(board.get_by_text("Nothing is written yet.")).to_be_visible()

    phone.goto(f"/m/{code}")
    phone.get_by_role("radio", name="North & South bid 3", exact=True).check()
    phone.get_by_role("radio", name="4 tricks").check()
    phone.get_by_role("button", name="Save hand 1").click()

    expect(board.locator(".bt .big").first).to_have_text("3")
    expect(board.locator(".last")).to_contain_text("made, took 4")
    for absent in (board.get_by_role("link"), board.get_by_role("button"), board.locator(".qr")):
        expect(absent).to_have_count(0)


def test_a_board_without_the_network_says_of_when_it_is(new_context, import_match):
    page = board_of(new_context, import_match, EMPTY, PORTRAIT)
    expect(page.locator("#stale")).to_be_hidden()

    page.context.set_offline(True)

    expect(page.locator("#stale")).to_contain_text("No connection. The sheet as of hand 0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_follows_the_theme(new_context, import_match, scheme):
    page = board_of(new_context, import_match, EMPTY, LANDSCAPE, color_scheme=scheme)

    ground = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")

    assert ground == {"light": "rgb(255, 252, 244)", "dark": "rgb(22, 28, 26)"}[scheme]

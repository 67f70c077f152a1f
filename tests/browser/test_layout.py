"""Large letters, narrow and wide windows, forced colours, and paper."""

import pytest
from playwright.sync_api import expect

from tests.browser.actions import VIEWS, cells, overflow
from tests.browser.match_files import FRIDAY

pytestmark = pytest.mark.browser

BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
COLOURS = """element => {
  const style = getComputedStyle(element);
  return [style.color, style.backgroundColor];
}"""


# At 200 % a phone of 360 pixels shows what fits in 180.
WIDTHS = [180, 320, 360, 390, 768, 1280, 1920]


@pytest.mark.parametrize("view", VIEWS)
def test_no_page_scrolls_sideways(new_context, host, codes, view):
    page = new_context(storage_state=host).new_page()
    VIEWS[view](page, codes)

    over = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        over[width] = overflow(page)

    assert over == dict.fromkeys(WIDTHS, 0)


def test_no_page_scrolls_sideways_with_letters_twice_as_large(
    browser_type, browser_type_launch_args, browser_context_args, host, codes
):
    flags = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    large = browser_type.launch(**{**browser_type_launch_args, "args": flags})
    page = large.new_page(**{**browser_context_args, "storage_state": host})

    too_wide = {}
    for name, show in VIEWS.items():
        show(page, codes)
        if over := overflow(page):
            too_wide[name] = over
    size = page.locator("html").evaluate("element => getComputedStyle(element).fontSize")
    large.close()

    assert size == "32px"
    assert too_wide == {}


@pytest.mark.parametrize("size", [(180, 320), (360, 640), (640, 360), (768, 1024), (1920, 1080)])
def test_figures_are_never_cut(new_context, host, codes, size):
    page = new_context(
        storage_state=host, viewport={"width": size[0], "height": size[1]}
    ).new_page()

    page.goto("/m/{friday}".format_map(codes))

    for figure in page.locator(".w, .run, .big").all():
        box = figure.bounding_box()
        assert figure.evaluate("element => element.scrollWidth <= element.clientWidth || 1")
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]


def test_a_hand_is_kept_with_forced_colours(new_context, import_match):
    page = new_context(forced_colors="active").new_page()
    page.goto(import_match(FRIDAY).link)
    page.get_by_role("button", name="Keep the score of this match as its host").click()

    bid = page.get_by_role("radio", name="East & West bid 4", exact=True)
    bid.check()
    page.get_by_role("radio", name="6 tricks").check()
    outlines = [
        page.locator("label.tile", has=key).evaluate("key => getComputedStyle(key).outlineStyle")
        for key in (bid, page.get_by_role("radio", name="East & West bid 3", exact=True))
    ]
    page.get_by_role("button", name="Save hand 9").click()

    assert outlines == ["solid", "none"]
    expect(page.get_by_role("button", name="Undo hand 9")).to_be_visible()
    assert cells(page)[8] == ["0", "20", "4", "13"]


@pytest.mark.parametrize("view", ["friday", "decided", "ended"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheet_alone_is_printed_black_on_white(new_context, host, codes, theme, view):
    page = new_context(storage_state=host, color_scheme=theme).new_page()
    page.goto(f"/m/{codes[view]}")

    page.emulate_media(media="print")

    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    for hidden in ("button", "radio"):
        assert not any(each.is_visible() for each in page.get_by_role(hidden).all())
    expect(page.get_by_role("link", name="Home")).to_be_hidden()
    figure = page.locator(".cell .w").first
    paper = page.locator(".sheetpad, .pad:has(table)").first
    assert figure.evaluate(COLOURS)[0] == BLACK
    assert paper.evaluate(COLOURS)[1] == WHITE
    assert page.locator("body").evaluate(COLOURS)[1] == WHITE
    assert page.pdf().startswith(b"%PDF-")

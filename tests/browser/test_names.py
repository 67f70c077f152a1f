"""Names of any length, script and intent, on a small phone."""

from unicodedata import normalize

import pytest
from playwright.sync_api import expect

from tests.browser.actions import VIEWS, overflow
from tests.browser.conftest import take_place
from tests.browser.match_files import FRIDAY, HANDS, match_file

pytestmark = pytest.mark.browser

# A script in the page itself; a script element with data is none.
OWN_SCRIPT = "script:not([src]):not([type='application/json'])"

NAMES = {
    "40 letters without a space": "Wolfeschlegelsteinhausenbergerdorffwelch",
    "80 letters without a space": "Ж" * 80,
    "a family of emoji": "👩‍👩‍👧‍👦" * 3,
    "Arabic": "محمد عبد الرحمن الطويل الاسم جدا",
    "Hebrew": "שלמה בן־דוד הארוך מאוד מאוד",
    "an override of direction": "\u202edneirf ruo",
    "marks on marks": "Z\u0335\u0328\u0349a\u0334\u031f\u030al\u0337\u0319g\u0336o" * 4,
    "an image with a script": "<img src=x onerror=alert(1)>",
    "a script": "</bdi><script>alert(1)</script>",
    "a template": "{{7*7}}${7*7}",
    "a quote of SQL": '\');-- " onmouseover="alert(1)',
}
STORED = {kind: normalize("NFC", name).lstrip("\u202e") for kind, name in NAMES.items()}
BOXES = """all => all.map(cell => {
  const box = cell.getBoundingClientRect();
  return [Math.round(box.x), Math.round(box.width)];
})"""
CUT = "all => all.filter(figure => figure.scrollWidth > figure.offsetWidth).length"
FIGURES = ".w, .run, .big"
# The last is a phone of 360 pixels at 200 %.
WIDTHS = [390, 360, 180]
PATHS = ["", "/menu", "/history", "/rename", "/dealer", "/column", "/adjust"]
PATHS += ["/hands/1", "/hands/2/why/1"]


def match_of(name):
    return match_file(HANDS, players=[name] * 4, sides=[name] * 2, note=name)


def places(page):
    """Return the left edge and the width of each cell of the sheet, in each window."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        found[width] = page.locator(".cell").evaluate_all(BOXES)
    return found


@pytest.fixture(scope="module")
def named(import_match):
    """Provide matches in which everybody and everything has the same name."""
    return {kind: import_match(match_of(name)) for kind, name in NAMES.items()}


@pytest.fixture(scope="module")
def plain(import_match):
    return import_match(FRIDAY)


@pytest.mark.parametrize("kind", NAMES)
def test_the_columns_keep_their_place_whatever_the_names(new_context, named, plain, kind):
    page = new_context().new_page()
    take_place(page, named[kind].link)
    take_place(page, plain.link)

    page.goto(f"/m/{plain.code}")
    expected = places(page)
    figures = page.locator(FIGURES).all_inner_texts()
    page.goto(f"/m/{named[kind].code}")

    assert places(page) == expected
    assert page.locator(FIGURES).all_inner_texts() == figures
    assert page.locator(FIGURES).evaluate_all(CUT) == 0


@pytest.mark.parametrize("kind", NAMES)
def test_every_page_holds_every_name(new_context, named, kind):
    page = new_context().new_page()
    take_place(page, named[kind].link)

    too_wide = []
    for path in ["/", named[kind].link, *(f"/m/{named[kind].code}{path}" for path in PATHS)]:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640})
            if over := overflow(page):
                too_wide.append((path, width, over))

    assert too_wide == []


@pytest.mark.parametrize("kind", NAMES)
def test_names_are_shown_as_written_and_nothing_in_them_runs(new_context, named, complaints, kind):
    page = new_context(java_script_enabled=True).new_page()
    take_place(page, named[kind].link)

    for path in PATHS:
        page.goto(f"/m/{named[kind].code}{path}")
        assert page.locator(f"{OWN_SCRIPT}, img, [onmouseover]").count() == 0
    page.goto(f"/m/{named[kind].code}")
    shown = page.get_by_role("region", name="Totals").locator(".name bdi").all_text_contents()

    assert shown == [STORED[kind]] * 2
    expect(page).to_have_title(f"Hand 9, {STORED[kind]} · scorekeeper")
    assert complaints == []


@pytest.mark.parametrize("kind", NAMES)
def test_such_a_name_is_typed_at_the_start_and_stays(new_context, kind):
    page = new_context().new_page()
    page.goto("/new")
    page.get_by_role("textbox", name="North", exact=True).fill(NAMES[kind])
    page.get_by_role("button", name="Start match").click()

    expect(page.locator(".chip.d bdi")).to_have_text(STORED[kind])
    key = page.get_by_role("radio", name=STORED[kind], exact=True)
    page.get_by_text("More: who bid, trump, note").click()
    expect(key).to_be_visible()


def test_a_match_named_by_a_script_is_listed_as_written(new_context, named, complaints):
    page = new_context(java_script_enabled=True).new_page()
    take_place(page, named["an image with a script"].link)

    page.goto("/")

    expect(page.locator(".match b")).to_have_text(NAMES["an image with a script"])
    assert complaints == []


def test_the_pages_have_no_script_of_their_own(new_context, host, codes):
    page = new_context(storage_state=host).new_page()

    for show in VIEWS.values():
        show(page, codes)
        assert page.locator(f"{OWN_SCRIPT}, style, [style], [onclick]").count() == 0

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.actions import ADDRESSES, VIEWS

pytestmark = pytest.mark.browser

LOOKS = [(theme, width) for theme in ("light", "dark") for width in (360, 390)]


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(new_context, host, codes, view):
    # axe is a script, so this browser runs scripts; the pages have none of their own.
    context = new_context(java_script_enabled=True, storage_state=host, reduced_motion="reduce")
    page = context.new_page()
    VIEWS[view](page, codes)

    found = {}
    for theme, width in LOOKS:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 780})
        results = Axe().run(page)
        if results.violations_count:
            found[theme, width] = results.generate_report()

    assert found == {}


@pytest.mark.parametrize("language", ["de", "nb", "el", "ar"])
def test_axe_finds_nothing_in_another_language(new_context, host, codes, language):
    wishes = {"java_script_enabled": True, "storage_state": host, "locale": language}
    page = new_context(**wishes).new_page()

    found = {}
    for name in ("home", "new", "match", "match-ten", "ended", "menu", "why", "needs", "change"):
        page.goto(ADDRESSES[name].format_map(codes))
        results = Axe().run(page)
        if results.violations_count:
            found[name] = results.generate_report()

    assert found == {}


def test_no_two_parts_of_a_page_have_the_same_id(new_context, host, codes):
    page = new_context(storage_state=host).new_page()

    twice = {}
    for view, show in VIEWS.items():
        show(page, codes)
        ids = page.locator("[id]").evaluate_all("all => all.map(element => element.id)")
        if doubled := {each for each in ids if ids.count(each) > 1}:
            twice[view] = doubled

    assert twice == {}

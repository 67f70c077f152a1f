import pytest
from playwright.sync_api import expect

from tests.browser.actions import cells, strike, tab_to
from tests.browser.match_files import FRIDAY

pytestmark = pytest.mark.browser

SEEN = """element => {
  const box = element.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.contains(top);
}"""


def test_a_keyboard_alone_keeps_a_match(page):
    def key(name, role="button"):
        return page.get_by_role(role, name=name, exact=True)

    page.goto("/")
    tab_to(page, key("New match", "link"))
    strike(page, "Enter")
    tab_to(page, key("Start match"))
    strike(page, "Enter")

    tab_to(page, key("North & South bid 1", "radio"))
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    tab_to(page, key("0 tricks", "radio"))
    page.keyboard.press("Space")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(key("North & South bid 3", "radio")).to_be_checked()
    expect(key("4 tricks", "radio")).to_be_checked()
    tab_to(page, key("Save hand 1"))
    strike(page, "Enter")
    assert cells(page) == [["3", "3", "2", "2"]]

    tab_to(page, key("All passed"))
    strike(page, "Space")
    assert cells(page) == [["3", "3", "2", "2"], ["0", "3", "0", "2"]]
    tab_to(page, key("Undo hand 2"))
    strike(page, "Enter")
    assert cells(page) == [["3", "3", "2", "2"]]

    tab_to(page, page.get_by_role("link", name="Change hand 1:"))
    strike(page, "Enter")
    tab_to(page, key("4 tricks", "radio"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    strike(page, "Enter")  # shows the preview and writes nothing yet
    expect(page.get_by_text("Nobody has won").or_(page.locator(".ba")).first).to_be_visible()
    tab_to(page, key("Change hand 1"))
    strike(page, "Enter")
    assert cells(page) == [["0", "0", "4", "4"]]

    tab_to(page, key("Menu", "link").last)
    strike(page, "Enter")
    tab_to(page, key("End match"))
    strike(page, "Enter")
    expect(page.get_by_text("Ended by Host.")).to_be_visible()


def test_the_first_stop_leads_to_the_keys_of_the_hand(page, take_in):
    code = take_in(FRIDAY)
    page.goto(f"/m/{code}")

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Undo hand 8")).to_be_focused()


def test_the_focus_is_never_under_the_bar_that_sticks(page, take_in):
    code = take_in(FRIDAY)
    page.goto(f"/m/{code}")

    # Backwards from the end: what scrolls in from above may stop under the bar.
    stops, hidden = 0, []
    page.keyboard.press("Shift+Tab")
    while (focused := page.locator(":focus")).count():
        stops += 1
        if not focused.evaluate(SEEN):
            hidden.append(focused.inner_text())
        page.keyboard.press("Shift+Tab")

    assert stops > 8 * 3
    assert hidden == []

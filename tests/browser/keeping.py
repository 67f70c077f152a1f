"""What people do at the pages, in their words; and every page there is to look at."""

from playwright.sync_api import Locator, Page, expect

STOPS = 120


def totals(page: Page) -> list[str]:
    """The figures at the head, with what is said below them."""
    sides = page.get_by_role("region", name="Totals").get_by_role("listitem")
    return [" ".join(text.split()) for text in sides.all_inner_texts()]


def cells(page: Page) -> list[list[str]]:
    """The ruled sheet: what each side wrote and its total, row by row."""
    rows = page.get_by_role("table", name="Score sheet").locator("tbody tr:not(.next)")
    return [row.locator(".w, .run").all_inner_texts() for row in rows.all()]


def hands_stored(page: Page, code: str) -> int:
    """How many records the match file of this match holds."""
    answer = page.request.get(f"/m/{code}/sheet.json")
    assert answer.status == 200
    return sum("record" in entry for entry in answer.json()["entries"])


def code_of(page: Page) -> str:
    return page.url.split("/m/")[1][:6]


def choose(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).tap()


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).tap()


def follow(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("link", name=name).tap()


def keep(page: Page, number: int, bid: str, tricks: str) -> None:
    """Three taps: the bid, the tricks, Save."""
    choose(page, bid)
    choose(page, tricks)
    press(page, f"Save hand {number}")


def tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until the focus is there; a keyboard that cannot reach it fails here."""
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab never came to {target}")


def strike(page: Page, key: str) -> None:
    """A key that leads to another page, or to this one anew."""
    with page.expect_navigation():
        page.keyboard.press(key)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


def _at(path):
    return lambda page, codes: page.goto(path.format_map(codes))


def _refused_hand(page, codes):
    page.goto("/m/{friday}#main".format_map(codes))
    page.get_by_role("radio", name="North & South bid 3", exact=True).check()
    page.get_by_role("button", name="Save hand 9").click()
    expect(page.get_by_role("alert")).to_be_visible()


def _refused(path, button, field, typed):
    def show(page, codes):
        page.goto(path.format_map(codes))
        page.locator(f"[name={field}]").fill(typed)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("alert")).to_be_visible()

    return show


def _nobody_home(page, codes):
    page.context.clear_cookies()
    page.goto("/")


def _more(page, codes):
    page.goto("/m/{friday}".format_map(codes))
    page.get_by_text("More: who bid, trump, note").click()


def _shown(path, choose):
    """A correction's form that has been asked what changes; a script shows it by itself."""

    def show(page, codes):
        page.goto(path.format_map(codes))
        choose(page)
        button = page.get_by_role("button", name="Show what changes")
        if button.is_visible():
            button.click()
        expect(page.locator(".told-after").first).to_be_visible()

    return show


def _five_tricks(page):
    page.get_by_role("radio", name="5 tricks").check()


def _worth_two(page):
    page.get_by_label("Worth").fill("2")


def _nine_each(page):
    for field in page.locator("[name^=points-]").all():
        field.fill("9")


def _asked(path, link, heading):
    """What a figure says when it is tapped: a sheet from below, or a page without scripts."""

    def show(page, codes):
        page.goto(path.format_map(codes))
        page.get_by_role("link", name=link).first.click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()

    return show


# Every page in every state, as ways to come there; each only looks.
VIEWS = {
    "home": _at("/"),
    "new": _at("/new"),
    "new-refused": _refused("/new", "Start match", "target", "none"),
    "new-plain-for-six": _at("/new?game=plain&players=6&sides=2"),
    "new-three": _at("/new?game=pepper-30-three"),
    "new-game-refused": _at("/new?game=poker"),
    "games": _at("/rules"),
    "game": _at("/rules/pepper"),
    "game-alone": _at("/rules/pepper-solo-three"),
    "game-of-twelve-tricks": _at("/rules/double-hasenpfeffer"),
    "own": _at("/rules/own?game=wolf-pepper"),
    "own-refused": _refused("/rules/own", "Work it out", "made", "lots"),
    "bring": _at("/import"),
    "bring-refused": _refused("/import", "Bring it in", "text", "hello"),
    "match": _at("/m/{friday}"),
    "match-empty": _at("/m/{empty}"),
    "match-corrected": _at("/m/{corrected}"),
    "match-three": _at("/m/{three}"),
    "match-ten": _at("/m/{ten}"),
    "match-wolf": _at("/m/{wolf}"),
    "match-solo": _at("/m/{solo}"),
    "match-six": _at("/m/{six}"),
    "match-cards": _at("/m/{cards}"),
    "match-twelve-tricks": _at("/m/{twelve}"),
    "match-more": _more,
    "match-refused": _refused_hand,
    "decided": _at("/m/{decided}"),
    "ended": _at("/m/{ended}"),
    "menu": _at("/m/{friday}/menu"),
    "history": _at("/m/{corrected}/history"),
    "why": _at("/m/{friday}/hands/8/why/0"),
    "why-overruled": _at("/m/{corrected}/hands/1/why/1"),
    "why-sheet": _asked("/m/{friday}", "East & West, hand 6: wrote 0", "Why 0?"),
    "needs": _at("/m/{friday}/needs/0"),
    "needs-sheet": _asked("/m/{friday}", "What is needed?", "What is needed at 20?"),
    "needs-ten": _at("/m/{ten}/needs/7"),
    "needs-solo": _at("/m/{solo}/needs/3"),
    "needs-decided": _at("/m/{decided}/needs/1"),
    "board": _at("/m/{friday}/board"),
    "board-empty": _at("/m/{empty}/board"),
    "board-three": _at("/m/{three}/board"),
    "board-ten": _at("/m/{ten}/board"),
    "board-decided": _at("/m/{decided}/board"),
    "board-ended": _at("/m/{ended}/board"),
    "change-shown": _shown("/m/{friday}/hands/6", _five_tricks),
    "column-shown": _shown("/m/{friday}/column?number=7&side=1", _worth_two),
    "adjust-shown": _shown("/m/{ten}/adjust", _nine_each),
    "change": _at("/m/{friday}/hands/8"),
    "change-corrected": _at("/m/{corrected}/hands/1"),
    "change-adjustment": _at("/m/{corrected}/hands/2"),
    "change-three": _at("/m/{three}/hands/1"),
    "change-solo": _at("/m/{solo}/hands/1"),
    "change-ten": _at("/m/{ten}/hands/1"),
    "column": _at("/m/{friday}/column?number=8&side=1"),
    "column-refused": _refused("/m/{friday}/column", "Correct the column", "points", "much"),
    "adjust": _at("/m/{friday}/adjust"),
    "adjust-refused": _refused("/m/{friday}/adjust", "Write the points", "points-0", "1e3"),
    "rename": _at("/m/{friday}/rename"),
    "dealer": _at("/m/{friday}/dealer"),
    "reopen": _at("/m/{ended}/reopen"),
    "reopen-refused": _refused("/m/{ended}/reopen", "Open the match again", "reason", " "),
    "link": _at("{friday_link}"),
    "nothing-here": _at("/nowhere"),
    "home-of-nobody": _nobody_home,  # the last: whoever looks at it has no place any more
}

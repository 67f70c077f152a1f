"""What people do on the pages, and a way to open every page in every state."""

from playwright.sync_api import Locator, Page, expect

STOPS = 120


def totals(page: Page) -> list[str]:
    """Return the totals at the head of the page, with the notes below them."""
    sides = page.get_by_role("region", name="Totals").get_by_role("listitem")
    return [" ".join(text.split()) for text in sides.all_inner_texts()]


def cells(page: Page) -> list[list[str]]:
    """Return the sheet as each side's score and total, row by row."""
    rows = page.get_by_role("table", name="Score sheet").locator("tbody tr:not(.next)")
    return [row.locator(".w, .run").all_inner_texts() for row in rows.all()]


def hands_stored(page: Page, code: str) -> int:
    """Return the number of records in the match file of this match."""
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
    """Record a hand in three taps: the bid, the tricks, Save."""
    choose(page, bid)
    choose(page, tricks)
    press(page, f"Save hand {number}")


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the element has the focus. Fail if the keyboard cannot reach it."""
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab never came to {target}")


def strike(page: Page, key: str) -> None:
    """Press a key that leads to another page, or loads this one again."""
    with page.expect_navigation():
        page.keyboard.press(key)


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
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
    """Ask a correction's form for its preview; a script shows it unasked."""

    def show(page, codes):
        page.goto(path.format_map(codes))
        choose(page)
        button = page.get_by_role("button", name="Show what changes")
        if button.is_visible():
            button.click()
        expect(page.locator(".changes-summary").first).to_be_visible()

    return show


def _menu(page, codes):
    """Open the menu: a sheet from below, or a page if there are no scripts."""
    page.goto("/m/{friday}".format_map(codes))
    page.get_by_role("banner").get_by_role("link", name="Menu").click()
    expect(page.get_by_role("heading", name="Friday table", level=2)).to_be_visible()


def _five_tricks(page):
    page.get_by_role("radio", name="5 tricks").check()


def _worth_two(page):
    page.get_by_label("Worth").fill("2")


def _nine_each(page):
    for field in page.locator("[name^=points-]").all():
        field.fill("9")


def _asked(path, link, heading):
    """Open the explanation of a figure: a sheet from below, or a page if there are no scripts."""

    def show(page, codes):
        page.goto(path.format_map(codes))
        page.get_by_role("link", name=link).first.click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()

    return show


# Every page that needs nothing but its address.
ADDRESSES = {
    "home": "/",
    "new": "/new",
    "new-plain-for-six": "/new?game=plain&players=6&sides=2",
    "new-three": "/new?game=pepper-30-three",
    "new-game-refused": "/new?game=poker",
    "games": "/rules",
    "game": "/rules/pepper",
    "game-alone": "/rules/pepper-solo-three",
    "game-of-twelve-tricks": "/rules/double-hasenpfeffer",
    "own": "/rules/own?game=wolf-pepper",
    "bring": "/import",
    "help": "/help",
    "help-operating": "/help/operating",
    "help-design": "/help/design",
    "match": "/m/{friday}",
    "match-empty": "/m/{empty}",
    "match-corrected": "/m/{corrected}",
    "match-three": "/m/{three}",
    "match-ten": "/m/{ten}",
    "match-wolf": "/m/{wolf}",
    "match-solo": "/m/{solo}",
    "match-six": "/m/{six}",
    "match-cards": "/m/{cards}",
    "match-twelve-tricks": "/m/{twelve}",
    "decided": "/m/{decided}",
    "ended": "/m/{ended}",
    "menu": "/m/{friday}/menu",
    "history": "/m/{corrected}/history",
    "why": "/m/{friday}/hands/8/why/0",
    "why-overruled": "/m/{corrected}/hands/1/why/1",
    "needs": "/m/{friday}/needs/0",
    "needs-ten": "/m/{ten}/needs/7",
    "needs-solo": "/m/{solo}/needs/3",
    "needs-decided": "/m/{decided}/needs/1",
    "board": "/m/{friday}/board",
    "board-empty": "/m/{empty}/board",
    "board-three": "/m/{three}/board",
    "board-ten": "/m/{ten}/board",
    "board-decided": "/m/{decided}/board",
    "board-ended": "/m/{ended}/board",
    "change": "/m/{friday}/hands/8",
    "change-corrected": "/m/{corrected}/hands/1",
    "change-adjustment": "/m/{corrected}/hands/2",
    "change-three": "/m/{three}/hands/1",
    "change-solo": "/m/{solo}/hands/1",
    "change-ten": "/m/{ten}/hands/1",
    "column": "/m/{friday}/column?number=8&side=1",
    "adjust": "/m/{friday}/adjust",
    "rename": "/m/{friday}/rename",
    "dealer": "/m/{friday}/dealer",
    "reopen": "/m/{ended}/reopen",
    "link": "{friday_link}",
    "nothing-here": "/nowhere",
}

# Every page in every state, as functions that open it and write nothing.
VIEWS = {
    **{name: _at(path) for name, path in ADDRESSES.items()},
    "new-refused": _refused("/new", "Start match", "target", "none"),
    "own-refused": _refused("/rules/own", "Work it out", "made", "lots"),
    "bring-refused": _refused("/import", "Bring it in", "text", "hello"),
    "match-more": _more,
    "match-refused": _refused_hand,
    "why-sheet": _asked("/m/{friday}", "East & West, hand 6: wrote 0", "Why 0?"),
    "menu-sheet": _menu,
    "needs-sheet": _asked("/m/{friday}", "What is needed?", "What is needed at 20?"),
    "change-shown": _shown("/m/{friday}/hands/6", _five_tricks),
    "column-shown": _shown("/m/{friday}/column?number=7&side=1", _worth_two),
    "adjust-shown": _shown("/m/{ten}/adjust", _nine_each),
    "column-refused": _refused("/m/{friday}/column", "Correct the column", "points", "much"),
    "adjust-refused": _refused("/m/{friday}/adjust", "Write the points", "points-0", "1e3"),
    "reopen-refused": _refused("/m/{ended}/reopen", "Open the match again", "reason", " "),
    "home-of-nobody": _nobody_home,  # last: it drops the cookie, and with it every role
}

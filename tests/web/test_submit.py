"""A save is written once, overwrites nobody else's, and never loses what was typed."""

import pytest

from tests.web.refusals import refused

SURRENDERED = "Surrendered, not played"

# Every form of a match: how to fill it in, and how to fill it in differently.
FORMS = {
    "a hand": (
        lambda t: t.tapped("North & South bid 3", "3 tricks", seat="Ann", note="first"),
        lambda f: f.choose("4 tricks"),
    ),
    "a hand by side": (
        lambda t: t.tapped("East & West bid big pepper", SURRENDERED),
        lambda f: f.choose("6 tricks"),
    ),
    "a hand thrown in": (lambda t: t.form("All passed"), lambda f: f.type("Note", "tired")),
    "a change": (lambda t: t.change(1).choose("5 tricks"), lambda f: f.choose("6 tricks")),
    "a column": (lambda t: t.column(1, "E & W", "9"), lambda f: f.type("Worth", "8")),
    "a correction taken back": (lambda t: t.column(1, "E & W", ""), lambda f: f.type("Worth", "8")),
    "agreed points": (
        lambda t: t.adjustment("5", "", note="penalty"),
        lambda f: f.put("points-1", "1"),
    ),
    "changed points": (
        lambda t: t.form("Change line 2", "hands/2").put("points-0", "7"),
        lambda f: f.put("points-0", "8"),
    ),
    "a name": (
        lambda t: t.form("Rename Side 1", "rename").type("Side 1", "Elders"),
        lambda f: f.type("Side 1", "Kids"),
    ),
    "the dealer": (
        lambda t: t.form("Save who deals", "dealer").choose("Dan"),
        lambda f: f.choose("Cat"),
    ),
}
BUTTONS = {
    "a strike": lambda t: t.form("Take hand 1 off the sheet", "hands/1"),
    "a line struck": lambda t: t.form("Take line 2 off the sheet", "hands/2"),
    "an undo": lambda t: t.form("Undo line 2"),
    "an end": lambda t: t.form("End match", "menu"),
}
ALL = {name: fill for name, (fill, _) in FORMS.items()} | BUTTONS

each_form = pytest.mark.parametrize(("fill", "other"), FORMS.values(), ids=FORMS)
every_form = pytest.mark.parametrize("fill", ALL.values(), ids=ALL)


@pytest.fixture
def begun(table):
    """Provide a match with a hand and an adjustment."""
    table.play("North & South bid 4", "4 tricks", seat="Cat", trump="hearts")
    table.adjust("-1", "", note="revoke")
    return table


# Written once


@every_form
def test_a_doubled_submit_writes_once(begun, fill):
    before = len(begun.entries)
    form = fill(begun)

    first, second = form.press(), form.press()

    assert first.saved
    assert second.saved
    assert len(begun.entries) == before + 1
    assert second.text == first.text


def test_a_doubled_reopening_writes_once(begun):
    begun.end()
    form = begun.form("Open the match again", "reopen").type("Why?", "one more")
    before = len(begun.entries)

    first, second = form.press(), form.press()

    assert first.saved
    assert second.saved
    assert len(begun.entries) == before + 1


@pytest.mark.parametrize("button", ["Save hand 1", "North declines"])
def test_a_doubled_submit_of_a_stuck_dealers_hand_writes_once(device, button):
    # Who is stuck must not be taken from the sheet as it is after the first submit.
    table = device.start(device.new_form().pick("Lowest bid", "3").choose("Stick the dealer"))
    form = table.form(button).choose("North & South bid 3").choose("3 tricks")
    form.choose("North was stuck with 3")

    first, second = form.press(), form.press()

    assert first.saved
    assert second.saved, second.problem
    assert len(table.entries) == 1


def test_a_doubled_submit_of_the_winning_hand_writes_once(device):
    table = device.start(device.new_form().type("Play to", "7"))
    form = table.tapped("North & South bid little pepper", "6 tricks")

    form.press()
    again = form.press()

    assert again.saved
    assert again.verdict == "North & South win, 7 to 0"
    assert len(table.entries) == 1


def by_script(form):
    """Return the bare answer to the form, sent as the page's script does."""
    values = dict([*form.values, (form.button["name"], form.button["value"])])
    headers = {"X-Scorekeeper": "1"}
    return form.page.device.ask("POST", form.action, data=values, headers=headers)


def test_a_script_is_told_for_sure_that_its_hand_is_written(begun):
    form = begun.tapped("North & South bid 3", "3 tricks")

    first, second = by_script(form), by_script(form)

    for answer in (first, second):
        assert (answer.status_code, answer.headers["X-Scorekeeper"]) == (200, "written")
        assert 'id="h3"' in answer.text
    assert len(begun.entries) == 3


def test_a_script_is_not_told_so_of_a_hand_that_is_refused(begun):
    answer = by_script(begun.form("Save hand 3"))

    assert (answer.status_code, answer.headers["X-Scorekeeper"]) == (422, "1")
    assert len(begun.entries) == 2


def test_a_script_is_told_so_of_a_hand_that_another_phone_wrote_as_it_is(begun):
    form = begun.tapped("North & South bid 3", "3 tricks")
    begun.play("North & South bid 3", "3 tricks")

    answer = by_script(form)

    assert (answer.status_code, answer.headers["X-Scorekeeper"]) == (409, "written")
    assert len(begun.entries) == 3


@pytest.mark.parametrize("number", ["2", "4", "x"])
def test_a_hand_that_was_entered_for_another_row_is_not_written(begun, number):
    form = begun.tapped("North & South bid 5", "5 tricks").put("number", number)

    page = form.press()

    assert page.status == 409
    assert len(begun.entries) == 2
    again = page.form("Save hand 3")
    assert again.value("bid") == "0-5"
    assert again.press().saved


def test_a_reload_after_a_save_saves_nothing(begun):
    page = begun.play("North & South bid 3", "3 tricks")

    again = begun.device.get(page.address)

    assert len(again.rows) == 3
    assert len(begun.entries) == 3


@every_form
def test_a_save_answers_with_a_303_to_the_match(begun, fill):
    form = fill(begun)
    values = [*form.values, (form.button.get("name", "x"), form.button.get("value", ""))]

    response = begun.device.ask("POST", form.action, data=values)

    assert response.status_code == 303
    assert response.location.startswith(begun.address)


# The same form with other facts


@each_form
def test_the_same_form_with_other_facts_is_refused_and_kept(begun, fill, other):
    form = fill(begun)
    form.press()
    other(form)

    why = refused(begun, form, status=409, kept=False)

    assert "This form had been saved before" in why


@pytest.mark.parametrize("name", ["a hand", "a change", "a column", "agreed points", "a name"])
def test_other_facts_on_a_form_that_was_saved_can_be_saved_after_a_look(begun, name):
    fill, other = FORMS[name]
    form = fill(begun)
    form.press()
    before = len(begun.entries)
    other(form)

    page = form.press()
    again = page.form(_same(page, form)).press()

    assert again.saved, again.problem
    assert len(begun.entries) == before + 1


# The sheet has moved on


@each_form
def test_a_form_from_before_another_save_is_refused_kept_and_saved_when_pressed_again(
    begun, fill, other
):
    form = fill(begun)
    begun.rename("Seat 2", "Bobby")
    before = begun.file()

    page = form.press()
    kept = page.form(form.label)
    between = begun.file()
    again = kept.press()

    assert page.status == 409
    assert page.why == (
        "The sheet has changed since this page was opened. Look it over, then save again."
    )
    assert kept.typed == form.typed
    assert between == before
    assert again.saved, again.problem


@pytest.mark.parametrize("fill", BUTTONS.values(), ids=BUTTONS)
def test_a_button_from_before_another_save_does_nothing_and_says_so(begun, fill):
    form = fill(begun)
    begun.rename("Seat 2", "Bobby")

    why = refused(begun, form, status=409, kept=False)

    assert "The sheet has changed" in why


def test_a_hand_saved_from_an_old_page_does_not_replace_the_hand_saved_meanwhile(begun):
    # One device has two pages open.
    old = begun.tapped("North & South bid 3", "3 tricks")
    begun.play("East & West bid 5", "5 tricks")

    page = old.press()

    assert page.status == 409
    assert page.rows[2].story == "East & West bid 5 made, took 5"
    assert "Save hand 4" in page.buttons
    assert page.form("Save hand 4").typed == old.typed


def test_a_change_of_a_hand_that_was_struck_meanwhile_writes_nothing(begun):
    old = begun.change(1).choose("5 tricks")
    begun.press("Take hand 1 off the sheet", "hands/1")
    before = begun.file()

    page = old.press()

    assert 400 <= page.status < 500
    assert begun.file() == before


def test_a_change_of_a_hand_that_was_undone_meanwhile_writes_nothing(table):
    table.play("North & South bid 3", "3 tricks")
    old = table.change(1).choose("5 tricks")
    table.press("Undo hand 1")
    before = table.file()

    page = old.press()

    assert 400 <= page.status < 500
    assert table.file() == before


def test_an_undo_from_before_another_undo_takes_nothing_more_back(table):
    for _ in range(3):
        table.play("North & South bid 3", "3 tricks")
    old = table.form("Undo hand 3")
    table.press("Undo hand 3")

    why = refused(table, old, status=409, kept=False)

    assert "The sheet has changed" in why


# Damaged


@pytest.mark.parametrize(
    "version", ["", "x", "-1", "²", "1.0", "99", "9" * 5000, None], ids=lambda v: str(v)[:8]
)
def test_no_form_with_a_damaged_version_writes_anything(begun, version):
    forms = [fill(begun) for fill in ALL.values()]

    for form in forms:
        form.drop("version") if version is None else form.put("version", version)
        why = refused(begun, form, status=409, kept=False)

        assert "The sheet has changed" in why


@every_form
def test_a_form_that_lost_its_mark_is_still_saved(begun, fill):
    before = len(begun.entries)
    form = fill(begun).drop("once")

    page = form.press()

    assert page.saved
    assert len(begun.entries) == before + 1


@pytest.mark.parametrize("once", ["", "\0", "💥" * 99, "x" * 5000, "' OR 1=1 --"])
def test_a_hand_with_a_damaged_mark_is_still_saved(table, once):
    form = table.tapped("North & South bid 3", "3 tricks").put("once", once)

    page = form.press()

    assert page.saved
    assert len(table.entries) == 1


@pytest.mark.parametrize("button", ["Save hand 1", "All passed"])
def test_a_refused_hand_is_saved_once_it_is_put_right(table, button):
    page = table.tapped(note="x" * 281).put("deed", "save").send()
    assert page.status == 422

    form = page.form(button).type("Note", "short").choose("North & South bid 3")
    again = form.choose("3 tricks").press()

    assert again.saved
    assert len(table.entries) == 1


def _same(page, form):
    """Return the text of the button on the returned form: a hand may have another number now."""
    (words,) = [text for text in page.buttons if text[:9] == form.label[:9]][:1]
    return words if not words.startswith("Rename") else form.label

"""The preview of a correction before it is written, and of the next hand before it is saved."""

import pytest

from tests.client import Device
from tests.html import text, texts


@pytest.fixture
def four(table):
    """Provide a match of four hands: 3 carrying 6, and 9."""
    table.play("North & South bid 3", "4 tricks")
    table.play("East & West bid 4", "6 tricks")
    table.play("North & South bid 4", "5 tricks")
    table.play("North & South bid 6", "4 tricks")
    return table


def show(form):
    """Return the page with the preview that the form's button asks for; nothing is written."""
    page = form.page.device.post(form.action, [*form.values, ("deed", "show")])
    assert page.status == 200, page.problem
    return page


def below(page):
    """Return the rows of the preview as a person reads them."""
    return texts(page.html, "#changes tbody tr")


def told(page):
    return text(page.html.select_one("#changes .changes-summary"))


def test_what_a_changed_hand_changes_below_is_shown_in_both_columns(four):
    before = len(four.entries)

    page = show(four.change(2).choose("3 tricks"))

    assert below(page) == [
        "Hand 2 3→ becomes 6carries 4→ becomes 0 6→ becomes 2carries 0→ becomes 4",
        "Hand 3 3→ becomes 10 7→ becomes 2carries 0→ becomes 3",
        "Hand 4 3→ becomes 10carries 6 9→ becomes 2carries 0→ becomes 1",
    ]
    assert told(page) == "2 lines below it are written anew. Nobody's win changes."
    assert len(four.entries) == before


def test_all_that_was_typed_is_kept_and_saving_then_does_what_was_shown(four):
    page = show(four.change(2).choose("3 tricks").type("Note", "counted again"))

    form = page.form("Change hand 2")
    assert form.value("tricks") == "3"
    assert form.value("note") == "counted again"
    page = form.press()
    assert page.saved, page.problem
    assert page.totals == [10, 2]
    assert page.notes == ["38 to go · carries 6", "41 to go · carries 1"]


def test_the_page_has_a_button_that_shows_what_changes(four):
    page = four.form("Show what changes", "hands/2").choose("3 tricks").press()

    assert page.status == 200
    assert len(below(page)) == 3


def test_a_correction_that_says_what_stands_is_said_to_change_nothing(four):
    page = show(four.change(2))

    assert below(page) == []
    assert told(page) == "No figure on the sheet changes. Nobody's win changes."


def test_a_column_shows_its_new_figures_and_the_old_ones(four):
    page = show(four.column(3, "E & W", "-8"))

    assert below(page) == [
        "Hand 3 3 7→ becomes 6carries 0→ becomes 8",
        "Hand 4 3carries 6 9→ becomes 6carries 0→ becomes 6",
    ]
    assert page.form("Correct the column").value("points") == "-8"


def test_agreed_points_show_the_line_they_would_add(four):
    page = show(four.adjustment("5", "-2"))

    assert below(page) == ["Line 5 3carries 6→ becomes 1 9carries 0→ becomes 2"]
    assert len(four.page.rows) == 4


def test_a_changed_line_of_agreed_points_shows_what_it_changes(four):
    four.adjust("0", "3")
    form = four.form("Change line 5", "hands/5").put("points-1", "5")

    assert below(show(form)) == ["Line 5 3carries 6 12→ becomes 14"]


@pytest.mark.parametrize("number", [2, 5])
def test_what_goes_with_a_struck_row_is_shown_beside_the_button_that_strikes_it(four, number):
    four.adjust("0", "3")

    (shown,) = [
        node for node in four.open(f"hands/{number}").html.select(".more") if node.select(".ba")
    ]

    rows = [text(row.th) for row in shown.select("tbody tr")]
    assert rows == {2: ["Hand 2", "Hand 3", "Hand 4", "Line 5"], 5: ["Line 5"]}[number]


def test_all_passed_is_shown_before_a_hand_is_changed_to_it(four):
    page = four.form("All passed", "hands/4").press()

    assert below(page) == ["Hand 4 3carries 6→ becomes 0 9→ becomes 7"]
    assert four.page.totals == [3, 9]
    page = page.press("Change it to all passed")
    assert page.totals == [3, 7]
    assert page.rows[3].story == "all passed, changed since"


def test_a_win_that_comes_goes_or_changes_sides_is_said(table):
    for _ in range(3):
        table.play("North & South bid big pepper", "6 tricks")

    goes = show(table.change(1).choose("5 tricks"))
    stays = show(table.column(1, "E & W", "3"))

    assert told(goes).endswith("The winner changes: North & South no longer win, and play goes on.")
    assert told(stays).endswith("Nobody's win changes: North & South win, before and after.")
    table.change(1).choose("5 tricks").press()
    comes = show(table.change(1).choose("6 tricks"))
    assert told(comes).endswith("The winner changes: North & South win with it.")
    turns = show(table.column(3, "E & W", "99"))
    assert told(turns).endswith("The winner changes: East & West win with it.")


def test_a_correction_that_is_refused_says_why_and_is_marked(four):
    form = four.column(3, "E & W", "lots")

    page = form.page.device.post(form.action, [*form.values, ("deed", "show")])

    assert page.status == 422
    assert page.at_fault == {"points"}
    assert page.form("Correct the column").value("points") == "lots"


def test_a_preview_of_a_sheet_that_has_moved_on_says_so_and_keeps_what_was_typed(four):
    form = four.change(2).choose("3 tricks")
    four.play("North & South bid 3", "4 tricks")

    page = form.page.device.post(form.action, [*form.values, ("deed", "show")])

    assert page.status == 409
    assert "has changed since" in page.why
    assert page.form("Change hand 2").value("tricks") == "3"


def test_long_sheets_show_the_first_rows_and_the_last(table):
    for _ in range(12):
        table.play("North & South bid 1", "3 tricks")

    page = show(table.change(1).choose("5 tricks"))

    first, *_, left_out, last = below(page)
    assert len(below(page)) == 5
    assert first.startswith("Hand 1 1 3→ becomes 1")
    assert left_out == "8 more lines, then"
    assert last.startswith("Hand 12 ")


def test_a_script_gets_the_fragment_alone(four):
    form = four.change(2).choose("3 tricks")
    ask = [*form.values, ("deed", "show")]

    page = form.page.device.post(f"{form.action}?part=changes", ask)
    refused = form.page.device.post(
        f"{four.address}/column?part=changes",
        [*four.column(3, "E & W", "lots").values, ("deed", "show")],
    )

    assert not page.html.select("html")
    assert page.html.select_one("table")
    assert (refused.status, refused.html.select_one("table")) == (200, None)
    assert "whole number" in refused.text


# The next hand, for scripts


def asked(form):
    """Return the answer to the form before it is saved."""
    address = form.action.partition("#")[0].removesuffix("/hands")
    response = form.page.device.ask("POST", f"{address}/preview", data=form.values)
    return response.status_code, response.json


def test_the_next_hand_is_told_before_it_is_saved(device):
    form = device.get("/new?game=plain&players=3").form("Start match")
    table = device.start(form.put("sheet", "carry"))
    form = table.hand_form.put("points-0", "3").put("points-1", "-8").put("points-2", "0")

    status, row = asked(form)

    assert status == 200
    assert row["said"] == ["Player 1 +3.", "Player 2 −8: writes 0, carries 8.", "Player 3 0."]
    assert (row["points"], row["cells"], row["shorts"]) == ([3, -8, 0], [3, 0, 0], [0, 8, 0])
    assert (row["totals"], row["number"], row["winner"], row["wins"]) == ([3, 0, 0], 1, -1, "")
    assert table.entries == []


def test_what_is_paid_off_and_who_would_win_is_told(device):
    form = device.get("/new?game=pepper-cards").form("Start match").put("target", "1")
    table = device.start(form)

    _, row = asked(table.hand_form.choose(table.page.names[1]))

    assert row["winner"] == 1
    assert row["wins"] == f"{table.page.names[1]} would win."


def test_a_next_hand_that_cannot_be_written_says_why(device):
    table = device.start(device.get("/new?game=pepper-30-three").form("Start match"))
    form = table.hand_form
    (bid,) = [name for name in form.names("radio") if name.endswith("bid 4")][:1]
    form.choose(bid).put("tricks_each-0", "9").put("tricks_each-1", "0").put("tricks_each-2", "0")

    status, why = asked(form)

    assert status == 200
    assert why["field"] == "tricks"
    assert why["why"].startswith("Tricks takes a whole number")
    table.press("All passed")
    assert asked(form)[0] == 409


def test_whoever_only_looks_on_is_shown_no_next_hand(four, app):
    form = four.tapped("North & South bid 3", "4 tricks")

    response = Device(app).ask(
        "POST", f"{four.address}/preview", data={"csrf_token": form.value("csrf_token")}
    )

    assert response.status_code in {400, 404}

"""Undo, end, reopen, names, and the next dealer."""

import json

import pytest

from scorekeeper.codec.match_file import read_match
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.rules.sheet import build_sheet
from tests.web.refusals import refused

SURRENDERED = "Surrendered, not played"


@pytest.fixture
def short(device):
    """Provide a match to 10, which is decided soon."""
    form = device.new_form().type("Play to", "10")
    for seat, name in (("North", "Ann"), ("East", "Bob"), ("South", "Cat"), ("West", "Dan")):
        form.type(seat, name)
    return device.start(form)


@pytest.fixture
def decided(short):
    """Provide a match in which North and South have 14 of 10."""
    short.play("North & South bid 3", "4 tricks")
    short.play("North & South bid big pepper", "6 tricks")
    return short


# Undo


def test_the_page_says_what_was_saved_and_what_undo_takes_back(table):
    page = table.play("North & South bid 3", "2 tricks")

    assert page.said == "Hand 1 saved. N & S \u22123, E & W +4."
    assert "Undo hand 1" in page.buttons


def test_undo_takes_the_last_hand_back_whole(table):
    table.play("North & South bid 3", "3 tricks")
    before = table.page
    table.play("East & West bid 5", "2 tricks")

    page = table.press("Undo hand 2")

    assert page.totals == before.totals
    assert page.notes == before.notes
    assert page.chips == before.chips
    assert [row.story for row in page.rows] == [row.story for row in before.rows]


def test_undo_twice_takes_two_hands_back(table):
    for tricks in ("3 tricks", "4 tricks", "5 tricks"):
        table.play("North & South bid 3", tricks)

    table.press("Undo hand 3")
    page = table.press("Undo hand 2")

    assert page.totals == [3, 3]
    assert "Undo hand 1" in page.buttons


def test_there_is_nothing_to_undo_on_an_empty_sheet(table):
    table.play("North & South bid 3", "3 tricks")

    page = table.press("Undo hand 1")

    assert not any(button.startswith("Undo") for button in page.buttons)


@pytest.mark.parametrize(
    ("deed", "label", "said"),
    [
        (lambda t: t.change(1).choose("5 tricks").press(), "change of hand 1", "Hand 1 changed."),
        (
            lambda t: t.correct(1, "E & W", "9"),
            "correction of hand 1",
            "Hand 1 corrected.",
        ),
        (
            lambda t: t.press("Take hand 1 off the sheet", "hands/1"),
            "striking of hand 1",
            "Hand 1 taken off the sheet.",
        ),
        (lambda t: t.adjust("5", ""), "line 2", "Line 2 saved. N & S +5, E & W 0."),
        (lambda t: t.rename("Side 1", "Elders"), "new name", "The name is now Elders."),
        (
            lambda t: t.form("Save who deals", "dealer").choose("Dan").press(),
            "change of dealer",
            "Dan deals next.",
        ),
    ],
)
def test_whatever_was_written_last_can_be_undone(table, deed, label, said):
    table.play("North & South bid 3", "3 tricks")
    before = table.page
    page = deed(table)

    after = table.press(f"Undo {label}")

    assert page.said == said
    assert after.totals == before.totals
    assert after.names == before.names
    assert after.chips == before.chips
    assert [row.wrote for row in after.rows] == [row.wrote for row in before.rows]
    assert [row.struck for row in after.rows] == [False]


@pytest.mark.parametrize("entry", ["", "0", "-1", "2", "99", "1e0", "²", "99999999999", "x" * 5000])
def test_an_undo_of_an_entry_that_is_not_the_last_is_refused(table, entry):
    table.play("North & South bid 3", "3 tricks")
    form = table.form("Undo hand 1").put("entry", entry)

    why = refused(table, form, kept=False)

    assert why


# Decided


def test_a_decided_match_names_the_winner_and_takes_no_further_hand(decided):
    page = decided.page

    assert page.verdict == "North & South win, 17 to 2"
    assert "End match" in page.buttons
    assert not any(button.startswith("Save hand") for button in page.buttons)


def test_a_hand_on_top_of_a_decided_match_is_refused_with_the_rule(short):
    short.play("North & South bid 3", "4 tricks")
    form = short.tapped("East & West bid 3", "3 tricks")
    short.play("North & South bid big pepper", "6 tricks")

    why = refused(short, form.put("version", "2"), kept=False)

    assert why == "The match is decided, North & South have won: no further hand is taken."


def test_undoing_the_winning_hand_takes_the_win_away(decided):
    page = decided.press("Undo hand 2")
    after = decided.play("North & South bid 4", "2 tricks")

    assert page.verdict == ""
    assert "Save hand 2" in page.buttons
    assert after.totals == [3, 6]
    assert after.totals == _recomputed(decided)["totals"]
    assert decided.play("East & West bid 4", "6 tricks").verdict == "East & West win, 10 to 3"


def test_a_change_that_takes_the_win_away_makes_the_match_go_on(decided):
    page = decided.change(2).choose("0 tricks").press()

    assert page.verdict == "East & West win, 16 to 3"
    assert decided.change(2).choose("North & South bid 1").press().verdict == ""


def test_agreed_points_may_follow_a_decided_match_and_take_the_win_away(decided):
    page = decided.adjust("-10", "")

    assert page.verdict == ""
    assert "Save hand 4" in page.buttons


# End


def test_end_match_closes_the_sheet_and_says_who_ended_it_and_when(decided):
    page = decided.press("End match")

    assert page.verdict == "North & South win, 17 to 2"
    assert page.final == [17, 2]
    assert "2 hands, " in page.text
    assert " UTC. Ended by Host." in page.text


def test_an_ended_match_is_read_only(decided):
    page = decided.press("End match")

    assert page.buttons == ["Keep it open", "Rematch"]
    assert decided.open("menu").buttons == ["Use this look", "Use this language"]
    assert not any(link.startswith("Change hand") for link in page.links)
    assert {"Open the match again", "See the history"} <= page.links.keys()


def test_a_match_may_be_ended_before_anybody_has_won(short):
    short.play("East & West bid 3", "3 tricks")
    short.play("East & West bid 3", SURRENDERED)

    page = short.end()

    assert "Ended with no winner: East & West lead, 6 to 3" in page.text
    assert page.verdict == ""


def test_a_match_ended_level_has_no_winner(short):
    short.play("East & West bid 3", "3 tricks")

    page = short.end()

    assert "Ended level at 3, with no winner" in page.text


def test_a_match_ended_before_the_first_hand_is_a_sheet_of_nothing(table):
    page = table.end()

    assert page.final == [0, 0]
    assert page.rows == []


OLD_FORMS = {
    "a hand": lambda t: t.tapped("North & South bid 3", "3 tricks"),
    "a hand thrown in": lambda t: t.form("All passed"),
    "a change": lambda t: t.change(1).choose("5 tricks"),
    "a strike": lambda t: t.form("Take hand 1 off the sheet", "hands/1"),
    "a column": lambda t: t.column(1, "E & W", "9"),
    "agreed points": lambda t: t.adjustment("5", ""),
    "an undo": lambda t: t.form("Undo hand 1"),
    "a name": lambda t: t.form("Rename Side 1", "rename").type("Side 1", "Elders"),
    "the dealer": lambda t: t.form("Save who deals", "dealer").choose("Dan"),
}


@pytest.mark.parametrize("form", OLD_FORMS.values(), ids=OLD_FORMS)
def test_a_form_from_before_the_end_changes_nothing_after_it(table, form):
    table.play("North & South bid 3", "3 tricks")
    old = form(table)
    table.end()
    before = table.file()

    page = old.press()

    assert page.status == 409
    assert page.why
    assert table.file() == before


@pytest.mark.parametrize("form", OLD_FORMS.values(), ids=OLD_FORMS)
def test_a_form_made_by_hand_for_an_ended_match_is_refused_with_the_rule(table, form):
    table.play("North & South bid 3", "3 tricks")
    old = form(table)
    table.end()

    why = refused(table, old.put("version", "2").put("once", "new"), kept=False)

    assert why == "The match has ended. Reopen it to write on the sheet again."


def test_a_second_end_is_harmless(decided):
    form = decided.form("End match")
    form.press()
    before = decided.file()

    again = form.press()
    by_hand = form.put("once", "another").put("version", "3").press()

    assert again.saved
    assert by_hand.saved
    assert decided.file() == before


def test_an_end_from_an_old_page_changes_nothing(decided):
    old = decided.form("End match", "menu")
    decided.press("End match")
    before = decided.file()

    page = old.press()

    assert page.status == 409 or page.saved
    assert decided.file() == before


# Reopen


def test_a_reopened_match_can_be_corrected_and_ended_again(decided):
    decided.end()
    first = {ext: decided.file(ext) for ext in ("json", "csv", "txt")}

    decided.reopen("wrong tricks in hand 1")
    decided.change(1).choose("3 tricks").press()
    decided.end()
    second = {ext: decided.file(ext) for ext in ("json", "csv", "txt")}

    assert all(second[ext] != first[ext] for ext in first)
    assert {ext: decided.file(ext) for ext in first} == second
    assert b"wrong tricks in hand 1" in second["json"]
    assert any("Reason: wrong tricks in hand 1" in line for line in decided.log)


def test_a_reopened_match_goes_on_where_it_was(table):
    table.play("North & South bid 3", "3 tricks")
    table.end()

    page = table.reopen("we had time for another")

    assert "Save hand 2" in page.buttons
    assert not any(button.startswith("Undo") for button in page.buttons)


@pytest.mark.parametrize("reason", ["", "   ", "\u202e", "\0"])
def test_a_match_is_not_reopened_without_a_reason(decided, reason):
    decided.end()
    form = decided.form("Open the match again", "reopen").type("Why?", reason)

    why = refused(decided, form, at_fault="reason")

    assert why == "Reopening a match needs a reason."


def test_a_reason_of_281_characters_is_refused(decided):
    decided.end()
    form = decided.form("Open the match again", "reopen").type("Why?", "x" * 281)

    why = refused(decided, form, at_fault="reason")

    assert "at most 280 characters" in why


def test_a_match_that_goes_on_cannot_be_reopened(decided):
    form = decided.form("Open the match again", "reopen").type("Why?", "because")

    why = refused(decided, form)

    assert why == "The match has not ended: there is nothing to reopen."


# Names


@pytest.mark.parametrize(
    ("label", "name", "seen"),
    [
        ("Side 1", "The Elders", lambda page: page.names[0]),
        ("Side 2", "Kitchen", lambda page: page.names[1]),
        ("Seat 2", "Bobby", lambda page: page.chips[0].removeprefix("deals ")),
        ("Seat 3", "Catherine", lambda page: page.chips[1].removeprefix("bids first ")),
    ],
)
def test_a_side_or_a_seat_gets_another_name(table, label, name, seen):
    table.play("North & South bid 3", "3 tricks", seat="Ann")

    page = table.rename(label, name)

    assert seen(page) == name


def test_a_new_name_stands_in_the_rows_written_before(table):
    table.play("North & South bid 3", "3 tricks", seat="Ann")

    page = table.rename("Seat 1", "Anna")

    assert page.rows[0].story == "North & South bid 3 Anna made, took 3"


@pytest.mark.parametrize("name", ["", "  ", "\u202e\u200f", "\u3164", "\0", "x" * 81])
def test_a_name_that_cannot_be_one_is_refused_at_its_own_field(table, name):
    form = table.form("Rename Seat 3", "rename").type("Seat 3", name)

    why = refused(table, form, at_fault="name")

    assert why.startswith("A name ")


@pytest.mark.parametrize("whose", ["", "side", "side 2", "seat 4", "seat -1", "cat 1", "side x"])
def test_a_name_for_nobody_is_refused(table, whose):
    form = table.form("Rename Seat 3", "rename").type("Seat 3", "Eve").put("whose", whose)

    refused(table, form, kept=False)


# The next dealer


def test_who_deals_next_is_where_the_deal_goes_on_from(table):
    table.play("North & South bid 3", "3 tricks")

    page = table.form("Save who deals", "dealer").choose("Dan").press()
    after = table.play("North & South bid 3", "3 tricks")

    assert page.chips == ["deals Dan", "bids first Ann"]
    assert after.chips == ["deals Ann", "bids first Bob"]
    assert table.entries[-1]["record"]["dealer"] == 3


def test_the_dealer_page_comes_up_with_the_seat_whose_turn_it_is(table):
    table.play("North & South bid 3", "3 tricks")

    form = table.form("Save who deals", "dealer")

    assert form.typed == {"dealer": "1"}


@pytest.mark.parametrize("seat", ["", "4", "-1", "Dan", "1.5", "99999999999"])
def test_a_dealer_who_has_no_seat_is_refused(table, seat):
    form = table.form("Save who deals", "dealer").put("dealer", seat)

    refused(table, form, at_fault="dealer", kept=False)


def _recomputed(table):
    """Return the sheet replayed from the match file."""
    return write_sheet(build_sheet(read_match(json.loads(table.file()))))


def test_a_new_name_that_another_seat_has_already_is_numbered(table):
    page = table.rename("Seat 2", "ANN")

    assert "ANN 2" in page.text
    assert table.rename("Seat 2", "ANN 2").saved

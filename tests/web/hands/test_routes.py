"""Recording, changing, striking and correcting hands, and adjustments."""

import pytest

from tests.match_page import tap
from tests.web.refusals import refused

SURRENDERED = "Surrendered, not played"
STUCK = "Ann was stuck with 3"
NO_NUMBER = ["1e3", "٣", "7.5", "seven", "--7", "½"]
HUGE = ["10000", "-10000", "1000000000", "99999999999", pytest.param("9" * 5000, id="5000 nines")]


@pytest.fixture
def stuck(device):
    """Provide a match with a lowest bid of 3 that sticks the dealer, Ann, and plays clubs."""
    form = device.new_form().type("North", "Ann").type("East", "Bob")
    form.pick("Lowest bid", "3").choose("Stick the dealer").choose("Clubs must be played")
    return device.start(form)


@pytest.fixture
def three(table):
    """Provide a match of three hands: Ann's made 3, Bob's surrendered 4, Cat's missed 5."""
    table.play("North & South bid 3", "4 tricks", seat="Ann", trump="spades")
    table.play("East & West bid 4", SURRENDERED, seat="Bob", note="close")
    table.play("North & South bid 5", "3 tricks", seat="Cat")
    return table


# The form of the next hand


def test_the_form_of_a_new_hand_chooses_nothing_by_itself(three):
    form = three.hand_form

    assert form.value("bid") is None
    assert form.value("tricks") is None
    assert form.typed == {"seat": "", "trump": "", "note": ""}


def test_a_hand_is_saved_with_its_side_alone(table):
    page = table.play("North & South bid 3", "2 tricks")

    assert page.rows[0].story == "North & South bid 3 set, took 2"
    assert table.entries[0]["record"] == {"side": 0, "bid": "3", "tricks": [2, 4], "dealer": 0}


def test_a_hand_is_saved_with_the_seat_that_bid_its_trump_and_a_note(table):
    page = table.play("East & West bid 4", "5 tricks", seat="Dan", trump="hearts", note="late")

    assert page.rows[0].story == "East & West bid 4 Dan made, took 5 late"
    assert table.entries[0]["record"] == {
        "bidder": 3,
        "bid": "4",
        "trump": "hearts",
        "tricks": [1, 5],
        "note": "late",
        "dealer": 0,
    }


def test_a_side_that_gets_0_has_a_0_in_its_column(table):
    page = table.play("North & South bid 4", SURRENDERED)

    assert page.rows[0].wrote == [4, 0]
    assert page.rows[0].totals == [4, 0]


def test_a_hand_everybody_passed_has_a_row_of_noughts_and_passes_the_deal(table):
    page = table.press("All passed")

    assert page.rows[0].wrote == [0, 0]
    assert page.chips == ["deals Bob", "bids first Cat"]


def test_enter_in_the_note_saves_the_hand_like_its_main_button(table):
    form = table.tapped("North & South bid 3", "3 tricks", note="by Enter")

    page = form.send()

    assert page.saved
    assert page.totals == [3, 3]


@pytest.mark.parametrize(
    ("bid", "tricks", "wrote"),
    [
        ("4", "3 tricks", [0, 3]),
        ("4", "4 tricks", [4, 2]),
        ("4", "5 tricks", [4, 1]),
        ("4", "6 tricks", [4, 0]),
        ("4", "0 tricks", [0, 6]),
        ("6", "5 tricks", [0, 1]),
        ("little pepper", "5 tricks", [0, 7]),
        ("little pepper", "6 tricks", [7, 0]),
        ("big pepper", "0 tricks", [0, 14]),
        ("big pepper", "6 tricks", [14, 0]),
        ("big pepper", SURRENDERED, [14, 0]),
    ],
)
def test_a_bid_is_made_or_set_exactly_at_what_it_needs(table, bid, tricks, wrote):
    page = table.play(f"North & South bid {bid}", tricks)

    assert page.rows[0].wrote == wrote


@pytest.mark.parametrize("side", ["North & South", "East & West"])
def test_every_hand_writes_a_whole_number_in_both_columns(device, side):
    table = device.start(device.new_form().type("Play to", "99999"))
    hands = [
        (bid, tricks)
        for bid in ("1", "6", "little pepper", "big pepper")
        for tricks in ("0 tricks", "5 tricks", "6 tricks", SURRENDERED)
    ]

    for bid, tricks in hands:
        page = table.play(f"{side} bid {bid}", tricks)

    assert len(page.rows) == len(hands)
    for row in page.rows:
        assert all(isinstance(number, int) for number in row.wrote + row.totals)


# A stuck dealer, trumps that must be played


def test_a_forced_hand_is_the_dealers_even_when_only_the_side_was_tapped(stuck):
    page = stuck.play("North & South bid 3", "3 tricks", also=[STUCK])

    assert page.rows[0].story == "North & South bid 3 Ann made, took 3"
    assert stuck.entries[0]["record"]["forced"] is True
    assert stuck.entries[0]["record"]["bidder"] == 0


def test_the_dealer_who_declines_loses_the_minimum_and_the_others_get_nothing(stuck):
    page = stuck.press("Ann declines")

    assert page.rows[0].wrote == [0, 0]
    assert page.notes == ["45 to go · carries 3", "42 to go"]
    assert "Bob declines" in page.buttons


def test_dirty_clubs_do_not_stop_a_stuck_dealer_from_declining(stuck):
    form = stuck.form("Ann declines")

    page = tap(form, trump="clubs").press()

    assert page.saved
    assert stuck.entries[0]["record"]["declined"] is True


def test_the_trump_is_asked_for_up_front_only_where_it_decides_a_surrender(stuck, device):
    plain = device.open_match()

    assert "Trump (needed for a surrender)" in stuck.page.text
    assert "Trump (needed for a surrender)" not in plain.page.text


def test_a_played_hand_needs_no_trump_where_some_must_be_played(stuck):
    page = stuck.play("North & South bid 4", "4 tricks")

    assert page.totals == [4, 2]


def test_a_bid_over_the_minimum_by_the_dealer_is_an_ordinary_hand(stuck):
    page = stuck.play("North & South bid 4", SURRENDERED, seat="Ann", trump="hearts")

    assert page.totals == [4, 0]


# Why a new hand is refused


@pytest.mark.parametrize(
    ("bid", "tricks", "more", "why", "at_fault"),
    [
        ("", "3 tricks", {}, "Tap what was bid", "bid"),
        ("North & South bid 3", "", {}, "Tap the tricks", "tricks"),
        (
            "North & South bid 3",
            "3 tricks",
            {"seat": "Bob"},
            "Bob plays for East & West, not for North & South, who bid.",
            "seat",
        ),
        (
            "North & South bid 3",
            "3 tricks",
            {"note": "x" * 281},
            "A note has at most 280 characters; this one has 281.",
            "note",
        ),
    ],
)
def test_a_hand_with_something_missing_or_too_long_is_refused(
    table, bid, tricks, more, why, at_fault
):
    form = table.tapped(bid, tricks, **more)

    said = refused(table, form, at_fault=at_fault)

    assert why in said


@pytest.mark.parametrize(
    ("bid", "tricks", "also", "trump", "why", "at_fault"),
    [
        (
            "North & South bid 3",
            SURRENDERED,
            [],
            "",
            "A surrender needs its trump here, because clubs must be played.",
            "trump",
        ),
        (
            "North & South bid 4",
            SURRENDERED,
            [],
            "clubs",
            "With clubs as trump the hand has to be played: no surrender.",
            "tricks",
        ),
        (
            "North & South bid 4",
            "4 tricks",
            [STUCK],
            "",
            "A forced bid is exactly 3, not 4.",
            "forced",
        ),
        (
            "East & West bid 3",
            "3 tricks",
            [STUCK, "Bob"],
            "",
            "Only the dealer is forced to bid.",
            "forced",
        ),
    ],
)
def test_a_hand_against_the_house_rules_is_refused(stuck, bid, tricks, also, trump, why, at_fault):
    form = stuck.tapped(bid, tricks, also=also, trump=trump)

    said = refused(stuck, form, at_fault=at_fault)

    assert said == why


def test_a_forced_hand_tapped_for_the_side_that_did_not_deal_is_refused(stuck):
    form = stuck.tapped("East & West bid 3", "3 tricks", also=[STUCK])

    refused(stuck, form)


@pytest.mark.parametrize(
    ("field", "value", "why", "at_fault"),
    [
        ("bid", "0-7", "There is no bid", "bid"),
        ("bid", "0-Big Pepper", "There is no bid", "bid"),
        ("bid", "0-", "There is no bid", "bid"),
        ("bid", "2-3", "from 0 to 1", "bid"),
        ("bid", "-1-3", "whole number", "bid"),
        ("bid", "x-3", "whole number", "bid"),
        ("bid", "3", "Tap what was bid", "bid"),
        ("bid", "9" * 5000, "Tap what was bid", "bid"),
        ("tricks", "7", "from 0 to 6", "tricks"),
        ("tricks", "-1", "from 0 to 6", "tricks"),
        ("tricks", "2.5", "whole number", "tricks"),
        ("tricks", "٣", "whole number", "tricks"),
        ("tricks", "1e0", "whole number", "tricks"),
        ("tricks", "99999999999", "0 to 6", "tricks"),
        ("seat", "4", "from 0 to 3", "seat"),
        ("seat", "-1", "from 0 to 3", "seat"),
        ("seat", "Ann", "whole number", "seat"),
        ("trump", "acorns", "is not a trump at this table", "trump"),
        ("trump", "no trump low", "is not a trump at this table", "trump"),
        ("dealer", "4", "from 0 to 3", None),
        ("dealer", "x", "whole number", None),
    ],
)
def test_a_hand_that_no_page_offers_is_refused(table, field, value, why, at_fault):
    form = table.tapped("North & South bid 3", "3 tricks").put(field, value)

    said = refused(table, form, at_fault=at_fault, kept=False)

    assert why in said


@pytest.mark.parametrize(
    ("put", "why"),
    [
        ({"free_tricks": "1", "tricks": "surrendered"}, "No free tricks can be granted"),
        ({"free_tricks": "x", "tricks": "surrendered"}, "whole number"),
        ({"deed": "declined"}, "Nobody may decline"),
        ({"forced": "1"}, "forced"),
    ],
)
def test_what_another_game_allows_is_refused_in_this_one_or_means_nothing(table, put, why):
    form = table.tapped("North & South bid 3", "3 tricks", seat="Ann")
    before = table.entries
    for name, value in put.items():
        form.put(name, value)

    page = form.send()

    assert (page.status == 422 and why in page.why) or "forced" in put
    assert len(table.entries) == len(before) + page.saved
    assert all("forced" not in entry["record"] for entry in table.entries)


def test_a_bid_under_the_minimum_is_refused_with_the_minimum(stuck):
    form = stuck.tapped("North & South bid 3", "3 tricks").put("bid", "0-2")

    why = refused(stuck, form, at_fault="bid", kept=False)

    assert why == "The minimum bid is 3; 2 is under it."


def test_no_hand_is_thrown_in_where_the_dealer_is_stuck(stuck):
    form = stuck.tapped().put("deed", "thrown in")
    before = stuck.file()

    page = form.send()

    assert page.status == 422
    assert page.why == "No hand can be thrown in: the dealer has to bid 3."
    assert stuck.file() == before


def test_fields_left_out_of_the_form_are_missed_by_name(table):
    form = table.hand_form
    for name in ("seat", "trump", "note", "once", "entry"):
        form.drop(name)

    why = refused(table, form, kept=False)

    assert "Tap what was bid" in why


# Changing a hand


def test_the_form_that_changes_a_hand_shows_it_as_it_stands(three):
    played, surrendered = three.change(1), three.change(2)

    assert played.typed == {
        "bid": "0-3",
        "tricks": "4",
        "seat": "0",
        "trump": "spades",
        "note": "",
        "dealer": "0",
    }
    assert surrendered.typed == {
        "bid": "1-4",
        "tricks": "surrendered",
        "seat": "1",
        "trump": "",
        "note": "close",
        "dealer": "1",
    }


def test_changing_only_the_tricks_keeps_the_bidder_and_the_bid(three):
    page = three.change(3).choose("5 tricks").press()

    assert page.saved
    assert page.rows[2].story == "North & South bid 5 Cat made, took 5, changed since"
    assert three.entries[-1]["hand"] == {"bidder": 2, "bid": "5", "tricks": [5, 1], "dealer": 2}


def test_changing_only_the_note_keeps_a_surrender(three):
    page = three.change(2).type("Note", "very close").press()

    assert page.rows[1].wrote == [0, 4]
    assert page.rows[1].story == "East & West bid 4 Bob surrendered very close, changed since"


def test_the_last_hand_changed_three_times_stays_one_hand_and_moves_no_dealer(three):
    before = three.page

    for tricks in ("5 tricks", "6 tricks", "2 tricks"):
        three.change(3).choose(tricks).press()

    assert len(three.page.rows) == 3
    assert three.page.chips == before.chips
    assert "Save hand 4" in three.page.buttons


def test_every_total_from_the_changed_hand_on_changes_with_it(three):
    page = three.change(1).choose("1 trick").press()

    assert [row.totals for row in page.rows] == [[0, 5], [0, 9], [0, 12]]
    assert page.totals == [0, 12]
    assert page.notes == ["50 to go · carries 8", "30 to go"]
    assert [row[-2] for row in _table(three.file("csv"))[1:]] == ["5", "9", "12"]


def test_a_played_hand_becomes_a_thrown_in_one(three):
    page = three.form("All passed", "hands/3").press().press("Change it to all passed")

    assert page.rows[2].story == "all passed, changed since"
    assert page.totals == [3, 6]


def test_who_dealt_a_hand_can_be_changed(three):
    page = three.change(3).choose("Dan", of="Who dealt it").press()

    assert page.saved
    assert three.entries[-1]["hand"]["dealer"] == 3
    assert page.chips == ["deals Ann", "bids first Bob"]


@pytest.mark.parametrize(
    ("field", "value", "why", "at_fault"),
    [
        ("bid", "0-9", "There is no bid", "bid"),
        ("tricks", "7", "from 0 to 6", "tricks"),
        ("tricks", "", "Tap the tricks", "tricks"),
        ("seat", "1", "Bob plays for East & West", "seat"),
        ("trump", "acorns", "is not a trump", "trump"),
        ("note", "x" * 281, "at most 280", "note"),
        ("dealer", "4", "from 0 to 3", "dealer"),
        ("dealer", "1e9", "whole number", "dealer"),
    ],
)
def test_a_change_against_the_rules_is_refused_and_the_hand_stays(
    three, field, value, why, at_fault
):
    form = three.change(3).put(field, value)

    said = refused(three, form, at_fault=at_fault, kept=field == "note")

    assert why in said


@pytest.mark.parametrize("number", [0, 4, 99, 10**20])
def test_there_is_no_page_for_a_hand_that_is_not_on_the_sheet(three, number):
    page = three.open(f"hands/{number}")

    assert page.status == 404


# Striking


def test_a_struck_hand_keeps_its_row_and_counts_for_nobody(three):
    page = three.press("Take hand 1 off the sheet", "hands/1")

    assert [row.struck for row in page.rows] == [True, False, False]
    assert page.rows[0].story == "North & South bid 3 Ann made, took 4"
    assert page.totals == [0, 7]
    assert page.notes == ["47 to go · carries 5", "35 to go"]
    assert page.chips == ["deals Dan", "bids first Ann"]


def test_nothing_more_can_be_written_on_a_struck_hand(three):
    three.press("Take hand 1 off the sheet", "hands/1")

    assert three.open("hands/1").status == 404
    assert not any(link.startswith("Change hand 1:") for link in three.page.links)


# One column


@pytest.mark.parametrize(
    ("side", "points", "wrote", "totals"),
    [
        ("N & S", "5", [5, 2], [5, 9]),
        ("N & S", "0", [0, 2], [0, 9]),
        ("E & W", "-2", [3, 0], [3, 5]),
        ("E & W", "\u22122", [3, 0], [3, 5]),
        ("E & W", "+6", [3, 6], [3, 13]),
    ],
)
def test_either_column_of_a_hand_can_be_corrected(three, side, points, wrote, totals):
    page = three.correct(1, side, points)

    assert page.rows[0].wrote == wrote
    assert page.totals == totals
    assert page.rows[0].corrected == [side == "N & S", side == "E & W"]


def test_an_empty_worth_takes_the_correction_back(three):
    before = [row.wrote for row in three.page.rows]
    three.correct(1, "E & W", "9")

    page = three.correct(1, "E & W", "")

    assert [row.wrote for row in page.rows] == before
    assert page.rows[0].corrected == [False, False]


def test_a_correction_stays_when_its_hand_is_changed(three):
    three.correct(1, "E & W", "9")

    page = three.change(1).choose("3 tricks").press()

    assert page.rows[0].wrote == [3, 9]


def test_the_column_page_comes_up_with_the_hand_and_the_side_that_were_tapped(three):
    why = three.open("hands/2/why/1")

    form = why.go("Correct this column").form("Correct the column")

    assert form.typed == {"side": "1", "number": "2", "points": ""}


def test_the_column_page_chooses_no_side_by_itself(three):
    form = three.form("Correct the column", "column")

    assert form.value("side") is None


@pytest.mark.parametrize("typed", [*NO_NUMBER, *HUGE])
def test_a_worth_that_is_no_number_of_the_sheet_is_refused(three, typed):
    form = three.column(1, "N & S", typed)

    why = refused(three, form, at_fault="points")

    assert "whole number" in why


@pytest.mark.parametrize("typed", HUGE)
def test_a_worth_out_of_bounds_is_refused_with_the_bounds(three, typed):
    form = three.column(1, "N & S", typed)

    why = refused(three, form, at_fault="points")

    assert "from -9999 to 9999" in why.replace("\u2212", "-")


@pytest.mark.parametrize(
    ("field", "value", "at_fault"),
    [
        ("side", "", "side"),
        ("side", "2", "side"),
        ("side", "-1", "side"),
        ("side", "North", "side"),
        ("number", "", "number"),
        ("number", "0", "number"),
        ("number", "4", "number"),
        ("number", "-1", "number"),
        ("number", "99999999999", "number"),
        ("number", "x", "number"),
    ],
)
def test_a_column_that_is_not_on_the_sheet_is_refused(three, field, value, at_fault):
    form = three.column(1, "N & S", "5").put(field, value)

    why = refused(three, form, at_fault=at_fault, kept=False)

    assert why


def test_a_column_with_no_side_tapped_is_refused_and_keeps_the_points(three):
    form = three.form("Correct the column", "column").type("Worth", "5")

    refused(three, form, at_fault="side")


def test_a_struck_hand_is_not_among_the_hands_to_correct(three):
    three.press("Take hand 1 off the sheet", "hands/1")
    form = three.column(2, "N & S", "5").put("number", "1")

    why = refused(three, form, kept=False)

    assert "struck" in why


@pytest.mark.parametrize("query", ["side=9&number=x", "side=<b>&number=-1", "number=" + "9" * 4000])
def test_a_column_address_that_leads_nowhere_shows_the_form(three, query):
    page = three.open(f"column?{query}")

    assert page.status == 200
    assert "Correct the column" in page.buttons


def test_the_column_page_of_an_empty_sheet_refuses_with_a_sentence(table):
    form = table.form("Correct the column", "column").choose("E & W").type("Worth", "5")

    refused(table, form, kept=False)


# Adjustments


def test_an_adjustment_changes_the_total_by_exactly_what_was_typed(table):
    table.play("North & South bid 3", "4 tricks")

    page = table.adjust("5", "", note="penalty")

    assert page.totals == [8, 2]
    assert page.rows[1].adjustment
    assert page.rows[1].wrote == [5, 0]
    assert page.rows[1].story == "adjustment penalty"
    assert sum("penalty" in line for line in table.log) == 1


@pytest.mark.parametrize(
    ("typed", "wrote"),
    [
        (("5", "0"), [5, 0]),
        (("+5", "7"), [5, 7]),
        ((" 7 ", ""), [7, 0]),
        (("0", "0"), [0, 0]),
        (("9999", "-1"), [9999, 0]),
    ],
)
def test_whole_numbers_of_either_sign_are_written_as_typed(table, typed, wrote):
    page = table.adjust(*typed)

    assert page.rows[0].wrote == wrote
    assert table.entries[0]["record"]["adjustment"] == [int(text or "0") for text in typed]


def test_an_adjustment_moves_no_dealer(table):
    before = table.page.chips

    page = table.adjust("", "-2", note="revoke")

    assert page.chips == before
    assert page.notes[1] == "44 to go · carries 2"


@pytest.mark.parametrize("field", ["points-0", "points-1"])
@pytest.mark.parametrize("typed", [*NO_NUMBER, *HUGE])
def test_points_that_are_no_number_of_the_sheet_are_refused_at_their_field(table, field, typed):
    form = table.adjustment("1", "2", note="penalty").put(field, typed)

    why = refused(table, form, at_fault=field)

    assert "whole number" in why


def test_agreed_points_with_nothing_typed_at_all_are_refused(table):
    form = table.adjustment("", "", note="penalty")

    refused(table, form)


def test_a_note_of_281_characters_is_refused_and_kept(table):
    form = table.adjustment("1", "2", note="x" * 281)

    why = refused(table, form, at_fault="note")

    assert why == "A note has at most 280 characters; this one has 281."


def test_an_adjustment_is_changed_on_its_own_form(three):
    three.adjust("0", "-2", note="revoke")
    form = three.form("Change line 4", "hands/4")

    page = form.put("points-1", "-3").press()

    assert form.value("points-0") == "0"
    assert form.value("note") == "revoke"
    assert page.rows[3].story == "adjustment revoke, changed since"
    assert three.entries[-1] == three.entries[-1] | {
        "amend": 4,
        "hand": {"adjustment": [0, -3], "note": "revoke"},
    }


@pytest.mark.parametrize("typed", [*NO_NUMBER, *HUGE])
def test_an_adjustment_changed_to_no_number_is_refused(three, typed):
    three.adjust("0", "-2", note="revoke")
    form = three.form("Change line 4", "hands/4").put("points-1", typed)

    refused(three, form, at_fault="points-1")


def test_an_adjustment_is_struck_from_its_own_page(three):
    before = three.page.totals
    three.adjust("5", "5")

    page = three.press("Take line 4 off the sheet", "hands/4")

    assert page.rows[3].struck
    assert page.totals == before
    assert three.open("hands/4").status == 404


@pytest.mark.parametrize(
    "name",
    [
        "points-²",
        pytest.param(f"points-{'9' * 5000}", id="points-nines"),
        "points-2",
        "points-",
        "tricks_each-²",
    ],
)
@pytest.mark.parametrize("button", ["Write the points", "Save hand 1"])
def test_fields_that_no_page_has_break_nothing(table, name, button):
    place = "adjust" if button == "Write the points" else ""
    form = table.form(button, place).put("points-0", "x").put(name, "x")

    page = form.press()

    assert 400 <= page.status < 500
    assert table.entries == []


def _table(csv):
    return [line.split(",") for line in csv.decode("utf-8-sig").splitlines()]

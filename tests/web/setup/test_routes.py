import json

import pytest

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.messages.ruleset import describe_goal
from scorekeeper.rules.match import COMPASS
from tests.html import text, texts

# What people type into a number field.
NO_NUMBER = ["1e3", "٣", "7.5", "7,5", "seven", "0x7", "--7", "+", "½"]
HUGE = ["100000", "1000000000", "99999999999", pytest.param("9" * 5000, id="5000 nines")]
COUNTS = "Play to: how the target counts"
SEATS = [f"seats-{seat}" for seat in range(4)]


def started(device, form):
    """Return the match that the form opens."""
    return device.start(form)


def refused(device, form, at_fault):
    """Return the sentence that refuses the form; check that nothing is opened and input is kept."""
    page = form.press()

    assert page.status == 422, page.problem
    assert page.why.endswith("."), page.text
    assert page.at_fault == {at_fault}, page.why
    assert "ruleset." not in page.why.lower(), "the sentence speaks of the table, not of the file"
    assert page.form("Start match").typed == form.typed
    assert "No matches yet." in device.get("/").text
    return page.why


def offered(table):
    """Return the bids that North and South may choose."""
    labels = table.hand_form.names("radio")
    side = table.page.names[0]
    return [label.removeprefix(f"{side} bid ") for label in labels if f"{side} bid " in label]


# Unchanged


def test_a_match_started_without_touching_a_switch_is_pepper_to_42(device):
    table = started(device, device.new_form())

    menu = table.open("menu")

    assert "Pepper, wins at 42 or more" in menu.text
    assert table.page.totals == [0, 0]
    assert table.page.notes == ["42 to go", "42 to go"]
    assert offered(table) == ["1", "2", "3", "4", "5", "6", "little pepper", "big pepper"]


def test_seats_and_sides_left_empty_are_called_by_the_compass(device):
    table = started(device, device.new_form())

    assert table.page.names == ["North & South", "East & West"]
    assert table.page.chips == ["deals North", "bids first East"]
    assert all(name in table.open("menu").text for name in COMPASS)


def test_the_new_match_page_tells_the_three_figures_that_tables_argue_about(device):
    figures = text(device.get("/new").html.select_one(".three"))

    assert "Made +bid" in figures
    assert "Missed \u2212bid the bid is lost" in figures
    assert "Shut out \u2212bid" in figures


# Names, seats, the first dealer


def test_names_of_players_and_sides_stand_on_the_match_page(device):
    form = device.new_form().type("North", "Žofie").type("East", "José").type("South", "李")
    form.type("North & South", "Kitchen").type("East & West", "Porch")

    table = started(device, form)

    assert table.page.names == ["Kitchen", "Porch"]
    assert table.page.chips == ["deals Žofie", "bids first José"]
    assert table.hand_form.names("radio")[-11:-6] == ["nobody said", "Žofie", "José", "李", "West"]


@pytest.mark.parametrize(
    ("place", "deals", "bids"),
    [("East", "Bob", "Cat"), ("South", "Cat", "Dan"), ("West", "Dan", "Ann")],
)
def test_the_first_dealer_is_the_seat_that_was_tapped(device, place, deals, bids):
    form = device.new_form().choose(f"{place} deals first")
    for seat, name in zip(COMPASS, ("Ann", "Bob", "Cat", "Dan"), strict=True):
        form.type(seat, name)

    table = started(device, form)

    assert table.page.chips == [f"deals {deals}", f"bids first {bids}"]


def test_the_name_of_the_match_is_its_heading(device):
    table = started(device, device.new_form().type("Name of the match", "cabin, first night"))

    assert table.page.heading == "cabin, first night"
    assert table.page.title == "Hand 1, cabin, first night · scorekeeper"


def test_a_dot_in_the_name_of_the_match_stays_in_it(device):
    table = started(device, device.new_form().type("Name of the match", "cabin · first night"))

    assert table.page.heading == "cabin · first night"


# House rules: each switch changes an example


@pytest.mark.parametrize(
    ("points", "test", "wins_at"),
    [
        ("30", "reached", 30),
        ("31", "reached", 31),
        ("43", "reached", 43),
        ("30", "exceeded", 31),
        ("1", "reached", 1),
        ("99999", "reached", 99999),
    ],
)
def test_the_target_is_shown_as_what_wins(device, points, test, wins_at):
    form = device.new_form().type("Play to", points).pick(COUNTS, test)

    table = started(device, form)

    assert f"wins at {wins_at} or more" in table.open("menu").text
    assert table.page.notes == [f"{wins_at} to go"] * 2


@pytest.mark.parametrize(("test", "over"), [("reached", True), ("exceeded", False)])
def test_reaching_14_wins_only_where_the_target_is_to_be_reached(device, test, over):
    table = started(device, device.new_form().type("Play to", "14").pick(COUNTS, test))

    page = table.play("North & South bid big pepper", "6 tricks")

    assert ("End match" in page.buttons) == over


def test_on_a_carried_sheet_a_loss_writes_0_and_is_carried(table):
    page = table.play("North & South bid 3", "2 tricks")

    assert page.rows[0].wrote == [0, 4]
    assert page.notes == ["45 to go · carries 3", "38 to go"]


def test_on_a_signed_sheet_a_loss_is_written_with_its_minus(device):
    table = started(device, device.new_form().pick("A loss", "written with a minus"))

    page = table.play("North & South bid 3", "2 tricks")

    assert page.rows[0].wrote == [-3, 4]
    assert page.totals == [-3, 4]
    assert page.notes == ["45 to go", "38 to go"]


def test_bids_under_the_lowest_bid_are_not_offered(device):
    table = started(device, device.new_form().pick("Lowest bid", "4"))

    assert offered(table) == ["4", "5", "6", "little pepper", "big pepper"]


def test_a_stuck_dealer_may_decline_and_nobody_may_pass(device):
    form = device.new_form().pick("Lowest bid", "3").choose("Stick the dealer")
    table = started(device, form.type("North", "Ann"))

    page = table.press("Ann declines")

    assert page.rows[0].story == "North & South bid 3 Ann declined"
    assert page.notes == ["45 to go · carries 3", "42 to go"]
    assert "All passed" not in page.buttons
    assert "East declines" in page.buttons


def test_without_sticking_the_dealer_all_may_pass_and_nobody_declines(table):
    page = table.press("All passed")

    assert page.rows[0].story == "all passed"
    assert page.rows[0].wrote == [0, 0]
    assert not any("declines" in button for button in page.buttons)


def test_a_forced_hand_may_be_surrendered_unless_it_must_be_played(device):
    form = device.new_form().pick("Lowest bid", "3").choose("Stick the dealer")
    table = started(device, form)

    page = table.play(
        "North & South bid 3", "Surrendered, not played", also=["North was stuck with 3"]
    )

    assert page.totals == [3, 0]


def test_a_forced_hand_that_must_be_played_cannot_be_surrendered(device):
    form = device.new_form().pick("Lowest bid", "3").choose("Stick the dealer")
    table = started(device, form.choose("A forced hand is played"))
    stuck = ["North was stuck with 3"]

    page = table.tapped("North & South bid 3", "Surrendered, not played", also=stuck).press()

    assert page.status == 422
    assert "A forced bid has to be played" in page.why


@pytest.mark.parametrize(("switched", "status"), [(True, 422), (False, 303)])
def test_clubs_can_be_surrendered_unless_they_must_be_played(device, switched, status):
    form = device.new_form()
    table = started(device, form.choose("Clubs must be played") if switched else form)
    hand = table.tapped("East & West bid big pepper", "Surrendered, not played", trump="clubs")

    page = hand.press()

    assert page.saved == (status == 303)
    assert ("With clubs as trump the hand has to be played" in page.why) == switched


def test_no_trump_is_a_trump_unless_it_is_not_allowed(device):
    allowed = started(device, device.new_form())
    barred = started(device, device.new_form().pick("No trump", "not allowed"))

    assert "no trump" in allowed.hand_form.names("radio")
    assert "no trump" not in barred.hand_form.names("radio")


@pytest.mark.parametrize(("choice", "saved"), [("allowed", True), ("must be played", False)])
def test_no_trump_can_be_surrendered_unless_it_must_be_played(device, choice, saved):
    table = started(device, device.new_form().pick("No trump", choice))
    hand = table.tapped("North & South bid 5", "Surrendered, not played", trump="no trump")

    page = hand.press()

    assert page.saved == saved
    assert ("With no trump as trump the hand has to be played" in page.why) != saved


@pytest.mark.parametrize(("switched", "points"), [(True, 5), (False, 3)])
def test_score_what_you_get_writes_the_tricks_of_a_made_number_bid(device, switched, points):
    form = device.new_form()
    table = started(device, form.choose("Score what you get") if switched else form)

    page = table.play("North & South bid 3", "5 tricks")

    assert page.totals == [points, 1]


def test_score_what_you_get_leaves_surrenders_and_peppers_alone(device):
    table = started(device, device.new_form().choose("Score what you get"))

    table.play("North & South bid 3", "Surrendered, not played")
    page = table.play("North & South bid little pepper", "6 tricks")

    assert page.totals == [10, 0]
    assert page.notes[1] == "49 to go · carries 7"


@pytest.mark.parametrize(
    ("label", "option", "reminder"),
    [
        ("Who leads", "bidder's left leads at no trump", "at no trump the bidder's left leads"),
        ("Who speaks first", "bidder's left first, right decides", "bidder's left speaks first"),
    ],
)
def test_a_reminder_stands_on_the_match_page_and_scores_nothing(device, label, option, reminder):
    form = device.new_form().type("Name of the match", "cabin").pick(label, option)
    table = started(device, form)

    page = table.play("North & South bid 3", "5 tricks", trump="no trump")

    assert reminder in page.text
    assert page.heading == "cabin"
    assert page.totals == [3, 1]


def test_a_match_without_a_name_is_called_by_its_game_whatever_the_reminders(device):
    form = device.new_form().pick("Who leads", "bidder's left leads at no trump")

    table = started(device, form)

    assert table.page.heading == "Pepper"


# Continued from a paper sheet


def test_a_match_goes_on_from_the_totals_and_shortfalls_of_a_paper_sheet(device):
    form = device.new_form().type("N & S total", "20").type("E & W total", "17")

    table = started(device, form.type("E & W carries", "4"))
    page = table.play("East & West bid 4", "1 trick")

    assert page.totals == [25, 17]
    assert page.notes == ["17 to go", "33 to go · carries 8"]


def test_a_signed_sheet_may_start_under_0(device):
    form = device.new_form().pick("A loss", "written with a minus")

    table = started(device, form.type("N & S total", "-3").type("E & W total", "\u22127"))

    assert table.page.totals == [-3, -7]
    assert table.page.notes == ["45 to go", "49 to go"]


def test_a_start_over_the_target_is_not_a_win_before_a_hand_is_played(device):
    table = started(device, device.new_form().type("N & S total", "50"))

    assert "Save hand 1" in table.page.buttons
    assert "End match" in table.play("East & West bid 1", "2 tricks").buttons


# What is refused


@pytest.mark.parametrize("typed", ["0", "-1", "\u22121", "", "   ", *NO_NUMBER])
def test_a_target_that_is_no_whole_number_over_0_is_refused(device, typed):
    form = device.new_form().type("Play to", typed)

    why = refused(device, form, "target")

    assert "whole number" in why


@pytest.mark.parametrize("typed", HUGE)
def test_a_target_out_of_bounds_is_refused_with_the_bounds(device, typed):
    form = device.new_form().type("Play to", typed)

    why = refused(device, form, "target")

    assert "from 1 to 99999" in why
    assert len(why) < 200


def test_a_target_with_blanks_around_it_is_the_number(device):
    table = started(device, device.new_form().type("Play to", " 7 "))

    assert table.page.notes == ["7 to go", "7 to go"]


@pytest.mark.parametrize("field", ["start-0", "start-1", "shortfalls-0", "shortfalls-1"])
@pytest.mark.parametrize("typed", ["-1", *NO_NUMBER, "10000", *HUGE])
def test_a_start_that_a_carried_sheet_cannot_hold_is_refused_at_its_field(device, field, typed):
    form = device.new_form().put(field, typed)

    why = refused(device, form, field)

    assert "whole number" in why


def test_shortfalls_are_refused_on_a_signed_sheet(device):
    form = device.new_form().pick("A loss", "written with a minus").type("E & W carries", "4")

    page = form.press()

    assert page.status == 422
    assert page.why == "Only a sheet that carries its losses starts with something carried."
    assert page.at_fault & {"shortfalls-0", "shortfalls-1"}
    assert page.form("Start match").typed == form.typed


def test_sticking_the_dealer_needs_a_lowest_bid(device):
    form = device.new_form().choose("Stick the dealer")

    why = refused(device, form, "minimum_bid")

    assert "needs a lowest bid" in why


@pytest.mark.parametrize("field", [*SEATS, "sides-0", "sides-1"])
def test_a_name_of_81_characters_is_refused_at_its_field(device, field):
    form = device.new_form().put(field, "x" * 81)

    why = refused(device, form, field)

    assert why == "A name has at most 80 characters; this one has 81."


@pytest.mark.parametrize("field", SEATS)
@pytest.mark.parametrize("name", ["\u200b", "\u202e", "\u3164", "\0"])
def test_a_name_that_cannot_be_seen_is_refused_at_its_field(device, field, name):
    form = device.new_form().put(field, name)

    why = refused(device, form, field)

    assert why == "A name needs at least one character that can be seen."


def test_a_match_name_of_281_characters_is_refused(device):
    form = device.new_form().type("Name of the match", "x" * 281)

    why = refused(device, form, "note")

    assert why == "A note has at most 280 characters; this one has 281."


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("minimum_bid", "7"),
        ("minimum_bid", "Big Pepper"),
        ("test", "guess"),
        ("sheet", "paper"),
        ("no_trump", "sometimes"),
        ("leads", "the cat"),
        ("speaks", "nobody"),
        ("first_dealer", "4"),
        ("first_dealer", "-1"),
        ("first_dealer", "North"),
        ("first_dealer", ""),
    ],
)
def test_a_choice_that_the_page_does_not_offer_is_refused(device, field, value):
    page = device.new_form().put(field, value).press()

    assert page.status == 422
    assert page.why.endswith(".")
    assert "No matches yet." in device.get("/").text


def test_a_form_with_nothing_on_it_but_its_token_opens_plain_pepper_or_is_refused(device):
    form = device.new_form()

    page = device.post("/new", [("csrf_token", form.value("csrf_token"))])

    assert page.saved or page.why.endswith(".")


@pytest.mark.parametrize(
    "name",
    ["seats-²", pytest.param(f"seats-{'9' * 5000}", id="seats-nines"), "seats-99", "seats-"],
)
def test_fields_that_no_page_has_break_nothing(device, name):
    page = device.new_form().put(name, "x").press()

    assert page.saved or 400 <= page.status < 500


# Sent twice


def test_a_doubled_start_opens_one_match(device):
    form = device.new_form().type("Name of the match", "cabin")

    first, second = form.press(), form.press()

    assert first.saved
    assert second.saved
    assert first.address == second.address
    assert len(device.get("/").html.select(".match")) == 1


def test_the_same_form_with_another_name_on_it_leaves_the_first_match_alone(device):
    form = device.new_form().type("Name of the match", "cabin")
    first = form.press()

    form.type("Name of the match", "porch").press()

    assert device.get(first.address).heading == "cabin"


def test_starting_another_match_leaves_the_running_one_as_it_was(device, table):
    table.play("North & South bid 3", "3 tricks")
    before = table.file()

    other = device.open_match(North="Eve")

    assert other.code != table.code
    assert table.file() == before
    assert len(device.get("/").html.select(".match")) == 2


# Every other game


def choose(device, address):
    return device.get(address).form("Start match")


@pytest.mark.parametrize("name", preset_names())
def test_every_game_is_set_up_as_its_preset_says_without_touching_a_switch(device, name):
    table = started(device, choose(device, f"/new?game={name}"))

    rules = read_ruleset({"preset": name})
    assert json.loads(table.file())["ruleset"] == write_ruleset(rules)
    assert f"{rules.name}, {describe_goal(rules)}" in table.open("menu").text


def test_the_common_games_come_first_and_the_rest_behind_more_games(device):
    page = device.get("/new").html
    (more,) = [node for node in page.select("details") if text(node.summary) == "More games"]

    behind = set(texts(more, ".game b"))
    listed = texts(page, ".game b")

    assert listed[:2] == ["Pepper to 30", "Pepper to 30 for three"]
    assert "Double Hasenpfeffer" in behind
    assert "Plain score sheet" not in behind
    assert len(listed) == len(preset_names()) - 1, "the one that is set up is not offered again"


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("game", ["plain", "pepper-cards"])
def test_a_game_without_bids_is_laid_for_as_many_as_play(device, game, players):
    form = choose(device, f"/new?game={game}&players={players}")

    table = started(device, form.type(f"Player {players}" if players != 4 else "West", "Zoe"))

    assert len(table.page.names) == players
    assert table.page.names[-1] == "Zoe"


def test_a_plain_sheet_has_two_sides_where_the_table_says_so(device):
    page = device.get("/new?game=plain")
    page = device.get("/new?game=plain&players=6&sides=2")

    table = started(device, page.form("Start match").type("Side 1", "Cooks"))

    assert table.page.names == ["Cooks", "Side 2"]
    assert json.loads(table.file())["ruleset"]["players"] == 6


def test_three_who_play_alone_sit_by_name_and_are_their_own_sides(device):
    form = choose(device, "/new?game=pepper-30-three")
    for seat, name in (("Player 1", "Ann"), ("Player 2", "Bob"), ("Player 3", "Cat")):
        form.type(seat, name)

    table = started(device, form.choose("Player 2 deals first"))

    assert table.page.names == ["Ann", "Bob", "Cat"]
    assert table.page.chips == ["deals Bob", "bids first Cat"]


def test_a_game_without_a_target_may_get_one(device):
    table = started(device, choose(device, "/new?game=plain").type("Play to", "500"))

    assert "wins at 500 or more" in table.open("menu").text


def test_a_game_that_has_a_target_needs_one(device):
    assert refused(device, choose(device, "/new?game=pepper-30").type("Play to", ""), "target")


@pytest.mark.parametrize(
    ("game", "offered", "missing"),
    [
        ("pepper-30", {"minimum_bid", "forced", "no_trump"}, {"take", "clubs", "speaks"}),
        ("plain", {"target", "sheet"}, {"minimum_bid", "forced", "no_trump", "leads"}),
        ("wolf-pepper", {"clubs", "take", "no_trump"}, {"forced", "forced_must_play"}),
        ("pepper-solo-three", {"clubs", "no_trump"}, {"leads", "speaks"}),
    ],
)
def test_only_the_switches_that_mean_something_are_offered(device, game, offered, missing):
    form = choose(device, f"/new?game={game}")

    names = {node["name"] for node in form.html.select("input, select")}

    assert offered <= names
    assert not missing & names


def test_no_trump_need_not_be_played_where_no_hand_is_given_up(device):
    form = choose(device, "/new?game=pepper-30").put("no_trump", "must be played")

    page = form.press()

    assert (page.status, page.at_fault) == (422, {"no_trump"})


def test_the_dealers_bid_of_a_game_that_sticks_him_is_unstuck(device):
    form = choose(device, "/new?game=pepper-31")

    table = started(device, form.untick("Stick the dealer").untick("A forced hand is played"))

    assert "All passed" in table.page.buttons


def test_the_dealer_is_stuck_with_the_lowest_bid_that_the_table_allows(device):
    table = started(device, choose(device, "/new?game=pepper-31").pick("Lowest bid", "4"))

    forced = json.loads(table.file())["ruleset"]["forced"]
    assert (forced["bid"], forced["may_decline"], forced["must_play"]) == ("4", False, True)


@pytest.mark.parametrize(
    "asked",
    ["game=poker", "game=plain&players=11", "game=plain&players=x", "game=plain&players=5&sides=2"],
)
def test_a_game_that_cannot_be_set_up_is_refused_with_a_sentence_and_pepper_is_offered(
    device, asked
):
    page = device.get(f"/new?{asked}")

    assert page.status == 422
    assert page.why.endswith(".")
    assert "Start match" in page.buttons


@pytest.mark.parametrize("text", ["", "{", "[]", '{"preset":"poker"}', '{"players":4}', "[" * 9999])
def test_a_form_whose_game_is_damaged_opens_nothing(device, text):
    page = device.new_form().put("rules", text).press()

    assert page.status == 422
    assert page.why.endswith(".")
    assert "No matches yet." in device.get("/").text


def test_seats_carry_the_letter_of_the_side_they_play_for(device):
    page = device.get("/new?game=plain&players=6&sides=3")
    letters = texts(page.html, ".seatin .letter")

    table = started(device, page.form("Start match"))
    invited = texts(table.open("invite").html, ".seat .letter")

    assert letters == invited == ["A", "B", "C", "A", "B", "C"]


def test_names_that_clash_are_numbered_whatever_their_case_and_spaces(device):
    form = device.new_form().type("North", "Tom").type("East", " tom ").type("South", "West")

    table = started(device, form)

    assert json.loads(table.file())["players"] == ["Tom", "tom 2", "West", "West 2"]

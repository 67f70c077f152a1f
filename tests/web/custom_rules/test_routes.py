"""Custom rules: changed from any game, previewed, saved, loaded, played by."""

import json

import pytest

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Award
from scorekeeper.web.custom_rules.award_text import WAYS, read_award, write_award
from tests.client import Page


def own(device, game="pepper"):
    return device.get(f"/rules/own?game={game}").form("Work it out")


def answer(form, deed):
    """Return the bare answer to the form with this button."""
    return form.page.device.ask("POST", form.action, data=[*form.values, ("deed", deed)])


def page_of(form, deed):
    return Page(form.page.device, form.action, answer(form, deed))


def saved(form):
    response = answer(form, "save")
    assert response.status_code == 200, Page(form.page.device, "", response).problem
    return response.json


def refused(form):
    """Return the sentence that refuses the rules; check kept input and the marked field."""
    page = page_of(form, "work")

    assert page.status == 422
    assert page.why.endswith(".")
    again = page.form("Work it out")
    assert {k: v for k, v in again.typed.items() if v} == {k: v for k, v in form.typed.items() if v}
    return page.why, page.at_fault


@pytest.mark.parametrize("name", preset_names())
def test_every_game_taken_over_unchanged_is_saved_as_it_is(device, name):
    assert saved(own(device, name)) == write_ruleset(read_ruleset({"preset": name}))


def test_a_changed_field_changes_the_figures_and_the_worked_hands(device):
    form = own(device).put("made", "tricks + 2").put("set", "-5")

    page = page_of(form, "work")

    assert "Made +tricks +2 1 a trick and 2 more" in page.text
    assert "Missed −5 5 are lost, whatever the bid" in page.text
    assert "Bid 1, took 1 of 6: bidding side +3, defenders +5." in page.text
    assert "Bid 1, took 0 of 6: bidding side −5, defenders +6." in page.text


def test_the_rules_are_saved_as_a_file_with_their_name(device):
    response = answer(own(device).put("name", "Café «Ž» 8"), "save")

    assert response.headers["Content-Disposition"] == 'attachment; filename="rules-caf-8.json"'
    assert response.headers["Content-Type"] == "application/json"
    assert response.json["name"] == "Café «Ž» 8"


def test_a_row_of_the_ladder_is_added_and_another_dropped(device):
    form = own(device)
    for column in ("name", "needs", "worth"):
        form.put(f"bids-0-{column}", "")
    form.put("bids-8-name", "giant pepper").put("bids-8-needs", "6").put("bids-8-worth", "28")

    bids = [bid["name"] for bid in saved(form)["bids"]]

    assert bids == ["2", "3", "4", "5", "6", "little pepper", "big pepper", "giant pepper"]


def test_a_bid_gets_an_award_of_its_own_and_loses_it_again(device):
    form = own(device).put("bids-0-set", "-2 x bid").put("bids-7-shutout", "none")
    form.put("bids-6-made", "")

    bids = saved(form)["bids"]

    assert bids[0]["set"] == {"bid": -2}
    assert bids[7]["shutout"] is None
    assert "made" not in bids[6]


def test_a_match_is_set_up_and_played_by_the_tables_own_rules(device):
    form = own(device).put("name", "Ours").put("set", "-5").put("target", "20")

    page = page_of(form, "play")
    table = device.start(page.form("Start match"))

    assert "Ours, wins at 20 or more" in table.open("menu").text
    assert table.play("North & South bid 3", "2 tricks").notes[0] == "25 to go · carries 5"


def test_house_rules_are_switched_on_over_the_tables_own_rules(device):
    page = page_of(own(device).put("set", "-5"), "play")

    table = device.start(page.form("Start match").pick("Lowest bid", "3"))

    rules = json.loads(table.file())["ruleset"]
    assert (rules["minimum_bid"], rules["set"]) == ("3", {"points": -5})


CONTRADICTIONS = {
    "a minimum that is not on the ladder": (
        {"minimum_bid": "7"},
        'The bid "7" is not on the ladder.',
        "minimum_bid",
    ),
    "a bid that needs more tricks than there are": (
        {"bids-2-needs": "7"},
        'Needs of 3 takes a whole number from 1 to 6, not "7".',
        "bids-2-needs",
    ),
    "players that cannot be shared out": (
        {"players": "5"},
        "5 players cannot be shared out over 2 sides.",
        "sides",
    ),
    "a bid that stands twice": (
        {"bids-1-name": "3"},
        'The bid "3" stands on the ladder twice.',
        "bids-2-name",
    ),
    "an award that nobody can read": ({"made": "lots"}, 'not "lots".', "made"),
    "an award of a bid that nobody can read": ({"bids-4-set": "6 6"}, "Points", "bids-4-set"),
    "no award at all": ({"set": "none"}, "A ruleset needs its set.", "set"),
    "folding where partners play": (
        {"surrender": "each"},
        "Each may fold alone only where everyone plays alone.",
        "surrender",
    ),
    "a forced bid off the ladder": (
        {"forced_who": "dealer", "forced_bid": "9"},
        'The bid "9" is not on the ladder.',
        "forced_bid",
    ),
    "a target that is no number": ({"target": "many"}, "The target takes", "target"),
    "losing at a score above nought": ({"lose_at": "5"}, "The losing score", "lose_at"),
    "no name": ({"name": " "}, "A name needs at least one character", "name"),
    "free tricks beyond the hand": ({"bids-3-free": "9"}, "Free tricks takes", "bids-3-free"),
    "a worth beyond any sheet": ({"bids-3-worth": "99999"}, "Worth of 4 takes", "bids-3-worth"),
}


@pytest.mark.parametrize("changed", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_rules_that_contradict_themselves_are_refused_with_a_sentence(device, changed):
    typed, sentence, field = changed
    form = own(device)
    for name, text in typed.items():
        form.put(name, text)

    why, at_fault = refused(form)

    assert sentence in why
    assert field in at_fault


def load(device, data, deed="play", name="rules.json"):
    token = device.token()
    response = device.ask(
        "POST",
        "/rules/own/file",
        data={"csrf_token": token, "deed": deed, "file": (name, data)},
        content_type="multipart/form-data",
    )
    return Page(device, "/rules/own/file", response)


def test_saved_rules_are_loaded_at_set_up(device):
    file = answer(own(device, "wolf-pepper").put("name", "Cabin rules"), "save").body

    table = device.start(load(device, file).form("Start match"))

    expected = read_ruleset({"preset": "wolf-pepper", "name": "Cabin rules"})
    assert json.loads(table.file())["ruleset"] == write_ruleset(expected)


def test_saved_rules_are_loaded_to_be_changed(device):
    file = answer(own(device, "pepper-31").put("name", "Cabin rules"), "save").body

    form = load(device, file, "change").form("Work it out")

    assert form.value("name") == "Cabin rules"
    assert saved(form)["lose_at"] == -31


def test_the_rules_of_a_match_file_are_loaded_from_it(device):
    file = b'{"format": "scorekeeper/1", "ruleset": {"preset": "pepper-30"}, "entries": []}'

    assert "Pepper to 30" in load(device, file).text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"[]", "A ruleset is written as an object"),
        (b'{"preset": "poker"}', "Preset is one of"),
        (b'{"players": 4}', "A ruleset needs its sides."),
        (b'{"preset": "pepper", "colour": "red"}', "There is no field"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 50_000, "nested"),
    ],
    ids=["nothing", "a list", "unknown", "half", "unknown field", "not text", "deep"],
)
@pytest.mark.parametrize("deed", ["play", "change"])
def test_a_file_that_holds_no_rules_is_refused_with_a_sentence(device, data, why, deed):
    page = load(device, data, deed)

    assert page.status == 422
    assert why in page.why
    assert page.at_fault == {"file"}


def test_no_file_at_all_is_asked_for(device):
    page = load(device, b"", name="")

    assert page.why == "Choose a file of rules first."


def test_own_rules_of_a_game_that_is_not_there_have_no_page(device):
    assert device.get("/rules/own?game=poker").status == 404


@pytest.mark.parametrize("text", WAYS)
def test_every_way_that_is_offered_can_be_read_and_is_written_as_it_was(text):
    facts = read_award(text, "made")

    assert read_award(write_award(Award(**facts) if facts else None), "made") == facts


@pytest.mark.parametrize("text", ["bid6", "6 6", "x", "1.5", "- -6", "12345", "bid at least", "+"])
def test_what_is_no_award_is_refused(text):
    with pytest.raises(RuleError, match="award-unreadable"):
        read_award(text, "made")

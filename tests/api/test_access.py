"""Every role against every action of the API."""

import pytest

from scorekeeper.store.database import db
from tests.rules.builders import record

HAND = record(bidder=0, bid="3", tricks=[4, 2])
HAND_FACTS = HAND["record"]
PLACES = ("host", "seat 0", "seat 1", "seat 2", "seat 3", "watch")
HOST = {"host"}
SIDE_0 = {"host", "seat 0", "seat 2"}
SIDE_1 = {"host", "seat 1", "seat 3"}
WRITERS = set(PLACES) - {"watch"}


def two_hands(match):
    """Record hand 1 by seat 0 and hand 2 by seat 1."""
    match["seat 0"].wrote(HAND)
    match["seat 1"].wrote(HAND)


def ended(match):
    two_hands(match)
    match["seat 2"].wrote({"end": True})


def long_ended(match):
    ended(match)
    pass_time(match, "2026-01-01T00:00:00Z")


def pass_time(match, at):
    """Set the time of the last entry."""
    with match.host.client.application.app_context():
        session = db.session
        session.execute(
            db.text("UPDATE journal SET entry = :entry WHERE match_id = 1 AND number = :number"),
            {"entry": f'{{"end":true,"at":"{at}"}}', "number": match.host.sheet["version"]},
        )
        session.commit()
        match.host.client.application.extensions["match_cache"].__init__()


# What is tried, in which match, and who may do it.
ACTIONS = {
    "the next hand": (two_hands, HAND, WRITERS),
    "a hand thrown in": (two_hands, record(thrown_in=True), WRITERS),
    "an amendment of the last hand": (two_hands, {"amend": 2, "hand": HAND_FACTS}, WRITERS),
    "an amendment of a hand before": (two_hands, {"amend": 1, "hand": HAND_FACTS}, HOST),
    "a strike of the last hand": (two_hands, {"strike": 2}, WRITERS),
    "a strike of a hand before": (two_hands, {"strike": 1}, HOST),
    "a column of side 0": (two_hands, {"overrule": 1, "side": 0, "points": 9}, SIDE_0),
    "a column of side 1": (two_hands, {"overrule": 1, "side": 1, "points": 9}, SIDE_1),
    "a column's overrule taken back": (
        two_hands,
        {"overrule": 2, "side": 1, "points": None},
        SIDE_1,
    ),
    "points for side 0": (two_hands, record(adjustment=[5, 0], note="x"), SIDE_0),
    "points for side 1": (two_hands, record(adjustment=[0, -5], note="x"), SIDE_1),
    "points for both": (two_hands, record(adjustment=[1, 1], note="x"), HOST),
    "an undo of seat 1's last": (two_hands, {"undo": 2}, {"host", "seat 1"}),
    "a name of side 0": (two_hands, {"rename": {"side": 0, "name": "X"}}, HOST),
    "a name of seat 0": (two_hands, {"rename": {"seat": 0, "name": "X"}}, {"host", "seat 0"}),
    "a name of seat 3": (two_hands, {"rename": {"seat": 3, "name": "X"}}, {"host", "seat 3"}),
    "who deals next": (two_hands, {"dealer": 3}, HOST),
    "the end": (two_hands, {"end": True}, WRITERS),
    "a reopening within ten seconds": (ended, {"reopen": "pocket"}, WRITERS),
    "a reopening later": (long_ended, {"reopen": "wrong tricks"}, HOST),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("begin", "facts", "allowed"), ACTIONS.values(), ids=ACTIONS)
def test_who_may_write_what(match, begin, facts, allowed, place):
    begin(match)
    before = match.host.journal

    answer = match[place].write(facts)

    assert answer.status_code == (201 if place in allowed else 403), answer.text
    assert len(match.host.journal) == len(before) + (place in allowed)


@pytest.mark.parametrize("place", PLACES)
def test_who_may_play_again(match, place):
    two_hands(match)

    answer = match[place].of_match("POST", "/rematch")

    assert answer.status_code == (403 if place == "watch" else 201)


@pytest.mark.parametrize("place", PLACES)
def test_who_may_delete(match, place):
    answer = match[place].of_match("DELETE")

    assert answer.status_code == (204 if place == "host" else 403)
    assert match.host.of_match("GET").status_code == (401 if place == "host" else 200)


@pytest.mark.parametrize("path", ["", "/journal", "/sheet.csv", "/sheet.json", "/sheet.txt"])
@pytest.mark.parametrize("place", [*PLACES, "nobody"])
def test_who_may_see(match, place, path):
    two_hands(match)

    answer = match[place].of_match("GET", path)

    assert answer.status_code == (401 if place == "nobody" else 200)


def test_a_seat_changes_the_last_hand_again_once_the_next_was_undone(match):
    two_hands(match)
    match["seat 1"].wrote({"undo": 2})

    assert match["seat 3"].write({"amend": 1, "hand": HAND_FACTS}).status_code == 201


def test_a_seat_that_amends_an_adjustment_leaves_the_other_columns_alone(match):
    match.host.wrote(record(adjustment=[5, 0], note="x"))

    for points, status in (([5, -1], 403), ([0, -1], 201)):
        answer = match["seat 1"].write({"amend": 1, "hand": {"adjustment": points, "note": "y"}})
        assert answer.status_code == status


def test_rights_follow_the_key_that_wrote_and_never_the_name(match):
    match["seat 1"].wrote(HAND, {"rename": {"seat": 1, "name": "Ann B"}})
    match["seat 0"].wrote({"rename": {"seat": 0, "name": "Bob"}}, HAND)

    assert match.host.journal[-1]["by"] == "Bob"
    assert match["seat 1"].write({"undo": 4}).status_code == 403
    assert match["seat 0"].write({"undo": 4}).status_code == 201


def test_what_a_file_brought_along_is_nobodys_to_undo_but_the_hosts(script, match):
    two_hands(match)
    file = match.host.of_match("GET", "/sheet.json").json
    taken_in = type(match)(script.client, script.call("POST", "/matches", file).json)

    assert taken_in["seat 1"].write({"undo": 2}).status_code == 403
    assert taken_in.host.write({"undo": 2}).status_code == 201


def test_a_refusal_says_whose_it_is(match):
    two_hands(match)

    told = {
        name: match[place].write(facts).json["detail"]
        for name, place, facts in (
            ("watch", "watch", HAND),
            ("dealer", "seat 0", {"dealer": 1}),
            ("before", "seat 0", {"strike": 1}),
        )
    }

    assert told == {
        "watch": "Whoever only watches writes nothing: take a seat first.",
        "dealer": "Only the host says who deals next.",
        "before": "Record 2 has been written since: only the host changes record 1.",
    }


def test_the_log_prints_the_present_name_of_the_seat_that_wrote(match):
    match["seat 1"].wrote(HAND)
    match.host.wrote(HAND, {"rename": {"seat": 1, "name": "Bobby"}})

    assert [entry["by"] for entry in match.watch.journal] == ["Bobby", "Host", "Host"]
    assert '"by": "Bobby"' in match.host.of_match("GET", "/sheet.json").text


def test_imported_entries_keep_the_name_they_came_with(script, match):
    match["seat 1"].wrote(HAND)
    file = match.host.of_match("GET", "/sheet.json").json
    taken_in = type(match)(script.client, script.call("POST", "/matches", file).json)

    taken_in.host.wrote({"rename": {"seat": 1, "name": "Bobby"}})

    assert taken_in.host.journal[0]["by"] == "Bob"
    assert taken_in.host.journal[0]["at"] == file["entries"][0]["at"]


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"overrule": 1, "side": 2, "points": 9}, "side"),
        ({"overrule": 1, "side": 1, "points": 10_000}, "points"),
        ({"rename": {"seat": 4, "name": "Eve"}}, "seat"),
        ({"rename": {"side": 2, "name": "Us"}}, "side"),
        ({"dealer": 4}, "dealer"),
    ],
)
def test_that_a_seat_may_not_comes_before_what_else_is_wrong(match, facts, field):
    two_hands(match)

    assert match["seat 0"].write(facts).status_code == 403
    refused = match["host"].write(facts)
    assert (refused.status_code, refused.json["field"]) == (422, field)


def test_that_the_match_has_ended_comes_before_what_else_is_wrong(match):
    ended(match)

    refused = match["host"].write(record(bidder=0, bid="no such bid", tricks=[4, 2]))

    assert refused.json["detail"].startswith("The match has ended.")

"""Every role against every form of a match, over the pages."""

import json

import pytest

from scorekeeper.matches import seats
from tests.client import Device
from tests.match_page import Table

OK, SHOWN, NOT_THEIRS, NOT_FOUND, NOT_FREE = 303, 200, 403, 404, 409

# A form, what is typed in it, and the answer to the host, a seat (East) and a watcher.
ACTIONS = {
    "record the next hand": ("hands", {"bid": "0-3", "tricks": "3"}, (OK, OK, NOT_THEIRS)),
    "change the last hand": ("hands/2", {"bid": "1-3", "tricks": "4"}, (OK, OK, NOT_THEIRS)),
    "change an older hand": (
        "hands/1",
        {"bid": "0-3", "tricks": "4"},
        (OK, NOT_THEIRS, NOT_THEIRS),
    ),
    "see what the last hand changed would change": (
        "hands/2",
        {"bid": "1-3", "tricks": "4", "deed": "show"},
        (SHOWN, SHOWN, NOT_THEIRS),
    ),
    "see what an older hand changed would change": (
        "hands/1",
        {"bid": "0-3", "tricks": "4", "deed": "show"},
        (SHOWN, NOT_THEIRS, NOT_THEIRS),
    ),
    "see what the other column would change": (
        "column",
        {"number": "1", "side": "0", "points": "2", "deed": "show"},
        (SHOWN, NOT_THEIRS, NOT_THEIRS),
    ),
    "see what its own side's points would change": (
        "adjust",
        {"points-1": "-2", "deed": "show"},
        (SHOWN, SHOWN, NOT_THEIRS),
    ),
    "see the next hand before it is saved": (
        "preview",
        {"bid": "0-3", "tricks": "3"},
        (SHOWN, SHOWN, NOT_THEIRS),
    ),
    "strike the last hand": ("hands/2/strike", {}, (OK, OK, NOT_THEIRS)),
    "strike an older hand": ("hands/1/strike", {}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "correct its own column": (
        "column",
        {"number": "1", "side": "1", "points": "2"},
        (OK, OK, NOT_THEIRS),
    ),
    "correct the other column": (
        "column",
        {"number": "1", "side": "0", "points": "2"},
        (OK, NOT_THEIRS, NOT_THEIRS),
    ),
    "adjust its own side": ("adjust", {"points-1": "-2"}, (OK, OK, NOT_THEIRS)),
    "adjust the other side": ("adjust", {"points-0": "-2"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "undo what the host wrote": ("undo", {"entry": "LAST"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "say who deals next": ("dealer", {"dealer": "3"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "rename its own seat": ("rename", {"whose": "seat 1", "name": "Zoe"}, (OK, OK, NOT_THEIRS)),
    "rename another seat": (
        "rename",
        {"whose": "seat 0", "name": "Zoe"},
        (OK, NOT_THEIRS, NOT_THEIRS),
    ),
    "rename a side": ("rename", {"whose": "side 1", "name": "Zoe"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "end the match": ("end", {}, (OK, OK, NOT_THEIRS)),
    "ask for a rematch": ("rematch", {}, (OK, OK, NOT_THEIRS)),
    "free a seat": ("seats/1/free", {}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "pass the role on": ("seats/1/host", {}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "close joining": ("joining", {"let": "no"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "renew a link": ("links", {"place": "watch"}, (OK, NOT_THEIRS, NOT_THEIRS)),
    "claim the host's role without a hand": ("claim", {}, (NOT_THEIRS, NOT_THEIRS, NOT_THEIRS)),
    "agree to a claim that nobody has made": (
        "claim/agree",
        {"seat": "1"},
        (NOT_FREE, NOT_THEIRS, NOT_THEIRS),
    ),
    "take a role that nobody has asked for": ("claim/take", {}, (NOT_THEIRS, NOT_FREE, NOT_THEIRS)),
    "delete the match": ("delete", {}, (OK, NOT_THEIRS, NOT_THEIRS)),
}
PLACES = ("host", "seat", "watcher")


@pytest.fixture
def places(app, table):
    """Provide a match with two hands by the host, and browsers: East, a watcher, an outsider."""
    table.play("North & South bid 3", "3 tricks")
    table.play("East & West bid 3", "3 tricks")
    east, watcher = (Device(app) for _ in range(2))
    form = east.get(f"/j/{table.code}").form("Take this seat")
    form.choose("Sit here: East").press()
    with app.app_context():
        key = seats.list_tokens(table.code, None)["watch"]
    watcher.get(f"/j/{key}").press("Watch this match")
    return {
        "host": table,
        "seat": Table(east, table.address),
        "watcher": Table(watcher, table.address),
        "stranger": Table(Device(app), table.address),
    }


def send(at, form, typed):
    """Post a form that no page may have offered."""
    token = at.device.token()
    version = str(len(at.entries)) if at.page.status == 200 else "2"
    typed = {name: version if text == "LAST" else text for name, text in typed.items()}
    facts = {"csrf_token": token, "version": version, "once": f"{form} {version}", **typed}
    return at.device.ask("POST", f"{at.address}/{form}", data=facts).status_code


def everything(table):
    """Return everything that the match's host can see of it."""
    return (table.file(), table.open("invite").text) if table.page.status == 200 else None


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("action", ACTIONS)
def test_each_place_may_do_what_is_its_own_and_nothing_else(places, action, place):
    form, typed, answers = ACTIONS[action]
    before = everything(places["host"])

    status = send(places[place], form, typed)

    assert status == answers[PLACES.index(place)]
    if status != OK:
        assert everything(places["host"]) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_finds_no_match_to_write_on(places, action):
    form, typed, _ = ACTIONS[action]
    before = everything(places["host"])

    assert send(places["stranger"], form, typed) == NOT_FOUND
    assert everything(places["host"]) == before


def test_a_seat_takes_back_its_own_last_entry(places):
    assert send(places["seat"], "hands", {"bid": "1-3", "tricks": "3"}) == OK

    assert send(places["seat"], "undo", {"entry": "LAST"}) == OK
    assert "undo" in json.loads(places["host"].file())["entries"][-1]


def test_a_seat_claims_the_hosts_role_once_it_has_written_a_hand(places):
    assert send(places["seat"], "hands", {"bid": "1-3", "tricks": "3"}) == OK

    assert send(places["seat"], "claim", {}) == OK
    assert send(places["seat"], "claim/agree", {"seat": "1"}) == NOT_THEIRS
    assert send(places["host"], "claim/agree", {"seat": "1"}) == OK


def test_only_the_host_reopens_with_a_reason_once_the_match_has_long_ended(places):
    assert send(places["seat"], "end", {}) == OK

    assert send(places["watcher"], "reopen", {"reason": "misread"}) == NOT_THEIRS
    assert send(places["host"], "reopen", {"reason": "misread"}) == OK

"""What people do with a match, on every database that the program ships with."""

import json
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from flask import current_app
from hypothesis import given, settings
from psycopg import sql

from scorekeeper import joining, opening, service, upkeep
from scorekeeper.exports.match_file import read_json, write_match_file
from scorekeeper.keys import make_key
from scorekeeper.rules.match import Match
from scorekeeper.rules.words import Refused
from scorekeeper.store.database import db
from scorekeeper.store.folds import Fold, Folds
from tests.databases import POSTGRESQL, SECRET, at_once, fresh, postgresql, program
from tests.rules.building import match_file, record
from tests.rules.strategies import evenings

PEPPER = {"ruleset": {"preset": "pepper"}}
HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER_HAND = record(bidder=1, bid="4", tricks=[3, 3])
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))["match"]
    for path in sorted((Path(__file__).parent / "evenings").glob("*.json"))
}
NO_CODES = ["", "ZZZZZZ", "0", "Ω💥", "'; DROP TABLE match; --", "%", "_" * 6, "A" * 9999, "a\0b"]
SPELLINGS = {
    "in lower case": str.lower,
    "with spaces": " ".join,
    "with dashes": "-".join,
    "with O for 0": lambda code: code.replace("0", "o"),
}
FORGERIES = {
    "nothing": lambda code: "",
    "the code alone": lambda code: code,
    "no proof": lambda code: f"{code}-host-",
    "a made up proof": lambda code: f"{code}-host-{'A' * 32}",
    "another secret": lambda code: make_key("another secret", code, "host", 1),
    "the generation before": lambda code: make_key(SECRET, code, "host", 0),
    "the generation after": lambda code: make_key(SECRET, code, "host", 2),
    "no place": lambda code: make_key(SECRET, code, "cook", 1),
    "a seat that is not there": lambda code: make_key(SECRET, code, "seat 4", 1),
    "a seat with two figures": lambda code: make_key(SECRET, code, "seat 01", 1),
    "another place's proof": lambda code: make_key(SECRET, code, "watch", 1).replace(
        "watch", "host"
    ),
    "an unknown match": lambda code: make_key(SECRET, "ZZZZZZ", "host", 1),
    "another match's proof": lambda code: make_key(SECRET, "ZZZZZZ", "host", 1).replace(
        "ZZZZZZ", code
    ),
    "a proof cut short": lambda code: make_key(SECRET, code, "host", 1)[:-1],
    "a proof with more behind it": lambda code: make_key(SECRET, code, "host", 1) + "A",
    "a part too many": lambda code: make_key(SECRET, code, "host", 1) + "-",
    "signs of no alphabet": lambda code: f"{code}-host-Ω💥",
    "a null in the code": lambda code: f"{code}\0-host-{'A' * 32}",
}
DAMAGED = {
    "against the rules": '{"strike":9}',
    "half a hand": '{"record":{"bid":"9"}}',
    "a text": '"text"',
    "null": "null",
    "an empty object": "{}",
    "not JSON": "not JSON",
    "cut short": '{"record":{"bid',
    "nothing": "",
    "two entries": '{"record":{"thrown_in":true}},{"record":{"thrown_in":true}}',
    "nested deeply": "[" * 9999,
}
RACE = """
import sys
from scorekeeper import create_app, joining, service
from scorekeeper.config import Settings

url, code, tricks = sys.argv[1:]
hand = {"record": {"bidder": 0, "bid": "3", "tricks": [int(tricks), 6 - int(tricks)]}}
with create_app(Settings(database=url, secret_key="made up for the tests")).app_context():
    sys.stdin.readline()
    try:
        service.write_entry(code, "phone", hand, version=0)
    except service.Conflict:
        print("conflict")
    else:
        print("written")
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    with fresh(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def app(url):
    with program(url) as app:
        yield app


@pytest.fixture
def here(app):
    with app.app_context():
        yield


@pytest.fixture
def code(here):
    return opening.open_match(PEPPER, "phone")


@pytest.fixture(scope="module")
def evening_app(tmp_path_factory):
    file = tmp_path_factory.mktemp("service") / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        yield app


def entries(code):
    """What stands in the journal, as another process would read it."""
    db.session.rollback()
    return service.read_match(code).match.to_dict()["entries"]


def write_all(code, *facts):
    for version, entry in enumerate(facts, service.read_match(code).sheet.version):
        table = service.write_entry(code, "phone", entry, version=version)
    return table


# ------------------------------------------------------------------------ opening and reading


def test_a_match_that_was_opened_is_read_by_its_device(here):
    facts = {**PEPPER, "sides": ["The Elders", "The Rest"], "start": [5, 0], "first_dealer": 2}

    code = opening.open_match(facts, "phone")

    table = service.read_match(code, "phone")
    assert table.code == code
    assert table.sheet.sides == ("The Elders", "The Rest")
    assert (table.sheet.totals, table.sheet.next_dealer) == ((5, 0), 2)
    assert (table.sheet.version, table.sheet.state) == (0, "playing")
    assert UTC.fullmatch(table.match.opening.opened)


def test_a_match_that_the_rules_refuse_is_not_opened(here):
    with pytest.raises(Refused) as refused:
        opening.open_match({**PEPPER, "start": [-1, 0]}, "phone")

    assert refused.value.field == "start"
    assert list(upkeep.check_matches()) == []


def test_a_form_that_opens_a_match_opens_one(here):
    opened = {opening.open_match(PEPPER, "phone", "form 1") for _ in range(3)}

    assert [code for code, _ in upkeep.check_matches()] == list(opened)


def test_the_same_form_with_other_facts_or_from_another_device_opens_another(here):
    opened = {
        opening.open_match(PEPPER, "phone", "form 1"),
        opening.open_match({**PEPPER, "start": [1, 0]}, "phone", "form 1"),
        opening.open_match(PEPPER, "tablet", "form 1"),
        opening.open_match(PEPPER, "phone", "form 2"),
    }

    assert len(opened) == 4


def test_a_form_sent_eight_times_at_once_opens_one_match(app):  # T01
    opened = at_once(app, [lambda: opening.open_match(PEPPER, "phone", "form 1")] * 8)

    with app.app_context():
        (kept,) = [code for code, _ in upkeep.check_matches()]
    assert opened == [kept] * 8


def test_home_lists_the_devices_own_matches_the_newest_first(here):
    first = opening.open_match(PEPPER, "phone")
    opening.open_match(PEPPER, "tablet")
    second = opening.open_match(PEPPER, "phone")

    listed = [table.code for table in service.matches_of("phone")]

    assert listed == [second, first]
    assert list(service.matches_of("a stranger")) == []


@pytest.mark.parametrize("unknown", NO_CODES, ids=ascii)
def test_an_unknown_code_is_no_match_to_readers_and_writers(here, unknown):
    with pytest.raises(service.NoMatch):
        service.read_match(unknown)
    with pytest.raises(service.NoMatch):
        service.read_match(unknown, "phone")
    with pytest.raises(service.NoMatch):
        service.write_entry(unknown, "phone", HAND, version=0)


def test_a_stranger_is_answered_as_if_there_were_no_match(code):
    def answer(asked):
        try:
            asked()
        except service.NoMatch as error:
            return type(error), len(error.args)

    of_mine = answer(lambda: service.read_match(code, "a stranger"))
    of_none = answer(lambda: service.read_match("ZZZZZZ", "a stranger"))
    written = answer(lambda: service.write_entry(code, "a stranger", HAND, version=0))
    written_stale = answer(lambda: service.write_entry(code, "a stranger", HAND, version=7))

    assert of_mine == of_none == written == written_stale == (service.NoMatch, 1)
    assert entries(code) == []


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)
def test_a_code_may_be_typed_as_people_type_it(code, spell):  # T45
    typed = spell(code)

    written = service.write_entry(typed, "phone", HAND, version=0)
    read = service.read_match(typed, "phone")

    assert (written.code, read.code) == (code, code)
    assert len(entries(code)) == 1


# ------------------------------------------------------------------------ writing


def test_a_hand_that_was_written_stands_on_the_sheet(code):
    answered = service.write_entry(code, "phone", HAND, version=0)

    db.session.rollback()
    assert answered.sheet.scores == (3, 2)
    assert service.read_match(code, "phone").sheet.to_dict() == answered.sheet.to_dict()


def test_what_was_written_is_there_when_the_program_starts_again(url):
    with program(url) as app, app.app_context():
        code = opening.open_match(PEPPER, "phone")
        before = service.write_entry(code, "phone", HAND, version=0).sheet.to_dict()

    with program(url) as app, app.app_context():
        assert service.read_match(code, "phone").sheet.to_dict() == before  # T04


def test_an_entry_says_when_and_by_whom_it_was_written(code):
    service.write_entry(code, "phone", HAND, version=0)

    (entry,) = entries(code)
    assert UTC.fullmatch(entry["at"])
    assert entry["by"] == "Host"


@pytest.mark.parametrize(
    "lie", [{"at": "1999-01-01T00:00:00Z"}, {"by": "Someone else"}, {"at": None}], ids=str
)
def test_nobody_says_when_and_by_whom_an_entry_was_written(code, lie):
    with pytest.raises(Refused, match="stamped here") as refused:
        service.write_entry(code, "phone", {**HAND, **lie}, version=0)

    assert refused.value.field == next(iter(lie))
    assert entries(code) == []


def test_a_stored_hand_names_its_dealer(code):
    write_all(code, HAND, OTHER_HAND)

    assert [entry["record"]["dealer"] for entry in entries(code)] == [0, 1]


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        (record(bidder=0, bid="3", tricks=[4, 3]), "tricks"),
        (record(bidder=9, bid="3", tricks=[4, 2]), "bidder"),
        (record(bidder=0, bid="9", tricks=[4, 2]), "bid"),
        (record(adjustment=[10**30, 0], note="too much"), "adjustment"),
        ({"strike": 1}, "strike"),
        ({"undo": 1}, "undo"),
        ({"reopen": "why not"}, "reopen"),
        ({"amend": 1, "hand": {}}, "amend"),
        ({}, None),
        ({"end": True, "strike": 1}, "strike"),
    ],
)
def test_a_refused_entry_leaves_nothing(code, facts, field):
    with pytest.raises(Refused) as refused:
        service.write_entry(code, "phone", facts, version=0, key="form 1")

    assert refused.value.field == field
    assert entries(code) == []
    assert service.write_entry(code, "phone", HAND, version=0, key="form 1").sheet.version == 1


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**9])
def test_a_stale_version_is_a_conflict_that_shows_the_sheet_and_writes_nothing(code, version):
    now = write_all(code, HAND, OTHER_HAND)

    with pytest.raises(service.Conflict) as conflict:
        service.write_entry(code, "phone", HAND, version=version)

    assert conflict.value.table.sheet.to_dict() == now.sheet.to_dict()
    assert len(entries(code)) == 2


def test_an_undone_hand_is_as_if_never_written(code):  # T14
    before = write_all(code, HAND).sheet.to_dict()

    after = write_all(code, OTHER_HAND, {"undo": 2}).sheet.to_dict()

    assert after == before | {"version": 3}
    with pytest.raises(Refused):
        service.write_entry(code, "phone", {"undo": 2}, version=3)


def test_the_win_that_is_undone_is_detected_once_more(here):  # T14
    code = opening.open_match({**PEPPER, "start": [40, 0]}, "phone")

    weaker = record(bidder=1, bid="2", surrendered=True)
    states = [
        service.write_entry(code, "phone", facts, version=version).sheet.state
        for version, facts in enumerate([HAND, {"undo": 1}, weaker, HAND])
    ]

    assert states == ["decided", "playing", "playing", "decided"]
    assert service.read_match(code).sheet.winner == 0


def test_amending_the_last_hand_three_times_adds_no_hand_and_moves_no_dealer(code):  # T13
    write_all(code, HAND)
    amended = {"amend": 1, "hand": {"bidder": 2, "bid": "5", "tricks": [5, 1]}}

    table = write_all(code, amended, amended, amended)

    assert len(table.sheet.lines) == 1
    assert (table.sheet.scores, table.sheet.next_dealer) == ((5, 1), 1)


def test_amending_an_old_hand_changes_every_number_from_there_on(code):  # T11
    as_played = [record(bidder=n % 4, bid="2", tricks=[3, 3]) for n in range(9)]
    other = {"bidder": 1, "bid": "5", "tricks": [6, 0], "dealer": 1}
    write_all(code, *as_played)

    table = write_all(code, {"amend": 2, "hand": other})

    played_so = opening.open_match(PEPPER, "phone")
    as_if = write_all(played_so, as_played[0], {"record": other}, *as_played[2:])
    assert [line.to_dict() for line in table.sheet.lines] == [
        line.to_dict() for line in as_if.sheet.lines
    ]


def test_an_adjustment_changes_a_total_by_exactly_what_was_typed(code):  # T06
    before = write_all(code, HAND).sheet.totals

    after = write_all(code, record(adjustment=[5, 0], note="agreed")).sheet.totals

    assert after == (before[0] + 5, before[1])
    assert len(entries(code)) == 2


def test_an_ended_match_takes_nothing_but_a_reason_to_reopen_it(code):  # T37
    write_all(code, HAND, {"end": True})

    for facts in (HAND, {"strike": 1}, {"dealer": 1}, {"undo": 2}, {"undo": 1}):
        with pytest.raises(Refused, match="ended"):
            service.write_entry(code, "phone", facts, version=2)

    assert len(entries(code)) == 2
    assert service.read_match(code, "phone").sheet.state == "ended"


def test_a_second_end_writes_nothing_and_is_answered_as_the_first(code):  # T37
    first = write_all(code, HAND, {"end": True})

    second = service.write_entry(code, "phone", {"end": True}, version=2)

    assert second.sheet.to_dict() == first.sheet.to_dict()
    assert len(entries(code)) == 2


def test_a_second_end_from_a_stale_page_is_a_conflict(code):
    write_all(code, HAND, {"end": True})

    with pytest.raises(service.Conflict):
        service.write_entry(code, "phone", {"end": True}, version=1)

    assert len(entries(code)) == 2


def test_an_ended_match_is_reopened_with_a_reason_corrected_and_ended_again(code):  # T38
    ended = write_all(code, HAND, {"end": True})
    first_file = write_match_file(ended.match)

    reopened = write_all(code, {"reopen": "wrong tricks in hand 1"})
    corrected = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [2, 4]}}
    again = write_all(code, corrected, {"end": True})

    assert (reopened.sheet.state, again.sheet.state) == ("playing", "ended")
    assert again.sheet.scores == (-3, 4)
    second_file = write_match_file(service.read_match(code).match)
    assert b"wrong tricks in hand 1" in second_file
    assert second_file != first_file
    assert second_file == write_match_file(service.read_match(code).match)


def test_a_reopening_without_a_reason_is_refused(code):
    write_all(code, {"end": True})

    with pytest.raises(Refused, match="reason"):
        service.write_entry(code, "phone", {"reopen": "  "}, version=1)

    assert len(entries(code)) == 1


# ------------------------------------------------------------------------ the idempotency key


def test_a_repeated_write_writes_once_and_is_answered_as_the_first_was(code):  # T01
    first = service.write_entry(code, "phone", HAND, version=0, key="form 1")
    service.write_entry(code, "phone", OTHER_HAND, version=1, key="form 2")

    repeated = service.write_entry(code, "phone", HAND, version=0, key="form 1")

    assert repeated.sheet.to_dict() == first.sheet.to_dict()
    assert len(entries(code)) == 2


def test_a_repeat_is_recognised_whatever_version_it_names(code):
    first = service.write_entry(code, "phone", HAND, version=0, key="form 1")

    for version in (0, 1, 99):
        repeated = service.write_entry(code, "phone", HAND, version=version, key="form 1")
        assert repeated.sheet.to_dict() == first.sheet.to_dict()

    assert len(entries(code)) == 1


def test_a_repeat_after_the_end_is_still_answered_as_the_first_was(code):
    first = service.write_entry(code, "phone", HAND, version=0, key="form 1")
    service.write_entry(code, "phone", {"end": True}, version=1)

    repeated = service.write_entry(code, "phone", HAND, version=0, key="form 1")

    assert repeated.sheet.to_dict() == first.sheet.to_dict()


def test_a_repeat_may_spell_its_facts_in_another_order(code):
    service.write_entry(code, "phone", HAND, version=0, key="form 1")
    backwards = {"record": dict(reversed(HAND["record"].items()))}

    repeated = service.write_entry(code, "phone", backwards, version=0, key="form 1")

    assert repeated.sheet.version == 1


def test_the_same_key_with_other_facts_says_so_and_writes_nothing(code):
    first = service.write_entry(code, "phone", HAND, version=0, key="form 1")

    with pytest.raises(service.AlreadyWritten) as already:
        service.write_entry(code, "phone", OTHER_HAND, version=1, key="form 1")

    assert already.value.table.sheet.to_dict() == first.sheet.to_dict()
    assert len(entries(code)) == 1


def test_another_devices_same_key_is_its_own(app, code):
    key = joining.host_link(code)
    joining.take_place(key, "tablet")
    service.write_entry(code, "phone", HAND, version=0, key="form 1")

    service.write_entry(code, "tablet", OTHER_HAND, version=1, key="form 1")

    assert len(entries(code)) == 2


def test_a_key_belongs_to_one_match(code):
    other = opening.open_match(PEPPER, "phone")
    service.write_entry(code, "phone", HAND, version=0, key="form 1")

    service.write_entry(other, "phone", OTHER_HAND, version=0, key="form 1")

    assert (len(entries(code)), len(entries(other))) == (1, 1)


def undo_the_last(table):
    """What the Undo button of a page says, made of the table as its reader saw it."""
    return {"undo": table.match.standing.undoable[0]}


def test_facts_may_be_made_of_the_table_as_the_writer_saw_it(code):
    write_all(code, HAND, OTHER_HAND)

    table = service.write_entry(code, "phone", undo_the_last, version=2)

    assert entries(code)[-1]["undo"] == 2
    assert len(table.sheet.lines) == 1


def test_facts_made_of_the_table_are_the_same_when_they_are_repeated(code):  # T01
    write_all(code, HAND, OTHER_HAND)
    first = service.write_entry(code, "phone", undo_the_last, version=2, key="form 1")
    service.write_entry(code, "phone", HAND, version=3)

    repeated = service.write_entry(code, "phone", undo_the_last, version=2, key="form 1")

    assert repeated.sheet.to_dict() == first.sheet.to_dict()
    assert len(entries(code)) == 4


def test_facts_made_of_the_table_are_not_asked_for_when_the_sheet_has_moved_on(code):
    write_all(code, HAND, OTHER_HAND)
    asked = []

    with pytest.raises(service.Conflict):
        service.write_entry(code, "phone", asked.append, version=1)

    assert asked == []


def test_a_write_that_was_a_conflict_is_not_remembered(code):
    service.write_entry(code, "phone", HAND, version=0)
    with pytest.raises(service.Conflict):
        service.write_entry(code, "phone", OTHER_HAND, version=0, key="form 1")

    landed = service.write_entry(code, "phone", OTHER_HAND, version=1, key="form 1")

    assert landed.sheet.version == 2


# ------------------------------------------------------------------------ several at once


def test_of_sixteen_that_record_hand_1_at_once_one_lands(app):  # T26
    with app.app_context():
        code = opening.open_match(PEPPER, "phone")
    hands = [record(bidder=n % 4, bid="1", tricks=[n % 7, 6 - n % 7]) for n in range(16)]

    answers = at_once(
        app,
        [lambda hand=hand: service.write_entry(code, "phone", hand, version=0) for hand in hands],
    )

    landed = [answer for answer in answers if isinstance(answer, service.Table)]
    lost = [answer for answer in answers if isinstance(answer, service.Conflict)]
    assert (len(landed), len(lost)) == (1, 15)
    with app.app_context():
        now = service.read_match(code).sheet.to_dict()
    assert len(now["rows"]) == 1
    assert landed[0].sheet.to_dict() == now
    assert all(conflict.table.sheet.to_dict() == now for conflict in lost)


def test_of_eight_doubled_saves_at_once_one_is_written_and_all_are_told_so(app):  # T01
    with app.app_context():
        code = opening.open_match(PEPPER, "phone")

    answers = at_once(
        app, [lambda: service.write_entry(code, "phone", HAND, version=0, key="form 1")] * 8
    )

    assert [answer.sheet.version for answer in answers] == [1] * 8
    with app.app_context():
        assert len(entries(code)) == 1


def test_eight_writers_on_eight_matches_lose_nothing(app):
    with app.app_context():
        codes = [opening.open_match(PEPPER, "phone") for _ in range(8)]
    hands = [record(bidder=n % 4, bid="1", tricks=[3, 3], note=f"hand {n}") for n in range(10)]

    def play(code):
        for version, hand in enumerate(hands):
            service.write_entry(code, "phone", hand, version=version)

    answers = at_once(app, [lambda code=code: play(code) for code in codes])

    assert answers == [None] * 8
    with app.app_context():
        for code in codes:
            notes = [entry["record"]["note"] for entry in entries(code)]
            assert notes == [f"hand {n}" for n in range(10)]


def test_eight_writers_on_one_match_that_try_again_after_a_conflict_lose_nothing(app):
    with app.app_context():
        code = opening.open_match(PEPPER, "phone")

    def play(writer):
        for n in range(5):
            note = f"{writer} {n}"
            facts, version = record(adjustment=[1, 0], note=note), 0
            while True:
                try:
                    service.write_entry(code, "phone", facts, version=version)
                    break
                except service.Conflict as conflict:
                    version = conflict.table.sheet.version

    answers = at_once(app, [lambda writer=writer: play(writer) for writer in range(8)])

    assert answers == [None] * 8
    with app.app_context():
        notes = [entry["record"]["note"] for entry in entries(code)]
        assert sorted(notes) == sorted(f"{writer} {n}" for writer in range(8) for n in range(5))
        assert service.read_match(code).sheet.totals == (40, 0)


def test_of_four_processes_that_record_hand_1_one_lands(app, url):
    with app.app_context():
        code = opening.open_match(PEPPER, "phone")
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, url, code, str(tricks)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for tricks in range(4)
    ]

    for racer in racers:
        racer.stdin.write("go\n")
        racer.stdin.flush()
    told = sorted(racer.communicate(timeout=60)[0].strip() for racer in racers)

    assert told == ["conflict", "conflict", "conflict", "written"]
    with app.app_context():
        assert len(entries(code)) == 1


# ------------------------------------------------------------------------ links and places


def test_the_hosts_link_gives_a_second_device_the_match(code):
    key = joining.host_link(code)

    taken = joining.take_place(key, "tablet")

    assert taken.code == code
    assert service.write_entry(code, "tablet", HAND, version=0).sheet.version == 1
    assert [table.code for table in service.matches_of("tablet")] == [code]


def test_only_looking_at_a_link_takes_nothing(code):
    key = joining.host_link(code)

    assert joining.key_opens(key).code == code

    with pytest.raises(service.NoMatch):
        service.read_match(code, "tablet")


def test_a_link_may_be_opened_twice_and_typed_in_lower_case(code):
    key = joining.host_link(code)

    taken = [joining.take_place(typed, "tablet") for typed in (key, key, key.lower())]

    assert [table.code for table in taken] == [code] * 3
    assert [table.code for table in service.matches_of("tablet")] == [code]


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_key_that_proves_nothing_opens_nothing(code, forge):
    forged = forge(code)

    with pytest.raises(service.NoMatch):
        joining.key_opens(forged)
    with pytest.raises(service.NoMatch):
        joining.take_place(forged, "tablet")
    with pytest.raises(service.NoMatch):
        service.read_match(code, "tablet")


def test_there_is_no_link_to_an_unknown_match(here):
    with pytest.raises(service.NoMatch):
        joining.host_link("ZZZZZZ")


# ------------------------------------------------------------------------ taking in and checking


@pytest.mark.parametrize("name", EVENINGS)
def test_a_whole_evening_is_exported_taken_in_and_exported_again_byte_for_byte(here, name):
    first = write_match_file(service.read_match(opening.import_match(EVENINGS[name])).match)

    again = opening.import_match(read_json(first))

    db.session.rollback()
    assert write_match_file(service.read_match(again).match) == first


@settings(max_examples=40, deadline=None)
@given(evening=evenings())
def test_any_match_is_exported_taken_in_and_exported_again_byte_for_byte(evening_app, evening):
    first = write_match_file(service.read_match(opening.import_match(evening[1])).match)

    again = opening.import_match(read_json(first))

    db.session.rollback()
    assert write_match_file(service.read_match(again).match) == first


def test_a_match_that_was_written_here_is_taken_in_again_with_its_times_and_writers(code):
    write_all(code, HAND, {"rename": {"side": 0, "name": "The Elders"}}, {"end": True})
    first = write_match_file(service.read_match(code).match)

    again = opening.import_match(read_json(first), "tablet")

    assert again != code
    assert write_match_file(service.read_match(again, "tablet").match) == first
    assert first.count(b'"by": "Host"') == 3


def test_a_match_taken_in_is_played_on(here):
    code = opening.import_match(match_file(HAND), "phone")

    table = service.write_entry(code, "phone", OTHER_HAND, version=1)

    assert table.sheet.version == 2


def test_a_match_taken_in_by_nobody_is_opened_by_its_link_alone(here):
    code = opening.import_match(match_file(HAND))

    with pytest.raises(service.NoMatch):
        service.read_match(code, "phone")
    joining.take_place(joining.host_link(code), "phone")

    assert service.read_match(code, "phone").sheet.version == 1


@pytest.mark.parametrize(
    ("facts", "entry"),
    [
        (match_file(HAND, record(bidder=0, bid="3", tricks=[9, 9])), 2),
        (match_file(HAND, {"strike": 7}, HAND), 2),
        (match_file(start=[-1, 0]), None),
        (match_file(rules={"target": {"points": 0, "test": "reach"}}), None),
        (match_file(format="scorekeeper/2"), None),
        (match_file(HAND) | {"more": 1}, None),
        ([], None),
        (None, None),
        ("scorekeeper/1", None),
    ],
)
def test_a_match_that_is_refused_is_not_taken_in(here, facts, entry):
    with pytest.raises(Refused) as refused:
        opening.import_match(facts, "phone")

    assert refused.value.entry == entry
    assert list(upkeep.check_matches()) == []
    assert list(service.matches_of("phone")) == []


def damage(code, entry):
    """Puts something else in the place of the first entry, as only another program could.

    This one has not folded the match yet.
    """
    current_app.extensions["folds"] = Folds()
    with db.engine.connect() as connection, connection.begin():
        connection.execute(
            db.text(
                "UPDATE journal SET entry = :entry WHERE number = 1"
                " AND match_id = (SELECT id FROM match WHERE code = :code)"
            ),
            {"entry": entry, "code": code},
        )


@pytest.mark.parametrize("entry", DAMAGED.values(), ids=DAMAGED)
def test_a_stored_match_that_no_longer_reads_is_found_and_hides_no_other(here, entry):
    broken, sound = (opening.open_match(PEPPER, "phone") for _ in range(2))
    write_all(broken, HAND)
    write_all(sound, HAND)
    damage(broken, entry)
    db.session.rollback()

    checked = dict(upkeep.check_matches())

    assert checked[sound] is None
    assert checked[broken] is not None
    assert checked[broken].why
    assert [table.code for table in service.matches_of("phone")] == [sound]


@pytest.mark.parametrize("lost", [1, 2])
def test_a_stored_match_that_lost_an_entry_is_found(here, lost):
    code = opening.open_match(PEPPER, "phone")
    write_all(code, HAND, OTHER_HAND, HAND)
    with db.engine.connect() as connection, connection.begin():
        connection.execute(db.text(f"DELETE FROM journal WHERE number = {lost}"))  # noqa: S608
    db.session.rollback()

    ((_, refused),) = upkeep.check_matches()

    assert "missing" in refused.why


def test_a_match_whose_sheet_is_not_that_of_its_entries_is_found(here):
    code, other = (opening.open_match(PEPPER, "phone") for _ in range(2))
    write_all(code, HAND)
    write_all(other, OTHER_HAND)
    kept = current_app.extensions["folds"]
    mine, strange = (service.read_match(each).fold.match for each in (code, other))
    fold = service.read_match(code).fold
    kept.keep(1, Fold(Match(mine.opening, mine.entries, strange.standing), fold.places))

    checked = dict(upkeep.check_matches())

    assert "another sheet" in checked[code].why
    assert checked[other] is None


# ------------------------------------------------------------------------ a database that fails


@pytest.fixture
def read_only(tmp_path):
    """The program on a file that takes no writes, with one match on it; and that match's code."""
    file = tmp_path / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        code = opening.open_match(PEPPER, "phone")
        write_all(code, HAND)
    with program(f"sqlite:///file:{file}?mode=ro&uri=true") as app, app.app_context():
        yield code


def test_a_database_that_takes_no_writes_is_unavailable_to_every_writer(read_only):
    key = make_key(SECRET, read_only, "host", 1)

    for write in (
        lambda: service.write_entry(read_only, "phone", OTHER_HAND, version=1),
        lambda: opening.open_match(PEPPER, "phone"),
        lambda: opening.import_match(match_file(HAND)),
        lambda: joining.take_place(key, "tablet"),
    ):
        with pytest.raises(service.Unavailable, match="readonly"):
            write()

    assert len(entries(read_only)) == 1


def test_a_database_that_takes_no_writes_is_still_read(read_only):
    with pytest.raises(service.Unavailable):
        service.write_entry(read_only, "phone", OTHER_HAND, version=1)

    assert service.read_match(read_only, "phone").sheet.scores == (3, 2)
    assert [table.code for table in service.matches_of("phone")] == [read_only]
    assert joining.host_link(read_only)


def test_a_file_that_is_no_database_any_more_is_unavailable_to_all(tmp_path):
    file = tmp_path / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        code = opening.open_match(PEPPER, "phone")
        db.session.remove()
        db.engine.dispose()
        file.write_bytes(b"spilt over" * 1000)

        with pytest.raises(service.Unavailable):
            service.write_entry(code, "phone", HAND, version=0)
        with pytest.raises(service.Unavailable):
            service.read_match(code, "phone")


def test_a_server_that_has_gone_is_unavailable_to_all_and_serves_again_when_it_is_back():
    with postgresql() as address, program(address) as app, app.app_context():
        code = opening.open_match(PEPPER, "phone")
        name = sql.Identifier(address.rpartition("/")[2])
        with psycopg.connect(POSTGRESQL, autocommit=True) as server:
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [name._obj[0]],  # noqa: SLF001 - the name as text
            )
            with pytest.raises(service.Unavailable):
                service.write_entry(code, "phone", HAND, version=0)
            db.session.remove()
            with pytest.raises(service.Unavailable):
                service.read_match(code, "phone")
            db.session.remove()
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))

        assert service.write_entry(code, "phone", HAND, version=0).sheet.version == 1

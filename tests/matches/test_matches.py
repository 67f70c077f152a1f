"""Reading and writing a match, on every kind of database."""

import subprocess
import sys

import psycopg
import pytest
from psycopg import sql

from scorekeeper import tokens
from scorekeeper.codec.match_file import write_match, write_match_file
from scorekeeper.codec.sheet import write_line, write_sheet
from scorekeeper.matches import creation, matches, seats
from scorekeeper.rules.errors import RuleError
from scorekeeper.store.database import db
from scorekeeper.tokens import make_token
from tests.databases import POSTGRESQL, SECRET, app, at_once, here, lands, postgresql, program, url
from tests.match_setup import (
    HAND,
    NAMED,
    OTHER_HAND,
    PEPPER,
    UTC,
    change,
    claimed,
    code,
    from_today,
    ran_on,
    submit_entry,
    table,
    write_all,
)
from tests.rules.builders import match_file, record

__all__ = ["app", "code", "here", "url"]

NO_CODES = ["", "ZZZZZZ", "0", "Ω💥", "'; DROP TABLE match; --", "%", "_" * 6, "A" * 9999, "a\0b"]
SPELLINGS = {
    "in lower case": str.lower,
    "with spaces": " ".join,
    "with dashes": "-".join,
    "with O for 0": lambda code: code.replace("0", "o"),
}
RACE = """
import sys
from scorekeeper import create_app
from scorekeeper.codec.submission import read_submission
from scorekeeper.matches import matches
from scorekeeper.config import Settings

url, code, tricks = sys.argv[1:]
hand = {"record": {"bidder": 0, "bid": "3", "tricks": [int(tricks), 6 - int(tricks)]}}
with create_app(Settings(database=url, secret_key="made up for the tests")).app_context():
    sys.stdin.readline()
    try:
        state = matches.read_match(code).state
        matches.write_entry(code, "phone", read_submission(hand, state), version=0)
    except matches.VersionConflict:
        print("conflict")
    else:
        print("written")
"""


def entries(code):
    """Return the stored journal, as another process would read it."""
    db.session.rollback()
    return write_match(matches.read_match(code).match)["entries"]


# ------------------------------------------------------------------------ reading


def test_home_lists_the_devices_own_matches_the_newest_first(here):
    first = creation.open_match(PEPPER, "phone")
    creation.open_match(PEPPER, "tablet")
    second = creation.open_match(PEPPER, "phone")

    listed = [table.code for table in matches.list_matches("phone")]

    assert listed == [second, first]
    assert list(matches.list_matches("a stranger")) == []


@pytest.mark.parametrize("unknown", NO_CODES, ids=ascii)
def test_an_unknown_code_is_no_match_to_readers_and_writers(here, unknown):
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(unknown)
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(unknown, "phone")
    with pytest.raises(matches.MatchNotFound):
        submit_entry(unknown, "phone", HAND, version=0)


def test_a_stranger_is_answered_as_if_there_were_no_match(code):
    def answer(asked):
        try:
            asked()
        except matches.MatchNotFound as error:
            return type(error), len(error.args)

    of_mine = answer(lambda: matches.read_match(code, "a stranger"))
    of_none = answer(lambda: matches.read_match("ZZZZZZ", "a stranger"))
    written = answer(lambda: submit_entry(code, "a stranger", HAND, version=0))
    written_stale = answer(lambda: submit_entry(code, "a stranger", HAND, version=7))

    assert of_mine == of_none == written == written_stale == (matches.MatchNotFound, 1)
    assert entries(code) == []


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)
def test_a_code_may_be_typed_as_people_type_it(code, spell):
    typed = spell(code)

    written = submit_entry(typed, "phone", HAND, version=0)
    read = matches.read_match(typed, "phone")

    assert (written.code, read.code) == (code, code)
    assert len(entries(code)) == 1


# ------------------------------------------------------------------------ writing


def test_a_hand_that_was_written_stands_on_the_sheet(code):
    answered = submit_entry(code, "phone", HAND, version=0)

    db.session.rollback()
    assert answered.sheet.scores == (3, 2)
    assert write_sheet(matches.read_match(code, "phone").sheet) == write_sheet(answered.sheet)


def test_what_was_written_is_there_when_the_program_starts_again(url):
    with program(url) as app, app.app_context():
        code = creation.open_match(PEPPER, "phone")
        before = write_sheet(submit_entry(code, "phone", HAND, version=0).sheet)

    with program(url) as app, app.app_context():
        assert write_sheet(matches.read_match(code, "phone").sheet) == before


def test_an_entry_says_when_and_by_whom_it_was_written(code):
    submit_entry(code, "phone", HAND, version=0)

    (entry,) = entries(code)
    assert UTC.fullmatch(entry["at"])
    assert entry["by"] == "Host"


@pytest.mark.parametrize(
    "lie", [{"at": "1999-01-01T00:00:00Z"}, {"by": "Someone else"}, {"at": None}], ids=str
)
def test_nobody_says_when_and_by_whom_an_entry_was_written(code, lie):
    with pytest.raises(RuleError, match="entry-stamped") as refused:
        submit_entry(code, "phone", {**HAND, **lie}, version=0)

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
    with pytest.raises(RuleError) as refused:
        submit_entry(code, "phone", facts, version=0, key="form 1")

    assert refused.value.field == field
    assert entries(code) == []
    assert submit_entry(code, "phone", HAND, version=0, key="form 1").sheet.version == 1


@pytest.mark.parametrize("version", [-1, 0, 1, 3, 10**9])
def test_a_stale_version_is_a_conflict_that_shows_the_sheet_and_writes_nothing(code, version):
    now = write_all(code, HAND, OTHER_HAND)

    with pytest.raises(matches.VersionConflict) as conflict:
        submit_entry(code, "phone", HAND, version=version)

    assert write_sheet(conflict.value.snapshot.sheet) == write_sheet(now.sheet)
    assert len(entries(code)) == 2


def test_an_undone_hand_is_as_if_never_written(code):
    before = write_sheet(write_all(code, HAND).sheet)

    after = write_sheet(write_all(code, OTHER_HAND, {"undo": 2}).sheet)

    assert after == before | {"version": 3}
    with pytest.raises(RuleError):
        submit_entry(code, "phone", {"undo": 2}, version=3)


def test_the_win_that_is_undone_is_detected_once_more(here):
    code = creation.open_match({**PEPPER, "start": [40, 0]}, "phone")

    weaker = record(bidder=1, bid="2", surrendered=True)
    states = [
        submit_entry(code, "phone", facts, version=version).sheet.state
        for version, facts in enumerate([HAND, {"undo": 1}, weaker, HAND])
    ]

    assert states == ["decided", "playing", "playing", "decided"]
    assert matches.read_match(code).sheet.winner == 0


def test_amending_the_last_hand_three_times_adds_no_hand_and_moves_no_dealer(code):
    write_all(code, HAND)
    amended = {"amend": 1, "hand": {"bidder": 2, "bid": "5", "tricks": [5, 1]}}

    table = write_all(code, amended, amended, amended)

    assert len(table.sheet.lines) == 1
    assert (table.sheet.scores, table.sheet.next_dealer) == ((5, 1), 1)


def test_amending_an_old_hand_changes_every_number_from_there_on(code):
    as_played = [record(bidder=n % 4, bid="2", tricks=[3, 3]) for n in range(9)]
    other = {"bidder": 1, "bid": "5", "tricks": [6, 0], "dealer": 1}
    write_all(code, *as_played)

    table = write_all(code, {"amend": 2, "hand": other})

    played_so = creation.open_match(PEPPER, "phone")
    as_if = write_all(played_so, as_played[0], {"record": other}, *as_played[2:])
    assert [write_line(line) for line in table.sheet.lines] == [
        write_line(line) for line in as_if.sheet.lines
    ]


def test_an_adjustment_changes_a_total_by_exactly_what_was_typed(code):
    before = write_all(code, HAND).sheet.totals

    after = write_all(code, record(adjustment=[5, 0], note="agreed")).sheet.totals

    assert after == (before[0] + 5, before[1])
    assert len(entries(code)) == 2


def test_an_ended_match_takes_nothing_but_a_reason_to_reopen_it(code):
    write_all(code, HAND, {"end": True})

    for facts in (HAND, {"strike": 1}, {"dealer": 1}, {"undo": 2}, {"undo": 1}):
        with pytest.raises(RuleError, match="match-ended"):
            submit_entry(code, "phone", facts, version=2)

    assert len(entries(code)) == 2
    assert matches.read_match(code, "phone").sheet.state == "ended"


def test_a_second_end_writes_nothing_and_is_answered_as_the_first(code):
    first = write_all(code, HAND, {"end": True})

    second = submit_entry(code, "phone", {"end": True}, version=2)

    assert write_sheet(second.sheet) == write_sheet(first.sheet)
    assert len(entries(code)) == 2


def test_a_second_end_from_a_stale_page_is_a_conflict(code):
    write_all(code, HAND, {"end": True})

    with pytest.raises(matches.VersionConflict):
        submit_entry(code, "phone", {"end": True}, version=1)

    assert len(entries(code)) == 2


def test_an_ended_match_is_reopened_with_a_reason_corrected_and_ended_again(code):
    ended = write_all(code, HAND, {"end": True})
    first_file = write_match_file(ended.match)

    reopened = write_all(code, {"reopen": "wrong tricks in hand 1"})
    corrected = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [2, 4]}}
    again = write_all(code, corrected, {"end": True})

    assert (reopened.sheet.state, again.sheet.state) == ("playing", "ended")
    assert again.sheet.scores == (-3, 4)
    second_file = write_match_file(matches.read_match(code).match)
    assert b"wrong tricks in hand 1" in second_file
    assert second_file != first_file
    assert second_file == write_match_file(matches.read_match(code).match)


def test_a_reopening_without_a_reason_is_refused(code):
    write_all(code, {"end": True})

    with pytest.raises(RuleError, match="reopen-reason-missing"):
        submit_entry(code, "phone", {"reopen": "  "}, version=1)

    assert len(entries(code)) == 1


def test_an_entry_keeps_the_match_for_its_days_again(code):
    change(code, last_day="2026-10-01")
    ran_on("2026-10-02", "2026-11-02")
    before = seats.read_seating(code, "phone").expires

    submit_entry(code, "phone", HAND, version=0)

    left, anew = from_today(90 - 3, 90)
    assert before == left
    assert seats.read_seating(code, "phone").expires == anew


# ------------------------------------------------------------------------ the idempotency key


def test_a_repeated_write_writes_once_and_is_answered_as_the_first_was(code):
    first = submit_entry(code, "phone", HAND, version=0, key="form 1")
    submit_entry(code, "phone", OTHER_HAND, version=1, key="form 2")

    repeated = submit_entry(code, "phone", HAND, version=0, key="form 1")

    assert write_sheet(repeated.sheet) == write_sheet(first.sheet)
    assert len(entries(code)) == 2


def test_a_repeat_is_recognised_whatever_version_it_names(code):
    first = submit_entry(code, "phone", HAND, version=0, key="form 1")

    for version in (0, 1, 99):
        repeated = submit_entry(code, "phone", HAND, version=version, key="form 1")
        assert write_sheet(repeated.sheet) == write_sheet(first.sheet)

    assert len(entries(code)) == 1


def test_a_repeat_after_the_end_is_still_answered_as_the_first_was(code):
    first = submit_entry(code, "phone", HAND, version=0, key="form 1")
    submit_entry(code, "phone", {"end": True}, version=1)

    repeated = submit_entry(code, "phone", HAND, version=0, key="form 1")

    assert write_sheet(repeated.sheet) == write_sheet(first.sheet)


def test_a_repeat_may_spell_its_facts_in_another_order(code):
    submit_entry(code, "phone", HAND, version=0, key="form 1")
    backwards = {"record": dict(reversed(HAND["record"].items()))}

    repeated = submit_entry(code, "phone", backwards, version=0, key="form 1")

    assert repeated.sheet.version == 1


def test_the_same_key_with_other_facts_says_so_and_writes_nothing(code):
    first = submit_entry(code, "phone", HAND, version=0, key="form 1")

    with pytest.raises(matches.AlreadyWritten) as already:
        submit_entry(code, "phone", OTHER_HAND, version=1, key="form 1")

    assert write_sheet(already.value.snapshot.sheet) == write_sheet(first.sheet)
    assert len(entries(code)) == 1


def test_another_devices_same_key_is_its_own(app, code):
    key = seats.host_link(code)
    seats.take_role(key, "tablet")
    submit_entry(code, "phone", HAND, version=0, key="form 1")

    submit_entry(code, "tablet", OTHER_HAND, version=1, key="form 1")

    assert len(entries(code)) == 2


def test_a_key_belongs_to_one_match(code):
    other = creation.open_match(PEPPER, "phone")
    submit_entry(code, "phone", HAND, version=0, key="form 1")

    submit_entry(other, "phone", OTHER_HAND, version=0, key="form 1")

    assert (len(entries(code)), len(entries(other))) == (1, 1)


def undo_the_last(code, version):
    """Return the undo of the last entry that the writer saw at this version."""
    return {"undo": matches.read_match(code, "phone", version).match.state.undoable[0]}


def test_an_entry_may_be_made_of_the_match_as_the_writer_saw_it(code):
    write_all(code, HAND, OTHER_HAND)

    table = submit_entry(code, "phone", undo_the_last(code, 2), version=2)

    assert entries(code)[-1]["undo"] == 2
    assert len(table.sheet.lines) == 1


def test_an_entry_made_of_an_earlier_version_is_the_same_when_it_is_repeated(code):
    write_all(code, HAND, OTHER_HAND)
    first = submit_entry(code, "phone", undo_the_last(code, 2), version=2, key="form 1")
    submit_entry(code, "phone", HAND, version=3)

    repeated = submit_entry(code, "phone", undo_the_last(code, 2), version=2, key="form 1")

    assert write_sheet(repeated.sheet) == write_sheet(first.sheet)
    assert len(entries(code)) == 4


def test_a_match_is_read_as_it_was_at_an_earlier_version(code):
    first = write_all(code, HAND)
    write_all(code, OTHER_HAND, {"undo": 2})

    then = matches.read_match(code, "phone", 1)

    assert write_sheet(then.sheet) == write_sheet(first.sheet)


@pytest.mark.parametrize("never", [-1, 2])
def test_a_version_that_a_match_has_not_had_is_a_conflict(code, never):
    write_all(code, HAND)

    with pytest.raises(matches.VersionConflict) as conflict:
        matches.read_match(code, "phone", never)

    assert conflict.value.snapshot.sheet.version == 1


def test_a_write_that_was_a_conflict_is_not_remembered(code):
    submit_entry(code, "phone", HAND, version=0)
    with pytest.raises(matches.VersionConflict):
        submit_entry(code, "phone", OTHER_HAND, version=0, key="form 1")

    landed = submit_entry(code, "phone", OTHER_HAND, version=1, key="form 1")

    assert landed.sheet.version == 2


# ------------------------------------------------------------------------ deleting


def test_a_deleted_match_leaves_nothing_behind(code):
    other = creation.open_match(NAMED, "phone")
    claimed(code)
    submit_entry(code, "phone", HAND, version=1)
    creation.rematch(code, "phone")

    matches.delete_match(code, "phone")

    left = {
        name: db.session.scalar(
            db.text(f'SELECT count(*) FROM "{name}" WHERE match_id = 1')  # noqa: S608
        )
        for name in ("journal", "grant", "act")
    }
    assert left == {"journal": 0, "grant": 0, "act": 0}
    assert table(other).sheet.version == 0


# ------------------------------------------------------------------------ several at once


def test_of_sixteen_that_record_hand_1_at_once_one_lands(app):
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")
    hands = [record(bidder=n % 4, bid="1", tricks=[n % 7, 6 - n % 7]) for n in range(16)]

    answers = at_once(
        app,
        [lambda hand=hand: submit_entry(code, "phone", hand, version=0) for hand in hands],
    )

    landed = [answer for answer in answers if isinstance(answer, matches.MatchSnapshot)]
    lost = [answer for answer in answers if isinstance(answer, matches.VersionConflict)]
    assert (len(landed), len(lost)) == (1, 15)
    with app.app_context():
        now = write_sheet(matches.read_match(code).sheet)
    assert len(now["rows"]) == 1
    assert write_sheet(landed[0].sheet) == now
    assert all(write_sheet(conflict.snapshot.sheet) == now for conflict in lost)


def test_of_eight_doubled_saves_at_once_one_is_written_and_all_are_told_so(app):
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")

    answers = at_once(app, [lambda: submit_entry(code, "phone", HAND, version=0, key="form 1")] * 8)

    assert [answer.sheet.version for answer in answers] == [1] * 8
    with app.app_context():
        assert len(entries(code)) == 1


def test_eight_writers_on_eight_matches_lose_nothing(app):
    with app.app_context():
        codes = [creation.open_match(PEPPER, "phone") for _ in range(8)]
    hands = [record(bidder=n % 4, bid="1", tricks=[3, 3], note=f"hand {n}") for n in range(10)]

    def play(code):
        for version, hand in enumerate(hands):
            submit_entry(code, "phone", hand, version=version)

    answers = at_once(app, [lambda code=code: play(code) for code in codes])

    assert answers == [None] * 8
    with app.app_context():
        for code in codes:
            notes = [entry["record"]["note"] for entry in entries(code)]
            assert notes == [f"hand {n}" for n in range(10)]


def test_eight_writers_on_one_match_that_try_again_after_a_conflict_lose_nothing(app):
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")

    def play(writer):
        for n in range(5):
            note = f"{writer} {n}"
            facts, version = record(adjustment=[1, 0], note=note), 0
            while True:
                try:
                    submit_entry(code, "phone", facts, version=version)
                    break
                except matches.VersionConflict as conflict:
                    version = conflict.snapshot.sheet.version

    answers = at_once(app, [lambda writer=writer: play(writer) for writer in range(8)])

    assert answers == [None] * 8
    with app.app_context():
        notes = [entry["record"]["note"] for entry in entries(code)]
        assert sorted(notes) == sorted(f"{writer} {n}" for writer in range(8) for n in range(5))
        assert matches.read_match(code).sheet.totals == (40, 0)


def test_of_four_processes_that_record_hand_1_one_lands(app, url):
    with app.app_context():
        code = creation.open_match(PEPPER, "phone")
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


@pytest.mark.parametrize(
    "entry",
    [
        HAND,
        {"undo": 2},
        {"strike": 2},
        {"amend": 2, "hand": OTHER_HAND["record"]},
        {"overrule": 1, "side": 1, "points": 7},
        {"rename": {"seat": 1, "name": "Tom"}},
        {"end": True},
    ],
    ids=str,
)
def test_of_six_that_write_the_same_at_once_one_lands(app, entry):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")
        key = tokens.parse_token(seats.list_tokens(code, "phone")["seat 1"])
        submit_entry(code, key, HAND, version=0)
        submit_entry(code, key, OTHER_HAND, version=1)

    answers = at_once(app, [lambda: submit_entry(code, key, entry, version=2) for _ in range(6)])

    assert len(lands(answers)) == 1
    assert {type(answer) for answer in answers} == {matches.MatchSnapshot, matches.VersionConflict}
    with app.app_context():
        assert matches.read_match(code).sheet.version == 3


def test_a_match_that_is_deleted_while_it_is_written_on_is_gone_for_all(app):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")

    def write(number):
        return submit_entry(code, "phone", HAND, version=number, key=f"k{number}")

    answers = at_once(app, [*[lambda: write(0)] * 4, lambda: matches.delete_match(code, "phone")])

    assert {type(answer) for answer in answers} <= {
        *(matches.MatchSnapshot, matches.MatchNotFound, matches.VersionConflict, type(None))
    }
    with app.app_context(), pytest.raises(matches.MatchNotFound):
        matches.read_match(code)


# ------------------------------------------------------------------------ a database that fails


@pytest.fixture
def read_only(tmp_path):
    """Provide an app on a database file that takes no writes, and the code of its one match."""
    file = tmp_path / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        code = creation.open_match(PEPPER, "phone")
        write_all(code, HAND)
    with program(f"sqlite:///file:{file}?mode=ro&uri=true") as app, app.app_context():
        yield code


def test_a_database_that_takes_no_writes_is_unavailable_to_every_writer(read_only):
    key = make_token(SECRET, read_only, "host", 1)

    for write in (
        lambda: submit_entry(read_only, "phone", OTHER_HAND, version=1),
        lambda: creation.open_match(PEPPER, "phone"),
        lambda: creation.import_match(match_file(HAND)),
        lambda: seats.take_role(key, "tablet"),
    ):
        with pytest.raises(matches.Unavailable, match="readonly"):
            write()

    assert len(entries(read_only)) == 1


def test_a_database_that_takes_no_writes_is_still_read(read_only):
    with pytest.raises(matches.Unavailable):
        submit_entry(read_only, "phone", OTHER_HAND, version=1)

    assert matches.read_match(read_only, "phone").sheet.scores == (3, 2)
    assert [table.code for table in matches.list_matches("phone")] == [read_only]
    assert seats.host_link(read_only)


def test_a_file_that_is_no_database_any_more_is_unavailable_to_all(tmp_path):
    file = tmp_path / "scorekeeper.sqlite3"
    with program(f"sqlite:///{file}") as app, app.app_context():
        code = creation.open_match(PEPPER, "phone")
        db.session.remove()
        db.engine.dispose()
        file.write_bytes(b"spilt over" * 1000)

        with pytest.raises(matches.Unavailable):
            submit_entry(code, "phone", HAND, version=0)
        with pytest.raises(matches.Unavailable):
            matches.read_match(code, "phone")


def test_a_server_that_has_gone_is_unavailable_to_all_and_serves_again_when_it_is_back():
    with postgresql() as address, program(address) as app, app.app_context():
        code = creation.open_match(PEPPER, "phone")
        name = sql.Identifier(address.rpartition("/")[2])
        with psycopg.connect(POSTGRESQL, autocommit=True) as server:
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [name._obj[0]],  # noqa: SLF001 - the name as text
            )
            with pytest.raises(matches.Unavailable):
                submit_entry(code, "phone", HAND, version=0)
            db.session.remove()
            with pytest.raises(matches.Unavailable):
                matches.read_match(code, "phone")
            db.session.remove()
            server.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))

        assert submit_entry(code, "phone", HAND, version=0).sheet.version == 1

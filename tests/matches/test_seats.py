"""Who has which seat: seats and links, on every kind of database."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import tokens
from scorekeeper.matches import creation, host_role, matches, seats
from scorekeeper.matches.snapshot import role_names
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.tokens import make_token
from tests.databases import SECRET, app, at_once, here, lands, url
from tests.match_setup import (
    HAND,
    NAMED,
    audit_events,
    change,
    code,
    places,
    submit_entry,
    table,
    write,
)
from tests.pseudo_language import Longer, english, speaking
from tests.rules.builders import record

__all__ = ["app", "code", "here", "url"]

FORGERIES = {
    "nothing": lambda code: "",
    "the code alone": lambda code: code,
    "no proof": lambda code: f"{code}-host-",
    "a made up proof": lambda code: f"{code}-host-{'A' * 32}",
    "another secret": lambda code: make_token("another secret", code, "host", 1),
    "the generation before": lambda code: make_token(SECRET, code, "host", 0),
    "the generation after": lambda code: make_token(SECRET, code, "host", 2),
    "no place": lambda code: make_token(SECRET, code, "cook", 1),
    "a seat that is not there": lambda code: make_token(SECRET, code, "seat 4", 1),
    "a seat with two figures": lambda code: make_token(SECRET, code, "seat 01", 1),
    "another place's proof": lambda code: make_token(SECRET, code, "watch", 1).replace(
        "watch", "host"
    ),
    "an unknown match": lambda code: make_token(SECRET, "ZZZZZZ", "host", 1),
    "another match's proof": lambda code: make_token(SECRET, "ZZZZZZ", "host", 1).replace(
        "ZZZZZZ", code
    ),
    "a proof cut short": lambda code: make_token(SECRET, code, "host", 1)[:-1],
    "a proof with more behind it": lambda code: make_token(SECRET, code, "host", 1) + "A",
    "a part too many": lambda code: make_token(SECRET, code, "host", 1) + "-",
    "signs of no alphabet": lambda code: f"{code}-host-Ω💥",
    "a null in the code": lambda code: f"{code}\0-host-{'A' * 32}",
}


# Taking a seat


def test_a_free_seat_is_taken_with_the_code_and_given_a_name(code):
    taken = seats.take_seat(code.lower(), 1, "tablet", " Tom ")

    assert taken.roles == {"seat 1"}
    assert table(code, "tablet").sheet.players == ("Ann", "Tom", "Cat", "Dan")
    assert submit_entry(code, "tablet", HAND, version=1).match.entries[-1].by == "Tom"
    assert [each.code for each in matches.list_matches("tablet")] == [code]
    assert audit_events(code) == [("seat 1", "took the seat", "seat 1")]


def test_a_seat_may_keep_its_name_and_then_nothing_is_written(code):
    seats.take_seat(code, 1, "tablet")
    seats.take_seat(code, 2, "other", "Cat")

    assert table(code).sheet.version == 0


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ann", "ann 2"),
        ("  DAN ", "DAN 2"),
        ("A\u0301nn", "\u00c1nn"),
        ("Bob", "Bob"),
        ("Ca\tt", "Ca t"),
    ],
)
def test_names_that_clash_are_numbered(code, typed, name):
    seats.take_seat(code, 1, "tablet", typed)

    assert table(code).sheet.players[1] == name


def test_a_third_of_the_name_gets_the_next_number(code):
    for seat in (1, 2):
        seats.take_seat(code, seat, f"phone {seat}", "Ann")

    assert table(code).sheet.players == ("Ann", "Ann 2", "Ann 3", "Dan")


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "x" * 81])
def test_a_name_that_is_none_is_refused_and_the_seat_stays_free(code, name):
    with pytest.raises(RuleError) as refused:
        seats.take_seat(code, 1, "tablet", name)

    assert refused.value.field == "name"
    assert not seats.read_seating(code, "phone").seats[1].taken


def test_where_everybody_plays_alone_the_column_is_renamed_too(here):
    rules = {"preset": "pepper", "players": 3, "sides": 3, "minimum_bid": None}
    code = creation.open_match({"ruleset": {**rules, "sheet": "signed", "shutout": None}}, "phone")

    seats.take_seat(code, 1, "tablet", "Tom")

    sheet = table(code).sheet
    assert (sheet.players[1], sheet.sides[1], sheet.version) == ("Tom", "Tom", 2)


def test_a_seat_that_another_has_taken_is_not_free(code):
    seats.take_seat(code, 1, "tablet")

    with pytest.raises(seats.SeatTaken):
        seats.take_seat(code, 1, "other")

    assert seats.take_seat(code, 1, "tablet").roles == {"seat 1"}


@pytest.mark.parametrize("number", [-1, 4, 99])
def test_a_seat_that_is_not_there_is_not_found(code, number):
    with pytest.raises(matches.MatchNotFound):
        seats.take_seat(code, number, "tablet")


def test_one_phone_may_run_several_seats_and_be_the_host_too(code):
    for seat in (0, 2, 3):
        seats.take_seat(code, seat, "phone")
    seats.take_seat(code, 1, "tablet")

    submit_entry(code, "phone", HAND, version=0)
    submit_entry(code, "phone", {"rename": {"seat": 3, "name": "Dora"}}, version=1)
    submit_entry(code, "phone", {"dealer": 2}, version=2)
    submit_entry(code, "phone", record(adjustment=[1, 1], note="x"), version=3)

    assert places(code, "phone") == {"host", "seat 0", "seat 2", "seat 3"}
    assert [entry.by for entry in table(code).match.entries] == ["Ann", "Dora", "Host", "Host"]


def test_the_host_is_told_in_the_language_that_is_spoken_and_kept_in_english(code):
    submit_entry(code, "phone", record(adjustment=[1, 1]), version=0)

    with speaking(Longer()):
        found = table(code)
        written, shown = found.match.entries[-1].by, role_names(found.sheet.players)["host"]

    assert written == "Host"
    assert shown == Longer().gettext("Host")


def test_why_a_seat_was_not_given_is_told_in_the_language_that_is_spoken(code):
    seats.take_seat(code, 1, "tablet")
    with pytest.raises(seats.SeatTaken) as taken:
        seats.take_seat(code, 1, "other")
    host_role.set_joining(code, "phone", let=False)
    with pytest.raises(matches.Forbidden) as closed:
        seats.take_seat(code, 2, "other")

    with speaking(Longer()):
        assert not english(describe_error(taken.value) + describe_error(closed.value))


def test_the_code_gives_seats_until_the_host_closes_joining(code):
    host_role.set_joining(code, "phone", let=False)

    assert not seats.joinable_seats(code, "tablet").open
    with pytest.raises(matches.Forbidden, match="joining-closed"):
        seats.take_seat(code, 1, "tablet")
    assert seats.take_seat(code, 0, "phone").roles == {"host", "seat 0"}
    host_role.set_joining(code, "phone", let=True)
    assert seats.take_seat(code, 1, "tablet").roles == {"seat 1"}


def test_the_code_gives_seats_for_twelve_hours(code):
    until = datetime.fromisoformat(seats.joinable_seats(code, "tablet").joining_until)
    assert timedelta(hours=11, minutes=59) < until - datetime.now(UTC) <= timedelta(hours=12)

    change(code, joining_until="2026-01-01T00:00:00Z")

    assert not seats.joinable_seats(code, "tablet").open
    with pytest.raises(matches.Forbidden):
        seats.take_seat(code, 1, "tablet")


def test_the_code_gives_no_seat_while_the_match_is_ended(code):
    seats.take_seat(code, 1, "tablet")
    link = seats.list_tokens(code, "phone")["seat 2"]
    write(code, "phone", {"end": True})

    assert not seats.joinable_seats(code, "other").open
    with pytest.raises(matches.Forbidden, match="joining-ended"):
        seats.take_seat(code, 3, "other")
    assert seats.take_seat(code, 1, "tablet").roles == {"seat 1"}
    assert seats.take_seat(code, 0, "phone").roles == {"host", "seat 0"}
    assert seats.take_role(link, "other").roles == {"seat 2"}

    write(code, "phone", {"reopen": "one more"})
    assert seats.joinable_seats(code, "another").open
    assert seats.take_seat(code, 3, "another").roles == {"seat 3"}


def test_joining_that_the_host_has_closed_stays_closed_when_the_match_is_reopened(code):
    host_role.set_joining(code, "phone", let=False)
    write(code, "phone", {"end": True})
    write(code, "phone", {"reopen": "one more"})

    with pytest.raises(matches.Forbidden, match="joining-closed"):
        seats.take_seat(code, 1, "tablet")


def test_joining_is_over_when_every_seat_is_taken(code):
    for seat in range(4):
        assert seats.joinable_seats(code, "x").open
        seats.take_seat(code, seat, f"phone {seat}")

    assert not seats.joinable_seats(code, "x").open


def test_the_code_alone_shows_no_more_than_the_seats(code):
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "tablet")
    assert [seat.name for seat in seats.joinable_seats(code, "tablet").seats] == NAMED["players"]
    with pytest.raises(matches.MatchNotFound):
        seats.read_seating(code, "tablet")


# Links


def test_the_hosts_link_gives_a_second_device_the_match(code):
    key = seats.host_link(code)

    taken = seats.take_role(key, "tablet")

    assert taken.code == code
    assert submit_entry(code, "tablet", HAND, version=0).sheet.version == 1
    assert [table.code for table in matches.list_matches("tablet")] == [code]


def test_only_looking_at_a_link_takes_nothing(code):
    key = seats.host_link(code)

    assert seats.open_token(key).code == code

    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "tablet")


def test_a_link_may_be_opened_twice_and_typed_in_lower_case(code):
    key = seats.host_link(code)

    taken = [seats.take_role(typed, "tablet") for typed in (key, key, key.lower())]

    assert [table.code for table in taken] == [code] * 3
    assert [table.code for table in matches.list_matches("tablet")] == [code]


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_key_that_proves_nothing_opens_nothing(code, forge):
    forged = forge(code)

    with pytest.raises(matches.MatchNotFound):
        seats.open_token(forged)
    with pytest.raises(matches.MatchNotFound):
        seats.take_role(forged, "tablet")
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "tablet")


def test_there_is_no_link_to_an_unknown_match(here):
    with pytest.raises(matches.MatchNotFound):
        seats.host_link("ZZZZZZ")


def test_a_link_gives_what_it_names_and_looking_takes_nothing(code):
    links = seats.list_tokens(code, "phone")

    for place in ("host", "seat 2", "watch"):
        assert seats.open_token(links[place]).roles == {place}
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, "tablet")
    for place in ("watch", "seat 2", "host"):
        seats.take_role(links[place], "tablet")
    assert places(code, "tablet") == {"host", "seat 2", "watch"}


def test_a_lost_phone_takes_its_seat_back_by_its_link(code):
    seats.take_seat(code, 2, "lost")
    link = seats.list_tokens(code, "phone")["seat 2"]

    seats.take_role(link, "new", "Cathy")

    assert table(code, "new").sheet.players[2] == "Cathy"


def test_watching_gives_nothing_else_and_displaces_no_seat(code):
    mine = creation.open_match(NAMED, "tablet")
    seats.take_seat(mine, 3, "tablet")

    seats.take_role(seats.list_tokens(code, "phone")["watch"], "tablet")

    assert [each.code for each in matches.list_matches("tablet")] == [mine, code]
    assert places(mine, "tablet") == {"host", "seat 3"}
    for act in (
        lambda: submit_entry(code, "tablet", HAND, version=0),
        lambda: seats.announce_entering(code, "tablet"),
        lambda: seats.list_tokens(code, "tablet"),
        lambda: host_role.claim_role(code, "tablet"),
        lambda: host_role.refuse_claim(code, "tablet"),
        lambda: creation.rematch(code, "tablet"),
    ):
        with pytest.raises(matches.Forbidden):
            act()


def test_who_sees_which_links(code):
    seats.take_seat(code, 1, "tablet")
    everything = seats.list_tokens(code, "phone")
    of_seat_2 = tokens.parse_token(everything["seat 2"])

    assert list(everything) == ["host", "seat 0", "seat 1", "seat 2", "seat 3", "watch"]
    assert list(seats.list_tokens(code, "tablet")) == ["watch"]
    assert list(seats.list_tokens(code, of_seat_2)) == ["seat 2", "watch"]


# Several at once


def test_of_eight_that_take_one_seat_one_sits(app):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")

    answers = at_once(
        app, [lambda n=n: seats.take_seat(code, 1, f"phone {n}", f"N{n}") for n in range(8)]
    )

    assert len(lands(answers)) == 1
    assert {type(answer) for answer in answers} == {matches.MatchSnapshot, seats.SeatTaken}
    with app.app_context():
        assert matches.read_match(code).sheet.version == 1


def test_what_is_written_and_who_is_seated_at_once_lose_nothing(app):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")

    def play():
        for _ in range(6):
            while True:
                matches.release_connection()
                try:
                    seen = matches.read_match(code, "phone").sheet.version
                    submit_entry(code, "phone", HAND, version=seen)
                    break
                except matches.VersionConflict:
                    continue

    sit = [lambda n=n: seats.take_seat(code, n, f"phone {n}", f"N{n}") for n in range(4)]
    answers = at_once(app, [play, play, *sit])

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    with app.app_context():
        sheet = matches.read_match(code).sheet
        assert (len(sheet.lines), sheet.version) == (12, 16)
        assert sheet.players == ("N0", "N1", "N2", "N3")

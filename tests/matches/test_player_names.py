"""When two names look the same, and where that is checked."""

import pytest

from scorekeeper.matches import creation, matches, seats
from scorekeeper.matches.player_names import alike, free_name, host_names
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from tests.databases import app, here, url
from tests.match_setup import NAMED, PEPPER, code, store, submit_entry, table
from tests.rules.builders import match_file

__all__ = ["app", "code", "here", "url"]

ALIKE = [
    ("Ann", "ANN"),
    ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"),
    ("Ann", "\N{GREEK CAPITAL LETTER ALPHA}nn"),
    ("Peter", "РЕТЕR"),
    ("Ann", "Ａｎｎ"),
    ("Ann", "An\u200dn"),
    ("Ann B", "Ann\u00a0 B"),
    ("Al", "AI"),
    ("e\u0301ric", "Éric"),
    ("Straße", "STRASSE"),
    ("Tim", "TIM"),
]
OTHERS = [("Ann", "Anna"), ("Andre", "André"), ("Tom", "Tom 2"), ("North", "South"), ("李", "李明")]
HOSTS = ["Host", "host", "Gastgeber", "VERTEN", "Hоst", "Ｈost"]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_look_the_same_in_other_cases_widths_and_alphabets(one, other):
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_other_names_look_different(one, other):
    assert not alike(one, other)


def test_the_host_is_called_in_every_language_there_is(here):
    assert host_names() == {"Host", "Gastgeber", "Verten"}


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_name_that_looks_like_another_gets_a_number(one, other):
    assert free_name(other, [one]).endswith(" 2")


@pytest.mark.parametrize("name", ["ANN", "\N{CYRILLIC CAPITAL LETTER A}nn", *HOSTS])
def test_a_match_whose_players_look_alike_or_like_the_host_is_not_opened(here, name):
    with pytest.raises(RuleError) as refused:
        creation.open_match({**PEPPER, "players": ["Ann", "Bob", "Cat", name]}, "phone")

    assert refused.value.field == "players"
    assert name in describe_error(refused.value)


def test_a_match_whose_sides_look_alike_is_not_opened(here):
    with pytest.raises(RuleError) as refused:
        creation.open_match({**PEPPER, "sides": ["Us", "US"]}, "phone")

    assert refused.value.field == "sides"


def test_a_side_may_be_called_as_the_host_or_a_player_is_and_players_as_their_sides(here):
    creation.open_match({**NAMED, "sides": ["Host", "Ann"]}, "phone")
    names = ["Ann", "Bob", "Cat"]
    alone = {"ruleset": {"preset": "plain", "players": 3}}

    creation.open_match({**alone, "players": names, "sides": names}, "phone")


def test_names_that_nobody_gave_are_not_looked_at(here):
    for players in range(2, 11):
        creation.open_match({"ruleset": {"preset": "plain", "players": players}}, "phone")


@pytest.mark.parametrize("name", ["bob", "Воb", *HOSTS])
def test_a_seat_is_not_renamed_to_what_another_or_the_host_is_called(code, name):
    with pytest.raises(RuleError) as refused:
        submit_entry(code, "phone", {"rename": {"seat": 0, "name": name}}, version=0)

    assert refused.value.field == "name"
    assert table(code).sheet.version == 0


def test_a_side_is_not_renamed_to_what_another_is_called(code):
    with pytest.raises(RuleError):
        submit_entry(code, "phone", {"rename": {"side": 0, "name": "EAST & WEST"}}, version=0)


def test_a_name_may_be_written_anew_in_another_case(code):
    after = submit_entry(code, "phone", {"rename": {"seat": 0, "name": "ANN"}}, version=0)

    assert after.sheet.players[0] == "ANN"


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("Воb", "Воb 2"),
        ("Host", "Host 2"),
        ("gastgeber", "gastgeber 2"),
        ("T\u200bom" + "\u0338" * 9, "Tom" + "\u0338" * 4),
    ],
)
def test_whoever_joins_by_a_name_that_is_taken_gets_a_number(code, typed, called):
    assert seats.take_seat(code, 2, "tablet", typed).sheet.players[2] == called


def test_where_everybody_plays_alone_a_newcomer_is_told_from_every_column_too(here):
    code = creation.open_match({"ruleset": {"preset": "plain", "players": 3}}, "phone")
    submit_entry(code, "phone", {"rename": {"side": 2, "name": "Tom"}}, version=0)

    sheet = seats.take_seat(code, 1, "tablet", "Tom").sheet

    assert (sheet.players[1], sheet.sides[1], sheet.sides[2]) == ("Tom 2", "Tom 2", "Tom")


def test_a_match_that_is_stored_or_taken_in_keeps_names_that_look_alike(here):
    names = ["Ann", "ANN", "Host", "Ann"]
    clash = {"rename": {"seat": 0, "name": "Host"}}

    code = creation.import_match(match_file(clash, players=names, sides=["Us", "us"]))
    store(creation.open_match(NAMED, "phone"), clash)

    assert matches.read_match(code).sheet.players == ("Host", "ANN", "Host", "Ann")
    assert creation.rematch(code, None)[0].sheet.players == ("Host", "ANN", "Host", "Ann")

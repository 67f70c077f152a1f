"""What is refused of a match around its entries, and how long and when it may be."""

from typing import Any

import pytest

from scorekeeper.codec.match_file import read_match, read_opening, write_match
from scorekeeper.messages.errors import describe_error
from tests.codec.refused_values import (
    MADE,
    NOT_A_PLACE,
    NOT_WHOLE,
)
from tests.rules.builders import (
    match_file,
    refusal,
    refusal_of_file,
    replayed,
    sheet_of,
    sheet_of_file,
)

# Names


def test_a_name_of_80_characters_is_taken_and_one_of_81_is_refused() -> None:
    sides = ["é" * 80, "Them"]

    taken = sheet_of(sides=sides)
    refused = refusal(sides=[sides[0] + "é", "Them"])

    assert taken["sides"] == sides
    assert (refused.field, refused.entry) == ("sides", None)
    assert "80" in describe_error(refused)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\t\n", "\u200b", "\u200d\u200d", "\u202e", "\u2060", "\u00ad", "\x00\x07", "\ufe0f"],
    ids=ascii,
)
def test_a_name_with_nothing_to_see_is_refused_everywhere(name: str) -> None:
    side = refusal(sides=[name, "Them"])
    player = refusal(players=["Ann", name, "Cat", "Dan"])
    renamed = refusal(MADE, {"rename": {"seat": 0, "name": name}})

    assert (side.field, side.entry) == ("sides", None)
    assert (player.field, player.entry) == ("players", None)
    assert (renamed.field, renamed.entry) == ("name", 2)
    assert "name" in describe_error(renamed).lower()


@pytest.mark.parametrize("name", [3, True, None, ["Ann"], {"is": "Ann"}])
def test_a_name_that_is_no_text_is_refused(name: object) -> None:
    side = refusal(sides=[name, "Them"])
    renamed = refusal({"rename": {"side": 0, "name": name}})

    assert (side.field, side.entry) == ("sides", None)
    assert (renamed.field, renamed.entry) == ("name", 1)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\tLee", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("Ann\r\nLee", "Ann Lee"),
        ("A\u202enn", "Ann"),
        ("\u2066Ann\u2069", "Ann"),
        ("A\x00n\x07n", "Ann"),
        ("Jose\u0301", "José"),
        ("Z\u030cofie", "Žofie"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("李", "李"),
        ("עדה", "עדה"),
        ("=1+1", "=1+1"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
    ],
    ids=ascii,
)
def test_a_name_is_kept_in_one_form(written: str, kept: str) -> None:
    match = match_file({"rename": {"side": 1, "name": written}}, sides=[written, "Them"])

    export = write_match(read_match(match))

    assert sheet_of_file(match)["sides"] == [kept, kept]
    assert export["sides"] == [kept, "Them"]
    assert export["entries"][0]["rename"]["name"] == kept


def test_the_80_characters_are_counted_after_the_name_was_brought_to_its_form() -> None:
    decomposed = "e\u0301" * 80

    sheet = sheet_of(sides=[f"  {decomposed}\u202e  ", "Them"])

    assert sheet["sides"][0] == "é" * 80


# The match around the entries


@pytest.mark.parametrize("match", [None, [], "scorekeeper/1", 3, True])
def test_a_match_that_is_no_object_is_refused(match: object) -> None:
    refused = refusal_of_file(match)

    assert refused.entry is None


@pytest.mark.parametrize("left_out", ["format", "ruleset", "entries"])
def test_a_match_without_a_needed_field_is_refused(left_out: str) -> None:
    match = match_file(MADE)
    del match[left_out]

    refused = refusal_of_file(match)

    assert (refused.field, refused.entry) == (left_out, None)
    assert left_out in describe_error(refused)


@pytest.mark.parametrize("name", ["scorekeeper/2", "Scorekeeper/1", "", 1, None, ["scorekeeper/1"]])
def test_a_match_of_another_format_is_refused(name: object) -> None:
    refused = refusal(format=name)

    assert (refused.field, refused.entry) == ("format", None)
    assert "scorekeeper/1" in describe_error(refused)


@pytest.mark.parametrize("entries", [None, {}, "none", 3])
def test_entries_that_are_no_list_are_refused(entries: object) -> None:
    refused = refusal_of_file(match_file() | {"entries": entries})

    assert (refused.field, refused.entry) == ("entries", None)


@pytest.mark.parametrize("sides", [[], ["Us"], ["Us", "You", "Them"], "Us & Them", None, 2])
def test_names_that_are_not_one_a_side_are_refused(sides: object) -> None:
    refused = refusal(sides=sides)

    assert (refused.field, refused.entry) == ("sides", None)


@pytest.mark.parametrize("players", [[], ["A", "B"], ["A", "B", "C", "D", "E"], "ABCD", None, 4])
def test_names_that_are_not_one_a_seat_are_refused(players: object) -> None:
    refused = refusal(players=players)

    assert (refused.field, refused.entry) == ("players", None)


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_be_the_first_dealer(seat: object) -> None:
    refused = refusal(first_dealer=seat)

    assert (refused.field, refused.entry) == ("first_dealer", None)


@pytest.mark.parametrize("number", [*NOT_WHOLE, -1, 10_000, 10**12])
@pytest.mark.parametrize("field", ["start", "start_shortfalls"])
def test_a_start_out_of_bounds_on_a_carry_forward_sheet_is_refused(
    field: str, number: object
) -> None:
    refused = refusal_of_file(match_file() | {field: [0, number]})

    assert (refused.field, refused.entry) == (field, None)


@pytest.mark.parametrize("start", [[], [1], [1, 2, 3], 5, None, "0,0"])
@pytest.mark.parametrize("field", ["start", "start_shortfalls"])
def test_a_start_that_is_not_one_number_a_side_is_refused(field: str, start: object) -> None:
    refused = refusal_of_file(match_file() | {field: start})

    assert (refused.field, refused.entry) == (field, None)


def test_a_signed_sheet_starts_anywhere_within_bounds_but_with_no_shortfalls() -> None:
    rules = {"sheet": "signed"}

    sheet = sheet_of(rules=rules, start=[-9999, 9999])
    below = refusal(rules=rules, start=[-10_000, 0])
    shortfalls = refusal(rules=rules, start_shortfalls=[1, 0])

    assert sheet["scores"] == [-9999, 9999]
    assert (below.field, below.entry) == ("start", None)
    assert (shortfalls.field, shortfalls.entry) == ("start_shortfalls", None)


# How much, and when


LINE = {"record": {"adjustment": [1, 0]}}


def test_a_file_of_5000_entries_is_taken_and_the_one_after_is_refused() -> None:
    assert len(read_match(match_file(*[LINE] * 5000)).entries) == 5000

    refused = refusal(*[LINE] * 5001)

    assert refused.entry == 5001
    assert refused.field == "record"
    assert "5000 entries" in describe_error(refused)


def test_a_full_file_may_still_be_undone_ended_and_reopened() -> None:
    full = [LINE] * 5000
    after: list[Any] = [{"undo": 5000}, {"undo": 4999}]
    after += [{"end": True}, {"reopen": "x"}, {"end": True}]

    assert read_match(match_file(*full, *after)).state.ended
    for more in (LINE, {"strike": 1}, {"rename": {"side": 0, "name": "X"}}, {"dealer": 1}):
        assert refusal(*full, {"undo": 5000}, more).entry == 5002


def test_a_longer_match_of_before_is_read_where_it_is_stored() -> None:
    opening = read_match(match_file()).opening

    assert replayed(opening, [LINE] * 5010).state.version == 5010


@pytest.mark.parametrize("time", ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59Z"])
def test_the_first_and_the_last_time_are_taken(time: str) -> None:
    match = match_file(LINE | {"at": time}, opened=time)

    assert write_match(read_match(match))["opened"] == time


@pytest.mark.parametrize(
    "time", ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z"]
)
def test_a_time_of_another_age_is_refused_at_its_field(time: str) -> None:
    opened = refusal_of_file(match_file(LINE, opened=time))
    at = refusal(LINE, LINE | {"at": time})

    assert (opened.field, opened.entry) == ("opened", None)
    assert (at.field, at.entry) == ("at", 2)
    assert "1970 to 2199" in describe_error(opened)
    assert "1970 to 2199" in describe_error(at)


def test_a_time_of_another_age_is_read_where_it_is_stored() -> None:
    time = "0001-01-01T00:00:00Z"
    opening = read_opening({"ruleset": {"preset": "pepper"}, "opened": time})

    match = replayed(opening, [LINE | {"at": time}])

    assert match.entries[0].at == match.opening.opened == time

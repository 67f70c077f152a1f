"""The match file: its canonical form, and what is refused as one."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from scorekeeper.codec.match_file import read_json, read_match, write_match_file
from scorekeeper.codec.ruleset import FIELDS
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from tests.rules.builders import match_file, record
from tests.rules.strategies import evenings

EVENINGS = {
    path.stem: json.loads(path.read_text("utf-8"))["match"]
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
NAMES = [
    *("Žofie", "李", "👩‍👩‍👧‍👦", "שלום", "\u202eabc", "e\u0301", "=1+1", "<b>", "{{7*7}}", "');--"),
    *('a"b', "back\\slash", "tab\there", "line\nbreak", "\ufeffAnn", "a" * 80, "💥" * 80),
]
BAD = {
    "empty": (b"", "not JSON"),
    "a word": (b"hello", "not JSON"),
    "cut short": (b'{"format": ', "not JSON"),
    "a comma too many": (b'{"a": 1,}', "not JSON"),
    "two values": (b"{} {}", "not JSON"),
    "not a number": (b'{"a": NaN}', "not a number"),
    "infinity": (b'{"a": -Infinity}', "not a number"),
    "a number of 5000 figures": (b'{"a": ' + b"9" * 5000 + b"}", "more figures"),
    "nested deeply": (b"[" * 100_000, "nested too deeply"),
    "nested deeply and closed": (b"[" * 5000 + b"]" * 5000, "nested too deeply"),
    "a field written twice": (b'{"a": 1, "a": 2}', "written twice"),
    "a field written twice inside": (b'{"a": [{"b": 1, "b": 1}]}', "written twice"),
    "a lone surrogate": (rb'{"a": "\ud800"}', "half a character"),
    "a lone surrogate in a field": (rb'{"\udfff": 1}', "half a character"),
    "a lone surrogate in a field written twice": (rb'{"\udfff": 1, "\udfff": 1}', ""),
    "not UTF-8": (b'{"a": "\xff"}', "not UTF-8"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
    "Latin 1": ('{"a": "\xe9"}'.encode("latin-1"), "not UTF-8"),
}


def again(match):
    """Import this match file and export it again."""
    return write_match_file(read_match(match))


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_written_read_and_written_again_byte_for_byte(name):
    first = again(EVENINGS[name])

    assert again(read_json(first)) == first


@given(evening=evenings())
def test_any_match_is_written_read_and_written_again_byte_for_byte(evening):
    first = again(evening[1])

    assert again(read_json(first)) == first


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_any_name_is_written_read_and_written_again_byte_for_byte(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note=name),
        {"rename": {"seat": 0, "name": name}},
        {"end": True, "by": name},
        {"reopen": name},
        sides=[name, "Others"],
        players=[name] * 4,
        note=name,
        rules={"name": name},
    )

    first = again(match)

    assert again(read_json(first)) == first


def test_a_file_is_utf_8_with_a_line_end_at_its_end_and_no_escapes():
    data = again(match_file(players=["Žofie", "José", "李", "👩‍👩‍👧‍👦"]))

    assert not data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"}\n")
    assert "👩‍👩‍👧‍👦".encode() in data
    assert b"\\u" not in data


def test_a_file_writes_every_field_of_its_ruleset():
    facts = read_json(again(match_file()))

    assert list(facts["ruleset"]) == list(FIELDS)
    assert facts["format"] == "scorekeeper/1"


def test_the_order_in_which_a_file_is_typed_changes_nothing():
    match = EVENINGS["corrections_all_evening"]
    backwards = dict(reversed(match.items()))

    assert again(backwards) == again(match)


def test_a_stored_hand_always_names_its_dealer():
    facts = read_json(again(match_file(*[record(thrown_in=True)] * 3, first_dealer=2)))

    assert [entry["record"]["dealer"] for entry in facts["entries"]] == [2, 3, 0]


def test_a_time_and_a_name_on_an_entry_are_kept():
    entry = record(thrown_in=True) | {"at": "2026-11-29T20:45:00Z", "by": "Ann"}

    (kept,) = read_json(again(match_file(entry)))["entries"]

    assert (kept["at"], kept["by"]) == ("2026-11-29T20:45:00Z", "Ann")


def test_a_correction_made_after_the_end_reaches_the_file():
    match = match_file(record(bidder=0, bid="3", tricks=[4, 2]), {"end": True})
    corrected = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [3, 3]}}
    later = match | {"entries": [*match["entries"], {"reopen": "wrong"}, corrected, {"end": True}]}

    assert again(match) != again(later)
    assert len(read_json(again(later))["entries"]) == 5
    assert again(later) == again(later)


@pytest.mark.parametrize(("data", "why"), BAD.values(), ids=BAD)
def test_what_is_no_json_file_is_refused_in_one_sentence(data, why):
    with pytest.raises(RuleError) as refused:
        read_json(data)

    assert why in describe_error(refused.value)
    assert describe_error(refused.value)[0].isupper()
    assert "\n" not in describe_error(refused.value)
    assert refused.value.entry is None


def test_a_byte_order_mark_is_taken():
    assert read_json(b"\xef\xbb\xbf" + b'{"a": 1}') == {"a": 1}


def test_the_line_of_the_error_is_told():
    with pytest.raises(RuleError) as refused:
        read_json(b'{\n"a": 1,\n}')

    assert "line 3" in describe_error(refused.value)


def test_the_field_that_is_written_twice_is_named():
    with pytest.raises(RuleError) as refused:
        read_json(b'{"sides": [], "sides": []}')

    assert refused.value.field == "sides"


@pytest.mark.parametrize("depth", [10, 300, 480, 600, 900])
def test_a_value_nested_within_what_can_be_read_is_refused_as_any_other(depth):
    nested = b'{"format": ' + b"[" * depth + b"]" * depth + b"}"

    with pytest.raises(RuleError) as refused:
        read_match(read_json(nested))

    assert describe_error(refused.value)


def test_a_megabyte_whose_last_field_is_written_twice_is_refused_at_once():
    fields = "".join(f'"{n}":1,' for n in range(80_000))

    with pytest.raises(RuleError) as refused:
        read_json(f'{{{fields}"last":1,"last":1}}'.encode())

    assert refused.value.field == "last"

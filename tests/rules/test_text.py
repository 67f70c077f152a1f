"""The cleaning of text input."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.codec.match_file import read_match, write_match
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.text import MOST_MARKS, clean
from tests.rules.builders import extended, match_file, record, refusal_of_file, replayed

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u200f\u202e\u2060\u2066\u2800\u3164\ufe00"
    "\ufeff\uffa0\ufff0\U0001d173\U000e0041\U000e0100"
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_a_letter_that_cannot_be_seen_is_dropped(unseen):
    assert clean(f"A{unseen}nn{unseen}") == "Ann"


@pytest.mark.parametrize(
    "name", ["👩\u200d👩\u200d👧", "می\u200cخواهم", "क्\u200dष", "Žofie", "Ågot", "❤\ufe0f"]
)
def test_joiners_and_the_letters_of_any_script_stay(name):
    assert clean(name) == name


def test_of_76_marks_on_a_letter_four_stay():
    assert clean("Z" + "\u0338" * 76 + "oe") == "Z" + "\u0338" * MOST_MARKS + "oe"


def test_a_letter_is_composed_before_its_marks_are_counted():
    assert clean("e\u0301" + "\u0338" * 9) == "é" + "\u0338" * MOST_MARKS


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_was_cleaned_is_clean(text):
    once = clean(text)

    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once) or once.isascii()


def test_every_text_of_a_match_is_cleaned_where_it_is_taken_in():
    wild, plain = "A\u200bnn" + "\u0338" * 9, "Ann" + "\u0338" * 4
    bid = {"name": wild, "needs": 1, "worth": 1}
    match = match_file(
        record(bidder=0, bid=wild, tricks=[4, 2], note=wild),
        {"rename": {"seat": 0, "name": wild}},
        {"end": True, "by": wild},
        {"reopen": wild},
        rules={"name": wild, "bids": [bid], "minimum_bid": wild, "free_tricks": {}},
        players=[wild, "Bob", "Cat", "Dan"],
        sides=[wild, "Others"],
        note=wild,
    )

    file = write_match(read_match(match))

    assert "\u200b" not in str(file)
    assert "\u0338" * 5 not in str(file)
    assert (file["players"][0], file["note"], file["sides"][0]) == (plain, plain, plain)
    assert write_match(read_match(file)) == file


@pytest.mark.parametrize("name", ["\u200b", "\ufff0", "\u3164\u200d", "\u0338"])
def test_a_name_of_nothing_that_can_be_seen_is_refused(name):
    assert "can be seen" in describe_error(refusal_of_file(match_file(sides=[name, "Others"])))


def test_a_reason_that_cannot_be_seen_is_none():
    assert "reason" in describe_error(
        refusal_of_file(match_file({"end": True}, {"reopen": "\u200b"}))
    )


def test_a_field_that_is_another_once_it_is_cleaned_is_written_twice():
    refused = refusal_of_file({**match_file(), "note": "x", "no\u200bte": "y"})

    assert (refused.field, "twice" in describe_error(refused)) == ("note", True)


@pytest.mark.parametrize("field", ["note", "sides"])
def test_a_text_of_half_a_million_marks_is_refused_at_once(field):
    wild = "a" + "\u0301\u0323" * 250_000

    refused = refusal_of_file(match_file(**{field: [wild, "x"] if field == "sides" else wild}))

    assert "500001" in describe_error(refused)


def test_what_is_stored_is_read_as_it_is():
    wild = "Z" + "\u0338" * 76 + "\u200b"
    opening = read_match(match_file()).opening

    match = replayed(opening, [{"rename": {"side": 0, "name": wild}}, {"end": True}])
    reopened = extended(match, {"reopen": "\u200b"})

    assert reopened.state.sides[0] == wild
    with pytest.raises(RuleError):
        read_match(write_match(reopened))

"""What is refused of an entry: its number, its field and a sentence that names the error."""

from typing import Any

import pytest

from scorekeeper.codec.match_file import read_match, write_match
from scorekeeper.messages.errors import describe_error
from tests.codec.refused_values import (
    MADE,
    NOT_A_PLACE,
    NOT_WHOLE,
)
from tests.rules.builders import (
    STICK_THE_DEALER,
    STUCK,
    Facts,
    match_file,
    record,
    refusal,
    refusal_of_file,
    sheet_of,
)

# Adjustments and notes


@pytest.mark.parametrize("number", [*NOT_WHOLE, 10_000, -10_000, 10**12])
def test_an_adjustment_that_is_not_whole_or_out_of_bounds_is_refused(number: object) -> None:
    refused = refusal(record(adjustment=[0, number], note="why"))

    assert (refused.field, refused.entry) == ("adjustment", 1)


@pytest.mark.parametrize("numbers", [[], [1], [1, 2, 3], 4, None, "1,2", {"0": 1}])
def test_an_adjustment_that_is_not_one_number_a_side_is_refused(numbers: object) -> None:
    refused = refusal(record(adjustment=numbers, note="why"))

    assert (refused.field, refused.entry) == ("adjustment", 1)


def test_an_adjustment_that_is_a_hand_as_well_is_refused() -> None:
    hand = record(adjustment=[1, 0], note="why", bidder=0, bid="3", tricks=[3, 3])

    refused = refusal(hand)

    assert refused.entry == 1


def test_a_note_of_280_characters_is_taken_and_one_of_281_is_refused() -> None:
    note = "é" * 280

    taken = sheet_of(record(thrown_in=True, note=note))
    refused = refusal(record(thrown_in=True, note=note + "é"))

    assert taken["rows"][0]["hand"]["note"] == note
    assert (refused.field, refused.entry) == ("note", 1)
    assert "280" in describe_error(refused)


@pytest.mark.parametrize("note", [3, True, ["a"], {"text": "a"}])
def test_a_note_that_is_no_text_is_refused(note: object) -> None:
    refused = refusal(record(thrown_in=True, note=note))

    assert (refused.field, refused.entry) == ("note", 1)


def test_a_note_of_the_match_of_281_characters_is_refused() -> None:
    refused = refusal(note="x" * 281)

    assert (refused.field, refused.entry) == ("note", None)
    assert "280" in describe_error(refused)


# The journal


@pytest.mark.parametrize(
    "hand",
    [
        {"bidder": 0, "bid": "3", "tricks": [3, 3]},
        {"side": 1, "bid": "3", "surrendered": True},
        {"thrown_in": True},
    ],
)
def test_no_further_hand_is_taken_after_the_match_is_decided(hand: Facts) -> None:
    refused = refusal(MADE, {"record": hand}, start=[40, 0])

    assert refused.entry == 2
    assert "decided" in describe_error(refused) or "won" in describe_error(refused)


def test_no_further_hand_is_taken_after_the_match_is_ended() -> None:
    refused = refusal(MADE, {"end": True}, MADE)

    assert refused.entry == 3
    assert "ended" in describe_error(refused) or "end" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        {"record": {"adjustment": [1, 0], "note": "too late"}},
        {"amend": 1, "hand": {"thrown_in": True}},
        {"overrule": 1, "side": 0, "points": 5},
        {"strike": 1},
        {"undo": 1},
        {"undo": 2},
        {"rename": {"side": 0, "name": "Late"}},
        {"dealer": 2},
        {"end": True},
    ],
    ids=str,
)
def test_after_the_end_only_a_reopening_is_taken(entry: Facts) -> None:
    refused = refusal(MADE, {"end": True}, entry)

    assert refused.entry == 3
    assert "end" in describe_error(refused)


def test_a_second_end_is_refused() -> None:
    refused = refusal({"end": True}, {"end": True})

    assert refused.entry == 2


def test_a_match_that_has_not_ended_cannot_be_reopened() -> None:
    never = refusal(MADE, {"reopen": "why not"})
    twice = refusal(MADE, {"end": True}, {"reopen": "wrong tricks"}, {"reopen": "again"})

    assert (never.field, never.entry) == ("reopen", 2)
    assert (twice.field, twice.entry) == ("reopen", 4)


@pytest.mark.parametrize("reason", ["", "   ", "\t\n", None, True, 3, ["why"]])
def test_a_reopening_without_a_reason_is_refused(reason: object) -> None:
    refused = refusal({"end": True}, {"reopen": reason})

    assert (refused.field, refused.entry) == ("reopen", 2)


@pytest.mark.parametrize("value", [False, 1, "true", None])
def test_an_end_that_is_not_true_is_refused(value: object) -> None:
    refused = refusal({"end": value})

    assert (refused.field, refused.entry) == ("end", 1)


@pytest.mark.parametrize("number", [*NOT_A_PLACE, 0, 2])
@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"amend": None, "hand": {"thrown_in": True}}, "amend"),
        ({"overrule": None, "side": 0, "points": 5}, "overrule"),
        ({"overrule": None, "side": 0, "points": None}, "overrule"),
        ({"strike": None}, "strike"),
        ({"undo": None}, "undo"),
    ],
    ids=["amend", "overrule", "overrule null", "strike", "undo"],
)
def test_an_unknown_record_or_entry_cannot_be_corrected(
    entry: Facts, field: str, number: object
) -> None:
    refused = refusal(MADE, entry | {field: number})

    assert (refused.field, refused.entry) == (field, 2)


def test_the_number_of_an_undone_hand_is_unknown() -> None:
    refused = refusal(MADE, {"undo": 1}, {"strike": 1})

    assert (refused.field, refused.entry) == ("strike", 3)


def test_a_hand_cannot_be_amended_into_an_adjustment() -> None:
    refused = refusal(MADE, {"amend": 1, "hand": {"adjustment": [1, 0], "note": "why"}})

    assert refused.entry == 2
    assert "adjustment" in describe_error(refused)


def test_an_adjustment_cannot_be_amended_into_a_hand() -> None:
    award = record(adjustment=[1, 0], note="why")

    refused = refusal(award, {"amend": 1, "hand": {"thrown_in": True}})

    assert refused.entry == 2
    assert "adjustment" in describe_error(refused)


def test_an_adjustment_may_be_amended_into_another() -> None:
    award = record(adjustment=[1, 0], note="why")
    amend = {"amend": 1, "hand": {"adjustment": [2, -1], "note": "said wrong"}}

    sheet = sheet_of(award, amend)

    assert sheet["scores"] == [2, -1]


def test_a_hand_cannot_be_amended_into_one_the_rules_refuse() -> None:
    refused = refusal(MADE, {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [3, 2]}})

    assert (refused.field, refused.entry) == ("tricks", 2)


@pytest.mark.parametrize("hand", [None, [], "made", 3, {}])
def test_an_amendment_without_the_facts_of_a_hand_is_refused(hand: object) -> None:
    refused = refusal(MADE, {"amend": 1, "hand": hand})

    assert refused.entry == 2


def test_a_record_cannot_be_struck_twice() -> None:
    refused = refusal(MADE, {"strike": 1}, {"strike": 1})

    assert (refused.field, refused.entry) == ("strike", 3)
    assert "struck" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        {"amend": 1, "hand": {"thrown_in": True}},
        {"overrule": 1, "side": 0, "points": 5},
        {"overrule": 1, "side": 0, "points": None},
    ],
    ids=["amend", "overrule", "overrule null"],
)
def test_nothing_more_can_be_written_on_a_struck_record(entry: Facts) -> None:
    refused = refusal(MADE, {"strike": 1}, entry)

    assert refused.entry == 3
    assert "struck" in describe_error(refused)


@pytest.mark.parametrize("side", [*NOT_A_PLACE, pytest.param(2, id="a third side")])
def test_an_unknown_side_cannot_be_overruled(side: object) -> None:
    refused = refusal(MADE, {"overrule": 1, "side": side, "points": 5})

    assert (refused.field, refused.entry) == ("side", 2)


@pytest.mark.parametrize("points", [True, 2.0, 2.5, "2", [2], {"is": 2}, 10_000, -10_000, 10**12])
def test_an_overrule_that_is_not_whole_or_out_of_bounds_is_refused(points: object) -> None:
    refused = refusal(MADE, {"overrule": 1, "side": 0, "points": points})

    assert (refused.field, refused.entry) == ("points", 2)


@pytest.mark.parametrize("left_out", ["side", "points"])
def test_an_overrule_without_its_side_or_its_points_is_refused(left_out: str) -> None:
    entry = {"overrule": 1, "side": 0, "points": 5}
    del entry[left_out]

    refused = refusal(MADE, entry)

    assert refused.entry == 2
    assert left_out in describe_error(refused)


def test_only_the_last_entry_that_stands_can_be_undone() -> None:
    refused = refusal(MADE, MADE, {"undo": 1})

    assert (refused.field, refused.entry) == ("undo", 3)
    assert "last" in describe_error(refused)


def test_an_entry_taken_back_already_cannot_be_undone_again() -> None:
    refused = refusal(MADE, MADE, {"undo": 2}, {"undo": 2})

    assert (refused.field, refused.entry) == ("undo", 4)


def test_an_undo_cannot_take_itself_or_an_entry_to_come_back() -> None:
    itself = refusal(MADE, {"undo": 2})
    to_come = refusal(MADE, {"undo": 3})

    assert (itself.field, itself.entry) == ("undo", 2)
    assert (to_come.field, to_come.entry) == ("undo", 2)


def test_an_end_cannot_be_undone() -> None:
    refused = refusal(MADE, {"end": True}, {"undo": 2})

    assert refused.entry == 3


def test_neither_a_reopening_nor_what_stands_before_it_can_be_undone() -> None:
    ending = [MADE, {"end": True}, {"reopen": "wrong tricks"}]

    reopening = refusal(*ending, {"undo": 3})
    before = refusal(*ending, {"undo": 1})

    assert (reopening.field, reopening.entry) == ("undo", 4)
    assert (before.field, before.entry) == ("undo", 4)


@pytest.mark.parametrize("seat", [*NOT_A_PLACE, pytest.param(4, id="a fifth seat")])
def test_an_unknown_seat_cannot_be_the_next_dealer(seat: object) -> None:
    refused = refusal({"dealer": seat})

    assert (refused.field, refused.entry) == ("dealer", 1)


@pytest.mark.parametrize("place", [*NOT_A_PLACE, pytest.param(4, id="one too many")])
@pytest.mark.parametrize("field", ["seat", "side"])
def test_an_unknown_seat_or_side_cannot_be_renamed(field: str, place: object) -> None:
    refused = refusal({"rename": {field: place, "name": "Zoe"}})

    assert (refused.field, refused.entry) == (field, 1)


@pytest.mark.parametrize(
    "rename",
    [{"name": "Zoe"}, {"side": 0}, {"seat": 0, "side": 0, "name": "Zoe"}, {}, None, "Zoe", ["Zoe"]],
)
def test_a_rename_without_exactly_one_place_and_a_name_is_refused(rename: object) -> None:
    refused = refusal({"rename": rename})

    assert refused.entry == 1


def test_an_amendment_that_leaves_a_hand_against_the_rules_is_refused_and_names_that_hand() -> None:
    first = record(bidder=0, bid="3", tricks=[3, 3])
    forced = {"bidder": 1, "bid": "3", "forced": True, "tricks": [3, 3]}
    moved = {"amend": 2, "hand": forced | {"dealer": 3}}

    refused = refusal(first, {"record": forced}, moved, rules=STICK_THE_DEALER, first_dealer=0)

    assert refused.entry == 3
    assert "Hand 2" in describe_error(refused)
    assert "dealer" in describe_error(refused)


def test_amending_a_hand_never_moves_the_dealer_of_a_hand_that_names_its_own() -> None:
    first = record(bidder=0, bid="3", tricks=[3, 3], dealer=0)
    forced = record(bidder=1, bid="3", forced=True, tricks=[3, 3], dealer=1)
    moved = {"amend": 1, "hand": {"bidder": 0, "bid": "3", "tricks": [3, 3], "dealer": 2}}

    sheet = sheet_of(first, forced, moved, rules=STICK_THE_DEALER)

    assert [row["dealer"] for row in sheet["rows"]] == [2, 1]


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"at": "2026-11-29T20:45:00Z"},
        {"record": {"thrown_in": True}, "strike": 1},
        {"end": True, "reopen": "both"},
        {"hand": {"thrown_in": True}},
        {"play": {"thrown_in": True}},
        {"record": None},
        {"record": []},
        {"record": {}},
        {"record": "thrown in"},
        None,
        [],
        "end",
        7,
        True,
    ],
    ids=str,
)
def test_an_entry_that_is_not_exactly_one_of_the_known_kinds_is_refused(entry: Any) -> None:
    refused = refusal(MADE, entry)

    assert refused.entry == 2


# Who wrote it and when


@pytest.mark.parametrize(
    "at",
    ["yesterday", "2026-11-29", "2026-11-29T20:45:00", "2026-11-29T20:45:00+01:00", "", 3, None],
)
def test_an_entry_at_a_time_that_is_not_iso_8601_in_utc_is_refused(at: object) -> None:
    refused = refusal(MADE | {"at": at})

    assert (refused.field, refused.entry) == ("at", 1)


@pytest.mark.parametrize("by", ["", "  ", "\u200b", "x" * 81, 3, None, True, ["Ann"]])
def test_an_entry_by_somebody_without_a_name_is_refused(by: object) -> None:
    refused = refusal(MADE | {"by": by})

    assert (refused.field, refused.entry) == ("by", 1)


def test_an_entry_may_say_when_it_was_written_and_by_whom() -> None:
    match = match_file(MADE | {"at": "2026-11-29T20:45:00Z", "by": "Ann\tLee"})

    entry = write_match(read_match(match))["entries"][0]

    assert (entry["at"], entry["by"]) == ("2026-11-29T20:45:00Z", "Ann Lee")


@pytest.mark.parametrize("opened", ["", "soon", "2026-11-29T20:45:00+02:00", 2026, None])
def test_a_match_opened_at_no_time_in_utc_is_refused(opened: object) -> None:
    refused = refusal(opened=opened)

    assert (refused.field, refused.entry) == ("opened", None)


# Unknown fields


@pytest.mark.parametrize(
    "match",
    [
        match_file() | {"colour": "red"},
        match_file(rules={"colour": "red"}),
        match_file(rules={"target": {"points": 42, "test": "reach", "colour": "red"}}),
        match_file(rules={"made": {"bid": 1, "colour": "red"}}),
        match_file(rules={"forced": STUCK | {"colour": "red"}, "minimum_bid": "3"}),
        match_file(rules={"bids": [{"name": "1", "needs": 1, "worth": 1, "colour": "red"}]}),
        match_file(
            rules={
                "bids": [{"name": "1", "needs": 1, "worth": 1, "made": {"bid": 1, "colour": "red"}}]
            }
        ),
    ],
    ids=["match", "ruleset", "target", "award", "forced", "bid", "award of a bid"],
)
def test_an_unknown_field_around_the_entries_is_refused(match: Facts) -> None:
    refused = refusal_of_file(match)

    assert refused.entry is None
    assert refused.field is not None
    assert refused.field.endswith("colour")
    assert "colour" in describe_error(refused)


@pytest.mark.parametrize(
    "entry",
    [
        MADE | {"colour": "red"},
        record(bidder=0, bid="3", tricks=[3, 3], colour="red"),
        record(thrown_in=True, colour="red"),
        record(adjustment=[1, 0], note="why", colour="red"),
        {"amend": 1, "hand": {"thrown_in": True}, "colour": "red"},
        {"amend": 1, "hand": {"thrown_in": True, "colour": "red"}},
        {"overrule": 1, "side": 0, "points": 5, "colour": "red"},
        {"strike": 1, "colour": "red"},
        {"undo": 1, "colour": "red"},
        {"rename": {"side": 0, "name": "Us", "colour": "red"}},
        {"rename": {"side": 0, "name": "Us"}, "colour": "red"},
        {"dealer": 1, "colour": "red"},
        {"end": True, "colour": "red"},
    ],
    ids=str,
)
def test_an_unknown_field_in_an_entry_is_refused(entry: Facts) -> None:
    refused = refusal(MADE, entry)

    assert (refused.field, refused.entry) == ("colour", 2)
    assert "colour" in describe_error(refused)


def test_an_unknown_field_of_a_reopening_is_refused() -> None:
    refused = refusal({"end": True}, {"reopen": "why", "colour": "red"})

    assert (refused.field, refused.entry) == ("colour", 2)

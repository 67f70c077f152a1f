"""Laws that every sheet obeys, whatever the game and its entries."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.codec.match_file import read_match, write_match
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.messages.explanations import explain
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import Facts, sheet_of_file
from tests.rules.strategies import Game, evenings, games, hands, other_facts, peppers, quickly

EVERY_FIELD = {
    *("name", "players", "sides", "entry", "tricks", "bids"),
    *("made", "set", "defence_made", "defence_set", "shutout", "surrender", "must_play", "trumps"),
    *("minimum_bid", "forced", "free_tricks", "target", "win_by", "crossing", "lose_at", "sheet"),
}


def and_then(match: Facts, *entries: Facts) -> Facts:
    return match | {"entries": [*match["entries"], *entries]}


def numbers(row: Facts) -> Facts:
    kept = ("number", "dealer", "outcome", "points", "cells", "shortfalls", "totals", "scores")
    return {key: row[key] for key in kept}


def start_of(game: Game, match: Facts) -> tuple[list[int], list[int]]:
    nought = [0] * game.sides
    return match.get("start", nought), match.get("start_shortfalls", nought)


def won_by_the_scores(game: Game, sheet: Facts) -> bool:
    """Return whether the winner is at the target, or the other side where it loses."""
    winner, lose_at = sheet["winner"], game.ruleset.get("lose_at")
    if lose_at is not None and sheet["scores"][1 - winner] <= lose_at:
        return True
    return sheet["wins_at"] is not None and sheet["scores"][winner] >= sheet["wins_at"]


def turned(values: list[Any]) -> list[Any]:
    return [values[-1], *values[:-1]]


def next_place(facts: Facts, names: tuple[str, ...], places: int) -> Facts:
    return {name: (facts[name] + 1) % places for name in names if name in facts}


def seats_turned(game: Game, facts: Facts) -> Facts:
    """Return the same facts with everybody moved one seat on, and so every column one column on."""
    seats = next_place(facts, ("bidder", "seat", "dealer", "first_dealer"), game.seats)
    sides = next_place(facts, ("side", "winner"), game.sides)
    a_side_each = ("tricks", "adjustment", "points", "start", "start_shortfalls", "sides")
    lists = {
        name: turned(facts[name])
        for name in (*a_side_each, "players")
        if isinstance(facts.get(name), list)
    }
    folded = [(side + 1) % game.sides for side in facts.get("folded", [])]
    within = {
        name: seats_turned(game, facts[name])
        for name in ("record", "hand", "rename")
        if name in facts
    }
    entries = [seats_turned(game, entry) for entry in facts.get("entries", [])]
    return (
        facts
        | seats
        | sides
        | lists
        | within
        | ({"folded": folded} if folded else {})
        | ({"entries": entries} if "entries" in facts else {})
    )


@quickly
@given(evenings())
def test_every_number_is_whole_and_every_row_has_one_for_each_side(
    evening: tuple[Game, Facts],
) -> None:
    game, match = evening

    sheet = sheet_of_file(match)

    for row in sheet["rows"]:
        for key in ("points", "cells", "shortfalls", "totals", "scores"):
            assert len(row[key]) == game.sides
            assert all(type(number) is int for number in row[key])
        assert len(row["overruled"]) == game.sides
    assert sheet["version"] == len(match["entries"])


@quickly
@given(evenings())
def test_total_less_shortfall_is_the_score_on_every_row(evening: tuple[Game, Facts]) -> None:
    _, match = evening

    sheet = sheet_of_file(match)

    for row in [*sheet["rows"], sheet]:
        for total, short, score in zip(
            row["totals"], row["shortfalls"], row["scores"], strict=True
        ):
            assert total - short == score


@quickly
@given(evenings())
def test_the_score_is_the_start_and_the_plain_sum_of_the_points(
    evening: tuple[Game, Facts],
) -> None:
    game, match = evening
    start, short = start_of(game, match)

    sheet = sheet_of_file(match)

    scores = [total - owed for total, owed in zip(start, short, strict=True)]
    for row in sheet["rows"]:
        scores = [score + points for score, points in zip(scores, row["points"], strict=True)]
        assert row["scores"] == scores
    assert sheet["scores"] == scores


@quickly
@given(evenings())
def test_a_carried_total_is_the_highest_of_nought_the_start_and_every_score_so_far(
    evening: tuple[Game, Facts],
) -> None:
    game, match = evening
    if not game.carry:
        return
    start, _ = start_of(game, match)

    rows = sheet_of_file(match)["rows"]

    highest = [max(0, total) for total in start]
    for row in rows:
        highest = [max(high, score) for high, score in zip(highest, row["scores"], strict=True)]
        assert row["totals"] == highest


@quickly
@given(evenings())
def test_no_cell_nor_shortfall_is_below_nought_on_a_carry_forward_sheet(
    evening: tuple[Game, Facts],
) -> None:
    game, match = evening

    rows = sheet_of_file(match)["rows"]

    for row in rows:
        assert all(short >= 0 for short in row["shortfalls"])
        if game.carry:
            assert all(cell >= 0 for cell in row["cells"])
        else:
            assert (row["cells"], row["shortfalls"]) == (row["points"], [0] * game.sides)


@quickly
@given(evenings())
def test_the_totals_are_the_start_and_the_sum_of_the_cells(evening: tuple[Game, Facts]) -> None:
    game, match = evening
    totals, _ = start_of(game, match)

    sheet = sheet_of_file(match)

    for row in sheet["rows"]:
        totals = [total + cell for total, cell in zip(totals, row["cells"], strict=True)]
        assert row["totals"] == totals
    assert sheet["totals"] == totals


@quickly
@given(evenings(endless=True, corrected=False, fewest=1), st.data())
def test_amending_a_hand_gives_the_numbers_of_having_played_it_so(
    evening: tuple[Game, Facts], data: st.DataObject
) -> None:
    game, match = evening
    number = data.draw(st.integers(1, len(match["entries"])), "number")
    dealers = [row["dealer"] for row in sheet_of_file(match)["rows"]]
    other = data.draw(other_facts(game, number, dealers), "other")
    dealer = dealers[number - 1]
    named = {} if dealer is None else {"dealer": dealer}
    played_so = [*match["entries"]]
    played_so[number - 1] = {"record": other | named}

    amended = sheet_of_file(and_then(match, {"amend": number, "hand": other}))

    expected = sheet_of_file(match | {"entries": played_so})
    assert [numbers(row) for row in amended["rows"]] == [numbers(row) for row in expected["rows"]]
    assert amended["scores"] == expected["scores"]
    assert amended["next_dealer"] == expected["next_dealer"]


@quickly
@given(evenings(endless=True, corrected=False, fewest=1), st.data())
def test_striking_a_record_changes_no_other_rows_points(
    evening: tuple[Game, Facts], data: st.DataObject
) -> None:
    game, match = evening
    number = data.draw(st.integers(1, len(match["entries"])), "number")

    struck = sheet_of_file(and_then(match, {"strike": number}))

    before = sheet_of_file(match)
    for row, old in zip(struck["rows"], before["rows"], strict=True):
        if row["number"] == number:
            assert (row["outcome"], row["points"]) == ("struck", [0] * game.sides)
        else:
            assert (row["outcome"], row["points"]) == (old["outcome"], old["points"])
        assert row["dealer"] == old["dealer"]
    assert struck["next_dealer"] == before["next_dealer"]


@quickly
@given(evenings(endless=True), st.data())
def test_an_entry_and_its_undo_are_nothing(
    evening: tuple[Game, Facts], data: st.DataObject
) -> None:
    game, match = evening
    if match["entries"] and "end" in match["entries"][-1]:
        return
    before = sheet_of_file(match)
    dealt = sum(row["dealer"] is not None for row in before["rows"])
    hand = data.draw(hands(game, before["next_dealer"], dealt), "hand")
    possible: list[Facts] = [
        {"record": hand},
        {"record": {"adjustment": [7] * game.sides, "note": "agreed"}},
        {"dealer": game.seats - 1},
        {"rename": {"side": 0, "name": "The Elders"}},
    ]
    open_rows = [row["number"] for row in before["rows"] if row["outcome"] != "struck"]
    possible += [{"strike": number} for number in open_rows]
    possible += [{"overrule": number, "side": 0, "points": 11} for number in open_rows]
    entry = data.draw(st.sampled_from(possible), "entry")

    after = sheet_of_file(and_then(match, entry, {"undo": len(match["entries"]) + 1}))

    assert after | {"version": 0} == before | {"version": 0}
    assert after["version"] == before["version"] + 2


@quickly
@given(evenings(corrected=False))
def test_the_sheet_of_a_prefix_of_the_records_is_the_prefix_of_the_sheet(
    evening: tuple[Game, Facts],
) -> None:
    _, match = evening
    rows = sheet_of_file(match)["rows"]

    for count in range(len(rows) + 1):
        prefix = sheet_of_file(match | {"entries": match["entries"][:count]})

        assert prefix["rows"] == rows[:count]


@quickly
@given(evenings())
def test_moving_everybody_one_seat_on_moves_the_columns_with_them(
    evening: tuple[Game, Facts],
) -> None:
    game, match = evening
    match = {"first_dealer": 0} | match

    sheet = sheet_of_file(match)
    moved = sheet_of_file(seats_turned(game, match))

    for row, there in zip([*sheet["rows"], sheet], [*moved["rows"], moved], strict=True):
        for key in ("totals", "shortfalls", "scores"):
            assert there[key] == turned(row[key])
    for row, there in zip(sheet["rows"], moved["rows"], strict=True):
        assert there["outcome"] == row["outcome"]
        for key in ("points", "cells", "overruled"):
            assert there[key] == turned(row[key])
    assert moved["state"] == sheet["state"]
    assert moved["winner"] == (
        None if sheet["winner"] is None else (sheet["winner"] + 1) % game.sides
    )


@quickly
@given(evenings(of=peppers()))
def test_swapping_the_sides_swaps_the_columns(evening: tuple[Game, Facts]) -> None:
    game, match = evening
    match = {"first_dealer": 0} | match

    sheet = sheet_of_file(match)
    swapped = sheet_of_file(seats_turned(game, match))

    assert [row["cells"][::-1] for row in swapped["rows"]] == [
        row["cells"] for row in sheet["rows"]
    ]
    assert swapped["scores"][::-1] == sheet["scores"]


@quickly
@given(evenings())
def test_an_export_imported_and_exported_again_is_equal_byte_for_byte(
    evening: tuple[Game, Facts],
) -> None:
    _, match = evening

    export = json.dumps(write_match(read_match(match)), ensure_ascii=False)

    again = json.dumps(write_match(read_match(json.loads(export))), ensure_ascii=False)
    assert again == export
    assert sheet_of_file(json.loads(export)) == sheet_of_file(match)


@quickly
@given(evenings())
def test_the_same_match_file_read_twice_gives_equal_values(evening: tuple[Game, Facts]) -> None:
    _, match = evening

    first, second = read_match(match), read_match(match)

    assert first == second


@quickly
@given(games())
def test_a_ruleset_writes_every_field_and_reads_back_as_itself(game: Game) -> None:
    ruleset = read_ruleset(game.ruleset)

    written = write_ruleset(ruleset)

    assert set(written) == EVERY_FIELD
    assert write_ruleset(read_ruleset(json.loads(json.dumps(written)))) == written
    assert read_ruleset(written) == ruleset


@quickly
@given(evenings())
def test_a_match_is_a_value_that_its_sheet_does_not_change(evening: tuple[Game, Facts]) -> None:
    _, match = evening
    written = json.dumps(match)

    first, second = sheet_of_file(match), sheet_of_file(match)

    assert first == second
    assert json.dumps(match) == written


@quickly
@given(evenings())
def test_a_winner_has_a_hand_that_stands_and_no_next_dealer(evening: tuple[Game, Facts]) -> None:
    game, match = evening

    sheet = sheet_of_file(match)

    hands_that_stand = [
        row for row in sheet["rows"] if row["outcome"] not in {"adjustment", "struck"}
    ]
    if sheet["winner"] is not None:
        assert hands_that_stand
        assert sheet["state"] in {"decided", "ended"}
        assert won_by_the_scores(game, sheet)
    if sheet["state"] == "decided":
        assert sheet["winner"] is not None
    assert (sheet["next_dealer"] is None) == (sheet["state"] != "playing")
    if sheet["state"] == "playing" and game.ruleset.get("win_by", "reaching") == "reaching":
        best = max(sheet["scores"])
        if sheet["wins_at"] is not None and best >= sheet["wins_at"] and hands_that_stand:
            assert sheet["scores"].count(best) > 1


@quickly
@given(evenings(of=peppers()))
def test_the_higher_score_wins_at_pepper(evening: tuple[Game, Facts]) -> None:
    _, match = evening

    sheet = sheet_of_file(match)

    if sheet["winner"] is not None:
        assert sheet["scores"][sheet["winner"]] > sheet["scores"][1 - sheet["winner"]]


@quickly
@given(evenings())
def test_every_number_on_any_sheet_has_a_sentence_behind_it(evening: tuple[Game, Facts]) -> None:
    game, match = evening
    sheet = build_sheet(read_match(match))

    for row in write_sheet(sheet)["rows"]:
        for side in range(game.sides):
            said = explain(sheet, row["number"], side)

            assert str(said.story)
            assert str(said.rule)

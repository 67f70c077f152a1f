"""Every outcome of every bid of a game, as tables."""

import pytest

from scorekeeper.analysis.outcomes import outcome_tables, worked_examples
from scorekeeper.codec.presets import preset_names
from tests.rules.builders import game, record, sheet_of


@pytest.mark.parametrize("preset", preset_names())
def test_the_table_of_outcomes_is_what_the_sheet_says(preset):
    rules = game(preset)
    if not rules.two_sided or rules.entry != "contract" or rules.forced:
        return

    (table,) = outcome_tables(rules)

    assert [row.bid for row in table.rows] == list(rules.offered)
    for row in table.rows:
        for took, cell in enumerate(row.cells[: rules.tricks + 1]):
            hand = record(side=0, bid=row.bid.name, tricks=[took, rules.tricks - took])
            points = sheet_of(hand, rules=preset)["rows"][0]["points"]
            assert list(cell) == points, (row.bid, took)


def test_a_table_where_hands_can_be_given_up_has_a_column_for_it():
    (table,) = outcome_tables(game("pepper"))

    assert table.surrendered
    assert {row.bid.name: row.cells[-1] for row in table.rows}["big pepper"] == (14, 0)
    assert not outcome_tables(game("pepper-30"))[0].surrendered


def test_where_everyone_plays_alone_bidder_and_defender_have_a_table_each():
    bidder, defender = outcome_tables(game("pepper-30-three"))

    assert bidder.rows[2].cells == ((-8,), (-8,), (-8,), *((tricks,) for tricks in range(3, 9)))
    assert defender.rows[2].cells == tuple((tricks,) for tricks in range(9))


def test_a_defender_paid_otherwise_against_a_made_bid_has_both_figures():
    rules = game("pepper-30-three", defence_set={"tricks": 2})

    _, defender = outcome_tables(rules)

    assert defender.rows[2].cells[1] == (1, 2)
    assert defender.rows[2].cells[8] == (16,), "nobody makes 3 where a defender took all eight"


def test_a_game_without_bids_has_no_table_and_no_worked_hand():
    assert outcome_tables(game("plain")) == []
    assert worked_examples(game("plain")) == []


def test_the_worked_hands_are_the_lowest_and_the_highest_bid_made_and_missed():
    assert [(each.bid.name, *each[1:]) for each in worked_examples(game("pepper"))] == [
        ("1", 1, 1, 5),
        ("1", 0, -1, 6),
        ("big pepper", 6, 14, -14),
        ("big pepper", 5, -14, 14),
    ]

"""Outcomes of a game as people read them."""

from scorekeeper.messages.outcome_tables import describe_examples, format_outcomes
from tests.rules.builders import game


def cells_of(table, bid):
    return next(row.cells for row in table.rows if row.bid == bid)


def test_a_cell_has_the_points_of_the_bidding_side_and_of_the_defenders():
    (table,) = format_outcomes(game("pepper"))

    assert table.columns == ("0", "1", "2", "3", "4", "5", "6")
    assert cells_of(table, "big pepper") == (*["−14/+14"] * 6, "+14/−14", "+14/0")


def test_where_everyone_plays_alone_bidder_and_defender_have_a_table_each():
    bidder, defender = format_outcomes(game("pepper-30-three"))

    assert bidder.rows[2].cells == ("−8", "−8", "−8", "+3", "+4", "+5", "+6", "+7", "+8")
    assert defender.rows[2].cells == ("0", *(f"+{tricks}" for tricks in range(1, 9)))


def test_a_game_without_bids_has_no_table_and_no_example():
    assert format_outcomes(game("plain")) == []
    assert describe_examples(game("plain")) == []


def test_an_example_is_one_sentence():
    assert [str(sentence) for sentence in describe_examples(game("pepper"))] == [
        "Bid 1, took 1 of 6: bidding side +1, defenders +5.",
        "Bid 1, took 0 of 6: bidding side −1, defenders +6.",
        "Bid big pepper, took 6 of 6: bidding side +14, defenders −14.",
        "Bid big pepper, took 5 of 6: bidding side −14, defenders +14.",
    ]
    assert str(describe_examples(game("pepper-solo-three"))[0]) == (
        "Bid 1, took 1 of 8: the bidder +1, one with the rest +7."
    )

"""The payouts of a game, in figures and in words, derived from its ruleset."""

import pytest

from scorekeeper.messages.payouts import bid_awards, describe_award, payouts
from scorekeeper.rules.ruleset import Award
from tests.rules.builders import game

NONE = "\N{EN DASH}"


def three(preset, **changed):
    return [(str(f.title), f.figure, str(f.words)) for f in payouts(game(preset, **changed))]


def test_the_three_figures_of_pepper_are_the_bid_and_twice_its_loss():
    assert three("pepper") == [
        ("Made", "+bid", "the bid"),
        ("Missed", "−bid", "the bid is lost"),
        ("Shut out", "−bid", "the bid is lost"),
    ]


def test_the_three_figures_of_a_game_without_a_shutout_say_so():
    assert three("pepper-30") == [
        ("Made", "+tricks", "a point a trick"),
        ("Missed", "−6", "6 are lost, whatever the bid"),
        ("Shut out", NONE, "as any defender"),
    ]


def test_a_game_without_bids_has_one_figure():
    assert three("pepper-cards") == [("Won", "+1", "the side that wins the round gets 1")]
    assert len(three("plain")) == 1


@pytest.mark.parametrize(
    ("award", "words"),
    [
        (None, "nothing"),
        (Award(), "nothing"),
        (Award(bid=1), "the bid"),
        (Award(bid=-1), "the bid is lost"),
        (Award(bid=-2), "−2 × bid"),
        (Award(tricks=1), "a point a trick"),
        (Award(tricks=2), "2 points a trick"),
        (Award(tricks=1, points=2), "1 a trick and 2 more"),
        (Award(tricks=1, points=-3), "1 a trick less 3"),
        (Award(points=5), "5, whatever the bid"),
        (Award(points=-5), "5 are lost, whatever the bid"),
        (Award(tricks=1, at_least_bid=True), "the tricks taken, or the bid where that is more"),
        (Award(bid=1, tricks=1), "+bid +tricks"),
        (Award(points=3, at_least_bid=True), "+3, at least the bid"),
    ],
    ids=str,
)
def test_every_award_has_its_words(award, words):
    assert str(describe_award(award)) == words


def test_bids_paid_in_the_same_way_are_told_together():
    told_alone = [
        (own.bids, [str(term) for term in own.terms])
        for own in bid_awards(game("double-hasenpfeffer"))
    ]

    assert told_alone == [
        (
            tuple(f"{n} alone" for n in range(3, 13)),
            ["made +2 × tricks", "missed −2 × bid"],
        )
    ]


def test_a_bid_is_told_only_for_what_it_pays_otherwise_than_the_game():
    (peppers,) = bid_awards(game("pepper"))

    assert peppers.bids == ("little pepper", "big pepper")
    assert [str(term) for term in peppers.terms] == [
        "made, defenders −bid",
        "missed, defenders +bid",
    ]


def test_where_a_table_scores_what_it_gets_the_peppers_still_pay_their_worth():
    (peppers,) = bid_awards(game("pepper", made={"tricks": 1}))

    assert str(peppers.terms[0]) == "made +bid"

"""A game in plain words, worked out from its ruleset."""

import pytest

from scorekeeper.rules.describe import rules_told, shape
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.stakes import figures, in_words, own_awards
from scorekeeper.rules.terms import Award
from tests.rules.building import STICK_THE_DEALER

NONE = "\N{EN DASH}"


def game(preset, **changed):
    return Ruleset.from_dict({"preset": preset, **changed})


def told(preset, **changed):
    return [str(sentence) for sentence in rules_told(game(preset, **changed))]


def three(preset, **changed):
    return [(str(f.title), f.figure, str(f.words)) for f in figures(game(preset, **changed))]


def number(text):
    return int(text.replace("\u2212", "-"))


def test_the_shape_is_players_sides_tricks_and_the_line_to_cross():
    assert [str(part) for part in shape(game("pepper"))] == [
        "4 players, 2 sides",
        "6 tricks",
        "wins at 42 or more",
    ]
    assert [str(part) for part in shape(game("plain", players=7))] == [
        "7 players, each alone",
        "no target",
    ]


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
    assert str(in_words(award)) == words


def test_bids_paid_in_the_same_way_are_told_together():
    told_alone = [
        (own.bids, [str(term) for term in own.terms])
        for own in own_awards(game("double-hasenpfeffer"))
    ]

    assert told_alone == [
        (
            tuple(f"{n} alone" for n in range(3, 13)),
            ["made +2 × tricks", "missed −2 × bid"],
        )
    ]


def test_a_bid_is_told_only_for_what_it_pays_otherwise_than_the_game():
    (peppers,) = own_awards(game("pepper"))

    assert peppers.bids == ("little pepper", "big pepper")
    assert [str(term) for term in peppers.terms] == [
        "made, defenders −bid",
        "missed, defenders +bid",
    ]


def test_where_a_table_scores_what_it_gets_the_peppers_still_pay_their_worth():
    (peppers,) = own_awards(game("pepper", made={"tricks": 1}))

    assert str(peppers.terms[0]) == "made +bid"


def test_house_rules_are_told_in_the_order_of_a_hand():
    assert told("pepper", must_play=["clubs"], sheet="signed", **STICK_THE_DEALER) == [
        "The lowest bid allowed is 3.",
        (
            "When all others pass the dealer has to bid at least 3, or declines and loses it;"
            " no hand is thrown in."
        ),
        "Defenders, made or missed: a point a trick.",
        "The defenders may surrender: the bidding side gets the bid, the defenders 0.",
        "A hand has to be played when trumps are: clubs.",
        "A side with 42 or more after a hand wins.",
        "When several sides are over the higher score wins; level plays on.",
        "A loss is written with a minus.",
    ]


def test_a_pepper_round_and_free_tricks_are_told():
    sentences = told("wolf-pepper")

    assert "The first 4 hands are bids of 4 by the seat after the dealer." in sentences
    assert "Against 4 they may keep up to 2 free tricks, a point each." in sentences
    assert "Against 5 they may keep a free trick, for a point." in sentences


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        ("pepper-alone", "Trumps: clubs, diamonds, hearts, spades, no trump, no trump low."),
        ("pepper-31", "A forced bid has to be played."),
        ("pepper-31", "A side at −31 or under loses."),
        ("pepper-bid-out", "A side with 30 or more wins, but only on a hand whose bid it made."),
        (
            "pepper-eight",
            "A side with 50 or more wins, but only on a hand whose bid it made or set.",
        ),
        (
            "bid-euchre-32",
            "When several sides are over, a bidding side that is over wins.",
        ),
        (
            "pepper-solo-three",
            "Each defender may fold alone for 0; when all fold, the bidder gets the bid.",
        ),
        ("plain", "There is no target: the table says when the match ends."),
    ],
    ids=["trumps", "played", "loses", "making", "deciding", "bidder", "folding", "no target"],
)
def test_what_a_game_has_of_its_own_is_told(preset, sentence):
    assert sentence in told(preset)


def test_defenders_paid_otherwise_when_the_bid_is_missed_are_told_both():
    sentences = told("pepper", defence_set={"bid": 1})

    assert "Defenders, when the bid is made: a point a trick; when it is missed: the bid." in (
        sentences
    )

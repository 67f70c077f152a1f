"""The rules of a game in words, derived from its ruleset."""

import pytest

from scorekeeper.messages.ruleset import describe_rules, describe_shape
from tests.rules.builders import STICK_THE_DEALER, game


def told(preset, **changed):
    return [str(sentence) for sentence in describe_rules(game(preset, **changed))]


def test_the_shape_is_players_sides_tricks_and_the_line_to_cross():
    assert [str(part) for part in describe_shape(game("pepper"))] == [
        "4 players",
        "2 sides",
        "6 tricks",
        "wins at 42 or more",
    ]
    assert [str(part) for part in describe_shape(game("plain", players=7))] == [
        "7 players, each alone",
        "no target",
    ]


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

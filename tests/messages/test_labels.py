"""The labels of seats and sides."""

import pytest

from scorekeeper.messages.labels import TRUMP_LABELS, seat_labels, side_labels
from scorekeeper.rules.match import default_players, default_sides
from scorekeeper.rules.ruleset import TRUMPS
from tests.rules.builders import game


@pytest.mark.parametrize("preset", ["pepper", "pepper-30-three", "pepper-solo-three"])
def test_in_english_a_label_is_the_name_that_nobody_typed(preset):
    rules = game(preset)

    assert tuple(map(str, seat_labels(rules))) == default_players(rules)
    assert tuple(map(str, side_labels(rules))) == default_sides(rules, default_players(rules))


def test_every_trump_has_a_label():
    assert tuple(TRUMP_LABELS) == TRUMPS

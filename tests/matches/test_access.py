"""The reasons why an actor may not write, in the reader's language."""

from datetime import UTC, datetime

import pytest

from scorekeeper.codec.entry import read_event
from scorekeeper.codec.match_file import read_match
from scorekeeper.matches.access import Context, Forbidden, authorize, writing_role
from scorekeeper.messages.errors import describe_error
from tests.pseudo_language import Longer, english, speaking
from tests.rules.builders import match_file, record

HAND = record(bidder=0, bid="3", tricks=[4, 2])
PLACES = ["seat 1", "host"]
NOW = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)
# What seat 0 may not write where seat 1 and the host have written a hand each.
NOT_THEIRS = {
    "a hand that is not the last": {"strike": 1},
    "the other side's column": {"overrule": 2, "side": 1, "points": 3},
    "an adjustment of the other side": record(adjustment=[0, 3]),
    "what somebody else has written": {"undo": 2},
    "another's name": {"rename": {"seat": 1, "name": "Bob"}},
    "who deals next": {"dealer": 1},
}


def refused(place, facts, *more):
    match = read_match(match_file(HAND, HAND, *more))
    with pytest.raises(Forbidden) as caught:
        writing_role(
            {place},
            read_event(facts, match.state),
            Context(match, [*PLACES, *("host" for _ in more)], NOW),
        )
    return caught.value


@pytest.mark.parametrize("facts", NOT_THEIRS.values(), ids=NOT_THEIRS)
def test_what_a_seat_may_not_write_is_told_in_the_language_that_is_spoken(facts):
    assert_is_translated(refused("seat 0", facts))


def test_that_a_watcher_writes_nothing_is_told_in_the_language_that_is_spoken():
    assert_is_translated(refused("watch", HAND))


def test_that_the_seconds_are_over_is_told_in_the_language_that_is_spoken():
    ended = {"end": True, "at": "2026-11-29T21:59:00Z"}

    assert_is_translated(refused("seat 0", {"reopen": "wrong"}, ended))


def test_that_only_the_host_may_is_told_in_the_language_that_is_spoken():
    with pytest.raises(Forbidden) as caught:
        authorize({"seat 0"}, "delete")

    assert_is_translated(caught.value)


def assert_is_translated(forbidden):
    assert english(describe_error(forbidden))
    with speaking(Longer()):
        assert describe_error(forbidden)
        assert not english(describe_error(forbidden))

"""When the host was last here: in memory, for a limited time, and never in the database."""

import os

import pytest

from scorekeeper.events.presence import Presence


class Clock:
    """A clock that the test sets."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def presence(clock):
    presence = Presence()
    presence.clock = clock
    return presence


def started(presence, clock):
    """Move the clock so far that the app has run for long."""
    presence.record("BBBBBB", host=False)
    clock.time += 10_000


def test_after_a_start_everybody_counts_as_here_for_as_long_as_is_asked(presence, clock):
    presence.record("AAAAAA", host=False)
    clock.time += 300
    assert presence.was_here("AAAAAA", 300)

    clock.time += 1

    assert not presence.was_here("AAAAAA", 300)


def test_the_host_is_here_after_a_request_and_nobody_else_is_the_host(presence, clock):
    started(presence, clock)
    presence.record("AAAAAA", host=True)
    presence.record("BBBBBB", host=False)

    clock.time += 299

    assert presence.was_here("AAAAAA", 300)
    assert not presence.was_here("BBBBBB", 300)
    clock.time += 2
    assert not presence.was_here("AAAAAA", 300)


def test_the_other_processes_are_told_of_a_match_once_a_minute(presence, clock):
    told = []
    for _ in range(130):
        told.append(presence.record("AAAAAA", host=True))
        clock.time += 1

    assert [second for second, each in enumerate(told) if each] == [0, 60, 120]
    assert presence.record("BBBBBB", host=True)


def test_what_another_process_tells_holds_until_it_tells_again(presence, clock):
    started(presence, clock)
    presence.record_remote("AAAAAA")

    clock.time += 359
    assert presence.was_here("AAAAAA", 300)
    clock.time += 2
    assert not presence.was_here("AAAAAA", 300)


def test_what_is_long_ago_is_let_go_of(presence, clock):
    for number in range(5000):
        presence.record(f"{number:06}", host=True)
        presence.record_remote(f"{number:06}")
        clock.time += 1

    assert len(presence._present) < 1300  # noqa: SLF001 - the memory that it takes
    assert len(presence._sent) < 1300  # noqa: SLF001


def test_a_process_that_was_forked_begins_anew(presence, clock):
    started(presence, clock)
    read, write = os.pipe()

    child = os.fork()
    if not child:
        os.write(write, b"here" if presence.was_here("AAAAAA", 300) else b"away")
        os._exit(0)
    os.waitpid(child, 0)

    assert os.read(read, 4) == b"here"
    assert not presence.was_here("AAAAAA", 300)
    os.close(read)
    os.close(write)

"""Redis stops and restarts: writes go on, phones poll meanwhile, and no event is missed."""

import pytest

from scorekeeper.events import Hub, ServerSentEvent, StreamRefused
from tests.databases import postgresql
from tests.servers import Caller, quiet, starter, until
from tests.streams import EventStream, version


@pytest.fixture(scope="module")
def servers(tmp_path_factory, redis):
    """Provide two servers on one PostgreSQL and one Redis."""
    with postgresql() as database, starter(quiet(tmp_path_factory.mktemp("data"))) as start:
        command = ("--database", database, "--redis", redis.address, "--workers", "1")
        servers = [start(*command) for _ in range(2)]
        yield servers
        for server in servers:
            assert server.stop()[0] == 0
            assert "Traceback" not in server.errors.getvalue()


def first_heard(script):
    """Return the first event of a stream, or None if the server gives no stream."""
    event_stream = script.listen()
    if event_stream:
        with event_stream:
            return event_stream.next_event()
    return None


def heard_across(here, there):
    """Return whether a stream opened before at one server gets a hand written at the other."""
    seen = there.sheet()[1]["version"]
    with until(there.listen) as event_stream:
        event_stream.next_event()
        assert here.write(seen)[0] == 201
        return event_stream.next_event() == version(seen + 1)


def test_writes_go_on_and_streams_end_and_begin_again_with_what_was_missed(here, there, redis):
    until(lambda: heard_across(here, there))
    seen = here.sheet()[1]["version"]

    with until(there.listen) as event_stream:
        assert event_stream.next_event() == version(seen)
        redis.stop()
        assert event_stream.next_event() is None
    with EventStream(there.port, there.live, there.key) as refused:
        assert refused.status == 503
        assert int(refused.answer.headers["Retry-After"]) > 0
    assert here.write(seen)[0] == 201
    assert there.sheet()[1]["version"] == seen + 1

    redis.start()

    assert until(lambda: first_heard(there)) == version(seen + 1)
    until(lambda: heard_across(here, there))
    until(lambda: heard_across(there, here))


def test_wrong_keys_are_counted_together_and_without_redis_by_each_program_for_itself(
    here, there, redis
):
    guessers = [Caller(script.port, here.code, "wrong") for script in (here, there)]
    together = [guessers[number % 2].sheet()[0] for number in range(12)]

    redis.stop()
    apart = [[guesser.sheet()[0] for _ in range(12)] for guesser in guessers]
    redis.start()

    assert together == [401] * 10 + [429] * 2
    assert apart == [together, together]
    assert here.sheet()[0] == 200


def test_a_redis_that_is_there_and_says_nothing_is_as_good_as_gone(here, there, redis):
    until(lambda: heard_across(here, there))
    seen = here.sheet()[1]["version"]

    with until(there.listen) as event_stream:
        event_stream.next_event()
        redis.freeze()
        assert here.write(seen)[0] == 201
        assert event_stream.next_event() is None
    assert there.listen() is None

    redis.thaw()
    assert until(lambda: first_heard(there)) == version(seen + 1)
    until(lambda: heard_across(here, there))


def test_what_a_program_could_not_tell_the_others_is_made_good_once_it_can(redis):
    redis.ask("ACL", "SETUSER", "mute", "on", "nopass", "~*", "&*", "+@all", "-publish")
    others = Hub(9, redis.address)
    mute = Hub(9, redis.address.replace("//", "//mute:any@"))
    stream = listening(others)
    listening(mute)

    mute.publish("AAAAAA", ServerSentEvent("", "1"))
    until(lambda: redis.ask("ACL", "LOG"))
    redis.ask("ACL", "SETUSER", "mute", "+publish")

    assert list(stream) == []
    again = listening(others)
    mute.publish("AAAAAA", ServerSentEvent("", "2"))
    assert "id: 2\ndata: 2\n\n" in again
    for bell in (mute, others):
        bell.stop()


@pytest.mark.parametrize("message", [b"\xff", b"7", b"[]", b'["a", "AAAAAA", "", "1"]'])
def test_words_of_another_version_are_taken_as_something_that_was_missed(redis, message):
    bell = Hub(9, redis.address)
    stream = listening(bell)

    redis.ask("PUBLISH", "scorekeeper", message)

    assert list(stream) == []
    again = listening(bell)
    redis.ask("PUBLISH", "scorekeeper", b'["a", "AAAAAA", "", "1", 0]')
    assert next(again) == "id: 1\ndata: 1\n\n"
    bell.stop()


def listening(bell):
    """Open a stream once the hub is connected to Redis, and read its first event."""

    def listener():
        try:
            return bell.subscribe("AAAAAA")
        except StreamRefused:
            return None

    stream = until(listener).stream(0, (), ())
    next(stream)
    return stream

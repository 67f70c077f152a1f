"""Redis goes and comes back: writes go on, phones ask instead of listening, nothing is missed."""

import pytest

from scorekeeper.live import Bell, Event, NoStream
from tests.databases import postgresql
from tests.listening import Ear, version
from tests.serving import Caller, until


@pytest.fixture
def servers(serve, redis):
    """Two programs at one PostgreSQL and one Redis."""
    with postgresql() as database:
        command = ("--database", database, "--redis", redis.address, "--workers", "1")
        servers = [serve(*command) for _ in range(2)]
        yield servers
        for server in servers:
            assert server.stop()[0] == 0
            assert "Traceback" not in server.errors.getvalue()


@pytest.fixture
def here(servers):
    return Caller(servers[0].port).open()


@pytest.fixture
def there(servers, here):
    return here.at(servers[1].port)


def listens(script):
    """Whether a stream can be had; its first event."""
    with Ear(script.port, script.live, script.key) as ear:
        assert ear.status == 200 or int(ear.answer.headers["Retry-After"]) > 0
        return ear.status == 200 and ear.hear()


def heard_across(here, there, seen):
    """A hand that is written here is heard there."""
    with Ear(there.port, there.live, there.key) as ear:
        assert ear.hear() == version(seen)
        assert here.write(seen)[0] == 201
        assert ear.hear() == version(seen + 1)


def test_writes_go_on_and_streams_end_and_begin_again_with_what_was_missed(here, there, redis):
    until(lambda: listens(here) and listens(there))
    heard_across(here, there, 0)

    with Ear(there.port, there.live, there.key) as ear:
        assert ear.hear() == version(1)
        redis.stop()
        assert ear.hear() is None
    assert not listens(there)
    assert here.write(1)[0] == 201
    assert there.sheet()[1]["version"] == 2
    assert here.call("GET", "/rulesets")[0] == 200

    redis.start()

    assert until(lambda: listens(there)) == version(2)
    until(lambda: listens(here))
    heard_across(here, there, 2)


def test_wrong_keys_are_counted_together_and_without_redis_by_each_program_for_itself(
    here, there, redis
):
    guessers = [Caller(script.port, here.code, "wrong") for script in (here, there)]
    together = [guessers[number % 2].sheet()[0] for number in range(12)]

    redis.stop()
    apart = [[guesser.sheet()[0] for _ in range(12)] for guesser in guessers]

    assert together == [401] * 10 + [429] * 2
    assert apart == [together, together]
    assert here.sheet()[0] == 200


def test_a_redis_that_is_there_and_says_nothing_is_as_good_as_gone(here, there, redis):
    until(lambda: listens(here) and listens(there))

    with Ear(there.port, there.live, there.key) as ear:
        ear.hear()
        redis.freeze()
        assert here.write(0)[0] == 201
        assert ear.hear() is None
    until(lambda: not listens(there))
    guesser = Caller(here.port, here.code, "wrong")
    assert [guesser.sheet()[0] for _ in range(11)][-1] == 429

    redis.thaw()
    assert until(lambda: listens(there)) == version(1)
    heard_across(here, there, 1)


def test_what_a_program_could_not_tell_the_others_is_made_good_once_it_can(redis):
    redis.ask("ACL", "SETUSER", "mute", "on", "nopass", "~*", "&*", "+@all", "-publish")
    others = Bell(9, redis.address)
    mute = Bell(9, redis.address.replace("//", "//mute:any@"))
    stream = listening(others)
    listening(mute)

    mute.tell("AAAAAA", Event("", "1"))
    until(lambda: redis.ask("ACL", "LOG"))
    redis.ask("ACL", "SETUSER", "mute", "+publish")

    assert list(stream) == []
    again = listening(others)
    mute.tell("AAAAAA", Event("", "2"))
    assert next(again) == "id: 2\ndata: 2\n\n"
    for bell in (mute, others):
        bell.stop()


def listening(bell):
    """A stream of the bell, once Redis is heard, after its first event."""

    def listener():
        try:
            return bell.listen("AAAAAA")
        except NoStream:
            return None

    stream = until(listener).stream(0, (), ())
    next(stream)
    return stream

"""PostgreSQL restarts under a running server, which needs no restart."""

import pytest

from tests.servers import REDIS, Caller, quiet, starter


@pytest.fixture(scope="module")
def database(postgres):
    return postgres.fresh()


@pytest.fixture(
    scope="module", params=[(), ("--redis", REDIS, "--workers", "1")], ids=["alone", "with Redis"]
)
def server(request, tmp_path_factory, database):
    with starter(quiet(tmp_path_factory.mktemp("data"))) as start:
        server = start("--database", database, *request.param)
        yield server
        assert server.stop()[0] == 0
        assert "Traceback" not in server.errors.getvalue()


@pytest.fixture
def host(server):
    """Provide the host of a match of a server on that PostgreSQL."""
    return Caller(server.port).open()


def test_while_it_is_away_the_answer_is_503_and_afterwards_all_goes_on_at_once(host, postgres):
    assert host.write(0)[0] == 201

    postgres.stop()
    away = [host.write(1, once="hand 2"), host.sheet(), host.sheet()]
    postgres.start()
    back = host.write(1, once="hand 2")

    assert [status for status, _ in away] == [503] * 3
    assert {problem["detail"] for _, problem in away} == {
        "The database does not answer. Send it again with the same Idempotency-Key."
    }
    assert (back[0], back[1]["version"]) == (201, 2)
    assert host.sheet()[1]["version"] == 2


def test_a_restart_that_nobody_was_there_to_notice_costs_no_answer(host, postgres):
    assert host.write(0)[0] == 201

    postgres.stop()
    postgres.start()

    assert host.write(1)[0] == 201
    assert host.sheet()[0] == 200


def test_a_stand_by_that_takes_no_writes_answers_503_and_is_still_read(host, postgres, database):
    assert host.write(0)[0] == 201
    name = database.rpartition("/")[2]

    postgres.ask("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    postgres.stop()
    postgres.start()
    refused, read = host.write(1), host.sheet()
    postgres.ask("postgres", f"ALTER DATABASE {name} RESET ALL")
    postgres.stop()
    postgres.start()

    assert refused[0] == 503
    assert (read[0], read[1]["version"]) == (200, 1)
    assert host.write(1)[0] == 201

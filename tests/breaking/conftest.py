"""Servers that tests may break."""

import pytest

from tests.breaking.servers import own_postgresql, own_redis
from tests.servers import free_port, quiet, starter


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def serve(tmp_path):
    """Provide a function that starts the command, by default on a free port."""
    with starter(quiet(tmp_path)) as start:
        yield start


@pytest.fixture(scope="session")
def postgres():
    """Provide a PostgreSQL server that is running when a test begins."""
    with own_postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def redis(tmp_path_factory):
    """Provide a Redis server that is running when a test begins."""
    with own_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server

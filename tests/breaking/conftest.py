"""Programs and servers that are there to be broken."""

import pytest

from tests.breaking.servers import own_postgresql, own_redis
from tests.servers import free_port, quiet, starter


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def serve(tmp_path):
    """Starts the command, on a free port where none is said."""
    with starter(quiet(tmp_path)) as start:
        yield start


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL that runs whenever a test begins."""
    with own_postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def redis(tmp_path_factory):
    """A Redis that runs whenever a test begins."""
    with own_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server

"""Programs and servers that are there to be broken."""

import os

import pytest

from tests.breaking.servers import own_postgresql, own_redis
from tests.databases import SECRET
from tests.serving import free_port, starter


@pytest.fixture
def environment(tmp_path):
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "SCOREKEEPER_HOST": "127.0.0.1",
        "SCOREKEEPER_SECRET_KEY": SECRET,
        "SCOREKEEPER_OPENING_LIMIT": "",
        "SCOREKEEPER_WRONG_KEY_LIMIT": "10 per day",
    }


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def serve(environment):
    """Starts the command, on a free port where none is said."""
    with starter(environment) as start:
        yield lambda *arguments, **more: start(*arguments, **{"port": free_port(), **more})


@pytest.fixture(scope="session")
def postgres():
    with own_postgresql() as server:
        yield server


@pytest.fixture
def redis(tmp_path):
    with own_redis(tmp_path) as server:
        yield server

import pytest
from hypothesis import settings

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.client import Device
from tests.servers import Caller

# No test is timed: a machine may be busy with other work.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def database(tmp_path):
    """The address of a fresh SQLite file."""
    return f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"


@pytest.fixture
def app(database):
    """The program as it serves, on a fresh database."""
    app = create_app(Settings.read({}, database=database, opening_limit=""))
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app):
    """A browser that has never been here."""
    return app.test_client()


@pytest.fixture
def device(client):
    """A person with that browser."""
    return Device(client)


@pytest.fixture
def stranger(app):
    """Another person, with a browser of their own."""
    return Device(app.test_client())


@pytest.fixture
def table(device):
    """A match of plain Pepper, opened by the device: Ann, Bob, Cat and Dan."""
    return device.open_match(North="Ann", East="Bob", South="Cat", West="Dan")


@pytest.fixture
def here(servers):
    """Whoever writes at a table of the first of several programs."""
    return Caller(servers[0].port).open()


@pytest.fixture
def there(servers, here):
    """The same, at the second."""
    return here.at(servers[1].port)

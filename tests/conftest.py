import pytest
from hypothesis import settings

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.client import Device
from tests.servers import Caller

# No test has a deadline: the machine may be busy with other work.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def database(tmp_path):
    """Provide the address of a new SQLite file."""
    return f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"


@pytest.fixture
def app(database):
    """Provide an app on a new database."""
    app = create_app(Settings.read({}, database=database, opening_limit=""))
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app):
    """Provide a test client without cookies."""
    return app.test_client()


@pytest.fixture
def device(app):
    """Provide a browser."""
    return Device(app)


@pytest.fixture
def stranger(app):
    """Provide another person's browser."""
    return Device(app)


@pytest.fixture
def table(device):
    """Provide a match of plain Pepper that the device opened for Ann, Bob, Cat and Dan."""
    return device.open_match(North="Ann", East="Bob", South="Cat", West="Dan")


@pytest.fixture
def here(servers):
    """Provide the host of a match at the first of several servers."""
    return Caller(servers[0].port).open()


@pytest.fixture
def there(servers, here):
    """Provide the same match at the second server."""
    return here.at(servers[1].port)

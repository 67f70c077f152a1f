"""A script that opens matches over the API."""

import pytest

from tests.api.client import Match, Script


@pytest.fixture
def script(app):
    """A script without a key."""
    return Script(app.test_client(use_cookies=False))


@pytest.fixture
def open_match(script):
    """Opens matches: of Pepper, played by Ann, Bob, Cat and Dan, where nothing else is said."""

    def open_match(**facts):
        asked = {"ruleset": {"preset": "pepper"}, "players": ["Ann", "Bob", "Cat", "Dan"], **facts}
        answer = script.call("POST", "/matches", asked)
        assert answer.status_code == 201, answer.text
        return Match(script.client, answer.json)

    return open_match


@pytest.fixture
def match(open_match):
    return open_match()

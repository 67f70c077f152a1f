"""Fixtures that open matches over the API."""

import pytest

from tests.api.client import Match, Script


@pytest.fixture
def script(app):
    """Provide an API client without a token."""
    return Script(app.test_client(use_cookies=False))


@pytest.fixture
def open_match(script):
    """Provide a function that opens matches: by default of Pepper, for Ann, Bob, Cat and Dan."""

    def open_match(**facts):
        asked = {"ruleset": {"preset": "pepper"}, "players": ["Ann", "Bob", "Cat", "Dan"], **facts}
        answer = script.call("POST", "/matches", asked)
        assert answer.status_code == 201, answer.text
        return Match(script.client, answer.json)

    return open_match


@pytest.fixture
def match(open_match):
    return open_match()

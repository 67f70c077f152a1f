"""A match and every entry with any part damaged: each gets an answer, never a 500."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.messages.locale import current_locale
from scorekeeper.store.database import db
from tests.api.client import Match, Script
from tests.rules.strategies import evenings

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    | st.sampled_from(["", "0", "pepper", "\0", 10**30, -1, 2**63, 1e308]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    file = tmp_path_factory.mktemp("input") / "scorekeeper.sqlite3"
    settings = Settings(database=f"sqlite:///{file}", opening_limit="", wrong_key_limit="")
    app = create_app(settings)
    yield Script(app.test_client(use_cookies=False))
    with app.app_context():
        db.engine.dispose()


def parts(value, path=()):
    """Yield the path to every part of a JSON value."""
    yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from parts(inner, (*path, key))


def spoilt(data, value):
    """Draw the value with one of its parts replaced or left out."""
    value = copy.deepcopy(value)
    *way, last = data.draw(st.sampled_from([path for path in parts(value) if path]))
    at = value
    for key in way:
        at = at[key]
    if isinstance(at, dict) and data.draw(st.booleans()):
        del at[last]
    else:
        at[last] = data.draw(ANYTHING)
    return value


@settings(max_examples=25, deadline=None)
@given(evening=evenings())
def test_any_match_goes_in_and_out_byte_for_byte(script, evening):
    first = Match(script.client, script.call("POST", "/matches", evening[1]).json)
    file = first.watch.of_match("GET", "/sheet.json").data

    again = Match(script.client, script.call("POST", "/matches", file).json)

    assert again.host.of_match("GET", "/sheet.json").data == file
    assert again.host.journal == json.loads(file)["entries"]


@settings(max_examples=100, deadline=None)
@given(evening=evenings(), data=st.data())
def test_a_match_that_is_spoilt_anywhere_is_taken_or_refused(script, evening, data):
    answer = script.call("POST", "/matches", spoilt(data, evening[1]))

    assert answer.status_code in {201, 400, 422}


@settings(max_examples=60, deadline=None)
@given(evening=evenings(), data=st.data())
def test_an_entry_that_is_spoilt_anywhere_is_taken_or_refused(script, evening, data):
    facts = evening[1]
    at = data.draw(st.integers(0, len(facts["entries"]) - 1)) if facts["entries"] else 0
    begun = {**facts, "entries": facts["entries"][:at]}
    match = Match(script.client, script.call("POST", "/matches", begun).json)
    entry = facts["entries"][at] if facts["entries"] else {"end": True}

    answer = match.host.write(spoilt(data, entry), at)

    assert answer.status_code in {201, 400, 422}, answer.text
    assert match.host.sheet["version"] == at + (answer.status_code == 201)


def test_the_api_answers_in_english_whatever_the_caller_reads(app):
    with app.test_request_context("/api/v1/matches", headers={"Accept-Language": "de"}):
        app.preprocess_request()
        in_the_api = current_locale().gettext("New match")
    with app.test_request_context("/", headers={"Accept-Language": "de"}):
        app.preprocess_request()
        on_a_page = current_locale().gettext("New match")

    assert in_the_api == "New match"
    assert on_a_page == "Neue Partie"

"""The OpenAPI document: it lists every call, and no call of it makes the server fail."""

import copy
import re

import hypothesis
import jsonschema_rs  # the validator that schemathesis uses
import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from scorekeeper import create_app
from scorekeeper.api.openapi import DOCUMENT
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import FIELDS, read_fields, read_ruleset, write_ruleset
from scorekeeper.config import Settings
from scorekeeper.exports.formats import FILES
from scorekeeper.rules.errors import RuleError
from scorekeeper.store.database import db
from tests.api.client import Match, Script
from tests.rules.builders import record

PREFIX = "/api/v1"
METHODS = {"GET", "POST", "DELETE", "PUT", "PATCH"}
CALLS = [(path, method) for path, calls in DOCUMENT["paths"].items() for method in calls]
# A stream never ends; tests/events/test_hub.py reads it.
ENDING = [call for call in CALLS if not call[0].endswith("/live")]


def test_every_route_and_method_is_in_the_document_and_no_other(app):
    routes = set()
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(f"{PREFIX}/"):
            path = re.sub(r"<(\w+)>", r"{\1}", rule.rule.removeprefix(PREFIX))
            paths = [path.replace("{ext}", ext) for ext in FILES] if "{ext}" in path else [path]
            routes |= {(each, method) for each in paths for method in rule.methods & METHODS}

    assert {(path, method.upper()) for path, method in CALLS} == routes


def test_the_document_names_every_field_of_a_ruleset():
    fields = DOCUMENT["components"]["schemas"]["Ruleset"]["properties"]

    assert set(fields) == {"preset", *FIELDS}


RULESET_SCHEMA = jsonschema_rs.validator_for(
    {**DOCUMENT["components"]["schemas"]["Ruleset"], "components": DOCUMENT["components"]}
)
WHOLE = {name: write_ruleset(read_ruleset({"preset": name})) for name in preset_names()}
WHOLE["granting"] = {**WHOLE["pepper"], "free_tricks": {"3": 1}}
STUCK = {"who": "dealer", "bid": "1", "hands": "stuck"}
WORDS = (
    *("reach", "exceed", "making", "bidder", "carry", "left of dealer", "points", "stuck", "each"),
    *("", "1", "3", "no bid", "x" * 80, "x" * 81),
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 12),
    st.sampled_from([-10_000, -9_999, 9_999, 10_000, 99, 100, 99_999, 100_000]),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number % 1),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=81),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(["clubs", "hearts", "no trump low", "x", 1]), max_size=3),
    st.dictionaries(st.sampled_from(["3", "big pepper"]), st.integers(-1, 100), max_size=2),
    st.sampled_from([STUCK, {**STUCK, "hands": 3}, {"points": 30, "test": "reach"}, {"bid": -1}]),
)


@st.composite
def changed_rulesets(draw):
    """Return a complete ruleset in which one value, at any depth, is another or left out."""
    ruleset = copy.deepcopy(WHOLE[draw(st.sampled_from(sorted(WHOLE)))])
    owner, name = draw(st.sampled_from([*_places(ruleset), (ruleset, "colour")]))
    if isinstance(owner, dict) and draw(st.integers(0, 9)) == 0:
        owner.pop(name, None)
    else:
        owner[name] = draw(VALUES)
    if type(ruleset.get("tricks")) is int and 1 <= ruleset["tricks"] <= 99:
        ruleset["tricks"] = 99  # other fields are bounded by it, which a schema cannot say
    return ruleset


def _places(facts):
    """Yield every object or list in the facts with each of its names or indexes."""
    for name, value in facts.items() if isinstance(facts, dict) else enumerate(facts):
        yield facts, name
        if isinstance(value, dict | list):
            yield from _places(value)


@hypothesis.settings(max_examples=1_000, deadline=None, database=None)
@hypothesis.given(ruleset=changed_rulesets())
def test_schema_and_reader_take_and_refuse_the_same_fields(ruleset):
    """Contradictions between fields aside, which only the reader finds."""
    refused, what = "", None
    try:
        read_fields(ruleset, "ruleset")
    except RuleError as error:
        refused, what = error.code, error.params.get("what")
        hypothesis.assume(refused != "decline-not-stuck")
        hypothesis.assume(refused != "field-unknown" or what != "ladder")

    # Whether a field is left out, the schema cannot say: the ruleset may build on a preset.
    hypothesis.assume(refused != "field-missing" or what != "ruleset")
    wrong = [str(error) for error in RULESET_SCHEMA.iter_errors(ruleset)]
    assert bool(wrong) == bool(refused), (wrong, refused)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_what_the_document_calls_a_ruleset(name):
    assert list(RULESET_SCHEMA.iter_errors(WHOLE[name])) == []


def test_the_document_is_served(script):
    answer = script.call("GET", "/openapi.json")

    assert answer.json == DOCUMENT


def test_the_document_is_one_of_openapi():
    schema = schemathesis.openapi.from_dict(DOCUMENT)

    schema.validate()
    assert sum(1 for _ in schema.get_all_operations()) == len(CALLS)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Provide a match that every call uses, on a server without limits."""
    file = tmp_path_factory.mktemp("openapi") / "scorekeeper.sqlite3"
    settings = Settings(database=f"sqlite:///{file}", opening_limit="", wrong_key_limit="")
    app = create_app(settings)
    client = app.test_client(use_cookies=False)
    opened = Script(client).call("POST", "/matches", {"ruleset": {"preset": "pepper"}})
    yield Match(client, opened.json)
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize(("path", "method"), ENDING, ids=map(" ".join, ENDING))
def test_whatever_is_sent_nothing_breaks(table, path, method):
    app = table.host.client.application
    schema = schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)
    operation = schema[path][method]
    if path == "/matches/{code}":
        table.host.write(record(thrown_in=True))

    @hypothesis.settings(
        max_examples=40,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(
        case=operation.as_strategy(),
        bare=hypothesis.strategies.booleans(),
        place=hypothesis.strategies.sampled_from(["host", "seat 1", "watch"]),
    )
    def send(case, bare, place):
        if not bare and "code" in (case.path_parameters or {}) and method != "delete":
            case.path_parameters["code"] = table.code
        key = table.keys["seats"][1] if place == "seat 1" else table.keys[place]
        headers = {"Authorization": f"Bearer {key}"}
        if not bare and path.endswith("/entries"):
            headers["If-Match"] = "*"
        response = case.call(headers=headers)
        case.validate_response(response, checks=(not_a_server_error,))

    send()

"""The OpenAPI document: it lists every call, and no call of it makes the server fail."""

import re

import hypothesis
import jsonschema_rs  # the validator that schemathesis uses
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error

from scorekeeper import create_app
from scorekeeper.api.openapi import DOCUMENT
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import FIELDS, read_ruleset, write_ruleset
from scorekeeper.config import Settings
from scorekeeper.exports.formats import FILES
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


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_what_the_document_calls_a_ruleset(name):
    whole = write_ruleset(read_ruleset({"preset": name}))
    schema = {**DOCUMENT["components"]["schemas"]["Ruleset"], "components": DOCUMENT["components"]}

    assert list(jsonschema_rs.validator_for(schema).iter_errors(whole)) == []


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

"""The log: one line a request, every error with its traceback, and never a token."""

import json
import logging
import traceback
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import StatementError

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.matches import seats
from scorekeeper.observability.logging import init_logging, redact_tokens
from scorekeeper.store.database import db
from tests.client import Device

UUID = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
KEY = "ABCDEF-host-" + "A2" * 16


@pytest.fixture
def start(database):
    """Provide a function that starts an app with these settings."""
    apps = []

    def start(**settings):
        apps.append(create_app(Settings(database=database, opening_limit="", **settings)))
        apps[-1].add_url_rule("/j/<key>/broken", "broken", broken)
        return apps[-1]

    yield start
    for app in apps:
        app.extensions["events"].stop()
        with app.app_context():
            db.engine.dispose()
    init_logging(Settings())


@pytest.fixture
def app(start):
    return start(log="json")


@pytest.fixture
def lines(capsys):
    """Provide a function that returns the lines logged since its last call."""

    def lines():
        return [json.loads(line) for line in capsys.readouterr().err.splitlines()]

    return lines


def broken(key):
    raise RuntimeError(f"Nothing can be done with {key} of /m/QWERTY/menu.")


def test_a_request_is_one_line(client, lines):
    answer = client.get("/rules?game=pepper")

    (line,) = lines()
    at = datetime.fromisoformat(line.pop("time"))
    assert at.tzinfo == UTC
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=1)
    assert 0 < line.pop("milliseconds") < 60_000
    assert line == {
        "level": "info",
        "logger": "scorekeeper.observability.request_log",
        "message": "answered",
        "request_id": answer.headers["X-Request-ID"],
        "method": "GET",
        "endpoint": "rules.index",
        "path": "/rules",
        "status": 200,
    }


def test_a_path_keeps_its_numbers_and_of_its_texts_the_names(client, lines):
    client.get("/m/ABCDEF/hands/3")
    client.get("/no/such/ABCDEF")

    assert [line["path"] for line in lines()] == ["/m/<code>/hands/3", "unknown"]


def test_an_error_is_a_line_with_its_traceback_and_no_key(client, lines):
    answer = client.get(f"/j/{KEY}/broken")

    error, request = lines()
    assert answer.status_code == 500
    assert error["message"] == "GET /j/<key>/broken broke"
    assert "RuntimeError: Nothing can be done with … of /m/…/menu." in error["traceback"]
    assert (error["level"], request["level"], request["status"]) == ("error", "error", 500)
    assert error["request_id"] == request["request_id"] == answer.headers["X-Request-ID"]
    assert KEY not in json.dumps([error, request])


def test_where_nothing_is_set_good_requests_are_quiet_and_errors_hold_no_key(start, capsys):
    client = start().test_client()

    client.get("/")
    quiet = capsys.readouterr().err
    client.get(f"/j/{KEY}/broken")
    told = capsys.readouterr().err

    assert quiet == ""
    assert "GET /j/<key>/broken broke" in told
    assert "Traceback" in told
    assert KEY not in told


def test_what_libraries_say_has_the_same_form(app, lines):
    logging.getLogger("some.library").warning("Key %s is old.", KEY)

    (line,) = lines()
    assert (line["level"], line["logger"]) == ("warning", "some.library")
    assert line["message"] == "Key … is old."


def test_what_is_wrong_with_a_query_is_told_without_what_was_asked(app):
    with app.app_context(), pytest.raises(StatementError) as error:
        db.session.execute(db.text("SELECT :device, :place"), {"device": UUID})

    told = "".join(traceback.format_exception(error.value))
    assert "A value is required for bind parameter 'place'" in told
    assert UUID not in told


@pytest.mark.parametrize("text", [KEY, KEY.lower(), "ABCDEF-seat3-AAAA", "ABCDEF-watch-B"])
def test_a_key_in_any_text_is_hidden(text):
    assert redact_tokens(f"GET {text}, '/j/{text}' http://h/api/v1/matches/QWERTY?x") == (
        "GET …, '/j/…' http://h/api/v1/matches/…?x"
    )


# The request's id


def test_an_id_that_a_stranger_sends_is_not_taken(client, lines):
    answer = client.get("/", headers={"X-Request-ID": UUID})

    assert answer.headers["X-Request-ID"] == lines()[0]["request_id"] != UUID


def test_every_request_has_an_id_of_its_own_and_logged_or_not_says_it(start):
    client = start().test_client()

    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(10)}

    assert len(ids) == 10


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        (UUID, True),
        ("0123456789abcdef0123456789ABCDEF", True),
        (KEY, False),
        ("ABCDEF", False),
        ("a" * 65, False),
        ("", False),
        ('"}{"level": "none"', False),
    ],
)
def test_the_id_of_a_proxy_is_taken_where_it_has_the_form_of_one(start, lines, sent, taken):
    client = start(log="json", proxies=1).test_client()

    answer = client.get("/", headers={"X-Request-ID": sent})

    assert (answer.headers["X-Request-ID"] == sent) is taken
    assert lines()[0]["request_id"] == answer.headers["X-Request-ID"]


# Nothing that opens anything


def addresses(app, secrets):
    """Yield every route with a token or the code as its text parameters, and unknown paths."""
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "broken":
            continue  # a view of this test, which puts its token into an error
        converters = rule._converters  # noqa: SLF001 - there is no public way
        texts = [n for n in rule.arguments if type(converters[n]).__name__ != "IntegerConverter"]
        for secret in secrets:
            values = dict.fromkeys(rule.arguments, 1) | dict.fromkeys(texts, secret)
            yield urls.build(rule.endpoint, values)
    for secret in secrets:
        yield from (f"/{secret}", f"/jj/{secret}", f"/m/{secret}/typo", f"/j?code={secret}")


def test_no_route_logs_a_key_a_code_a_cookie_a_token_or_what_was_typed(start, capsys):
    app = start(log="json", proxies=1, wrong_key_limit="")
    device = Device(app)
    table = device.open_match(North="Marguerite")
    with app.app_context():
        host, *_, watch = seats.list_tokens(table.code, None).values()
    cookie = device.client.cookies["scorekeeper"]
    kept = app.session_interface.get_signing_serializer(app).loads(cookie)["device"]
    client = app.test_client()
    client.set_cookie("scorekeeper", cookie)
    token = device.token()
    once = "idempotency-of-the-test"
    headers = {
        "Authorization": f"Bearer {host}",
        "Idempotency-Key": once,
        "X-Request-ID": host,
        "Referer": f"http://localhost/j/{host}",
        "User-Agent": watch,
        "X-CSRFToken": token,
        "If-Match": f'"{host}"',
    }
    form = {"csrf_token": token, "once": once, "name": host, "code": watch, "version": "0"}
    capsys.readouterr()

    asked = 0
    for url in addresses(app, [table.code, host, watch]):
        for method in ("GET", "POST", table.code):
            answer = client.open(
                url, method=method, headers=headers, data=form if method == "POST" else None
            )
            answer.close()  # a stream does not end by itself
            asked += 1

    logged = capsys.readouterr().err
    assert len([line for line in logged.splitlines() if '"answered"' in line]) == asked > 300
    proofs = [key.rpartition("-")[2] for key in (host, watch)]
    for secret in (table.code, *proofs, kept, cookie, token, once, "Marguerite"):
        assert secret.lower() not in logged.lower()

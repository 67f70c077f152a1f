"""The limits of one address on wrong tokens and on opened matches."""

import os
import re
import uuid

import pytest
from redis import Redis

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.http.rate_limits import RateLimited, Windows, network_of
from scorekeeper.store.database import db
from tests.api.client import Match, Script
from tests.pseudo_language import Longer, english, speaking
from tests.unreadable_body import unreadable_body

REDIS = os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379")
PEPPER = {"ruleset": {"preset": "pepper"}}


class From(Script):
    """An API client with an address of its own."""

    def __init__(self, app, address, code="", key=None):
        client = app.test_client(use_cookies=False)
        client.environ_base["REMOTE_ADDR"] = address
        super().__init__(client, code, key)


@pytest.fixture(params=["", REDIS], ids=["memory", "redis"])
def app(request, database):
    app = create_app(Settings(database=database, redis=request.param))
    yield app
    app.extensions["events"].stop()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def address():
    """Provide an address that no test has used before: Redis keeps counts for a minute."""
    return f"2001:db8:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"


def sit_down(app, browser, match):
    """Take seat 1 by its link."""
    page = browser.get(f"/j/{match.keys['seats'][1]}")
    token = re.search('name="csrf_token"[^>]*value="([^"]*)"', page.text)[1]
    answer = browser.post(f"/j/{match.keys['seats'][1]}", data={"csrf_token": token})
    assert answer.status_code == 303, answer.text


@pytest.fixture
def match(app, address):
    opened = From(app, address).call("POST", "/matches", PEPPER)
    return Match(From(app, address).client, opened.json)


def test_the_eleventh_wrong_key_in_a_minute_has_to_wait(app, match, address):
    guesser = From(app, address, match.code, "x")

    answers = [guesser.of_match("GET") for _ in range(12)]

    assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 2
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert f"wait {answers[-1].headers['Retry-After']} seconds" in answers[-1].json["detail"]


def test_a_right_key_never_waits_and_is_never_counted(app, match, address):
    guesser = From(app, address, match.code, "x")
    for _ in range(20):
        assert match.host.of_match("GET").status_code == 200
        guesser.of_match("GET")

    assert guesser.of_match("GET").status_code == 429
    assert match.host.of_match("GET").status_code == 200
    assert match.watch.write({"end": True}, 0).status_code == 403


def test_whoever_sends_no_key_is_not_guessing(app, match, address):
    nobody = From(app, address, match.code)

    assert {nobody.of_match("GET").status_code for _ in range(15)} == {401}


def test_neighbours_do_not_wait_for_each_other_but_a_whole_64_is_one(app, match, address):
    for _ in range(11):
        From(app, address, match.code, "x").of_match("GET")
    same = address.replace("::1", ":aaaa::2")
    other = address[: -len("::1") - 4] + "ffff::1"

    assert From(app, same, match.code, "x").of_match("GET").status_code == 429
    assert From(app, other, match.code, "x").of_match("GET").status_code == 401


def test_a_wrong_link_on_the_pages_is_counted_too(app, match, address):
    browser = From(app, address).client

    answers = [browser.get(f"/j/{match.code}-host-A") for _ in range(11)]

    assert [answer.status_code for answer in answers] == [404] * 10 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert f"Wait {answers[-1].headers['Retry-After']} seconds" in answers[-1].text
    assert browser.get(f"/j/{match.keys['host']}").status_code == 200


def test_whoever_guesses_codes_is_not_told_when_one_is_right_but_the_seated_are(
    app, match, address
):
    guesser, seated = app.test_client(), app.test_client()
    for browser in (guesser, seated):
        browser.environ_base["REMOTE_ADDR"] = address
    sit_down(app, seated, match)

    answers = [guesser.get("/j/ZZZZZZ").status_code for _ in range(11)]

    assert answers == [404] * 10 + [429]
    assert guesser.get(f"/j/{match.code}").status_code == 429
    assert seated.get(f"/j/{match.code}").status_code == 200
    assert seated.get(f"/m/{match.code}").status_code == 200


def test_the_sixty_first_match_in_a_minute_has_to_wait(app, address):
    script = From(app, address)

    statuses = [script.call("POST", "/matches", PEPPER).status_code for _ in range(61)]

    assert statuses == [201] * 60 + [429]
    assert int(script.call("POST", "/matches", PEPPER).headers["Retry-After"]) > 0


def test_nobody_waits_longer_than_a_minute_where_the_clock_of_redis_was_set_back(database, address):
    app = create_app(Settings(database=database, redis=REDIS))
    guesser = From(app, address, "AAAAAA", "x")
    assert [guesser.of_match("GET").status_code for _ in range(11)] == [401] * 10 + [429]
    with Redis.from_url(REDIS) as redis:
        (window,) = redis.keys(f"*{network_of(address)}*")
        redis.expire(window, 34_560_000)

    assert guesser.of_match("GET").status_code == 401
    app.extensions["events"].stop()
    with app.app_context():
        db.engine.dispose()


def test_a_window_closes_with_the_first_that_was_done_in_it():
    windows = Windows(most=2, seconds=60)

    waits = [windows.wait("one", more=more) for more in (False, True, True, True, False)]

    assert waits[:3] == [0, 0, 0]
    assert 59 < waits[4] <= waits[3] <= 60
    assert windows.wait("other", more=True) == 0


def test_what_was_counted_is_let_go_of_once_its_window_is_closed():
    windows = Windows(most=1, seconds=0)

    assert [windows.wait(str(number), more=True) for number in range(99)] == [0] * 99
    assert windows.wait("0", more=True) == 0
    assert len(windows) == 1


def test_matches_opened_on_the_pages_are_counted_with_them(database):
    app = create_app(Settings(database=database, opening_limit="1 per hour"))
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()

    answers = [client.post("/new") for _ in range(2)]

    assert answers[0].status_code != 429
    assert answers[1].status_code == 429
    with app.app_context():
        db.engine.dispose()


def test_where_redis_does_not_answer_the_process_counts_for_itself(database):
    app = create_app(Settings(database=database, redis="redis://127.0.0.1:9"))
    guesser = From(app, "192.0.2.1", "AAAAAA", "x")

    answers = [guesser.of_match("GET").status_code for _ in range(12)]

    assert answers == [401] * 10 + [429] * 2
    app.extensions["events"].stop()
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_address_counts_as_the_network_of_one_person(address, network):
    assert network_of(address) == network


def test_how_long_to_wait_is_told_in_the_language_that_is_spoken():
    assert str(RateLimited(1)) == "Wait 1 second, then try once more."
    assert str(RateLimited(7)) == "Wait 7 seconds, then try once more."
    with speaking(Longer()):
        assert not english(str(RateLimited(7)))


def test_what_opens_too_many_matches_waits_before_its_body_is_read(database):
    app = create_app(Settings(database=database, opening_limit="1 per hour"))
    client = app.test_client()
    client.post("/new")
    form = "application/x-www-form-urlencoded"

    answers = [
        client.post("/api/v1/matches", **unreadable_body("application/json")),
        client.post("/api/v1/matches", **unreadable_body("text/plain", length=10**9)),
        client.post("/new", **unreadable_body(form)),
        client.post("/import", **unreadable_body("multipart/form-data; boundary=x", length=10**6)),
    ]

    assert [answer.status_code for answer in answers] == [429] * 4
    with app.app_context():
        db.engine.dispose()

"""Which proxies are trusted to say where a request comes from."""

import re

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.client import Device
from tests.safety.invitation_page import invitation, links

PROXY = "10.0.0.1"
NO_KEY = {"Authorization": "Bearer x"}


@pytest.fixture
def start(database):
    """Provide a function that starts an app behind so many proxies and returns a client."""
    apps = []

    def start(proxies, **settings):
        settings = {"opening_limit": "", "wrong_key_limit": "3 per hour"} | settings
        apps.append(create_app(Settings(database=database, proxies=proxies, **settings)))
        client = apps[-1].test_client()
        client.environ_base["REMOTE_ADDR"] = PROXY
        return client

    yield start
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def guess(client, forwarded=None, times=1):
    """Return the answer to the last of so many wrong tokens."""
    headers = NO_KEY | ({"X-Forwarded-For": forwarded} if forwarded else {})
    for _ in range(times):
        answer = client.get("/api/v1/matches/ABCDEF", headers=headers)
    return answer.status_code


def test_without_a_proxy_nobody_comes_from_where_they_say(start):
    client = start(0)

    answers = [guess(client, f"198.51.100.{number}") for number in range(4)]

    assert answers == [401, 401, 401, 429]


def test_behind_a_proxy_each_client_waits_for_itself_alone(start):
    client = start(1)

    assert guess(client, "198.51.100.1", times=4) == 429
    assert guess(client, "198.51.100.2") == 401
    assert guess(client, "2001:db8::1") == 401


def test_behind_a_proxy_what_a_client_says_of_itself_is_not_believed(start):
    client = start(1)

    answers = [guess(client, f"203.0.113.{number}, 198.51.100.1") for number in range(4)]

    assert answers == [401, 401, 401, 429]


def test_behind_two_proxies_the_last_hop_but_one_counts(start):
    client = start(2)

    answers = [
        guess(client, f"203.0.113.{number}, 198.51.100.1, 10.0.0.{number}") for number in range(4)
    ]

    assert answers == [401, 401, 401, 429]
    assert guess(client, "198.51.100.1, 198.51.100.2, 10.0.0.2") == 401


@pytest.mark.parametrize("odd", ["", "no address", "x" * 5000, ",,,", "198.51.100.1:80, "])
def test_a_forwarded_address_that_is_none_breaks_nothing(start, odd):
    assert guess(start(1), odd) == 401


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_cookie_keeps_to_tls_where_a_proxy_that_is_believed_says_so(start, proxies):
    sent = start(proxies).get("/new", headers={"X-Forwarded-Proto": "https"})

    assert ("Secure" in sent.headers["Set-Cookie"]) is bool(proxies)


@pytest.mark.parametrize(("proxies", "scheme"), [(0, "http"), (1, "https")])
def test_links_have_the_scheme_that_a_proxy_that_is_believed_says(start, proxies, scheme):
    table = Device(start(proxies).application).open_match(North="Ann")

    page = invitation(table, X_Forwarded_Proto="https", Host="scores.example")

    assert links(page)
    assert all(link.startswith(f"{scheme}://scores.example/j/") for link in links(page))


@pytest.mark.parametrize("proxies", [0, 1])
@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-Host",
        "X-Forwarded-Server",
        "X-Forwarded-Port",
        "X-Forwarded-Prefix",
        "Forwarded",
    ],
)
def test_no_forwarded_header_names_another_host(start, proxies, header):
    value = "host=evil.example" if header == "Forwarded" else "evil.example"

    table = Device(start(proxies).application).open_match(North="Ann")

    page = invitation(table, Host="scores.example", **{header: value})

    assert links(page)
    assert all(link.startswith("http://scores.example/j/") for link in links(page))


@pytest.mark.parametrize("came_from", ["https://scores.example/new", "https://scores.example/", ""])
@pytest.mark.parametrize("host", ["scores.example", "scores.example:8443"])
def test_a_form_is_posted_through_a_proxy_with_tls_whatever_the_browser_and_the_proxy_tell(
    start, host, came_from
):
    post = posting(start(1), {"X-Forwarded-Proto": "https", "Host": host, "Referer": came_from})

    assert post() == 303


@pytest.mark.parametrize("lost", ["csrf_token", "Cookie"])
def test_no_form_is_posted_through_a_proxy_with_tls_without_its_token_or_its_cookie(start, lost):
    post = posting(start(1), {"X-Forwarded-Proto": "https", "Host": "scores.example"})

    assert post(without=lost) == 400


def posting(client, behind):
    """Return the status of posting a form, perhaps without one of the things it needs."""
    page = client.get("/new", headers=behind)
    token = re.search('name="csrf_token"[^>]*value="([^"]*)"', page.text)[1]
    cookie = page.headers["Set-Cookie"].partition(";")[0]
    client = client.application.test_client(use_cookies=False)

    def post(without=""):
        data = {"csrf_token": token, "look": "dark"}
        headers = {**behind, "Cookie": cookie}
        data.pop(without, None), headers.pop(without, None)
        return client.post("/look", data=data, headers=headers).status_code

    return post

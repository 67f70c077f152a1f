"""The device cookie."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookies import SimpleCookie

import pytest
from flask.sessions import SecureCookieSessionInterface

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.matches import seats
from scorekeeper.tokens import WATCH
from tests.client import Device

PAGES = ["/", "/new", "/healthz", "/j/A-host-B", "/m/ABCDEF", "/m/ABCDEF/menu"]


def cookie(response):
    """Return the cookie that an answer sets."""
    (value,) = [value for name, value in response.headers.items() if name == "Set-Cookie"]
    return SimpleCookie(value)["scorekeeper"]


def test_the_cookie_is_for_the_server_alone_and_lasts_400_days(device, table):
    sent = cookie(device.ask("GET", table.address))
    lasts = parsedate_to_datetime(sent["expires"]) - datetime.now(UTC)

    assert sent["httponly"]
    assert sent["samesite"] == "Lax"
    assert sent["path"] == "/"
    assert timedelta(days=399) < lasts <= timedelta(days=400)


def test_the_first_cookie_of_a_browser_lasts_as_long(device):
    # the page of a new match may stay open while the browser is closed
    sent = cookie(device.ask("GET", "/new"))

    assert sent["expires"]


def test_the_cookie_is_renewed_whenever_it_is_used(device, table):
    addresses = ["/", table.address, f"{table.address}/menu", f"{table.address}/history"]

    assert all(cookie(device.ask("GET", address))["expires"] for address in addresses)


def test_what_a_page_asks_for_besides_itself_renews_no_cookie(device, table):
    besides = ["/offline", "/sw.js", "/manifest.webmanifest", f"{table.address}/fragment"]
    besides += [f"{table.address}/board/fragment", "/healthz", "/readyz", "/static/app.css"]

    answers = [device.ask("GET", address) for address in besides]

    assert [answer.status_code for answer in answers] == [200] * len(besides)
    assert not [answer for answer in answers if "Set-Cookie" in answer.headers]


def test_a_place_is_not_lost_to_an_answer_that_is_late(app, stranger, table):
    """Over https a page fetches the service worker, which fetches a page to cache."""
    with app.app_context():
        key = seats.list_tokens(table.code, None)[WATCH]
    landing = stranger.get(f"/j/{key}")
    early = stranger.client.cookies["scorekeeper"]
    landing.press("Watch this match")
    taken = stranger.client.cookies["scorekeeper"]

    stranger.client.set_cookie("scorekeeper", early)
    late = [stranger.ask("GET", address) for address in ("/", "/rules")]

    names = {named(app, value) for value in (early, taken, *(cookie(each).value for each in late))}
    assert len(names) == 1
    assert stranger.get(table.address).status == 200


def named(app, value):
    """Return the device in a cookie of this value."""
    return app.session_interface.get_signing_serializer(app).loads(value)["device"]


@pytest.mark.parametrize("public", ["https://cards.example", ""])
def test_the_cookie_keeps_to_tls_where_the_public_address_has_it(database, public):
    settings = Settings.read({}, database=database, public_url=public)
    device = Device(create_app(settings))

    sent = cookie(device.ask("GET", "/new"))

    assert bool(sent["secure"]) == bool(public)


def test_the_cookie_keeps_to_tls_where_the_request_came_over_it(client):
    sent = cookie(client.get("/new", base_url="https://localhost"))

    assert sent["secure"]


@pytest.mark.parametrize(
    "value", ["", "x", "....", "eyJkZXZpY2UiOjF9.x.y", "%00", "a" * 4000, "💥", '"', "=;="]
)
@pytest.mark.parametrize("address", PAGES)
def test_a_cookie_that_is_no_cookie_of_ours_is_a_new_browser(client, value, address):
    client.set_cookie("scorekeeper", value)

    answer = client.get(address)

    assert answer.status_code in (200, 404)


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"device": 7},
        {"device": None},
        {"device": ["a"]},
        {"device": ""},
        {"device": "x" * 3000},
        {"user": "Ann", "matches": ["A", "B"]},
        {"_flashes": [["message", "hello"]]},
    ],
)
def test_a_cookie_of_another_version_is_a_new_browser(app, device, kept):
    signed = SecureCookieSessionInterface().get_signing_serializer(app).dumps(kept)
    device.client.set_cookie("scorekeeper", signed)

    pages = [device.get(address) for address in PAGES if address != "/healthz"]
    table = device.open_match(North="Ann")

    assert {page.status for page in pages} == {200, 404}
    assert table.play("North & South bid 3", "3 tricks").totals == [3, 3]


def test_a_cookie_signed_with_another_secret_opens_nothing(app, device, stranger, table, tmp_path):
    elsewhere = create_app(Settings.read({}, database=f"sqlite:///{tmp_path}/other.sqlite3"))
    serializer = SecureCookieSessionInterface().get_signing_serializer
    mine = serializer(app).loads(device.client.cookies["scorekeeper"])

    stranger.client.set_cookie("scorekeeper", serializer(elsewhere).dumps(mine))

    assert stranger.get(table.address).status == 404


def test_a_browser_that_lost_its_cookie_is_told_so_and_writes_nothing(device, table):
    form = table.tapped("North & South bid 3", "3 tricks")
    kept = device.client.cookies["scorekeeper"]
    before = table.file()
    device.client.reset()

    page = form.press()
    device.client.set_cookie("scorekeeper", kept)

    assert page.status == 400
    assert "This browser no longer has the cookie of this page." in page.text
    assert table.file() == before
    assert form.press().saved

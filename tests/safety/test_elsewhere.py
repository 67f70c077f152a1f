"""No request can make a redirect, a link or a QR code lead to another site."""

import re
from urllib.parse import quote

import pytest

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.database import db
from tests.client import Device
from tests.safety.invitation_page import invitation, links, qr_codes

PUBLIC = "https://scores.example"
ELSEWHERE = [
    *(
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
    ),
    *("https://evil.example", "http:evil.example", "javascript:alert(1)", "///%2e%2e/evil.example"),
    *("ABCDEF-host-A//evil.example", "ABCDEF-host-//evil", "ABCDEF\r\nLocation: //evil.example"),
    *(".evil.example", "@evil.example", "%2f%2fevil.example", "／／evil.example", "ABCDEF"),
]
NAMES = ["next", "url", "return", "return_to", "redirect", "continue", "code", "back", "to"]
ODD_HOSTS = [
    *("evil.example", "evil.example:1", "127.0.0.1:99999", "[::1", "localhost:x", "", "a b"),
    *('evil"><script>', "user@evil.example", "x" * 300, "evil/../x", "evil.example:1:2", "\x7f"),
]


@pytest.fixture
def public(tmp_path):
    """Provide an app with a public address."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/p.sqlite3", public_url=PUBLIC))
    yield Device(app, **{"wsgi.url_scheme": "https"})
    with app.app_context():
        db.engine.dispose()


def assert_stays(response):
    """Check that a redirect leads to a path of this site, without a host."""
    place = response.headers.get("Location")
    if place is not None:
        assert re.match(r"/(?![/\\])", place), place
        assert not re.search(r"[\s\\]", place), place
    assert response.status_code < 500


@pytest.mark.parametrize("place", ELSEWHERE)
def test_nothing_that_is_sent_along_leads_to_another_site(device, table, place):
    token = device.token()
    along = "&".join(f"{name}={quote(place, safe='')}" for name in NAMES)

    for path in ("/", "/j", "/new", "/rules", "/import", table.address, f"{table.address}/menu"):
        assert_stays(device.ask("GET", f"{path}?{along}"))
    for path in ("/look", "/new", f"{table.address}/rematch", f"{table.address}/end"):
        form = {"csrf_token": token, **dict.fromkeys(NAMES, place)}
        assert_stays(device.ask("POST", f"{path}?{along}", data=form))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_no_path_is_redirected_to_another_site(client, place):
    for path in (place, f"/{place}", f"/m/{place}", f"/j/{place}", f"/static/{place}"):
        answer = client.get("/", environ_overrides={"PATH_INFO": path.encode().decode("latin-1")})

        if path.startswith("/"):  # a server forwards only such paths
            assert_stays(answer)


@pytest.mark.parametrize("host", ODD_HOSTS)
def test_a_host_that_is_made_up_breaks_nothing_and_no_redirect_names_it(client, host):
    page = client.get("/new").text
    token = re.search('name="csrf_token"[^>]*value="([^"]*)"', page)[1]

    for method, path in (("GET", "/"), ("GET", "/j?code=ABCDEF"), ("POST", "/look")):
        data = {"csrf_token": token} if method == "POST" else None
        assert_stays(client.open(path, method=method, data=data, headers={"Host": host}))
    answer = client.post("/api/v1/matches", json={"ruleset": {"preset": "pepper"}})
    assert_stays(answer)


@pytest.mark.parametrize("host", ODD_HOSTS)
def test_with_a_public_address_no_link_and_no_qr_code_names_another_host(public, host):
    table = public.open_match(North="Ann")

    right, asked = invitation(table, Host="scores.example"), invitation(table, Host=host)

    assert right.status_code == 200
    assert all(link.startswith(f"{PUBLIC}/j/") for link in links(right))
    if asked.status_code == 200:
        assert (links(asked), qr_codes(asked)) == (links(right), qr_codes(right))
    else:
        assert asked.status_code == 400
    assert "evil" not in asked.text


def test_without_one_a_host_that_is_made_up_reaches_nobody_but_who_sent_it(table):
    before = links(invitation(table, Host="scores.example"))

    evil = invitation(table, Host="evil.example")

    assert all(link.startswith("http://evil.example/j/") for link in links(evil))
    assert "private" in evil.headers["Cache-Control"]
    assert links(invitation(table, Host="scores.example")) == before

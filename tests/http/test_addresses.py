"""The base address of links and QR codes."""

import pytest

from scorekeeper.config import Settings
from scorekeeper.http.addresses import link_base, network_address

HERE = network_address() or "127.0.0.1"
# Addresses that reach this machine from itself, and another machine or none from a phone.
NOBODY_ELSES = [
    *("localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.1.2.3", "[::1]"),
    *("0.0.0.0", "[::]"),  # noqa: S104 - nothing is bound here
]


def test_the_machines_address_is_never_a_loopback_one():
    assert network_address() is None or not network_address().startswith(("127.", "0."))


@pytest.mark.parametrize(
    "asked", [None, "http://cards.example/m/ABCDEF", "http://127.0.0.1:8000", "http://localhost"]
)
@pytest.mark.parametrize(
    "public", ["https://scores.example/cards", "https://scores.example/cards/"]
)
def test_the_public_address_wins_over_every_other(public, asked):
    settings = Settings(public_url=public)

    assert link_base(settings, asked) == "https://scores.example/cards"


@pytest.mark.parametrize(
    ("asked", "base"),
    [
        ("http://cards.example/m/ABCDEF?x=1#y", "http://cards.example"),
        ("https://cards.example/", "https://cards.example"),
        ("http://192.168.1.7:8000/new", "http://192.168.1.7:8000"),
        ("http://[2001:db8::7]:8000/new", "http://[2001:db8::7]:8000"),
        ("http://table.local:8080", "http://table.local:8080"),
        ("http://localhosts.example:8000", "http://localhosts.example:8000"),
    ],
)
def test_a_request_gives_its_own_host(asked, base):
    assert link_base(Settings(), asked) == base


@pytest.mark.parametrize("host", NOBODY_ELSES)
def test_a_loopback_host_gives_way_to_the_machines_address(host):
    assert link_base(Settings(), f"http://{host}:8765/m/ABCDEF") == f"http://{HERE}:8765"


def test_a_loopback_host_keeps_its_scheme_and_needs_no_port():
    assert link_base(Settings(), "https://localhost/new") == f"https://{HERE}"


def test_without_a_request_the_port_is_the_one_that_is_served():
    assert link_base(Settings(port=8123)) == f"http://{HERE}:8123"

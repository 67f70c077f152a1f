"""Form values that a browser restores by itself are never those of another hand."""

import re
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.match_files import EMPTY, match_file, records

pytestmark = pytest.mark.browser

BID = "#entry [name=bid][value='0-3']"
TRICKS = "#entry [name=tricks][value='4']"
SAVE = "#entry [value=save]"
BEGUN = match_file(records({"bidder": 0, "bid": "3", "tricks": [4, 2]}))
"""A match with one hand, so that the page of the next hand has the same parts."""


def tap_a_hand(phone):
    phone.tap(BID)
    phone.tap(TRICKS)


def write_elsewhere(phone, address):
    """Record the next hand, as another tab of the same browser does."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in phone.browser.get_cookies())
    _, html = ask(phone, "GET", address, {"Cookie": cookies})
    fields = {
        name: re.search(rf'name="{name}"[^>]* value="([^"]+)"', html)[1]
        for name in ("csrf_token", "version")
    }
    fields |= {"once": f"other tab {fields['version']}", "bid": "1-4", "tricks": "4"}
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({**fields, "deed": "save"})
    status, _ = ask(phone, "POST", f"{address}/hands", headers, body)
    assert status == 303


def ask(phone, method, address, headers, body=None):
    connection = HTTPConnection(urlsplit(phone.base_url).netloc)
    connection.request(method, address, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_a_reload_puts_no_taps_into_the_next_hand(phone, seated):
    address = seated(BEGUN)
    tap_a_hand(phone)
    write_elsewhere(phone, address)

    phone.reload("#h2")

    assert phone.text("#hand") == "Hand 3"
    assert phone.entered() == []


def test_a_hand_that_was_saved_is_not_there_to_be_saved_again(phone, scripts, seated):
    seated(BEGUN)
    tap_a_hand(phone)
    phone.tap(SAVE)
    phone.until(lambda: phone.all("#h2"))

    phone.reload("#h2")

    assert phone.entered() == []
    if not scripts:  # with scripts the button appears only after a bid is chosen
        phone.press(SAVE, "#problem")
        assert "was not saved" in phone.text("#problem")
    assert len(phone.all(".sheet tbody tr:not(.next)")) == 2


@pytest.mark.parametrize("scripts", [False], ids=["no scripts"])
def test_back_puts_no_taps_into_the_next_hand(phone, seated):
    # Not the address after a save, which would be the same entry of the browser's history.
    phone.open(seated(BEGUN), "#entry")
    tap_a_hand(phone)
    phone.press(SAVE, "#h2")

    phone.back("#entry")

    # The page may come back as it was, with the saved hand: sending that hand is refused.
    assert phone.text("#hand") == "Hand 2" or phone.entered() == []


@pytest.mark.parametrize("scripts", [False], ids=["no scripts"])
def test_agreed_points_that_were_written_are_not_there_to_be_written_again(phone, seated):
    address = seated(EMPTY)
    phone.open(f"{address}/adjust")
    phone.type("[name=points-0]", "5")
    phone.press("main form .main", "#h1")

    phone.back("[name=points-0]")
    phone.reload("[name=points-0]")

    assert phone.all("[name=points-0]")[0].get_attribute("value") == ""


@pytest.mark.parametrize("scripts", [False], ids=["no scripts"])
def test_a_reload_puts_no_dealer_of_one_hand_into_the_next(phone, seated):
    address = seated(BEGUN)
    phone.open(f"{address}/dealer")
    phone.tap("[name=dealer][value='3']")
    write_elsewhere(phone, address)

    phone.reload("[name=dealer]")

    assert phone.all("[name=dealer]:checked")[0].get_attribute("value") == "2"


def test_a_hand_half_entered_is_there_again_after_looking_elsewhere(phone, seated):
    address = seated(EMPTY)
    phone.open(address, "#entry")
    tap_a_hand(phone)
    phone.tap("#entry summary")
    phone.type("#entry [name=note]", "revoke")

    phone.open(f"{address}/board", "#board")
    phone.back("#entry")

    phone.until(lambda: phone.entered() == ["0-3", "4", "revoke"])

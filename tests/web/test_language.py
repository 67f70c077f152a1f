"""In which language and in which zone a page speaks."""

import pytest

from tests.web.driver import Device


@pytest.fixture
def reader(app):
    """A person whose browser asks for a language, and maybe tells its time zone."""

    def reader(wishes, zone=""):
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = wishes
        if zone:
            client.set_cookie("zone", zone)
        return Device(client)

    return reader


def language(page):
    return page.root.first("html")["lang"]


@pytest.mark.parametrize(
    ("wishes", "spoken", "words"),
    [
        ("nb-NO,nb;q=0.9,en;q=0.5", "nb-NO", "Nytt parti"),
        ("no", "nb", "Nytt parti"),
        ("nn-NO,en;q=0.8", "nb-NO", "Nytt parti"),
        ("de-AT,de;q=0.9", "de-AT", "Neue Partie"),
        ("de", "de", "Neue Partie"),
        ("fr-FR,de;q=0.7,en;q=0.3", "de", "Neue Partie"),
        ("en-US,en;q=0.9", "en-US", "New match"),
        ("fr", "en-GB", "New match"),
        ("", "en-GB", "New match"),
        ("*", "en-GB", "New match"),
        ("x" * 500 + ",de", "de", "Neue Partie"),
        ("../../etc/passwd", "en-GB", "New match"),
    ],
)
def test_a_page_speaks_the_first_language_of_the_browser_that_there_is(
    reader, wishes, spoken, words
):
    page = reader(wishes).get("/")

    assert language(page) == spoken
    assert words in page.links


def test_a_language_that_was_chosen_stays_on_every_page_of_this_browser(reader):
    device = reader("en-GB")
    page = device.get("/").form("Use this language").choose("Deutsch").press()

    assert page.saved
    assert language(page) == language(device.get("/rules")) == "de"
    assert language(reader("en-GB").get("/")) == "en-GB"

    page = page.form("Diese Sprache verwenden").choose("wie der Browser").press()
    assert language(page) == "en-GB"


def test_a_language_is_chosen_on_the_menu_of_a_match_and_leads_back_to_it(table):
    page = table.form("Use this language", "menu").choose("Norsk bokmål").press()

    assert page.address.startswith(f"/m/{table.code}/menu")
    assert language(page) == language(table.page) == "nb"


@pytest.mark.parametrize("wished", ["xx", "<b>", "../de", "en_GB"])
def test_a_language_that_there_is_not_is_the_browsers_again(table, wished):
    page = table.form("Use this language", "menu").put("language", wished).press()

    assert language(page) == "en-GB"


def test_two_people_at_one_table_read_it_each_in_their_own_language(table, reader):
    table.play("North & South bid 3", "4 tricks")
    seen = {}
    for wishes in ("de", "nb", "en"):
        device = reader(wishes)
        device.open_link(table.keys["watch"]) if hasattr(device, "open_link") else None
        seen[wishes] = device
    assert len(seen) == 3


def test_times_are_told_in_the_zone_that_the_browser_told(reader):
    told = {}
    for zone in ("", "Asia/Tokyo", "No/Where", "../etc", "America/New_York"):
        device = reader("en-GB", zone)
        table = device.open_match()
        page = table.open("history")
        told[zone] = page.text
    assert "Times are UTC" in told[""]
    assert "Times are UTC" in told["No/Where"]
    assert "Times are UTC" in told["../etc"]
    assert "Times are UTC" not in told["Asia/Tokyo"]

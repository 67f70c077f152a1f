"""Light or dark, as set for this browser."""

import pytest


def looks(page):
    return page.html.select_one("html").get("data-look")


def test_a_page_looks_as_the_phone_wishes_unless_it_is_asked_for_otherwise(table):
    assert looks(table.page) is None
    assert looks(table.open("menu")) is None


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_look_stays_on_every_page_of_this_browser_and_of_no_other(table, stranger, look):
    page = table.form("Use this look", "menu").choose(look).press()

    assert page.saved
    assert page.address.startswith(f"/m/{table.code}/menu")
    assert looks(page) == looks(table.page) == looks(table.device.get("/")) == look
    assert looks(stranger.get("/")) is None


def test_a_look_is_given_back_to_the_phone(table):
    table.form("Use this look", "menu").choose("dark").press()

    page = table.form("Use this look", "menu").choose("as the phone").press()

    assert looks(page) is None


@pytest.mark.parametrize("code", ["https://elsewhere.example", "//elsewhere.example", "../x"])
def test_a_look_leads_nowhere_but_home_or_to_a_menu(table, code):
    form = table.form("Use this look", "menu").put("code", code).put("look", "<b>")

    page = form.press()

    assert page.address.startswith("/#") or page.address == "/"
    assert looks(page) is None

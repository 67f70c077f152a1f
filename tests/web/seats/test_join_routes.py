"""A link alone takes no seat; the button on its page does."""

import pytest

from scorekeeper.matches import seats

BUTTON = "Keep the score of this match as its host"


@pytest.fixture
def link(app, table):
    """Provide the address of the host's link."""
    with app.app_context():
        return f"/j/{seats.host_link(table.code)}"


def test_looking_at_a_link_shows_the_match_and_takes_nothing(stranger, table, link):
    page = stranger.get(link)

    assert page.status == 200
    assert "Ann, Bob, Cat, Dan" in page.text
    assert BUTTON in page.buttons
    assert stranger.get(table.address).status == 404


def test_the_button_of_a_link_makes_the_device_a_host(stranger, table, link):
    page = stranger.get(link).press(BUTTON)

    assert page.saved
    assert page.address.startswith(table.address)
    assert "Save hand 1" in page.buttons
    assert len(stranger.get("/").html.select(".match")) == 1


def test_a_link_pressed_twice_gives_one_place(device, stranger, table, link):
    form = stranger.get(link).form(BUTTON)

    form.press()
    again = form.press()

    assert again.saved
    assert len(stranger.get("/").html.select(".match")) == 1
    assert table.page.status == 200


def test_taking_a_place_changes_nothing_on_the_sheet(stranger, table, link):
    before = table.file()

    stranger.get(link).press(BUTTON)

    assert table.file() == before


def test_the_host_who_opened_the_match_keeps_it(table, stranger, link):
    stranger.get(link).press(BUTTON)

    assert table.play("North & South bid 3", "3 tricks").totals == [3, 3]


def test_two_hosts_with_old_pages_do_not_write_over_each_other(table, stranger, link):
    mine = table.tapped("North & South bid 3", "3 tricks")
    theirs = stranger.get(link).press(BUTTON).form("Save hand 1")
    theirs.choose("East & West bid 3").choose("3 tricks")

    first, second = mine.press(), theirs.press()

    assert first.saved
    assert second.status == 409
    assert second.form("Save hand 2").typed == theirs.typed
    assert table.page.totals == [3, 3]
    assert len(table.entries) == 1


def test_the_same_mark_on_two_devices_is_two_writes(table, stranger, link):
    mine = table.tapped("North & South bid 3", "3 tricks").put("once", "same")
    mine.press()
    theirs = stranger.get(link).press(BUTTON).form("Save hand 2")

    page = theirs.choose("North & South bid 3").choose("3 tricks").put("once", "same").press()

    assert page.saved
    assert len(table.entries) == 2


WRONG = {
    "another proof": lambda key: key[:-1] + ("A" if key[-1] != "A" else "B"),
    "a shorter proof": lambda key: key[:-1],
    "a longer proof": lambda key: f"{key}A",
    "another place": lambda key: key.replace("host", "watch"),
    "a seat": lambda key: key.replace("host", "seat"),
    "another code alone": lambda key: ("A" if key[0] != "A" else "B") + key[1:6],
    "another code": lambda key: ("A" if key[0] != "A" else "B") + key[1:],
    "one part more": lambda key: f"{key}-1",
    "no parts": lambda key: "--",
    "a nought": lambda key: "%00",
    "no text": lambda key: "%F0%9F%92%A9-host-%FF",
    "far too much": lambda key: "x" * 3000,
}


@pytest.mark.parametrize("damage", WRONG.values(), ids=WRONG)
def test_a_wrong_key_opens_nothing_and_takes_nothing(stranger, table, link, damage):
    wrong = f"/j/{damage(link.removeprefix('/j/'))}"
    token = stranger.token()

    looked = stranger.get(wrong)
    pressed = stranger.post(wrong, [("csrf_token", token)])

    assert looked.status == pressed.status == 404
    assert "Ann" not in looked.text
    assert stranger.get(table.address).status == 404


def test_a_key_in_small_letters_opens_the_same_door(stranger, link):
    assert stranger.get(link.lower()).status == 200

"""Every error has a page of its own that says what is not lost."""

import pytest

from scorekeeper.matches import seats


@pytest.fixture
def watcher(app, stranger, table):
    """Provide another person, who watches the match."""
    with app.app_context():
        link = seats.list_tokens(table.code, None)["watch"]
    page = stranger.get(f"/j/{link}")
    (button,) = page.buttons[-1:]
    page.press(button)
    return stranger


@pytest.fixture
def seated(app, stranger, table):
    """Provide another person, who has Bob's seat."""
    with app.app_context():
        link = seats.list_tokens(table.code, None)["seat 1"]
    page = stranger.get(f"/j/{link}")
    (button,) = page.buttons[-1:]
    page.press(button)
    return stranger


def test_a_watcher_sees_the_match_and_is_told_that_watching_writes_nothing(table, watcher):
    before = table.file()
    form = table.tapped("North & South bid 3", "3 tricks").put("csrf_token", watcher.token())

    page = watcher.post(form.action, [*form.values, ("deed", "save")])

    assert watcher.get(table.address).status == 200
    assert page.status == 403
    assert "You are looking on." in page.text
    assert table.file() == before


def test_a_seat_saves_hands_under_its_name_and_not_what_is_the_hosts(table, seated):
    page = seated.get(table.address).form("Save hand 1")
    page.choose("North & South bid 3").choose("3 tricks").press()
    form = table.form("Save who deals", "dealer").choose("Cat").put("csrf_token", seated.token())

    refused = seated.post(form.action, form.values)

    assert table.entries[0]["by"] == "Bob"
    assert refused.status == 403
    assert "Only the host says who deals next." in refused.text

"""The cached match page shows nobody another viewer's permissions, language or tokens."""

import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from markupsafe import escape

from scorekeeper import create_app, tokens
from scorekeeper.config import Settings
from scorekeeper.http.fragment_cache import FragmentCache
from scorekeeper.matches import seats
from scorekeeper.store.match_cache import MatchCache
from tests.client import Device
from tests.match_page import Table
from tests.match_setup import submit_entry
from tests.rules.builders import record

_OWN = re.compile(r'name="(csrf_token|once)" value="([^"]*)"')

EVENING = [
    record(bidder=0, bid="3", tricks=[4, 2], note="first"),
    record(bidder=1, bid="4", tricks=[4, 2]),
    record(bidder=2, bid="big pepper", tricks=[6, 0]),
    {"amend": 2, "hand": {"bidder": 1, "bid": "3", "tricks": [3, 3]}},
    {"undo": 4},
    {"record": {"adjustment": [2, 0]}},
    {"overrule": 1, "side": 1, "points": -4},
    record(bidder=3, bid="2", tricks=[3, 3]),
    {"strike": 3},
    {"undo": 9},
    {"rename": {"seat": 1, "name": "Bea"}},
    {"rename": {"side": 0, "name": "Us"}},
    {"dealer": 3},
    record(side=1, bid="6", tricks=[1, 5]),
    {"end": True},
    {"reopen": "too early"},
    {"strike": 1},
    record(thrown_in=True),
]


@pytest.fixture
def host(app, table):
    """Provide the device that opened the match, as the service knows it."""
    with app.app_context():
        links = seats.list_tokens(table.code, None)
    return tokens.parse_token(links["host"])


def own(page):
    return dict(_OWN.findall(page))


def without_own(page):
    return _OWN.sub("", page)


def look(person, table, **sent):
    """Return the whole page, and the part that a script fetches, as text."""
    return [person.ask("GET", table.address + end, **sent).text for end in ("", "/fragment")]


@pytest.fixture
def everybody(app, table):
    """Provide the host, two seats and a watcher, by role."""
    with app.app_context():
        links = seats.list_tokens(table.code, None)
    people = {"host": table.device}
    for place in ("seat 1", "seat 2", "watch"):
        people[place] = Device(app)
        landing = people[place].get(f"/j/{links[place]}")
        landing.form(landing.buttons[0]).press()
    return people


def test_after_every_entry_each_sees_the_page_that_is_drawn_anew(app, table, everybody, host):
    for version, entry in enumerate(EVENING):
        with app.app_context():
            submit_entry(table.code, host, entry, version=version)
        kept = {who: look(person, table) for who, person in everybody.items()}
        caches = {name: app.extensions[name] for name in ("match_cache", "fragments")}
        app.extensions |= {"match_cache": MatchCache(), "fragments": FragmentCache()}
        for who, person in everybody.items():
            anew = look(person, table)
            assert [without_own(text) for text in kept[who]] == [
                without_own(text) for text in anew
            ], (version, who)
        app.extensions |= caches


def test_each_is_offered_what_is_theirs_to_do_whoever_looked_before(table, everybody):
    for _ in range(3):
        table.play("North & South bid 1", "1 trick")

    def offered(person):
        page = person.get(table.address)
        changes = [link.rpartition("/hands/")[2] for link in page.links.values()]
        return sorted(filter(str.isdigit, changes)), page.buttons

    first = {who: offered(person) for who, person in everybody.items()}
    again = {who: offered(everybody[who]) for who in reversed(everybody)}

    assert first == again
    assert first["host"][0] == ["1", "2", "3"]
    assert first["seat 1"][0] == first["seat 2"][0] == ["3"]
    assert first["watch"] == ([], [])
    assert "Undo hand 3" in first["host"][1]
    assert "Undo hand 3" not in first["seat 1"][1]


def test_every_page_has_marks_of_its_own(table, everybody):
    table.play("North & South bid 1", "1 trick")
    people = [everybody[who] for who in ("host", "seat 1", "seat 2")]

    pages = [own(text) for person in people for text in look(person, table) + look(person, table)]
    watched = look(everybody["watch"], table)

    assert len({page["once"] for page in pages}) == len(pages)
    tokens = [{page["csrf_token"] for page in pages[n : n + 4]} for n in (0, 4, 8)]
    assert all(tokens)
    assert not tokens[0] & tokens[1]
    assert not tokens[1] & tokens[2]
    assert not any(map(own, watched))
    assert not any("\0" in text for text in [*watched, *look(people[0], table)])


def test_the_look_of_one_is_not_the_look_of_another(table, everybody):
    before = [look(person, table)[0] for person in everybody.values()]
    seat = Table(everybody["seat 1"], table.address)
    seat.form("Use this look", "menu").put("look", "dark").press()

    after = {who: look(person, table)[0] for who, person in everybody.items()}

    assert not any("data-look" in text for text in before)
    assert [who for who, text in after.items() if 'data-look="dark"' in text] == ["seat 1"]


def test_a_page_in_one_language_is_not_shown_in_another(database, tmp_path):
    folder = tmp_path / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    esperanto = Catalog("eo")
    esperanto.add("wrote", "skribis")
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, esperanto)
    settings = Settings.read({}, database=database, languages=str(tmp_path))
    table = Device(create_app(settings)).open_match()
    table.play("North & South bid 1", "1 trick")

    for _ in range(2):
        for language, word in (("en", "wrote"), ("eo", "skribis")):
            for text in look(table.device, table, headers={"Accept-Language": language}):
                assert [each for each in ("wrote", "skribis") if f">{each}<" in text] == [word]


def test_the_fragments_that_were_used_last_are_kept():
    cache = FragmentCache()
    for number in range(5):
        cache.put(number, escape("-" * 8_000_000))
        cache.get(0)

    assert [number for number in range(5) if cache.get(number)] == [0, 2, 3, 4]


def test_a_fragment_that_two_have_rendered_counts_once():
    cache = FragmentCache()
    for _ in range(5):
        cache.put(0, escape("-" * 20_000_000))

    assert cache.get(0)

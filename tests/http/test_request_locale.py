"""The language and the time zone of a page."""

import json
import re

import pytest
from bs4.element import NavigableString, Tag

from scorekeeper import create_app
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.config import BadSetting, Settings
from scorekeeper.matches import seats
from scorekeeper.store.database import db
from tests.client import Device
from tests.pseudo_language import (
    ENDED,
    FORMS,
    GAME,
    HAND,
    NAMES,
    OPENED,
    Longer,
    english,
    evening,
    write_catalog,
)
from tests.rules.builders import match_file


@pytest.fixture
def reader(app):
    """Provide a browser that asks for a language and may send its time zone."""

    def reader(wishes, zone=""):
        reader = Device(app, HTTP_ACCEPT_LANGUAGE=wishes)
        if zone:
            reader.client.set_cookie("zone", zone)
        return reader

    return reader


def language(page):
    return page.html.select_one("html")["lang"]


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


def test_two_people_at_one_table_read_it_each_in_their_own_language(app, table, reader):
    table.play("North & South bid 3", "4 tricks")
    with app.app_context():
        key = seats.list_tokens(table.code, None)["watch"]
    watching = reader("de")
    page = watching.get(f"/j/{key}").press("Dieser Partie zuschauen")

    assert page.rows[0].wrote == table.page.rows[0].wrote
    assert "Hand 2" in table.page.text
    assert "Spiel 2" in watching.get(page.address).text
    assert "Hand 2" in table.page.text


def test_a_file_is_written_in_the_language_of_whoever_asked_on_a_page(table, reader):
    table.play("North & South bid 3", "4 tricks")
    table.form("Use this language", "menu").choose("Deutsch").press()

    told = table.device.ask("GET", f"/m/{table.code}/sheet.txt").text

    assert "erfüllt" in told
    assert "made" not in told


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


def test_a_folder_of_languages_that_cannot_be_used_is_one_sentence(database, tmp_path):
    (tmp_path / "nonsense" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "nonsense" / "LC_MESSAGES" / "messages.mo").touch()

    for folder in (tmp_path, tmp_path / "not there"):
        with pytest.raises(BadSetting, match=r"^SCOREKEEPER_LANGUAGES .*\.$"):
            create_app(Settings.read({}, database=database, languages=str(folder)))


# On a page in Greek letters, of a match whose texts are Cyrillic, a Latin word is one that the
# program does not translate.


@pytest.fixture(scope="module")
def greek(tmp_path_factory):
    """Provide a browser in the pseudo-language, at an app that has its catalog."""
    folder = tmp_path_factory.mktemp("languages")
    write_catalog(folder, "el")
    database = f"sqlite:///{folder / 'scores.sqlite3'}"
    settings = Settings.read(
        {}, database=database, languages=str(folder), opening_limit="", wrong_key_limit=""
    )
    app = create_app(settings)
    yield Device(app, HTTP_ACCEPT_LANGUAGE="el")
    with app.app_context():
        db.engine.dispose()


def bring(greek, facts):
    """Import a match file; return the address of its match."""
    form = greek.get("/import").html.form
    sent = {node["name"]: node.get("value", "") for node in form.select("input[name]")}
    answer = greek.ask("POST", "/import", data={**sent, "text": json.dumps(facts)})
    assert answer.status_code == 303, answer.text
    return answer.location.partition("#")[0]


_SAID = ("aria-label", "title", "placeholder", "alt", "label")
_DATA = ("data-fragment", "data-base", "data-mark", "data-state", "data-names", "data-mine")
_DATA += ("data-action",)  # type: ignore[assignment]
_SCRIPTS = ("data-sheets", "data-short", "data-name", "data-kept", "data-look", "data-code")


_UNREAD = {"script", "style", "code", "textarea"}


def pieces(node):
    """Yield every piece of text inside, except what belongs to no language, and help texts."""
    for child in node.children:
        if type(child) is NavigableString:
            yield child
        elif isinstance(child, Tag) and child.name not in _UNREAD and not is_help(child):
            yield from pieces(child)


def is_help(node):
    """Whether this is the text of a help page or the list of them: English on purpose."""
    return node.get("lang") == "en" and (node.name == "article" or "cards" in node.get("class", []))


_HELP_TITLE = {"Operating"}


def said(page):
    """Return all text of a page: visible, for screen readers, and in the data of its scripts."""
    texts = [re.sub(r"https?://\S+", "", text) for text in pieces(page.html)]
    for node in page.html.find_all():
        for name, text in node.attrs.items():
            if name in _SAID or (name.startswith("data-") and name not in _DATA + _SCRIPTS):
                texts.append(re.sub(r"\{\w+\}", "", text))
    return " ".join(texts)


# Names of formats, of languages in themselves, and what is typed literally.
_SAME = english(
    "PDF Excel CSV JSON SVG Markdown QR UTC A B C D E F G H I J English Deutsch Norsk bokmål"
    " bid tricks x none at least the"
)


def code(address):
    """Return the letters of a match's code as screen readers get them."""
    text = address.rpartition("/")[2]
    return english(f"{text} {text[:3]} {text[3:]}")


_PLACES = (
    *("", "/menu", "/history", "/invite", "/board", "/hands/1", "/column", "/adjust", "/dealer"),
    *("/rename", "/delete", "/hands/1/why/0", "/hands/6/why/1", "/hands/3/why/0", "/needs/0"),
    *("/fragment", "/board/fragment", "/hands/6", "/hands/999", "/nothing"),
)


@pytest.mark.parametrize("ended", [False, True])
def test_no_page_of_a_match_says_a_word_that_cannot_be_translated(greek, ended):
    address = bring(greek, evening(*([ENDED] if ended else [])))
    places = [*_PLACES, "/reopen"] if ended else _PLACES

    for place in places:
        page = greek.get(address + place)
        assert not english(said(page)) - _SAME - code(address), place


def test_no_other_page_says_a_word_that_cannot_be_translated(greek):
    names = {word for name in preset_names() for word in english(described(name))}
    addresses = ["/", "/import", "/offline", "/rules", "/rules/own", "/new", "/nothing"]
    addresses += ["/help", "/help/operating"]
    addresses += [f"/rules/{name}" for name in preset_names()]
    addresses += [f"/new?game={name}" for name in preset_names()]

    for address in addresses:
        words = english(said(greek.get(address))) - _SAME - _HELP_TITLE - names
        assert not words, (address, words)


def described(name):
    """Return the game's own words: its name and its bids."""
    game = read_ruleset({"preset": name})
    return " ".join([game.name, *(bid.name for bid in game.bids)])


@pytest.mark.parametrize(
    ("place", "form", "typed"),
    [
        ("", "hands", {"bid": "0-два"}),
        ("", "hands", {"bid": "0-два", "tricks": "9"}),
        ("", "hands", {"bid": "0-два", "tricks": "surrendered", "trump": "clubs"}),
        ("", "hands", {"bid": "0-два", "tricks": "surrendered"}),
        ("", "hands", {"bid": "0-два", "tricks": "4", "seat": "1"}),
        ("", "hands", {"bid": "0-один", "tricks": "4"}),
        ("", "hands", {"bid": "0-три", "tricks": "surrendered", "free_tricks": "9"}),
        ("", "undo", {"entry": "99"}),
        ("/hands/1", "hands/1", {"bid": "0-два", "tricks": "9"}),
        ("/adjust", "adjust", {}),
        ("/adjust", "adjust", {"points-0": "много"}),
        ("/column", "column", {"side": "0", "number": "1", "points": "1,5"}),
        ("/column", "column", {"side": "0", "number": "99", "points": "1"}),
        ("/dealer", "dealer", {"dealer": "9"}),
        ("/rename", "rename", {"whose": "side 0", "name": "\u200b"}),
        ("/rename", "rename", {"whose": "side 0", "name": "ж" * 99}),
    ],
)
def test_no_refusal_says_a_word_that_cannot_be_translated(greek, place, form, typed):
    address = bring(greek, evening())
    page = greek.get(address + place)
    action = f"{address}/{form}"
    forms = {node.get("action", "").partition("#")[0]: node for node in page.html.select("form")}
    sent = forms[action]
    hidden = {node["name"]: node.get("value", "") for node in sent.select("input[type=hidden]")}

    page = greek.post(action, {**hidden, **typed}.items())

    assert page.why
    assert not english(said(page)) - _SAME - code(address), page.why


@pytest.mark.parametrize(("hands", "form"), [*zip((1, 2, 3, 5), FORMS, strict=True)])
def test_a_page_and_a_file_use_the_form_of_a_plural_that_goes_with_the_number(greek, hands, form):
    facts = match_file(*[HAND] * hands, ENDED, rules=GAME, opened=OPENED, **NAMES)
    address = bring(greek, facts)
    counted = Longer().ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}

    assert counted.endswith(form)
    assert counted in greek.get(address).text
    assert counted in greek.ask("GET", f"{address}/sheet.svg").text

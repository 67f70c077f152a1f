"""What holds for every address: headers, CSRF tokens, methods, sizes, outsiders."""

import re
import time

import html5lib
import pytest

from tests.html import label_of, text
from tests.web.test_submit import ALL

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]
OTHERS = ["/", "/new", "/import", "/rules", "/rules/pepper", "/rules/own", "/help", "/nothing"]
CSP = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


@pytest.fixture
def begun(table):
    """Provide a match with a hand and an adjustment."""
    table.play("North & South bid 4", "4 tricks", seat="Cat", trump="hearts")
    table.adjust("-1", "", note="revoke")
    return table


def addresses(app, code):
    """Yield every address of the program, for this match."""
    facts = {"code": code, "number": 1, "side": 0, "ext": "csv", "key": "A-host-B"}
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "match.stream":
            continue  # it does not end: tests/events/test_hub.py reads streams
        values = {name: facts.get(name, "app.css") for name in rule.arguments}
        yield urls.build(rule.endpoint, values), rule.methods


def of_a_match(app, code):
    return [(url, methods) for url, methods in addresses(app, code) if url.startswith("/m/")]


def pages_of_a_match(app, code):
    """Return the pages of a match without its files."""
    urls = [url for url, methods in of_a_match(app, code) if "GET" in methods]
    return [url for url in urls if "/sheet." not in url and not url.endswith(".pdf")]


def assert_protected(response):
    policy = dict(
        part.strip().split(" ", 1)
        for part in response.headers["Content-Security-Policy"].split(";")
    )
    assert CSP.items() <= policy.items()
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] in {"same-origin", "strict-origin"}
    assert "camera=()" in response.headers["Permissions-Policy"]
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cache-Control" in response.headers
    assert response.headers["X-Scorekeeper"] == "1"  # the mark of the program's own answers


# Every address, every method


@pytest.mark.parametrize("method", METHODS)
def test_every_address_answers_every_method_with_protection_and_never_breaks(app, begun, method):
    for url, _ in addresses(app, begun.code):
        response = begun.device.ask(method, url)

        assert_protected(response)
        assert method in {"GET", "HEAD", "OPTIONS"} or response.status_code >= 400


def test_no_method_without_a_form_changes_anything(app, begun):
    before = begun.file()

    for url, _ in addresses(app, begun.code):
        for method in METHODS:
            begun.device.ask(method, url)
            begun.device.ask(method, f"{url}?version=2&once=x&deed=save&bid=0-3&tricks=3&entry=2")

    assert begun.file() == before


def test_looking_at_an_address_that_only_takes_forms_is_answered_with_a_page(app, begun):
    only = [url for url, methods in of_a_match(app, begun.code) if "GET" not in methods]

    pages = [begun.device.get(url) for url in only]

    assert len(pages) >= 4
    assert {page.status for page in pages} == {405}
    assert {page.heading for page in pages} == {"That page only shows"}


def test_an_address_that_is_not_ours_is_answered_with_a_page(device):
    pages = [device.get(url) for url in ("/nothing", "/m", "/m/", "/static/no.css", "/%00", "/..")]

    assert {page.status for page in pages} == {404}
    assert {page.heading for page in pages} == {"There is nothing here"}
    assert all("Go back" in page.links for page in pages)
    for page in pages:
        assert_protected(page.response)


def test_a_style_sheet_is_kept_by_browsers_and_pages_are_not(device, table):
    (link,) = device.get("/").html.select("link[rel=stylesheet]")

    style = device.ask("GET", link["href"])

    assert style.status_code == 200
    assert "immutable" in style.headers["Cache-Control"]
    assert "no-cache" in table.page.response.headers["Cache-Control"]
    assert "private" in table.page.response.headers["Cache-Control"]


def test_no_page_carries_script_or_style_of_its_own(app, begun):
    urls = [url for url, methods in addresses(app, begun.code) if "GET" in methods]
    answers = [begun.device.ask("GET", url) for url in urls]

    pages = [begun.device.get(a.request.path) for a in answers if a.content_type == "text/html"]

    assert len(pages) > 10
    for page in pages:
        assert page.html.select("style") == []
        for script in page.html.select("script"):
            data = script.get("type") == "application/json"
            assert data or (script["src"].startswith("/static/") and not text(script))
        assert not any(
            name == "style" or name.startswith("on")
            for node in page.html.find_all()
            for name in node.attrs
        )


def test_every_page_is_html_without_an_error(app, begun):
    reader = html5lib.HTMLParser(strict=True)

    for url in [*OTHERS, *pages_of_a_match(app, begun.code)]:
        # html5lib does not know the element
        text = re.sub("(?s)<template.*?</template>", "", begun.device.get(url).response.text)
        reader.parse(text) if "<html" in text else reader.parseFragment(text)


def test_every_page_has_one_heading_a_title_and_a_way_past_the_bar(app, begun):
    urls = [url for url in pages_of_a_match(app, begun.code) if not url.endswith("/fragment")]

    for url in ["/", "/new", "/import", "/nothing", *urls]:
        page = begun.device.get(url)

        assert page.heading
        assert page.title.endswith(" · scorekeeper")
        assert page.html.select_one("html")["lang"] == "en-GB"
        assert page.html.select_one("#main") is not None
        board = url.endswith("/board")  # it has no bar and no controls
        assert ("Skip to the main part" in page.links) != board


def test_every_field_of_every_form_has_a_name_that_can_be_read_out(app, begun):
    for url in ["/new", "/import", *pages_of_a_match(app, begun.code)]:
        for field in begun.device.get(url).html.select("input, select, textarea"):
            assert field.get("type") == "hidden" or label_of(field), (url, field.attrs)


# CSRF tokens


@pytest.mark.parametrize("token", [None, "", "x", "IjAi.x.y", "💥", "a" * 5000])
def test_a_form_without_its_token_is_refused_and_changes_nothing(begun, token):
    forms = [fill(begun) for fill in ALL.values()]
    before = begun.file()

    for form in forms:
        form.drop("csrf_token") if token is None else form.put("csrf_token", token)
        page = form.press()

        assert page.status == 400
        assert page.heading == "This page is too old to be saved"
    assert begun.file() == before


def test_every_address_that_takes_forms_wants_a_token(app, begun):
    taking = [
        url
        for url, methods in addresses(app, begun.code)
        if "POST" in methods and not url.startswith("/api/")  # the API reads no cookie
    ]

    answers = [begun.device.ask("POST", url, data={"deed": "thrown in"}) for url in taking]

    assert len(answers) >= 10
    assert {answer.status_code for answer in answers} == {400}


def test_the_token_of_another_browser_is_not_taken(begun, stranger):
    form = begun.tapped("North & South bid 3", "3 tricks").put("csrf_token", stranger.token())
    before = begun.file()

    page = form.press()

    assert page.status == 400
    assert begun.file() == before


def test_the_token_on_the_page_is_another_one_every_second_and_each_stays_good(begun):
    """So nobody can guess it letter by letter from the lengths of compressed pages (BREACH)."""
    first = begun.device.token()
    time.sleep(1.1)

    assert begun.device.token() != first
    assert (
        begun.tapped("North & South bid 3", "3 tricks").put("csrf_token", first).press().status
        == 200
    )


def test_a_match_is_not_opened_without_a_token(device):
    page = device.new_form().drop("csrf_token").press()

    assert page.status == 400
    assert "No matches yet." in device.get("/").text


# Outsiders


def test_a_stranger_finds_nothing_at_any_address_of_a_match(app, begun, stranger):
    for url, methods in of_a_match(app, begun.code):
        token = stranger.token()
        looked = stranger.get(url)
        sent = stranger.post(url, [("csrf_token", token), ("version", "2"), ("deed", "thrown in")])

        assert looked.status == (404 if "GET" in methods else 405)
        assert sent.status == (404 if "POST" in methods else 405)
        assert "Ann" not in looked.text + sent.text


def test_a_match_that_is_not_there_answers_a_stranger_the_same(begun, stranger):
    there = stranger.get(begun.address)
    nowhere = stranger.get("/m/ABCDEF")

    assert there.status == nowhere.status == 404
    assert there.text == nowhere.text


def test_what_a_stranger_sends_changes_nothing(begun, stranger):
    token = stranger.token()
    forms = [fill(begun) for fill in ALL.values()]
    before = begun.file()

    for form in forms:
        page = stranger.post(form.action, [*form.put("csrf_token", token).values, ("deed", "save")])
        assert page.status == 404
    assert begun.file() == before


# Sizes and shapes


@pytest.mark.parametrize("place", ["hands", "hands/1", "adjust", "column", "rename", "undo", "end"])
def test_a_form_of_more_than_64_kilobytes_is_too_much(begun, place):
    token = begun.device.token()
    before = begun.file()

    page = begun.device.post(
        f"{begun.address}/{place}", [("csrf_token", token), ("note", "x" * 65_600)]
    )

    assert page.status == 413
    assert page.heading == "That is too much"
    assert begun.file() == before
    assert_protected(page.response)


def test_a_new_match_of_more_than_64_kilobytes_is_too_much(device):
    page = device.new_form().type("Name of the match", "x" * 65_600).press()

    assert page.status == 413
    assert "No matches yet." in device.get("/").text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe=%zz&&&=&note=%f0%28", "application/x-www-form-urlencoded"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b'{"deed": "save"}', "application/json"),
        (b"\0" * 99, "text/plain"),
        (b"&".join(b"a%d=1" % n for n in range(5000)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_is_refused(begun, body, kind):
    before = begun.file()

    answer = begun.device.ask("POST", f"{begun.address}/hands", data=body, content_type=kind)

    assert 400 <= answer.status_code < 500
    assert begun.file() == before


def test_a_note_that_is_no_text_is_kept_as_text_that_can_be_stored(begun):
    form = begun.tapped("North & South bid 3", "3 tricks", note="\0a\x07b\ud7ff\u2028c")

    form.press()

    assert begun.entries[-1]["record"]["note"] == "ab\ud7ff c"

"""Files downloaded from the pages, and a match imported from one."""

import io
import json
import xml.etree.ElementTree as ET

import pytest
from PIL import Image
from pypdf import PdfReader

from scorekeeper.exports.formats import FILES
from tests.exports.sample_matches import HOSTILE, friday, typed
from tests.html import text
from tests.rules.builders import match_file, record

BEGINS = {
    "csv": b"\xef\xbb\xbfnumber,",
    "json": b"{\n",
    "md": b"**",
    "pdf": b"%PDF-",
    "png": b"\x89PNG",
    "svg": b"<svg ",
    "txt": b"Pepper, wins at",
    "xlsx": b"PK",
}
BAD = match_file(record(bidder=0, bid="3", tricks=[4, 2]), record(bidder=0, bid="3", tricks=[9, 9]))


def bring(device, text="", file=None):
    """Fill in the import page and submit it."""
    form = device.get("/import").form("Bring it in").put("text", text)
    values = dict(form.values)
    if file is not None:
        values["file"] = ("evening.json", file)
    return device.ask("POST", "/import", data=values, content_type="multipart/form-data")


@pytest.fixture
def played(table):
    table.play("North & South bid 3", "4 tricks")
    return table


@pytest.mark.parametrize("ext", FILES)
def test_every_file_is_offered_and_comes_with_a_dated_and_safe_name(played, ext):
    link = f"{played.address}/sheet.{ext}"

    answer = played.device.ask("GET", link)

    assert answer.body.startswith(BEGINS[ext])
    assert answer.headers["Content-Type"] == FILES[ext][0]
    name = answer.headers["Content-Disposition"]
    assert name.startswith('attachment; filename="scorekeeper-20')
    assert name.endswith(f'-{played.code}.{ext}"')
    assert "no-cache" in answer.headers["Cache-Control"]
    assert any(node["href"] == link for node in played.open("menu").html.select("a"))


@pytest.mark.parametrize("ext", FILES)
def test_no_file_goes_to_a_stranger(played, stranger, ext):
    assert stranger.ask("GET", f"{played.address}/sheet.{ext}").status_code == 404


def test_a_file_that_there_is_none_of_is_not_found(played):
    assert played.device.ask("GET", f"{played.address}/sheet.exe").status_code == 404


def test_an_ended_match_shows_its_race_and_offers_its_files(played):
    played.end()

    page = played.page
    answer = played.device.ask("GET", played.address).text

    chart = answer[answer.index("<svg xmlns") :].partition("</svg>")[0] + "</svg>"
    assert "race" in ET.fromstring(chart)[0].text  # noqa: S314 - our own
    links = {node["href"] for node in page.html.select("a")}
    assert {f"{played.address}/sheet.{ext}" for ext in FILES} <= links


def test_the_picture_says_what_the_share_dialog_may_say(played):
    (link,) = [node for node in played.open("menu").html.select("a") if node.get("data-share")]

    assert link["href"].endswith("sheet.png")
    assert link["data-share"] == "Pepper"


def test_the_picture_of_a_running_match_says_how_far_it_has_come(played):
    with Image.open(io.BytesIO(played.file("png"))) as picture:
        assert picture.info["Title"] == "Pepper: the score after 1 hand"
        assert "North & South 3, East & West 2 after 1 hand." in picture.info["Description"]


def test_a_blank_pad_carries_the_code_of_the_match(played):
    answer = played.device.ask("GET", f"{played.address}/blank.pdf")

    (page,) = PdfReader(io.BytesIO(answer.body)).pages
    assert f"/j/{played.code}" in page.extract_text()
    assert answer.headers["Content-Disposition"].endswith(f'-{played.code}-blank.pdf"')
    assert "blank.pdf" in str(
        [node["href"] for node in played.open("menu").html.select("a")],
    )


def test_a_blank_pad_is_not_for_strangers(played, stranger):
    assert stranger.ask("GET", f"{played.address}/blank.pdf").status_code == 404


def test_home_leads_to_the_page_that_takes_a_match_in(device):
    assert any(node["href"] == "/import" for node in device.get("/").html.select("a"))


@pytest.mark.parametrize("way", ["text", "file"])
def test_a_match_that_is_brought_in_opens_with_its_host(device, way):
    match = json.dumps(friday()).encode()

    answer = bring(device, **({"text": match.decode()} if way == "text" else {"file": match}))

    assert answer.status_code == 303
    assert text(device.get(answer.location).html.select_one("h1")) == "Friday table"
    code = answer.location.rpartition("/")[2].partition("#")[0]
    assert any(
        node["href"].endswith("/reopen") for node in device.get(f"/m/{code}").html.select("a")
    )


def test_what_is_carried_away_comes_in_again_byte_for_byte(played, stranger):
    first = played.file()

    answer = bring(stranger, file=first)

    address = answer.location.partition("#")[0]
    assert address != played.address
    assert stranger.ask("GET", f"{address}/sheet.json").body == first


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_any_name_comes_in_again_byte_for_byte(device, name):
    players = typed(2, 3, names=[name, "x"])

    first = bring(device, text=json.dumps(players)).location.partition("#")[0]
    data = device.ask("GET", f"{first}/sheet.json").body
    second = bring(device, file=data).location.partition("#")[0]

    assert device.ask("GET", f"{second}/sheet.json").body == data


def test_a_thousand_hands_come_in(device):
    match = json.dumps(typed(10, 1000), indent=1)

    answer = bring(device, text=match)

    assert len(match) > 64 * 1024
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (json.dumps(BAD), "Entry 2: "),
        ("hello", "The file is not JSON"),
        ("", "Choose a match file"),
        (json.dumps({**BAD, "format": "scorekeeper/9"}), "scorekeeper/1"),
        (json.dumps({**BAD, "secret": 1}), "secret"),
    ],
)
def test_a_bad_file_is_refused_whole_and_what_was_pasted_is_kept(device, text, why):
    answer = bring(device, text=text)

    assert answer.status_code == 422
    assert why in answer.text
    page = device.get("/import")
    assert "No matches yet" in device.get("/").text
    assert page.form("Bring it in").value("text") == ""
    kept = answer.text.partition("<textarea")[2].partition("</textarea>")[0].partition(">")[2]
    assert kept.strip().replace("&#34;", '"') == text


def test_a_form_that_is_sent_twice_takes_one_match_in(device):
    form = device.get("/import").form("Bring it in").put("text", json.dumps(friday()))

    first, second = form.press(), form.press()

    assert first.address == second.address


def test_a_file_that_is_far_too_long_is_refused(device):
    sent = {
        "data": b"text=" + b"x" * 3_000_000,
        "content_type": "application/x-www-form-urlencoded",
    }

    assert device.ask("POST", "/import", **sent).status_code == 413


def test_a_match_that_is_brought_in_without_a_token_is_not(device):
    answer = device.ask("POST", "/import", data={"text": json.dumps(friday())})

    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (match_file(*[record(adjustment=[1, 0])] * 5001), "Entry 5001: A match takes 5000 entries"),
        (match_file(opened="0001-01-01T00:00:00Z"), "is a time of the years 1970 to 2199"),
    ],
    ids=["too long", "too old"],
)
def test_a_file_beyond_the_bounds_is_refused_in_one_sentence(device, match, why):
    answer = bring(device, file=json.dumps(match).encode())

    assert answer.status_code == 422
    assert why in answer.text

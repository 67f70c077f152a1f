"""The score pad, as pypdf parses it and as a viewer renders it."""

import io

import pypdfium2
import pytest
from pypdf import PdfReader

from scorekeeper.exports.pdf import write_blank, write_pdf
from tests.exports.sample_matches import HOSTILE, SHAPES, finished, friday, typed
from tests.rules.builders import match_file, record

MARGIN = 12 / 25.4 * 72


def pages(match):
    return [page.extract_text() for page in PdfReader(io.BytesIO(write_pdf(finished(match)))).pages]


def drawn(data):
    """Return each page as a viewer renders it, in grey."""
    document = pypdfium2.PdfDocument(data)
    return [page.render(scale=1, grayscale=True).to_pil() for page in document]


def outside(image):
    """Return what is printed where a printer cannot print."""
    edges = [
        (0, 0, image.width, int(MARGIN)),
        (0, 0, int(MARGIN), image.height),
        (image.width - int(MARGIN), 0, image.width, image.height),
        (0, image.height - int(MARGIN) + 4, image.width, image.height),
    ]
    return [sum(image.crop(edge).histogram()[:200]) for edge in edges]


@pytest.mark.parametrize(
    ("hands", "count"), [(0, 1), (1, 1), (30, 1), (31, 2), (38, 2), (68, 2), (69, 3)]
)
def test_thirty_hands_are_one_page_and_more_are_more(hands, count):
    told = pages(typed(2, hands, "carry"))

    assert len(told) == count
    assert all("Final" not in page for page in told[:-1])
    assert "Final" in told[-1]


def test_a_thousand_hands_are_all_there():
    told = pages(typed(3, 1000))

    lines = {line.split()[0] for page in told for line in page.splitlines() if line.strip()}
    assert len(told) == 27
    assert {str(number) for number in range(1, 1001)} <= lines


@pytest.mark.parametrize(("columns", "hands", "sheet"), SHAPES)
def test_every_figure_is_on_the_paper_and_within_its_margins(columns, hands, sheet):
    match = typed(columns, hands, sheet)
    result = finished(match)
    data = write_pdf(result)

    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)

    for side in result.sides:
        assert side.name.text in text
        assert str(side.total).replace("-", "−") in text
    assert [outside(image) for image in drawn(data)] == [[0, 0, 0, 0]] * (1 + (hands > 30))


def test_an_evening_reads_as_on_paper():
    (page,) = pages(friday())

    for told in (
        *("Friday table", "Sunday 29 November 2026, 20:45 to 22:38 UTC", "wins at 42 or more"),
        *("The Elders little pepper", "set, took 5: so", "carries 7", "struck"),
        *("*0", "revoke", "* corrected by hand", "A loss is never written", "scorekeeper"),
    ):
        assert told in page, told


@pytest.mark.parametrize("name", ["Žofie", "José", "Ελένη", "Мира", "Đorđe", "Łukasz", "Ğül"])
def test_names_in_latin_greek_and_cyrillic_are_printed(name):
    (page,) = pages(match_file(players=[name] * 4))

    assert page.count(name) == 4
    assert "no letters" not in page


@pytest.mark.parametrize("name", ["李", "李小龙", "さくら", "김민준", "黃"])
def test_chinese_japanese_and_korean_names_are_printed(name):
    (page,) = pages(match_file(players=[f"{name} A", "Bob", "Cat", "Dan"]))

    assert f"{name} A" in page
    assert "no letters" not in page


@pytest.mark.parametrize("name", ["نور", "שלום", "👩‍👩‍👧‍👦", "Ann 🎉", "ไทย"])
def test_any_other_script_prints_the_seat_or_the_side_and_says_so(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2]), players=[name] * 4, sides=[name, "Others"]
    )

    (page,) = pages(match)

    assert name not in page
    assert "N & S 3 North" in page
    assert "North & South" in page
    assert "stands as its seat or side" in " ".join(page.split())


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_any_name_can_be_printed_and_stays_within_the_margins(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note=name),
        players=[name] * 4,
        sides=[name, "Others"],
        note=name,
        rules={"name": name},
    )

    (image,) = drawn(write_pdf(finished(match)))

    assert outside(image) == [0, 0, 0, 0]


def test_large_figures_stay_in_their_columns():
    match = typed(10, 0) | {"start": [-9999] * 10}
    match["entries"] = [record(points=[-9999] * 10)] * 30

    (page,) = pages(match)

    assert page.count("−309969") >= 10


def test_the_same_state_gives_the_same_bytes():
    assert write_pdf(finished(friday())) == write_pdf(finished(friday()))


def test_a_blank_pad_goes_on_from_the_totals_and_shows_the_way_back():
    match = friday() | {"entries": friday()["entries"][:4]}
    address = "https://scores.example.org/j/K7M4QX"

    data = write_blank(finished(match), address)

    (page,) = PdfReader(io.BytesIO(data)).pages
    text = page.extract_text()
    assert address in text
    assert "so far, after line 4" in text
    assert "A side with 42 or more after a hand wins." in text
    assert "33" in text
    assert data == write_blank(finished(match), address)


def test_a_blank_pad_of_a_new_match_is_empty():
    text = (
        PdfReader(io.BytesIO(write_blank(finished(match_file()), "https://x.example")))
        .pages[0]
        .extract_text()
    )

    assert "so far" not in text
    assert "30" in text

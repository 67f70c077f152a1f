"""The match page on paper, as Chromium prints it."""

import io

import pypdfium2
import pytest
from pypdf import PdfReader

from tests.browser.conftest import take_place
from tests.browser.match_files import HANDS, PLAYERS, match_file, records

pytestmark = pytest.mark.browser

ENDLESS = {"preset": "pepper", "target": None}
THIRTY = match_file([*HANDS * 3, *HANDS[:6]], ENDLESS, players=PLAYERS, note="Long night")
TEN = match_file(
    records(*[{"points": [*range(-4, 5), 1000]}] * 30),
    {"preset": "plain", "players": 10, "sides": 10},
    players=["Žofie", "José", "Ελένη", "Мира", "W" * 80, *"ABCDE"],
)
PRINTED = {
    "thirty hands": THIRTY,
    "thirty hands, ended": {**THIRTY, "entries": [*THIRTY["entries"], {"end": True}]},
    "ten columns": TEN,
    "ten columns, ended": {**TEN, "entries": [*TEN["entries"], {"end": True}]},
    "nothing yet": match_file([], players=PLAYERS),
}
A4 = (595, 842)


@pytest.fixture
def printed(import_match, new_context):
    """Return the page of a match as the browser prints it."""

    def print_match(facts):
        page = new_context().new_page()
        take_place(page, import_match(facts).link)
        return page.pdf(prefer_css_page_size=True)

    return print_match


@pytest.mark.parametrize("name", PRINTED)
def test_up_to_thirty_hands_are_one_page_of_a4_with_every_figure(printed, name):
    match = PRINTED[name]

    data = printed(match)

    (page,) = PdfReader(io.BytesIO(data)).pages
    text = page.extract_text()
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4
    assert match.get("note", "") in text
    assert not match["entries"] or all(name[:2] in text for name in match["players"])
    for number in range(1, sum("record" in entry for entry in match["entries"]) + 1):
        assert f"{number}" in text.split()
    assert "Save hand" not in text
    assert "Menu" not in text


def test_a_long_evening_goes_on_over_the_page_and_breaks_no_row(printed):
    long = {**THIRTY, "entries": THIRTY["entries"] * 3}

    pages = PdfReader(io.BytesIO(printed(long))).pages

    lines = [line for page in pages for line in page.extract_text().split()]
    assert len(pages) in {2, 3}
    assert "90" in lines


def test_it_is_black_on_white_within_the_margins(printed):
    image = pypdfium2.PdfDocument(printed(THIRTY))[0].render(scale=1).to_pil().convert("RGB")

    colours = {colour for _, colour in image.getcolors(1 << 20)}
    assert (255, 255, 255) in colours
    assert all(max(colour) - min(colour) < 40 for colour in colours)  # greys
    edges = [
        (0, 0, image.width, 30),
        (0, 0, 36, image.height),
        (image.width - 36, 0, image.width, 842),
    ]
    assert all(
        image.crop(edge).getcolors() == [(edge_size(edge), (255, 255, 255))] for edge in edges
    )


def edge_size(edge):
    return (edge[2] - edge[0]) * (edge[3] - edge[1])

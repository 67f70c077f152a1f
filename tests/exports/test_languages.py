"""Every file in another language: no English word is left, and no word is cut off."""

import io
import json
import re
import xml.etree.ElementTree as ET
import zipfile

import pypdfium2
import pytest
from pypdf import PdfReader

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.exports.formats import FILES, write_blank
from scorekeeper.exports.pen import ELLIPSIS
from scorekeeper.exports.picture import SIDE, draw_picture
from scorekeeper.exports.png import PngPen
from scorekeeper.exports.race import race_title
from scorekeeper.exports.rules_text import write_game
from scorekeeper.exports.svg import svg_race
from scorekeeper.messages.locale import Language
from tests.exports.sample_matches import finished, friday, typed, written
from tests.exports.test_pdf import drawn, outside
from tests.pseudo_language import (
    ENDED,
    GAME,
    HAND,
    NAMES,
    OPENED,
    Longer,
    english,
    evening,
    speaking,
)
from tests.rules.builders import match_file, record

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SVG = "{http://www.w3.org/2000/svg}"
MATCHES = {
    "playing": evening(),
    "ended": evening(ENDED),
    "won": match_file(HAND, ENDED, rules=GAME, start=[40, 3], opened=OPENED, **NAMES),
    "opened again": evening(ENDED, {"reopen": "ошибка"}),
    "new": match_file(rules=GAME, **NAMES),
}


STRANGERS = match_file(
    record(bidder=0, bid="два", tricks=[4, 2], note="نور"),
    rules={**GAME, "name": "نور"},
    players=["نور"] * 4,
    sides=["شمال", "جنوب"],
    note="نور",
)


def in_longer(ending, match):
    with speaking(Longer()):
        return written(FILES[ending][1], match)


def xml(data):
    return ET.fromstring(data)  # noqa: S314 - our own


def text_of_pdf(data):
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def parts(data):
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return {name: book.read(name) for name in book.namelist()}


def strings(data):
    """Return every text in the cells of a workbook, and the names of its tabs."""
    book = parts(data)
    told = xml(book["xl/sharedStrings.xml"]).iter(f"{MAIN}t")
    tabs = xml(book["xl/workbook.xml"]).iter(f"{MAIN}sheet")
    return [*(node.text or "" for node in told), *(tab.get("name") for tab in tabs)]


def texts_of_svg(data):
    return ["".join(node.itertext()) for node in xml(data).iter() if node.text]


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
@pytest.mark.parametrize("ending", ["txt", "md"])
def test_no_word_of_the_text_is_english(ending, match):
    assert not english(in_longer(ending, match).decode())


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_no_word_of_the_picture_or_the_chart_is_english_and_none_is_cut(match):
    with speaking(Longer()):
        race = svg_race(finished(match))

    for drawing in (in_longer("svg", match), race):
        told = " ".join(texts_of_svg(drawing))
        assert not english(told)
        assert ELLIPSIS not in told


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_no_word_of_the_pad_is_english_and_none_is_cut(match):
    data = in_longer("pdf", match)

    assert not english(text_of_pdf(data))
    assert ELLIPSIS not in text_of_pdf(data)
    assert PdfReader(io.BytesIO(data)).root_object["/Lang"] == "el"  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_no_word_of_the_blank_pad_is_english_or_lies_on_another(match):
    with speaking(Longer()):
        data = write_blank(finished(match), "")

    assert not english(text_of_pdf(data))
    assert_apart(boxes_of_text(data))


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_no_cell_and_no_tab_of_the_workbook_is_english(match):
    assert not english(" ".join(strings(in_longer("xlsx", match))))


def test_what_stands_for_a_name_that_has_no_letters_is_not_english_either():
    text = text_of_pdf(in_longer("pdf", STRANGERS))

    assert not english(text)
    assert Longer().gettext("North") in text


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_what_programs_read_is_the_same_in_every_language(ending):
    for match in MATCHES.values():
        assert in_longer(ending, match) == written(FILES[ending][1], match)


def test_what_programs_read_still_names_the_host():
    assert json.loads(in_longer("json", MATCHES["ended"]))["entries"][-1]["by"] == "Host"


@pytest.mark.parametrize("name", preset_names())
def test_the_rules_of_every_game_are_told_in_the_language_that_is_spoken(name):
    game = read_ruleset({"preset": name})
    own = {game.name, *(bid.name for bid in game.bids)}

    with speaking(Longer()):
        told = write_game(game)

    for words in sorted(own, key=len, reverse=True):
        told = told.replace(words, "")
    assert not english(told)


def test_times_are_those_of_the_viewer_and_utc_is_said_only_of_utc():
    class Viewer(Language):
        utc = False

        def hour(self, time):
            return "21.45"

        def long_day(self, time):
            return "søndag 29. november 2026"

    with speaking(Viewer()):
        told = finished(friday()).when

    assert told == "søndag 29. november 2026, 21.45 to 21.45"
    assert finished(friday()).when.endswith(" UTC")


def test_a_language_is_forgotten_when_it_has_been_spoken():
    before = {ending: written(write, friday()) for ending, (_, write) in FILES.items()}

    for ending in FILES:
        in_longer(ending, friday())

    assert before == {ending: written(write, friday()) for ending, (_, write) in FILES.items()}


# ---------------------------------------------------------------- longer words have room

WIDE = {
    "evening": evening(ENDED),
    "won": MATCHES["won"],
    "many": typed(10, 30, "carry", target=400),
    "three": typed(3, 31, "carry"),
    "pages": typed(2, 40),
    "strangers": STRANGERS,
}


@pytest.mark.parametrize("match", WIDE.values(), ids=WIDE)
def test_longer_words_stay_within_the_margins_of_the_pad(match):
    for image in drawn(in_longer("pdf", match)):
        assert outside(image) == [0, 0, 0, 0]


@pytest.mark.parametrize("name", preset_names())
def test_the_longer_rules_of_every_game_end_on_the_blank_pad(name):
    with speaking(Longer()):
        data = write_blank(finished(match_file(rules={"preset": name})), "https://x.example/j/A")

    (image,) = drawn(data)

    assert outside(image) == [0, 0, 0, 0]


def boxes_of_text(data):
    """Return each piece of text on the first page: its text, left, bottom, right, top."""
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    boxes = [page.get_rect(number) for number in range(page.count_rects())]
    return [(page.get_text_bounded(*box).strip(), *box) for box in boxes]


LONGEST_DAY = evening({**ENDED, "at": "2026-09-30T22:38:00Z"}, opened="2026-09-30T20:45:00Z")


@pytest.mark.parametrize(
    "match", [evening(ENDED), LONGEST_DAY, friday()], ids=["evening", "longest day", "friday"]
)
def test_longer_words_do_not_lie_on_one_another_on_the_pad(match):
    assert_apart(boxes_of_text(in_longer("pdf", match)))


def assert_apart(boxes):
    for place, (text, left, bottom, right, top) in enumerate(boxes):
        for other, left2, bottom2, right2, top2 in boxes[place + 1 :]:
            across = min(right, right2) - max(left, left2)
            upright = min(top, top2) - max(bottom, bottom2)
            assert across < 1 or upright < 2, (text, other)


class Boxes(PngPen):
    """Draws the picture and records where each text stands, as `boxes_of_text` does."""

    def __init__(self):
        super().__init__()
        self.boxes = []

    def text(self, at, text, letters, anchor="start"):
        width = self.measure(text, letters)
        left = at[0] - {"start": 0, "middle": width / 2, "end": width}[anchor]
        self.boxes.append((text, left, at[1] - letters.size * 0.7, left + width, at[1]))


@pytest.mark.parametrize("match", WIDE.values(), ids=WIDE)
def test_longer_words_stay_on_the_picture_and_off_one_another(match):
    pen = Boxes()
    with speaking(Longer()):
        draw_picture(pen, finished(match))

    assert_apart(pen.boxes)
    assert all(40 < left < right < SIDE - 40 for text, left, _, right, _ in pen.boxes if text)


def test_the_columns_of_the_text_hold_longer_words():
    lines = in_longer("txt", evening(ENDED)).decode().splitlines()

    rule = next(line for line in lines if line.startswith("---"))
    table = lines[lines.index(rule) - 1 :]

    assert {len(line) for line in table} == {len(rule)}
    assert Longer().gettext("surrendered, %(free)s free") % {"free": 1} in table[3]


def widths(page):
    return {
        number: float(column.get("width"))
        for column in xml(page).iter(f"{MAIN}col")
        for number in range(int(column.get("min")), int(column.get("max")) + 1)
    }


@pytest.mark.parametrize("tab", ["sheet1", "sheet2"])
def test_the_columns_of_the_workbook_are_as_wide_as_the_words_at_their_head(tab):
    book = parts(in_longer("xlsx", evening(ENDED)))
    texts = [node.text for node in xml(book["xl/sharedStrings.xml"]).iter(f"{MAIN}t")]
    page = book[f"xl/worksheets/{tab}.xml"]
    head = {"sheet1": ("5", "6"), "sheet2": ("1",)}[tab]

    for cell in xml(page).iter(f"{MAIN}c"):
        column, row = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r")).groups()
        if row in head and cell.get("t") == "s" and len(column) == 1:
            text = texts[int(cell.find(f"{MAIN}v").text)]
            longest = max(map(len, text.split()))
            assert widths(page)[ord(column) - 64] >= longest or text in NAMES["sides"], text


def test_a_trump_and_an_outcome_are_not_cut_in_the_workbook():
    page = parts(in_longer("xlsx", evening(ENDED)))["xl/worksheets/sheet1.xml"]
    trump, outcome = widths(page)[6], widths(page)[8]

    assert outcome >= len(Longer().gettext("surrendered"))
    assert trump >= len(Longer().gettext("hearts"))


def test_the_chart_is_called_by_its_target():
    assert race_title(finished(friday())) == "The race to 42"
    with speaking(Longer()):
        assert race_title(finished(friday())).endswith(" 42")

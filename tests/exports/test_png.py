"""The picture, as Pillow reads it."""

import io

import pytest
from PIL import Image, ImageChops

from scorekeeper.exports.fonts import supported_text
from scorekeeper.exports.png import write_png
from tests.exports.sample_matches import HOSTILE, finished, friday, typed
from tests.rules.builders import match_file


def picture(match):
    with Image.open(io.BytesIO(write_png(finished(match)))) as image:
        image.load()
        return image


def inked(image, box):
    """Return how many pixels of this part are not paper."""
    part = image.convert("L").crop(box)
    return sum(part.histogram()[:200])


@pytest.mark.parametrize(
    ("columns", "hands", "sheet"), [(2, 0, "carry"), (3, 1000, "signed"), (10, 30, "carry")]
)
def test_it_is_a_square_with_a_score_and_a_chart(columns, hands, sheet):
    image = picture(typed(columns, hands, sheet))

    assert (image.format, image.size) == ("PNG", (1080, 1080))
    assert inked(image, (0, 180, 1080, 580)) > 1000
    assert inked(image, (0, 600, 1080, 1010)) > 1000


def test_it_carries_its_title_and_its_description():
    image = picture(friday())

    assert image.text["Title"] == "Ended with no winner: East & West lead, 11 to 3"
    assert "The Elders 3, East & West 11" in image.text["Description"]


def test_nothing_is_drawn_over_the_edge():
    image = picture(match_file(players=["W" * 80] * 4, sides=["W" * 80, "M" * 80], note="W" * 280))

    edges = [(0, 0, 40, 1080), (1040, 0, 1080, 1080), (0, 0, 1080, 20), (0, 1060, 1080, 1080)]
    assert [inked(image, edge) for edge in edges] == [0, 0, 0, 0]


def test_the_sides_are_told_apart_in_grey():
    image = picture(typed(2, 12)).convert("L").convert("RGB")

    assert image.getextrema()[0][0] < 100  # black enough on paper


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *(("Žofie", "Žofie"), ("José", "José"), ("Ελένη", "Ελένη"), ("Мира", "Мира")),
        *(("Ann\u200d", "Ann"), ("<b>", "<b>"), ("李", None), ("نور", None), ("👩‍👩‍👧‍👦", None)),
        *(("Ann 🎉", None), ("ḁ", "a\u0325")),
    ],
)
def test_a_name_is_written_in_letters_of_the_font_or_not_at_all(name, shown):
    assert supported_text(name) == shown


def test_a_name_without_letters_draws_its_seat():
    strange = match_file(players=["نور", "Bob", "Cat", "Dan"], sides=["李", "🎉"])
    plain = match_file(players=["North", "Bob", "Cat", "Dan"])

    above = (0, 0, 1080, 990)
    drawn = [picture(match).convert("RGB") for match in (strange, plain)]

    difference = ImageChops.difference(*drawn).convert("L")
    assert max(difference.crop(above).tobytes()) < 16  # except for their palettes
    assert max(difference.tobytes()) > 100  # a line at the foot says so


@pytest.mark.parametrize("names", [HOSTILE[:10], HOSTILE[-10:]])
def test_any_names_can_be_drawn(names):
    assert picture(typed(10, 5, names=names)).size == (1080, 1080)


def test_the_same_state_gives_the_same_bytes():
    assert write_png(finished(friday())) == write_png(finished(friday()))

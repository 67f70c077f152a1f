"""The race chart and the picture, as an XML parser reads them."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from scorekeeper.exports.race import STROKES
from scorekeeper.exports.svg import svg_race, write_svg
from tests.exports.sample_matches import HOSTILE, SHAPES, finished, friday, typed
from tests.rules.builders import match_file

NS = {"svg": "http://www.w3.org/2000/svg"}


def drawing(match):
    return ET.fromstring(write_svg(finished(match)))  # noqa: S314 - our own


def race(match):
    return ET.fromstring(svg_race(finished(match)))  # noqa: S314 - our own


def texts(root):
    return [
        "".join(node.itertext()).strip("\u2068\u2069") for node in root.iter(f"{{{NS['svg']}}}text")
    ]


def said(root):
    """Return the text of a drawing without the marks that isolate names."""
    return " ".join(texts(root)).replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(("columns", "hands", "sheet"), SHAPES)
def test_every_side_has_a_line_a_dash_and_a_mark_of_its_own(columns, hands, sheet):
    match = typed(columns, hands, sheet)
    root = race(match)

    lines = [
        node
        for stroke in STROKES[:columns]
        for node in root.findall(f"svg:polyline[@class='i-{stroke.ink.name}']", NS)
        if len(node.get("points").split()) == hands + 1
    ]

    assert len({node.get("stroke-dasharray") for node in lines}) == columns
    assert len({(stroke.mark, stroke.filled) for stroke in STROKES[:columns]}) == columns
    for side in finished(match).sides:
        assert side.name.text[:6] in said(root)


def test_it_carries_its_title_and_its_description():
    for root in (drawing(friday()), race(friday())):
        title, told = root.find("svg:title", NS), root.find("svg:desc", NS)

        assert root.get("role") == "img"
        assert root.get("aria-labelledby").split() == [title.get("id"), told.get("id")]
        assert title.text
        assert "The Elders 3, East & West 11 after 5 hands" in told.text


def test_the_line_that_wins_is_drawn_with_its_number():
    root = race(friday())

    assert "42" in texts(root)
    assert root.find("svg:polyline[@class='i-target']", NS) is not None
    assert race(typed(2, 3)).find("svg:polyline[@class='i-target']", NS) is None


def test_the_picture_shows_the_names_and_the_score():
    root = drawing(friday())

    assert {"Friday table", "The Elders", "Ann\u2069 & \u2068Cat", "3", "11"} <= set(texts(root))
    assert (root.get("width"), root.get("height")) == ("1080", "1080")


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_any_name_is_text_and_nothing_else(name):
    match = match_file(players=[name] * 4, sides=[name, "Others"], note=name, rules={"name": name})

    root = drawing(match)

    tags = {node.tag.rpartition("}")[2] for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "text", "polyline", "polygon", "circle"}
    assert not any(mark in write_svg(finished(match)).decode() for mark in "\u202e\ufffe")
    shown = finished(match).title.text.replace("\ufffe", "")
    assert said(root).count(shown[:2]) >= 3


def test_no_label_lies_on_another():
    root = race(typed(10, 30))

    heights = sorted(
        float(node.get("y"))
        for node in root.iter(f"{{{NS['svg']}}}text")
        if node.get("font-weight") and "Player" in node.text
    )

    assert len(heights) == 10
    assert min(b - a for a, b in pairwise(heights)) >= 11
    assert 0 < heights[0] < heights[-1] < 220


def test_a_thousand_hands_have_few_marks():
    root = race(typed(2, 1000))

    assert 20 < len(root.findall("svg:circle", NS)) < 40


def test_the_same_state_gives_the_same_bytes():
    assert write_svg(finished(friday())) == write_svg(finished(friday()))

"""Pages that are cached in parts: a browser gets the whole page, compressed or not."""

from __future__ import annotations

import gzip

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.compressed_page import HOLE, CompressedPage

PRINTED = st.text(st.characters(exclude_characters=HOLE, exclude_categories=["Cs"]))
OWN = '<input type="hidden" name="csrf_token" value="Ærø-7">'


@given(st.lists(PRINTED, min_size=1, max_size=5), PRINTED)
def test_the_page_is_the_same_with_gzip_and_without(printed: list[str], own: str) -> None:
    pieces = CompressedPage(HOLE.join(printed))

    plain, zipped = answer(pieces, own, "br"), answer(pieces, own, "gzip, deflate, br")

    assert plain[0] is None
    assert plain[1].decode() == own.join(printed)
    assert zipped[0] == "gzip"
    assert gzip.decompress(zipped[1]) == plain[1]


@pytest.mark.parametrize("accepts", ["", "identity", "gzip;q=0", "deflate"])
def test_whoever_does_not_read_gzip_gets_it_plain(accepts: str) -> None:
    encoding, body = answer(CompressedPage(f"<p>{HOLE}</p>"), OWN, accepts)

    assert encoding is None
    assert body.decode() == f"<p>{OWN}</p>"


def test_what_is_one_viewers_own_is_not_compressed_together_with_the_page() -> None:
    """So the length does not reveal whether the page holds the same words (BREACH)."""
    body = answer(CompressedPage(f"<p>{OWN}{HOLE}</p>"), OWN, "gzip")[1]

    assert OWN.encode() in body


def answer(pieces: CompressedPage, own: str, accepts: str) -> tuple[str | None, bytes]:
    """Return the encoding and the body that a client with this Accept-Encoding gets."""
    app = Flask(__name__)
    with app.test_request_context(headers={"Accept-Encoding": accepts}):
        response = pieces.answer(own)
        return response.headers.get("Content-Encoding"), response.get_data()

"""A page that is kept as it is sent: in bytes, cut where each viewer's own belongs."""

from __future__ import annotations

import struct
import zlib
from functools import cached_property

from flask import Response, request

HOLE = "\0"
"""Stands where what is one viewer's own belongs. No text that is printed can hold it."""

LEVEL = 3
"""How hard pages are compressed. One of 30 hands: 0.09 ms for 6 kB; level 9 takes seven times as
long and saves a tenth, and a page that shows a hand is seldom asked for often."""

# RFC 1952: deflated, and nothing more to say of the file.
_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_LAST = b"\x03\0"  # an empty block that is the last one
_RAW = -15


class CompressedPage:
    """A page in the pieces around its holes, compressed once somebody wants it so.

    What is put into the holes is never compressed together with the rest: from the length of the
    answer nobody can tell whether a word on the page is like the secret in the hole (BREACH).
    """

    def __init__(self, page: str) -> None:
        self._plain = page.encode().split(HOLE.encode())

    def answer(self, own: str) -> Response:
        """The page with `own` in every hole, compressed with gzip for whoever reads that."""
        filled = own.encode()
        if not request.accept_encodings["gzip"]:
            return Response(filled.join(self._plain), mimetype="text/html")
        response = Response(self._zipped_with(filled), mimetype="text/html")
        response.headers["Content-Encoding"] = "gzip"
        return response

    @cached_property
    def _zipped(self) -> list[bytes]:
        """Every piece deflated by itself, up to the end of a byte."""
        return [_deflate(piece) for piece in self._plain]

    def _zipped_with(self, filled: bytes) -> bytes:
        """The pieces with what belongs between them, which is stored as it is."""
        page = filled.join(self._plain)
        stored = struct.pack("<BHH", 0, len(filled), len(filled) ^ 0xFFFF) + filled
        end = struct.pack("<LL", zlib.crc32(page), len(page))
        return b"".join((_HEAD, stored.join(self._zipped), _LAST, end))


def _deflate(piece: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)

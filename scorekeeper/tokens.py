"""The roles at a match, its code, and the tokens in its links.

A role is "host", "watch", or "seat N" with N counted from 0. A token says which match and which
role it opens, and proves it by an HMAC with the site's secret, so no token is ever stored: only its
generation is, and raising that withdraws every token made before.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from typing import NamedTuple

HOST = "host"
WATCH = "watch"
# No O beside 0, no I, L or 1, no U: no character that can be read as another.
ALPHABET = "023456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
_PROOF_BYTES = 20
_LONGEST_NUMBER = 3
_ROLE = re.compile(r"(host|watch)|(seat)([0-9])")


class Token(NamedTuple):
    """A token split into its parts; its proof is not verified yet."""

    code: str
    role: str
    proof: str


def seat_role(number: int) -> str:
    """Return the role of seat `number`, counted from 0."""
    return f"seat {number}"


def role_seat(role: str) -> int | None:
    """Return the number of the seat, or None if the role is not a seat."""
    number = role.removeprefix("seat ")
    plain = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
    return int(number) if number != role and plain else None


def new_code() -> str:
    """Return a random code of `CODE_LENGTH` characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """Return a typed code in its normal form: capitals, no spaces or dashes, 0 for O."""
    characters = (c for c in typed if not c.isspace() and unicodedata.category(c) != "Pd")
    return "".join(characters).upper().replace("O", "0")


def format_code(code: str) -> str:
    """Return the code as people read it out: two halves."""
    half = CODE_LENGTH // 2
    return f"{code[:half]} {code[half:]}"


def is_code(text: str) -> bool:
    """Return whether the tidied text has the form of a code."""
    return len(text) == CODE_LENGTH and all(character in ALPHABET for character in text)


def make_token(secret: str, code: str, role: str, generation: int) -> str:
    """Return the token that opens `role` at the match `code` while `generation` is current."""
    return f"{code}-{role.replace(' ', '')}-{_proof(secret, code, role, generation)}"


def parse_token(text: str) -> Token | None:
    """Return the token in a link, unverified; None if the text does not have its form."""
    parts = "".join(text.split()).split("-")
    match parts:
        case [code, place, proof] if is_code(tidy_code(code)):
            found = _ROLE.fullmatch(place.lower())
            if not found:
                return None
            named = found[1] or seat_role(int(found[3]))
            # A proof contains no 0 and 1, so a typed one stands for an O or an I.
            tidy = proof.upper().replace("0", "O").replace("1", "I")
            return Token(tidy_code(code), named, tidy)
        case _:
            return None


def verify_token(secret: str, token: Token, generation: int) -> bool:
    """Return whether the token has this secret and generation; compare in constant time."""
    proof = _proof(secret, token.code, token.role, generation)
    return hmac.compare_digest(proof.encode(), token.proof.encode("utf-8", "replace"))


def _proof(secret: str, code: str, role: str, generation: int) -> str:
    message = f"scorekeeper/1 {code} {role} {generation}".encode()
    digest = hmac.digest(secret.encode(), message, "sha256")
    return b32encode(digest[:_PROOF_BYTES]).decode()

"""Places at a match, its code, and the keys in its links. CONTRACT.md section 6.

A place is "host", "watch", or "seat N" with N counted from 0. A key says which match and which
place it opens and proves it by an HMAC of the site's secret, so none is ever stored: only the
generation is, and raising it withdraws every key made before.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from typing import NamedTuple

from scorekeeper.rules.errors import Message

HOST = "host"
WATCH = "watch"
# No O beside 0, no I, L or 1 beside each other, no U: nothing that reads as something else.
ALPHABET = "023456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
_PROOF_BYTES = 20
_LONGEST_NUMBER = 3
_ROLE = re.compile(r"(host|watch)|(seat)([0-9])")
_HIDDEN = re.compile(r"(?i)(/(?:m|j|matches)/)[^/?#<>\s'\"]+|\w{6}-(?:host|watch|seat[0-9])-\w+")


class Token(NamedTuple):
    """A key taken apart."""

    code: str
    role: str
    proof: str


def seat_role(number: int) -> str:
    """The place of seat `number`, counted from 0."""
    return f"seat {number}"


def role_seat(role: str) -> int | None:
    """The number of the seat, where the place is one."""
    number = role.removeprefix("seat ")
    plain = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
    return int(number) if number != role and plain else None


def new_code() -> str:
    """Six characters drawn by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A code as people type it: small letters, spaces and dashes go, O is read as 0."""
    kept = (c for c in typed if not c.isspace() and unicodedata.category(c) != "Pd")
    return "".join(kept).upper().replace("O", "0")


def is_code(text: str) -> bool:
    """Whether the tidied text could be a code at all."""
    return len(text) == CODE_LENGTH and all(character in ALPHABET for character in text)


def code_error(typed: str) -> str:
    """What is wrong with a code as it was typed, in a sentence; empty where nothing is."""
    code = tidy_code(typed)
    if stray := next((c for c in code if c not in ALPHABET), ""):
        shown = stray if stray.isprintable() else "\N{REPLACEMENT CHARACTER}"
        message = Message(
            "No code has “%(sign)s” in it: look at the invitation once more.", sign=shown
        )
        return str(message)
    if len(code) != CODE_LENGTH:
        message = Message(
            "A code has %(length)s characters; this one has %(count)s.",
            length=CODE_LENGTH,
            count=len(code),
        )
        return str(message)
    return ""


def make_token(secret: str, code: str, role: str, generation: int) -> str:
    """The key that opens `place` at the match `code`, for as long as `generation` stands."""
    return f"{code}-{role.replace(' ', '')}-{_proof(secret, code, role, generation)}"


def parse_token(text: str) -> Token | None:
    """The key in a link, unproven; None where the text has not the form of one."""
    parts = "".join(text.split()).split("-")
    match parts:
        case [code, place, proof] if is_code(tidy_code(code)):
            found = _ROLE.fullmatch(place.lower())
            if not found:
                return None
            named = found[1] or seat_role(int(found[3]))
            # A proof is written without 0 and 1: there they can only be an O and an I.
            tidy = proof.upper().replace("0", "O").replace("1", "I")
            return Token(tidy_code(code), named, tidy)
        case _:
            return None


def verify_token(secret: str, key: Token, generation: int) -> bool:
    """Whether the key was made with this secret and generation; compared in constant time."""
    proof = _proof(secret, key.code, key.role, generation)
    return hmac.compare_digest(proof.encode(), key.proof.encode("utf-8", "replace"))


def redact_tokens(text: str) -> str:
    """The text without the keys in it, nor the codes in addresses of matches."""
    return _HIDDEN.sub(lambda found: f"{found[1] or ''}…", text)


def _proof(secret: str, code: str, role: str, generation: int) -> str:
    message = f"scorekeeper/1 {code} {role} {generation}".encode()
    digest = hmac.digest(secret.encode(), message, "sha256")
    return b32encode(digest[:_PROOF_BYTES]).decode()

"""The code of a match, and the keys in its links. CONTRACT.md section 6.

A key says which match and which place it opens and proves it by an HMAC of the site's secret, so
none is ever stored: only the generation is, and raising it withdraws every key made before.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from typing import NamedTuple

# No O beside 0, no I, L or 1 beside each other, no U: nothing that reads as something else.
ALPHABET = "023456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
_PROOF_BYTES = 20


class Key(NamedTuple):
    """A key taken apart. `place` is "host" (later also "watch" and "seat N")."""

    code: str
    place: str
    proof: str


def new_code() -> str:
    """Six characters drawn by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str:
    """A code as people type it: small letters, spaces and dashes go, O is read as 0."""
    return "".join(typed.split()).replace("-", "").upper().replace("O", "0")


def is_code(text: str) -> bool:
    """Whether the tidied text could be a code at all."""
    return len(text) == CODE_LENGTH and all(character in ALPHABET for character in text)


def make_key(secret: str, code: str, place: str, generation: int) -> str:
    """The key that opens `place` at the match `code`, for as long as `generation` stands."""
    return f"{code}-{place}-{_proof(secret, code, place, generation)}"


def read_key(text: str) -> Key | None:
    """The key in a link, unproven; None where the text has not the form of one."""
    parts = text.strip().split("-")
    match parts:
        case [code, place, proof] if is_code(tidy_code(code)):
            return Key(tidy_code(code), place.lower(), proof.upper())
        case _:
            return None


def proves(secret: str, key: Key, generation: int) -> bool:
    """Whether the key was made with this secret and generation; compared in constant time."""
    proof = _proof(secret, key.code, key.place, generation)
    return hmac.compare_digest(proof.encode(), key.proof.encode())


def _proof(secret: str, code: str, place: str, generation: int) -> str:
    message = f"scorekeeper/1 {code} {place} {generation}".encode()
    digest = hmac.digest(secret.encode(), message, "sha256")
    return b32encode(digest[:_PROOF_BYTES]).decode()

"""When two names are the same to the people at a table, and what a newcomer is called then."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from scorekeeper.rules.reading import LONGEST_NAME, name_of


def same(name: str) -> str:
    """The form in which names are compared: case, accents' spelling and wide spaces aside."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def free_name(typed: object, taken: Collection[str], field: str = "name") -> str:
    """The name in its one form; "Tom 2" where there is a Tom already.

    Raises Refused, naming the field, for what is no name.
    """
    name = name_of(typed, field)
    known = set(map(same, taken))
    free, number = name, 1
    while same(free) in known:
        number += 1
        ending = f" {number}"
        free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return free

"""When two names look the same to the people at a table, and what a newcomer is called then.

Asked where somebody gives a name, and never of a match that is stored or taken in from a file.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

from flask import current_app
from flask_babel import force_locale, gettext

from scorekeeper.codec.validation import LONGEST_NAME, parse_name
from scorekeeper.messages.audit import HOST
from scorekeeper.rules.entry import Rename
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.match import Opening
from scorekeeper.rules.text import clean

_JOINERS = dict.fromkeys([0x200C, 0x200D, 0xFE0E, 0xFE0F])
"""What a name may hold and nobody sees."""


def alike(one: str, other: str) -> bool:
    """Whether the names look the same: in Unicode's compatible forms, case and look-alikes aside.

    >>> alike("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn")
    True
    """
    return any(a == b for a, b in zip(_looks(one), _looks(other), strict=True))


def host_names() -> set[str]:
    """What the host is called, in every language that is spoken here."""
    called = set()
    for locale in current_app.extensions["languages"].values():
        with force_locale(locale):
            called.add(gettext(HOST))
    return {HOST, *called}


def free_name(typed: object, taken: Collection[str], field: str = "name") -> str:
    """The name in its one form; "Tom 2" where one of those taken looks like "Tom".

    Raises RuleError, naming the field, for what is no name.
    """
    name = parse_name(clean(typed), field)
    free, number = name, 1
    while any(alike(free, each) for each in taken):
        number += 1
        ending = f" {number}"
        free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return free


def hold_opening(opening: Opening, given: Collection[str]) -> None:
    """Raises RuleError where two names of a new match look the same, or a seat's is the host's.

    `given` holds the fields that somebody filled in: names that nobody gave are not looked at.
    """
    if "players" in given:
        for seat, name in enumerate(opening.players):
            _hold_apart(name, opening.players[:seat], "players")
            _hold_from_host(name, "players")
    if "sides" in given:
        for side, name in enumerate(opening.sides):
            _hold_apart(name, opening.sides[:side], "sides")


def hold_rename(rename: Rename, state: MatchState) -> None:
    """Raises RuleError where the new name looks like another's at the table, or is the host's."""
    if rename.seat is not None:
        _hold_from_host(rename.name, "name")
    names = state.sides if rename.seat is None else state.players
    own = rename.side if rename.seat is None else rename.seat
    others = (name for role, name in enumerate(names) if role != own)
    _hold_apart(rename.name, others, "name")


def _hold_apart(name: str, others: Iterable[str], field: str) -> None:
    for other in others:
        if alike(name, other):
            raise RuleError(
                "%(name)s looks like %(other)s: everybody at a table has a name of their own.",
                field,
                name=name,
                other=other,
            )


def _hold_from_host(name: str, field: str) -> None:
    if any(alike(name, host) for host in host_names()):
        raise RuleError("%(name)s is what the host is called: take another name.", field, name=name)


def _looks(name: str) -> tuple[str, str]:
    """Two forms, of which one is the same where names look the same.

    "AI" and "Al" look the same as they are written, "TIM" and "Tim" in lower case.
    """
    plain = unicodedata.normalize("NFKC", clean(name).translate(_JOINERS))
    plain = " ".join(plain.split())
    return _skeleton(plain.casefold()), _skeleton(plain).casefold()


def _skeleton(text: str) -> str:
    """The text with every letter in the place of those that look like it."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(_prototype, decomposed)))


@lru_cache(maxsize=4096)
def _prototype(letter: str) -> str:
    """The letter, or letters, that Unicode takes for all that look like this one (UTS 39).

    The data lists at every letter its prototype alone, and at a prototype all that look like it.
    """
    from confusable_homoglyphs.confusables import confusables_data  # 40 ms, for a few runs only

    same: list[str] = [each["c"] for each in confusables_data.get(letter, ())]
    if len(same) != 1:
        return letter
    (other,) = same
    back = confusables_data.get(other, ())
    return other if len(back) > 1 else min(letter, other)

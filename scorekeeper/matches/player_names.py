"""When two names look the same to the people at a table, and what a newcomer is called then.

Checked when somebody gives a name, never for a match that is stored or imported from a file.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

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
"""Invisible characters that a name may contain."""


def alike(one: str, other: str) -> bool:
    """Return whether the names look the same, in Unicode's compatible forms.

    Case and look-alike letters make no difference.

    >>> alike("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn")
    True
    """
    return any(a == b for a, b in zip(_looks(one), _looks(other), strict=True))


def host_names() -> set[str]:
    """Return what the host is called in every supported language."""
    called = set()
    for locale in current_app.extensions["languages"].values():
        with force_locale(locale):
            called.add(gettext(HOST))
    return {HOST, *called}


def free_name(typed: object, taken: Collection[str], field: str = "name") -> str:
    """Return the name in its normal form; "Tom 2" if one of those taken looks like "Tom".

    Raise RuleError, naming the field, for an invalid name.
    """
    name = parse_name(clean(typed), field)
    free, number = name, 1
    while any(alike(free, each) for each in taken):
        number += 1
        ending = f" {number}"
        free = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return free


def check_opening(opening: Opening, given: Collection[str]) -> None:
    """Raise RuleError if two names of a new match look the same, or a seat's is the host's.

    `given` holds the fields that somebody filled in: default names are not checked.
    """
    if "players" in given:
        for seat, name in enumerate(opening.players):
            _check_apart(name, opening.players[:seat], "players")
            _check_not_host(name, "players")
    if "sides" in given:
        for side, name in enumerate(opening.sides):
            _check_apart(name, opening.sides[:side], "sides")


def check_rename(rename: Rename, state: MatchState) -> None:
    """Raise RuleError if the new name looks like another's at the table, or is the host's."""
    if rename.seat is not None:
        _check_not_host(rename.name, "name")
    names = state.sides if rename.seat is None else state.players
    own = rename.side if rename.seat is None else rename.seat
    others = (name for place, name in enumerate(names) if place != own)
    _check_apart(rename.name, others, "name")


def _check_apart(name: str, others: Iterable[str], field: str) -> None:
    for other in others:
        if alike(name, other):
            raise RuleError("names-alike", field, name=name, other=other)


def _check_not_host(name: str, field: str) -> None:
    if any(alike(name, host) for host in host_names()):
        raise RuleError("name-of-host", field, name=name)


def _looks(name: str) -> tuple[str, str]:
    """Return two forms of the name; names look the same if they agree in either form.

    "AI" and "Al" look the same as they are written, "TIM" and "Tim" in lower case.
    """
    plain = unicodedata.normalize("NFKC", clean(name).translate(_JOINERS))
    plain = " ".join(plain.split())
    return _skeleton(plain.casefold()), _skeleton(plain).casefold()


def _skeleton(text: str) -> str:
    """Return the text with every letter replaced by its prototype, case kept."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(_prototype, decomposed)))


def _prototype(letter: str) -> str:
    """Return the letter, or letters, that Unicode takes for all that look like this one (UTS 39).

    The data lists at every letter its prototype alone, and at a prototype all that look like it.
    """
    from confusable_homoglyphs.confusables import confusables_data  # 40 ms, for a few runs only

    same: list[str] = [each["c"] for each in confusables_data.get(letter, ())]
    if len(same) != 1:
        return letter
    (other,) = same
    back = confusables_data.get(other, ())
    return other if len(back) > 1 else min(letter, other)

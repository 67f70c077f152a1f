"""Format numbers and awards as players write them: +4, −3, +tricks +2."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.rules.ruleset import Award

MINUS = "\u2212"


def format_signed(number: int) -> str:
    """Return the number with its sign: +4, −3, 0."""
    return f"+{number}" if number > 0 else format_number(number)


def format_number(number: int) -> str:
    """Return the number, with a minus sign rather than a hyphen if it is negative."""
    return str(number).replace("-", MINUS)


def count_hands(hands: int) -> Message:
    """Return a number of hands: "1 hand", "19 hands"."""
    return Message(Plural("%(hands)s hand", "%(hands)s hands", "hands"), hands=hands)


def count_sides(sides: int) -> Message:
    """Return a number of sides: "2 sides"."""
    return Message(Plural("%(count)s side", "%(count)s sides", "count"), count=sides)


def count_tricks(tricks: int) -> Message:
    """Return a number of tricks: "1 trick", "6 tricks"."""
    return Message(Plural("%(tricks)s trick", "%(tricks)s tricks", "tricks"), tricks=tricks)


def format_award(award: Award, say: Callable[[str], object] = Message) -> str:
    """Return what an award pays, as a formula: "+bid", "+tricks +2", "−6".

    `say` translates the words; with `str` they stay English, so that `read_award` can parse them.
    """
    terms = [
        f"{sign}{say(word)}" if size == 1 else f"{sign}{size} × {say(word)}"
        for factor, word in ((award.bid, N_("bid")), (award.tricks, N_("tricks")))
        for sign, size in [("+" if factor > 0 else MINUS, abs(factor))]
        if factor
    ]
    if award.points or not terms:
        terms.append(format_signed(award.points))
    text = " ".join(terms)
    at_least = str(say(N_("%(terms)s, at least the bid")))
    return at_least % {"terms": text} if award.at_least_bid else text

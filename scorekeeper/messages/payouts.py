"""What is at stake: what a hand pays made, missed and shut out, in figures and in plain words."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages.numbers import formula, plain
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.terms import AWARDS, Award


class Figure(NamedTuple):
    """One of the figures that tables argue about: its title, the figure, and what it means.

    `short` is the title with the figure, to stand among others in a line.
    """

    title: Sentence
    figure: str
    words: Sentence
    short: Sentence


class Own(NamedTuple):
    """Bids that are paid in a way of their own: which, and how."""

    bids: tuple[str, ...]
    terms: tuple[Sentence, ...]


def figures(game: Ruleset) -> list[Figure]:
    """Made, missed and shut out; one figure only where nothing is bid."""
    if game.entry == "winner":
        words = Sentence("the side that wins the round gets 1")
        return [Figure(Sentence("Won"), "+1", words, Sentence("won %(figure)s", figure="+1"))]
    if game.entry == "points":
        words = Sentence("each side's points are typed in, hand by hand")
        any_sign = "\N{PLUS-MINUS SIGN}"
        short = Sentence("a hand %(figure)s", figure=any_sign)
        return [Figure(Sentence("A hand"), any_sign, words, short)]
    shutout = game.awards["shutout"]
    return [
        _paid("made", Sentence("Made"), game),
        _paid("set", Sentence("Missed"), game),
        _paid("shutout", Sentence("Shut out"), game)
        if shutout
        else Figure(
            Sentence("Shut out"),
            "\N{EN DASH}",
            Sentence("as any defender"),
            Sentence(_KINDS["shutout"], figure="\N{EN DASH}"),
        ),
    ]


def _paid(kind: str, title: Sentence, game: Ruleset) -> Figure:
    award = game.awards[kind]
    figure = _figure(award)
    return Figure(title, figure, in_words(award), Sentence(_KINDS[kind], figure=figure))


def in_words(award: Award | None) -> Sentence:
    """What an award pays, as one would say it at the table."""
    if award is None or award == Award():
        return Sentence("nothing")
    match award:
        case Award(points=0, bid=0, tricks=1, at_least_bid=True):
            return Sentence("the tricks taken, or the bid where that is more")
        case Award(bid=0, at_least_bid=False) if award.tricks:
            return _by_the_trick(award.tricks, award.points)
        case Award(points=0, bid=1, tricks=0, at_least_bid=False):
            return Sentence("the bid")
        case Award(points=0, bid=-1, tricks=0, at_least_bid=False):
            return Sentence("the bid is lost")
        case Award(bid=0, tricks=0, at_least_bid=False) if award.points > 0:
            return Sentence("%(points)s, whatever the bid", points=award.points)
        case Award(bid=0, tricks=0, at_least_bid=False):
            return Sentence("%(points)s are lost, whatever the bid", points=-award.points)
        case _:
            return Sentence("%(formula)s", formula=formula(award))


def _by_the_trick(tricks: int, points: int) -> Sentence:
    if not points:
        each = N_("a point a trick") if tricks == 1 else N_("%(tricks)s points a trick")
    elif points > 0:
        each = N_("%(tricks)s a trick and %(points)s more")
    else:
        each = N_("%(tricks)s a trick less %(points)s")
    return Sentence(each, tricks=plain(tricks), points=abs(points))


def own_awards(game: Ruleset) -> list[Own]:
    """The bids that are paid in a way of their own, those with the same way together."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for bid in game.offered:
        ways = tuple(
            (kind, _figure(bid.awards[kind]))
            for kind in AWARDS
            if kind in bid.awards and bid.awards[kind] != game.awards[kind]
        )
        if ways:
            groups.setdefault(ways, []).append(bid.name)
    return [
        Own(tuple(bids), tuple(Sentence(_KINDS[kind], figure=figure) for kind, figure in ways))
        for ways, bids in groups.items()
    ]


_KINDS = {
    "made": N_("made %(figure)s"),
    "set": N_("missed %(figure)s"),
    "defence_made": N_("made, defenders %(figure)s"),
    "defence_set": N_("missed, defenders %(figure)s"),
    "shutout": N_("shut out %(figure)s"),
}


def _figure(award: Award | None) -> str:
    return formula(award) if award else "0"

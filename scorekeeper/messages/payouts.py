"""What a hand pays when it is made, missed or shut out, in figures and in plain words."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.messages.numbers import format_award, format_number
from scorekeeper.rules.ruleset import AWARDS, Award, Ruleset


class Payout(NamedTuple):
    """What one outcome of a hand pays: its title, the figure, and what the figure means.

    `short` is the title with the figure, for a line that lists several payouts.
    """

    title: Message
    figure: str
    words: Message
    short: Message


class BidAwards(NamedTuple):
    """Bids whose awards differ from the game's, and a message for each award that differs."""

    bids: tuple[str, ...]
    terms: tuple[Message, ...]


def payouts(game: Ruleset) -> list[Payout]:
    """Return the payouts of made, missed and shut out, or a single one if nothing is bid."""
    if game.entry == "winner":
        words = Message("the side that wins the round gets 1")
        return [Payout(Message("Won"), "+1", words, Message("won %(figure)s", figure="+1"))]
    if game.entry == "points":
        words = Message("each side's points are typed in, hand by hand")
        any_sign = "\N{PLUS-MINUS SIGN}"
        short = Message("a hand %(figure)s", figure=any_sign)
        return [Payout(Message("A hand"), any_sign, words, short)]
    shutout = game.awards["shutout"]
    return [
        _paid("made", Message("Made"), game),
        _paid("set", Message("Missed"), game),
        _paid("shutout", Message("Shut out"), game)
        if shutout
        else Payout(
            Message("Shut out"),
            "\N{EN DASH}",
            Message("as any defender"),
            Message(_KINDS["shutout"], figure="\N{EN DASH}"),
        ),
    ]


def _paid(kind: str, title: Message, game: Ruleset) -> Payout:
    award = game.awards[kind]
    figure = _award_text(award)
    return Payout(title, figure, describe_award(award), Message(_KINDS[kind], figure=figure))


def describe_award(award: Award | None) -> Message:
    """Return what an award pays, in plain words; None and an empty award pay nothing."""
    if award is None or award == Award():
        return Message("nothing")
    match award:
        case Award(points=0, bid=0, tricks=1, at_least_bid=True):
            return Message("the tricks taken, or the bid where that is more")
        case Award(bid=0, at_least_bid=False) if award.tricks:
            return _by_the_trick(award.tricks, award.points)
        case Award(points=0, bid=1, tricks=0, at_least_bid=False):
            return Message("the bid")
        case Award(points=0, bid=-1, tricks=0, at_least_bid=False):
            return Message("the bid is lost")
        case Award(bid=0, tricks=0, at_least_bid=False) if award.points > 0:
            return Message("%(points)s, whatever the bid", points=award.points)
        case Award(bid=0, tricks=0, at_least_bid=False):
            return Message(_LOST, points=-award.points)
        case _:
            return Message("%(formula)s", formula=format_award(award))


_LOST = Plural(
    "%(points)s is lost, whatever the bid", "%(points)s are lost, whatever the bid", "points"
)


def _by_the_trick(tricks: int, points: int) -> Message:
    each: str | Plural = Plural("a point a trick", "%(tricks)s points a trick", "number")
    if points > 0:
        each = N_("%(tricks)s a trick and %(points)s more")
    elif points:
        each = N_("%(tricks)s a trick less %(points)s")
    return Message(each, tricks=format_number(tricks), number=tricks, points=abs(points))


def bid_awards(game: Ruleset) -> list[BidAwards]:
    """Return the offered bids whose awards differ from the game's, grouped by their awards."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for bid in game.offered:
        ways = tuple(
            (kind, _award_text(bid.awards[kind]))
            for kind in AWARDS
            if kind in bid.awards and bid.awards[kind] != game.awards[kind]
        )
        if ways:
            groups.setdefault(ways, []).append(bid.name)
    return [
        BidAwards(tuple(bids), tuple(Message(_KINDS[kind], figure=figure) for kind, figure in ways))
        for ways, bids in groups.items()
    ]


_KINDS = {
    "made": N_("made %(figure)s"),
    "set": N_("missed %(figure)s"),
    "defence_made": N_("made, defenders %(figure)s"),
    "defence_set": N_("missed, defenders %(figure)s"),
    "shutout": N_("shut out %(figure)s"),
}


def _award_text(award: Award | None) -> str:
    return format_award(award) if award else "0"

"""A game in plain words, all of them worked out from its ruleset.

What a table needs to agree on before it plays: the shape, who has to bid, what defenders get, who
may give up, and when it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.messages.numbers import plain
from scorekeeper.messages.payouts import in_words
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.terms import TRUMPS, Forced


def shape(game: Ruleset) -> list[Sentence]:
    """Players, sides, tricks and the line to cross."""
    together = N_("%(players)s players, %(sides)s sides")
    players = N_("%(players)s players, each alone") if game.alone else together
    told = [Sentence(players, players=game.players, sides=game.sides)]
    if game.tricks:
        tricks = N_("%(tricks)s trick") if game.tricks == 1 else N_("%(tricks)s tricks")
        told.append(Sentence(tricks, tricks=game.tricks))
    return [*told, goal(game)]


def goal(ruleset: Ruleset) -> Sentence:
    """The line to cross, always in the same words."""
    if ruleset.wins_at is None:
        return Sentence("no target")
    return Sentence("wins at %(points)s or more", points=ruleset.wins_at)


def rules_told(game: Ruleset) -> list[Sentence]:
    """The rest of the game, one sentence a rule, in the order of a hand."""
    told: list[Sentence] = []
    if game.entry == "contract":
        told += [*_bidding(game), *_defending(game), *_giving_up(game)]
    return [*told, *_ending(game), _sheet(game)]


def _bidding(game: Ruleset) -> Iterator[Sentence]:
    if game.minimum_bid:
        yield Sentence("The lowest bid allowed is %(bid)s.", bid=game.minimum_bid)
    if game.forced:
        yield _forced(game.forced)
    if game.trumps != TRUMPS[:5]:
        yield Sentence("Trumps: %(trumps)s.", trumps=_trumps(game.trumps))


def _trumps(trumps: tuple[str, ...]) -> str:
    return ", ".join(str(Sentence(trump)) for trump in trumps)


def _forced(forced: Forced) -> Sentence:
    way = "first" if forced.hands == 1 else "several"
    if forced.hands == "stuck":
        way = "declines" if forced.may_decline else "stuck"
    template = _FORCED[forced.who, way]
    return Sentence(template, hands=forced.hands, bid=forced.bid)


_FORCED = {
    ("dealer", "first"): N_("The first hand is a bid of %(bid)s by the dealer."),
    ("left of dealer", "first"): N_(
        "The first hand is a bid of %(bid)s by the seat after the dealer."
    ),
    ("dealer", "several"): N_("The first %(hands)s hands are bids of %(bid)s by the dealer."),
    ("left of dealer", "several"): N_(
        "The first %(hands)s hands are bids of %(bid)s by the seat after the dealer."
    ),
    ("dealer", "stuck"): N_(
        "When all others pass the dealer has to bid at least %(bid)s; no hand is thrown in."
    ),
    ("left of dealer", "stuck"): N_(
        "When all others pass the seat after the dealer has to bid at least %(bid)s;"
        " no hand is thrown in."
    ),
    ("dealer", "declines"): N_(
        "When all others pass the dealer has to bid at least %(bid)s, or declines and loses it;"
        " no hand is thrown in."
    ),
    ("left of dealer", "declines"): N_(
        "When all others pass the seat after the dealer has to bid at least %(bid)s,"
        " or declines and loses it; no hand is thrown in."
    ),
}


def _defending(game: Ruleset) -> Iterator[Sentence]:
    made, missed = game.awards["defence_made"], game.awards["defence_set"]
    if made == missed:
        yield Sentence("Defenders, made or missed: %(made)s.", made=in_words(made))
    else:
        yield Sentence(
            "Defenders, when the bid is made: %(made)s; when it is missed: %(missed)s.",
            made=in_words(made),
            missed=in_words(missed),
        )


def _giving_up(game: Ruleset) -> Iterator[Sentence]:
    if not game.surrender:
        yield Sentence("There is no surrender: every hand is played out.")
        return
    if game.surrender == "each":
        yield Sentence(
            "Each defender may fold alone for 0; when all fold, the bidder gets the bid."
        )
    else:
        yield Sentence(
            "The defenders may surrender: the bidding side gets the bid, the defenders 0."
        )
    for bid, most in game.free_tricks.items():
        template = N_("Against %(bid)s they may keep up to %(most)s free tricks, a point each.")
        if most == 1:
            template = N_("Against %(bid)s they may keep a free trick, for a point.")
        yield Sentence(template, bid=bid, most=most)
    if game.must_play:
        yield Sentence(
            "A hand has to be played when trumps are: %(trumps)s.", trumps=_trumps(game.must_play)
        )
    if game.forced and game.forced.must_play:
        yield Sentence("A forced bid has to be played.")


def _ending(game: Ruleset) -> Iterator[Sentence]:
    if game.wins_at is None:
        yield Sentence("There is no target: the table says when the match ends.")
    else:
        yield Sentence(_WIN_BY[game.win_by], points=game.wins_at)
    if game.crossing == "bidder":
        yield Sentence("When several sides are over, a bidding side that is over wins.")
    elif game.wins_at is not None:
        yield Sentence("When several sides are over the higher score wins; level plays on.")
    if game.lose_at is not None:
        yield Sentence("A side at %(points)s or under loses.", points=plain(game.lose_at))


_WIN_BY = {
    "reaching": N_("A side with %(points)s or more after a hand wins."),
    "making": N_("A side with %(points)s or more wins, but only on a hand whose bid it made."),
    "deciding": N_(
        "A side with %(points)s or more wins, but only on a hand whose bid it made or set."
    ),
}


def _sheet(game: Ruleset) -> Sentence:
    if game.carries:
        return Sentence("A loss is written as 0 and carried: it comes off that side's next gains.")
    return Sentence("A loss is written with a minus.")

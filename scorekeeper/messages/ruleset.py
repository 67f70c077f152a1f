"""Describe a game in plain words, all derived from its ruleset.

The description covers what players agree on before a match: the players and tricks, who has to bid,
what defenders get, who may give up, and when the match ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.messages.numbers import count_sides, count_tricks, format_number
from scorekeeper.messages.payouts import describe_award
from scorekeeper.rules.ruleset import TRUMPS, Forced, Ruleset


def describe_shape(game: Ruleset) -> list[Message]:
    """Return the numbers of players, sides and tricks, and the goal."""
    summary = [*_players(game)]
    if game.tricks:
        summary.append(count_tricks(game.tricks))
    return [*summary, describe_goal(game)]


def _players(game: Ruleset) -> Iterator[Message]:
    if game.alone:
        alone = Plural("%(count)s player, each alone", "%(count)s players, each alone", "count")
        yield Message(alone, count=game.players)
        return
    yield Message(Plural("%(count)s player", "%(count)s players", "count"), count=game.players)
    yield count_sides(game.sides)


def describe_goal(ruleset: Ruleset) -> Message:
    """Return the score that wins, or that there is no target."""
    if ruleset.wins_at is None:
        return Message("no target")
    return Message("wins at %(points)s or more", points=ruleset.wins_at)


def describe_rules(game: Ruleset) -> list[Message]:
    """Return the other rules of the game, one sentence each, in the order of a hand."""
    summary: list[Message] = []
    if game.entry == "contract":
        summary += [*_bidding(game), *_defending(game), *_giving_up(game)]
    return [*summary, *_ending(game), _sheet(game)]


def _bidding(game: Ruleset) -> Iterator[Message]:
    if game.minimum_bid:
        yield Message("The lowest bid allowed is %(bid)s.", bid=game.minimum_bid)
    if game.forced:
        yield _forced(game.forced)
    if game.trumps != TRUMPS[:5]:
        yield Message("Trumps: %(trumps)s.", trumps=_trumps(game.trumps))


def _trumps(trumps: tuple[str, ...]) -> str:
    return ", ".join(str(Message(trump)) for trump in trumps)


def _forced(forced: Forced) -> Message:
    way = "first"
    if forced.hands == "stuck":
        way = "declines" if forced.may_decline else "stuck"
    template = _FORCED[forced.who, way]
    return Message(template, hands=forced.hands, bid=forced.bid)


_FORCED: dict[tuple[str, str], str | Plural] = {
    ("dealer", "first"): Plural(
        "The first hand is a bid of %(bid)s by the dealer.",
        "The first %(hands)s hands are bids of %(bid)s by the dealer.",
        "hands",
    ),
    ("left of dealer", "first"): Plural(
        "The first hand is a bid of %(bid)s by the seat after the dealer.",
        "The first %(hands)s hands are bids of %(bid)s by the seat after the dealer.",
        "hands",
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


def _defending(game: Ruleset) -> Iterator[Message]:
    made, missed = game.awards["defence_made"], game.awards["defence_set"]
    if made == missed:
        yield Message("Defenders, made or missed: %(made)s.", made=describe_award(made))
    else:
        yield Message(
            "Defenders, when the bid is made: %(made)s; when it is missed: %(missed)s.",
            made=describe_award(made),
            missed=describe_award(missed),
        )


def _giving_up(game: Ruleset) -> Iterator[Message]:
    if not game.surrender:
        yield Message("There is no surrender: every hand is played out.")
        return
    if game.surrender == "each":
        yield Message("Each defender may fold alone for 0; when all fold, the bidder gets the bid.")
    else:
        yield Message(
            "The defenders may surrender: the bidding side gets the bid, the defenders 0."
        )
    for bid, most in game.free_tricks.items():
        template = Plural(
            "Against %(bid)s they may keep a free trick, for a point.",
            "Against %(bid)s they may keep up to %(most)s free tricks, a point each.",
            "most",
        )
        yield Message(template, bid=bid, most=most)
    if game.must_play:
        yield Message(
            "A hand has to be played when trumps are: %(trumps)s.", trumps=_trumps(game.must_play)
        )
    if game.forced and game.forced.must_play:
        yield Message("A forced bid has to be played.")


def _ending(game: Ruleset) -> Iterator[Message]:
    if game.wins_at is None:
        yield Message("There is no target: the table says when the match ends.")
    else:
        yield Message(_WIN_BY[game.win_by], points=game.wins_at)
    if game.crossing == "bidder":
        yield Message("When several sides are over, a bidding side that is over wins.")
    elif game.wins_at is not None:
        yield Message("When several sides are over the higher score wins; level plays on.")
    if game.lose_at is not None:
        yield Message("A side at %(points)s or under loses.", points=format_number(game.lose_at))


_WIN_BY = {
    "reaching": N_("A side with %(points)s or more after a hand wins."),
    "making": N_("A side with %(points)s or more wins, but only on a hand whose bid it made."),
    "deciding": N_(
        "A side with %(points)s or more wins, but only on a hand whose bid it made or set."
    ),
}


def _sheet(game: Ruleset) -> Message:
    if game.carries:
        return Message("A loss is written as 0 and carried: it comes off that side's next gains.")
    return Message("A loss is written with a minus.")

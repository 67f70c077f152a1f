"""How a game contradicts itself: fields that are each well formed and cannot stand together."""

from __future__ import annotations

from scorekeeper.rules.reading import MOST_POINTS, path
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.terms import Bid, Forced
from scorekeeper.rules.words import N_, Refused, Sentence, capital, shown

_KINDS = {
    "made": N_("made"),
    "set": N_("set"),
    "defence_made": N_("defence made"),
    "defence_set": N_("defence set"),
    "shutout": N_("shutout"),
}


def refuse_contradictions(ruleset: Ruleset, where: str) -> None:
    """Refuses fields that are each well formed and cannot stand together."""
    contract = ruleset.entry == "contract"
    if ruleset.surrender and not contract:
        raise Refused("Only a hand that was bid can be surrendered.", path(where, "surrender"))
    if ruleset.surrender == "each" and not ruleset.alone:
        raise Refused(
            "Each may fold alone only where everyone plays alone.", path(where, "surrender")
        )
    if ruleset.free_tricks and not (ruleset.surrender and ruleset.two_sided):
        raise Refused(
            "Free tricks need two sides and a surrender to be granted for.",
            path(where, "free_tricks"),
        )
    for trump in ruleset.must_play:
        if trump not in ruleset.trumps:
            raise Refused(
                "%(trump)s must be played but is not among the trumps.",
                path(where, "must_play"),
                trump=capital(Sentence(trump)),
            )
    if not contract and (ruleset.win_by, ruleset.crossing) != ("reaching", "higher"):
        raise Refused("Only a bid can decide who wins: nothing is bid.", path(where, "win_by"))
    if ruleset.lose_at is not None and not ruleset.two_sided:
        raise Refused("Losing at a score needs two sides.", path(where, "lose_at"))
    if ruleset.forced:
        _forced(ruleset, ruleset.forced, where)
    if contract:
        _outcomes(ruleset, where)


def on_ladder(value: object, field: str, bids: tuple[Bid, ...]) -> str:
    """`value` as the name of a bid; refuses one that is not on the ladder."""
    for bid in bids:
        if bid.name == value:
            return bid.name
    raise Refused("The bid %(value)s is not on the ladder.", field, value=shown(value))


def _forced(ruleset: Ruleset, forced: Forced, where: str) -> None:
    field = path(where, "forced.bid")
    on_ladder(forced.bid, field, ruleset.bids)
    if ruleset.rank[forced.bid] < ruleset.lowest:
        raise Refused("A forced bid cannot be under the minimum bid.", field)
    if forced.hands == "stuck" and ruleset.rank[forced.bid] > ruleset.lowest:
        raise Refused(
            "Sticking a seat needs a minimum bid: it is stuck with the lowest, %(bid)s.",
            field,
            bid=ruleset.bids[ruleset.lowest].name,
        )


def _outcomes(ruleset: Ruleset, where: str) -> None:
    for place, bid in enumerate(ruleset.bids):
        for kind, award in ruleset.paid[bid.name].items():
            for tricks in (0, ruleset.tricks):
                if award and abs(award.value(bid.worth, tricks)) > MOST_POINTS:
                    raise Refused(
                        "No hand is worth more than %(most)s points; %(kind)s at %(bid)s is.",
                        f"{path(where, 'bids')}.{place}.worth",
                        most=MOST_POINTS,
                        kind=Sentence(_KINDS[kind]),
                        bid=bid.name,
                    )

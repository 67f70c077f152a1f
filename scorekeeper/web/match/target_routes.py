"""What a side needs: the page behind each total."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, abort, render_template

from scorekeeper.analysis.targets import Needs, Stand, Way
from scorekeeper.analysis.targets import needs as needs_of
from scorekeeper.http.device import device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import Table
from scorekeeper.messages.numbers import plain
from scorekeeper.rules.errors import N_, Sentence
from scorekeeper.rules.sheet import Sheet
from scorekeeper.web.sheet_view import view_match

bp = Blueprint("needs", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True, slots=True)
class StandView:
    """Where the side would stand after one outcome of one bid."""

    total: str
    wrote: str
    carried: int
    wins: bool


@dataclass(frozen=True, slots=True)
class RungView:
    """A bid of the side, and where it leads: one cell a column, None where it cannot come to it."""

    bid: str
    cells: list[StandView | None]


@bp.get("/needs/<int:side>")
def show(code: str, side: int) -> str:
    table = matches.read_match(code, device())
    try:
        need = needs_of(table.fold.match, side)
    except IndexError:
        abort(404)
    view = view_match(table)
    columns = [Sentence("made"), Sentence("missed by one")]
    given_up = any(rung.surrendered for rung in need.rungs)
    return render_template(
        "match/targets.html",
        view=view,
        side=view.sides[side],
        distance=_distance(table, need),
        ends=list(_told(table.sheet, need)),
        columns=[*columns, Sentence("surrendered")] if given_up else columns,
        rungs=_rungs(need, given_up=given_up),
    )


def _distance(table: Table, need: Needs) -> list[Sentence]:
    """How far it is to the target and to a losing score, or why nothing more is told."""
    sheet, rules = table.sheet, table.sheet.opening.ruleset
    if sheet.state != "playing":
        if sheet.state == "ended":
            return [Sentence("The match has ended.")]
        return [Sentence("The match is decided.")]
    told = [_to_go(sheet, need)]
    if need.above is not None:
        told.append(Sentence("A loss of %(points)s or more from here loses it.", points=need.above))
    if rules.entry == "winner":
        told.append(Sentence("Nothing is bid in this game: each round won counts 1."))
    elif rules.entry == "points":
        told.append(Sentence("Nothing is bid in this game: the points are typed in."))
    return told


def _to_go(sheet: Sheet, need: Needs) -> Sentence:
    rules = sheet.opening.ruleset
    owed = sheet.shortfalls[need.side]
    if need.to_go is None:
        return Sentence("There is no target: the table says when the match ends.")
    if need.to_go and owed:
        return Sentence(
            "%(go)s to go to %(goal)s: %(owed)s of them pay off what is carried.",
            go=need.to_go,
            goal=rules.wins_at,
            owed=owed,
        )
    if need.to_go:
        return Sentence("%(go)s to go to %(goal)s.", go=need.to_go, goal=rules.wins_at)
    if rules.win_by == "reaching":
        return Sentence("At the target, and not ahead of all others: level plays on.")
    return Sentence("At the target: the right hand is still to come.")


def _told(sheet: Sheet, need: Needs) -> Iterable[Sentence]:
    """What would end the match for the side, bids that end it in the same way together."""
    groups: dict[tuple[bool, str, bool, bool, str], list[str]] = {}
    for end in need.ends:
        own = end.bidder == need.side
        tricks = "" if end.always else _ranges(end.tricks)
        groups.setdefault((own, end.way, end.always, end.rivals, tricks), []).append(end.bid)
    other = "" if len(sheet.sides) > 2 else sheet.sides[1 - need.side]  # noqa: PLR2004 - two sides
    made, given_up = ((True, way, True, False, "") for way in ("made", "surrendered"))
    if groups.get(made) and groups.get(made) == groups.get(given_up):
        del groups[given_up]
        groups = {(True, "both", True, False, ""): groups.pop(made), **groups}
    for (own, way, always, rivals, tricks), bids in groups.items():
        yield Sentence(
            _ENDS[own, way, always, rivals], bids=", ".join(bids), tricks=tricks, other=other
        )
    if need.rungs and not groups:
        yield Sentence("No bid of the next hand ends the match.")


# By: whether the bid is the side's own, what comes of it, whether any number of tricks will do, and
# whether the others' tricks matter too.
_ENDS = {
    (True, "both", True, False): N_("Made or surrendered, these bids end the match: %(bids)s."),
    (True, "made", True, False): N_("Made, these bids end the match: %(bids)s."),
    (True, "made", False, False): N_(
        "Made with %(tricks)s of the tricks, these bids end the match: %(bids)s."
    ),
    (True, "made", True, True): N_(
        "Made, these bids end the match if the others take the right tricks: %(bids)s."
    ),
    (True, "made", False, True): N_(
        "Made with %(tricks)s of the tricks, these bids end the match if the others take the right"
        " tricks: %(bids)s."
    ),
    (True, "set", True, False): N_("Even missed, these bids end the match: %(bids)s."),
    (True, "set", False, False): N_(
        "Missed with %(tricks)s of the tricks, these bids still end the match: %(bids)s."
    ),
    (True, "set", True, True): N_(
        "Even missed, these bids end the match if the others take the right tricks: %(bids)s."
    ),
    (True, "set", False, True): N_(
        "Missed with %(tricks)s of the tricks, these bids still end the match if the others take"
        " the right tricks: %(bids)s."
    ),
    (True, "surrendered", True, False): N_("Surrendered, these bids end the match: %(bids)s."),
    (True, "declined", True, False): N_("Declining %(bids)s ends the match all the same."),
    (False, "made", True, False): N_("It ends too when %(other)s make one of these: %(bids)s."),
    (False, "made", False, False): N_(
        "It ends too when %(other)s make one of these with %(tricks)s of the tricks: %(bids)s."
    ),
    (False, "set", True, False): N_("Setting %(other)s ends the match at these bids: %(bids)s."),
    (False, "set", False, False): N_(
        "Holding %(other)s to %(tricks)s of the tricks ends the match at these bids: %(bids)s."
    ),
    (False, "surrendered", True, False): N_(
        "It ends too when %(other)s are surrendered to at one of these: %(bids)s."
    ),
    (False, "declined", True, False): N_("It ends too when %(other)s decline %(bids)s."),
}


def _ranges(numbers: tuple[int, ...]) -> str:
    """Whole numbers in order, runs drawn together: 0–2, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


def _rungs(need: Needs, *, given_up: bool) -> list[RungView]:
    certain = {
        (end.bid, end.way): end for end in need.ends if end.bidder == need.side and not end.rivals
    }

    def cell(bid: str, stand: Stand | None, way: Way, took: int | None) -> StandView | None:
        if stand is None:
            return None
        end = certain.get((bid, way))
        wins = end is not None and (took is None or took in end.tricks)
        return StandView(plain(stand.total), plain(stand.cell), stand.shortfall, wins)

    return [
        RungView(
            rung.bid.name,
            [
                cell(rung.bid.name, rung.made, "made", rung.bid.needs),
                cell(rung.bid.name, rung.missed, "set", rung.bid.needs - 1),
                *([cell(rung.bid.name, rung.surrendered, "surrendered", None)] if given_up else []),
            ],
        )
        for rung in need.rungs
    ]

"""The page behind each total: what a side needs to win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import abort, render_template

from scorekeeper.analysis.targets import Projection, Targets, Way
from scorekeeper.analysis.targets import find_targets as needs_of
from scorekeeper.http.device import current_device
from scorekeeper.matches import matches
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.message import N_, Message, Plural
from scorekeeper.messages.numbers import format_number
from scorekeeper.rules.sheet import Sheet
from scorekeeper.web.match import bp
from scorekeeper.web.sheet_view import view_match


@dataclass(frozen=True, slots=True)
class ProjectionView:
    """Where the side would be after one outcome of one bid."""

    total: str
    wrote: str
    carried: int
    wins: bool


@dataclass(frozen=True, slots=True)
class BidProjectionView:
    """A bid of the side and where it leads: one cell a column, None for an impossible outcome."""

    bid: str
    cells: list[ProjectionView | None]


@bp.get("/needs/<int:side>")
def show_targets(code: str, side: int) -> str:
    snapshot = matches.read_match(code, current_device())
    try:
        need = needs_of(snapshot.cached.match, side)
    except IndexError:
        abort(404)
    view = view_match(snapshot)
    columns = [Message("made"), Message("missed by one")]
    given_up = any(rung.surrendered for rung in need.rungs)
    return render_template(
        "match/targets.html",
        view=view,
        side=view.sides[side],
        players=snapshot.sheet.opening.ruleset.players_per_side,
        distance=_distance(snapshot, need),
        ends=list(_describe(snapshot.sheet, need)),
        columns=[*columns, Message("surrendered")] if given_up else columns,
        rungs=_bid_projections(need, given_up=given_up),
    )


def _distance(snapshot: MatchSnapshot, need: Targets) -> list[Message]:
    """Describe how far the side is from the target and from a losing score.

    If the match is decided or has ended, say only that.
    """
    sheet, rules = snapshot.sheet, snapshot.sheet.opening.ruleset
    if sheet.state != "playing":
        if sheet.state == "ended":
            return [Message("The match has ended.")]
        return [Message("The match is decided.")]
    summary = [_to_go(sheet, need)]
    if need.above is not None:
        summary.append(
            Message("A loss of %(points)s or more from here loses it.", points=need.above)
        )
    if rules.entry == "winner":
        summary.append(Message("Nothing is bid in this game: each round won counts 1."))
    elif rules.entry == "points":
        summary.append(Message("Nothing is bid in this game: the points are typed in."))
    return summary


def _to_go(sheet: Sheet, need: Targets) -> Message:
    rules = sheet.opening.ruleset
    owed = sheet.shortfalls[need.side]
    if need.to_go is None:
        return Message("There is no target: the table says when the match ends.")
    if need.to_go and owed:
        template = Plural(
            "%(go)s to go to %(goal)s: %(owed)s of them pays off what is carried.",
            "%(go)s to go to %(goal)s: %(owed)s of them pay off what is carried.",
            "owed",
        )
        return Message(template, go=need.to_go, goal=rules.wins_at, owed=owed)
    if need.to_go:
        return Message("%(go)s to go to %(goal)s.", go=need.to_go, goal=rules.wins_at)
    if rules.win_by == "reaching":
        return Message("At the target, and not ahead of all others: level plays on.")
    return Message("At the target: the right hand is still to come.")


def _describe(sheet: Sheet, need: Targets) -> Iterable[Message]:
    """Describe what would end the match for the side, grouping bids that end it in the same way."""
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
    others = {"other": other, "players": sheet.opening.ruleset.players_per_side}
    others_do = {way: Message(template, **others) for way, template in _OTHERS_DO.items()}
    for (own, way, always, rivals, tricks), bids in groups.items():
        yield Message(
            _ENDS[own, way, always, rivals],
            bids=", ".join(bids),
            count=len(bids),
            tricks=tricks,
            other=other,
            others_do=others_do.get(way),
        )
    if need.rungs and not groups:
        yield Message("No bid of the next hand ends the match.")


# By: whether the bid is the side's own, its outcome, whether any number of tricks is enough, and
# whether the others' tricks matter too. The number is that of the bids.
_ENDS: dict[tuple[bool, str, bool, bool], str | Plural] = {
    (True, "both", True, False): Plural(
        "Made or surrendered, this bid ends the match: %(bids)s.",
        "Made or surrendered, these bids end the match: %(bids)s.",
        "count",
    ),
    (True, "made", True, False): Plural(
        "Made, this bid ends the match: %(bids)s.",
        "Made, these bids end the match: %(bids)s.",
        "count",
    ),
    (True, "made", False, False): Plural(
        "Made with %(tricks)s of the tricks, this bid ends the match: %(bids)s.",
        "Made with %(tricks)s of the tricks, these bids end the match: %(bids)s.",
        "count",
    ),
    (True, "made", True, True): Plural(
        "Made, this bid ends the match if the others take the right tricks: %(bids)s.",
        "Made, these bids end the match if the others take the right tricks: %(bids)s.",
        "count",
    ),
    (True, "made", False, True): Plural(
        "Made with %(tricks)s of the tricks, this bid ends the match if the others take the"
        " right tricks: %(bids)s.",
        "Made with %(tricks)s of the tricks, these bids end the match if the others take the"
        " right tricks: %(bids)s.",
        "count",
    ),
    (True, "set", True, False): Plural(
        "Even missed, this bid ends the match: %(bids)s.",
        "Even missed, these bids end the match: %(bids)s.",
        "count",
    ),
    (True, "set", False, False): Plural(
        "Missed with %(tricks)s of the tricks, this bid still ends the match: %(bids)s.",
        "Missed with %(tricks)s of the tricks, these bids still end the match: %(bids)s.",
        "count",
    ),
    (True, "set", True, True): Plural(
        "Even missed, this bid ends the match if the others take the right tricks: %(bids)s.",
        "Even missed, these bids end the match if the others take the right tricks: %(bids)s.",
        "count",
    ),
    (True, "set", False, True): Plural(
        "Missed with %(tricks)s of the tricks, this bid still ends the match if the others take"
        " the right tricks: %(bids)s.",
        "Missed with %(tricks)s of the tricks, these bids still end the match if the others take"
        " the right tricks: %(bids)s.",
        "count",
    ),
    (True, "surrendered", True, False): Plural(
        "Surrendered, this bid ends the match: %(bids)s.",
        "Surrendered, these bids end the match: %(bids)s.",
        "count",
    ),
    (True, "declined", True, False): N_("Declining %(bids)s ends the match all the same."),
    (False, "made", True, False): Plural(
        "It ends too when %(others_do)s this bid: %(bids)s.",
        "It ends too when %(others_do)s one of these: %(bids)s.",
        "count",
    ),
    (False, "made", False, False): Plural(
        "It ends too when %(others_do)s this bid with %(tricks)s of the tricks: %(bids)s.",
        "It ends too when %(others_do)s one of these with %(tricks)s of the tricks: %(bids)s.",
        "count",
    ),
    (False, "set", True, False): Plural(
        "Setting %(other)s ends the match at this bid: %(bids)s.",
        "Setting %(other)s ends the match at these bids: %(bids)s.",
        "count",
    ),
    (False, "set", False, False): Plural(
        "Holding %(other)s to %(tricks)s of the tricks ends the match at this bid: %(bids)s.",
        "Holding %(other)s to %(tricks)s of the tricks ends the match at these bids: %(bids)s.",
        "count",
    ),
    (False, "surrendered", True, False): Plural(
        "It ends too when %(others_do)s at this bid: %(bids)s.",
        "It ends too when %(others_do)s at one of these: %(bids)s.",
        "count",
    ),
    (False, "declined", True, False): N_("It ends too when %(others_do)s %(bids)s."),
}
# What the other side does, by the outcome of its bid. The number is that of its players.
_OTHERS_DO = {
    "made": Plural("%(other)s makes", "%(other)s make", "players"),
    "surrendered": Plural("%(other)s is surrendered to", "%(other)s are surrendered to", "players"),
    "declined": Plural("%(other)s declines", "%(other)s decline", "players"),
}


def _ranges(numbers: tuple[int, ...]) -> str:
    """Return ascending whole numbers as text, with runs joined: 0–2, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


def _bid_projections(need: Targets, *, given_up: bool) -> list[BidProjectionView]:
    certain = {
        (end.bid, end.way): end for end in need.ends if end.bidder == need.side and not end.rivals
    }

    def cell(
        bid: str, stand: Projection | None, way: Way, took: int | None
    ) -> ProjectionView | None:
        if stand is None:
            return None
        end = certain.get((bid, way))
        wins = end is not None and (took is None or took in end.tricks)
        return ProjectionView(
            format_number(stand.total), format_number(stand.cell), stand.shortfall, wins
        )

    return [
        BidProjectionView(
            rung.bid.name,
            [
                cell(rung.bid.name, rung.made, "made", rung.bid.needs),
                cell(rung.bid.name, rung.missed, "set", rung.bid.needs - 1),
                *([cell(rung.bid.name, rung.surrendered, "surrendered", None)] if given_up else []),
            ],
        )
        for rung in need.rungs
    ]

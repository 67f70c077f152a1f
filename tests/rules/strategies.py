"""Random games and random legal matches, drawn without asking the engine what is legal."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.rules.building import Facts, sheet_of_file

LADDER = ("1", "2", "3", "4", "5", "6", "little pepper", "big pepper")
SUITS = ("clubs", "diamonds", "hearts", "spades")
POINTS = st.integers(-60, 60)
NAMES = st.sampled_from(["Ann", "Žofie", "李", "The Elders", "=1+1", "👩‍👩‍👧‍👦"])
NOTES = st.sampled_from(["revoke", "card led out of turn", "=1+1", "«žena», 100 %"])


@dataclass
class Game:
    """A ruleset and what a legal hand of it needs to know."""

    ruleset: Facts
    seats: int
    sides: int
    tricks: int = 0
    bids: tuple[str, ...] = ()
    surrender: bool | str = False
    must_play: tuple[str, ...] = ()
    trumps: tuple[str, ...] = ()
    stuck: Facts | None = None
    entry: str = "contract"
    carry: bool = False


@dataclass
class Table:
    """What stands on the table while a match is drawn: a dealer a record, None for adjustments."""

    dealers: list[int | None] = field(default_factory=list)
    struck: set[int] = field(default_factory=set)
    next_dealer: int = 0


@st.composite
def peppers(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """Pepper with random house rules."""
    minimum = draw(st.sampled_from([None, "3", "4"]))
    no_trump = draw(st.booleans())
    trumps = (*SUITS, "no trump") if no_trump else SUITS
    must_play = draw(st.sampled_from([(), ("clubs",), (trumps[-1],)]))
    stuck = None
    if minimum is not None and draw(st.booleans()):
        may_decline, forced_is_played = draw(st.booleans()), draw(st.booleans())
        stuck = {
            "who": "dealer",
            "bid": minimum,
            "hands": "stuck",
            "may_decline": may_decline,
            "must_play": forced_is_played,
        }
    points = draw(st.sampled_from([30, 31, 42, 43]))
    sheet = draw(st.sampled_from(["carry", "signed"]))
    ruleset: Facts = {
        "preset": "pepper",
        "minimum_bid": minimum,
        "forced": stuck,
        "trumps": list(trumps),
        "must_play": list(must_play),
        "sheet": sheet,
        "target": {"points": points, "test": draw(st.sampled_from(["reach", "exceed"]))},
    }
    if endless:
        ruleset["target"] = None
    if draw(st.booleans()):
        ruleset["made"] = {"tricks": 1}
    return Game(
        ruleset=ruleset,
        seats=4,
        sides=2,
        tricks=6,
        bids=LADDER[LADDER.index(minimum) if minimum else 0 :],
        surrender=True,
        must_play=must_play,
        trumps=trumps,
        stuck=stuck,
        carry=sheet == "carry",
    )


@st.composite
def three_alone(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """Three sides alone, eight tricks, signed: a ruleset of its own that no preset knows."""
    surrender = draw(st.one_of(st.booleans(), st.just("each")))
    bids: list[Facts] = [{"name": str(n), "needs": n, "worth": n} for n in range(1, 8)]
    bids.append({"name": "moon", "needs": 8, "worth": 16, "made": {"bid": 1}, "set": {"bid": -1}})
    ruleset: Facts = {
        "name": "Three alone",
        "players": 3,
        "sides": 3,
        "entry": "contract",
        "tricks": 8,
        "bids": bids,
        "made": draw(st.sampled_from([{"tricks": 1}, {"tricks": 1, "points": 2}, {"bid": 1}])),
        "set": draw(st.sampled_from([{"points": -8}, {"bid": -1}, {"bid": -1, "points": -1}])),
        "defence_made": {"tricks": 1},
        "defence_set": draw(st.sampled_from([{"tricks": 1}, {"tricks": 2}, {"bid": 1}])),
        "shutout": draw(st.sampled_from([None, {"bid": -1}])),
        "surrender": surrender,
        "target": None if endless else {"points": 30, "test": "reach"},
        "win_by": draw(st.sampled_from(["reaching", "making", "deciding"])),
        "crossing": draw(st.sampled_from(["higher", "bidder"])),
        "sheet": "signed",
    }
    return Game(
        ruleset=ruleset,
        seats=3,
        sides=3,
        tricks=8,
        bids=tuple(bid["name"] for bid in bids),
        surrender=surrender,
        trumps=(*SUITS, "no trump"),
    )


@st.composite
def columns(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """A bare sheet of 2 to 10 columns with typed points, or with the winner of each round."""
    players = draw(st.integers(2, 10))
    entry = draw(st.sampled_from(["winner", "points"]))
    sheet = draw(st.sampled_from(["carry", "signed"]))
    ruleset: Facts = {
        "players": players,
        "sides": players,
        "entry": entry,
        "sheet": sheet,
        "target": None
        if endless
        else draw(st.sampled_from([None, {"points": 3, "test": "reach"}])),
    }
    return Game(ruleset=ruleset, seats=players, sides=players, entry=entry, carry=sheet == "carry")


def games(*, endless: bool = False) -> st.SearchStrategy[Game]:
    """Any game; an endless one has no target, so that every hand is taken."""
    return st.one_of(
        peppers(endless=endless), three_alone(endless=endless), columns(endless=endless)
    )


@st.composite
def hands(draw: st.DrawFn, game: Game, dealer: int) -> Facts:
    """A legal hand of this game, dealt by this seat."""
    if game.entry == "winner":
        return {"winner": draw(st.integers(0, game.sides - 1))}
    if game.entry == "points":
        return {"points": draw(st.lists(POINTS, min_size=game.sides, max_size=game.sides))}
    kind = draw(st.sampled_from(["played", "played", "surrendered", "stuck", "nobody bid"]))
    if kind == "nobody bid" and game.stuck is None:
        return {"thrown_in": True}
    if kind == "stuck" and game.stuck is not None:
        forced = {"bidder": dealer, "bid": game.stuck["bid"]}
        if game.stuck["may_decline"] and draw(st.booleans()):
            return forced | {"declined": True}
        if not game.stuck["must_play"] and draw(st.booleans()):
            return forced | {"forced": True} | draw(surrenders(game))
        tricks = draw(shares(game, dealer % game.sides, set()))
        return forced | {"forced": True, "tricks": tricks}
    bid = {"bid": draw(st.sampled_from(game.bids))}
    seat = draw(st.integers(0, game.seats - 1))
    who = {"bidder": seat} if draw(st.booleans()) else {"side": seat % game.sides}
    if kind == "surrendered" and game.surrender:
        return who | bid | draw(surrenders(game))
    folded: list[int] = []
    if game.surrender == "each":
        others = [side for side in range(game.sides) if side != seat % game.sides]
        folded = draw(st.sampled_from([[], *([side] for side in others)]))
    trump: Facts = {}
    free = [trump for trump in game.trumps if not folded or trump not in game.must_play]
    if (folded and game.must_play) or draw(st.booleans()):
        trump = {"trump": draw(st.sampled_from(free))}
    tricks = draw(shares(game, seat % game.sides, set(folded)))
    return who | bid | trump | {"tricks": tricks} | ({"folded": folded} if folded else {})


@st.composite
def surrenders(draw: st.DrawFn, game: Game) -> Facts:
    """A surrender, with its trump where the table asks for it."""
    free = [trump for trump in game.trumps if trump not in game.must_play]
    asked: bool = draw(st.booleans())
    if asked or game.must_play:
        return {"trump": draw(st.sampled_from(free)), "surrendered": True}
    return {"surrendered": True}


@st.composite
def shares(draw: st.DrawFn, game: Game, bidding: int, folded: set[int]) -> list[int]:
    """The tricks of a hand, one number a side; a folded side takes none."""
    tricks, left = [0] * game.sides, game.tricks
    takers = [side for side in range(game.sides) if side not in folded and side != bidding]
    for side in takers:
        tricks[side] = draw(st.integers(0, left))
        left -= tricks[side]
    tricks[bidding] = left
    return tricks


@st.composite
def starts(draw: st.DrawFn, game: Game) -> Facts:
    """The head of a match file: the ruleset, and sometimes names, a first dealer and a start."""
    head: Facts = {"format": "scorekeeper/1", "ruleset": game.ruleset}
    if draw(st.booleans()):
        head["sides"] = [f"Side {side}" for side in range(game.sides)]
        head["players"] = [f"Seat {seat}" for seat in range(game.seats)]
    if draw(st.booleans()):
        head["first_dealer"] = draw(st.integers(0, game.seats - 1))
    if draw(st.booleans()):
        written = st.integers(0 if game.carry else -20, 25)
        head["start"] = draw(st.lists(written, min_size=game.sides, max_size=game.sides))
        if game.carry and draw(st.booleans()):
            short = st.integers(0, 20)
            head["start_shortfalls"] = draw(
                st.lists(short, min_size=game.sides, max_size=game.sides)
            )
    return head


@st.composite
def adjustments(draw: st.DrawFn, game: Game) -> Facts:
    """A row of agreed points, with its note."""
    numbers = draw(st.lists(POINTS, min_size=game.sides, max_size=game.sides))
    return {"adjustment": numbers, "note": draw(NOTES)}


@st.composite
def evenings(
    draw: st.DrawFn,
    *,
    endless: bool = False,
    corrected: bool = True,
    fewest: int = 0,
    of: st.SearchStrategy[Game] | None = None,
) -> tuple[Game, Facts]:
    """A game and a legal match of it, as a match file; with corrections unless told otherwise."""
    game = draw(of if of is not None else games(endless=endless))
    match = draw(starts(game)) | {"entries": []}
    table = Table(next_dealer=match.get("first_dealer", 0))
    before: list[tuple[int, Table]] = []
    kinds = ["hand", "hand", "hand", "adjustment"]
    if corrected:
        kinds += ["amend", "overrule", "strike", "undo", "rename", "dealer"]
    for _ in range(draw(st.integers(fewest, 12))):
        kind = draw(st.sampled_from(kinds))
        if kind == "hand" and not endless and sheet_of_file(match)["state"] == "decided":
            kind = "adjustment"
        write(draw, kind, game, match, table, before)
        table = deepcopy(table)
    if corrected and draw(st.booleans()):
        match["entries"].append({"end": True})
        if draw(st.booleans()):
            match["entries"].append({"reopen": "wrong tricks in the last hand"})
    return game, match


def write(
    draw: st.DrawFn,
    kind: str,
    game: Game,
    match: Facts,
    table: Table,
    before: list[tuple[int, Table]],
) -> None:
    """Append one entry of this kind, or an adjustment where none of this kind would be legal."""
    entries = match["entries"]
    standing = [n for n in range(1, len(table.dealers) + 1) if n not in table.struck]
    if kind == "undo" and before:
        number, stood = before.pop()
        entries.append({"undo": number})
        table.dealers, table.struck = list(stood.dealers), set(stood.struck)
        table.next_dealer = stood.next_dealer
        return
    before.append((len(entries) + 1, deepcopy(table)))
    if kind == "hand":
        dealer = table.next_dealer
        named = {"dealer": dealer} if draw(st.booleans()) else {}
        entries.append({"record": draw(hands(game, dealer)) | named})
        table.dealers.append(dealer)
        table.next_dealer = (dealer + 1) % game.seats
    elif kind == "dealer":
        table.next_dealer = draw(st.integers(0, game.seats - 1))
        entries.append({"dealer": table.next_dealer})
    elif kind == "rename":
        place = draw(st.sampled_from(["side", "seat"]))
        last = (game.sides if place == "side" else game.seats) - 1
        where = {place: draw(st.integers(0, last)), "name": draw(NAMES)}
        entries.append({"rename": where})
    elif kind in {"amend", "overrule", "strike"} and standing:
        number = draw(st.sampled_from(standing))
        entries.append(draw(corrections(game, kind, number, table.dealers[number - 1])))
        if kind == "strike":
            table.struck.add(number)
    else:
        entries.append({"record": draw(adjustments(game))})
        table.dealers.append(None)


@st.composite
def corrections(
    draw: st.DrawFn, game: Game, kind: str, number: int, dealer: int | None
) -> dict[str, Any]:
    """An amendment, an overrule or a strike of this record."""
    if kind == "strike":
        return {"strike": number}
    if kind == "overrule":
        side = draw(st.integers(0, game.sides - 1))
        return {"overrule": number, "side": side, "points": draw(st.none() | POINTS)}
    hand = draw(adjustments(game) if dealer is None else hands(game, dealer))
    return {"amend": number, "hand": hand}

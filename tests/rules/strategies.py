"""Random games and random legal matches, drawn without calling the program's own checks."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from tests.rules.builders import Facts, sheet_of_file

LADDER = ("1", "2", "3", "4", "5", "6", "little pepper", "big pepper")
SUITS = ("clubs", "diamonds", "hearts", "spades")
quickly = settings(
    max_examples=60,  # nineteen laws draw whole evenings: the folder is to answer in 30 seconds
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
POINTS = st.integers(-60, 60)
NAMES = st.sampled_from(["Ann", "Žofie", "李", "The Elders", "=1+1", "👩‍👩‍👧‍👦"])
NOTES = st.sampled_from(["revoke", "card led out of turn", "=1+1", "«žena», 100 %"])
AWARDS = ("made", "set", "defence_made", "defence_set", "shutout")
SMALL = st.integers(-3, 3)
AWARD = st.fixed_dictionaries(
    {},
    optional={
        "points": st.integers(-20, 20),
        "bid": SMALL,
        "tricks": SMALL,
        "at_least_bid": st.booleans(),
    },
)
TARGET = st.fixed_dictionaries(
    {"points": st.integers(1, 60), "test": st.sampled_from(["reach", "exceed"])}
)
ENDLESS: Facts = {"target": None, "lose_at": None}


@dataclass
class Game:
    """A ruleset and what is needed to draw a legal hand of it."""

    ruleset: Facts
    seats: int
    sides: int
    tricks: int = 0
    bids: tuple[str, ...] = ()
    surrender: bool | str = False
    must_play: tuple[str, ...] = ()
    trumps: tuple[str, ...] = ()
    forced: Facts | None = None
    free_tricks: dict[str, int] = field(default_factory=dict)
    entry: str = "contract"
    carry: bool = False

    @property
    def harmless(self) -> tuple[str, ...]:
        """The trumps at which a hand need not be played."""
        return tuple(trump for trump in self.trumps if trump not in self.must_play)

    @property
    def may_give_up(self) -> bool:
        """Whether there is a hand at which the defenders, or one of them, may give up."""
        return bool(self.surrender) and not (self.must_play and not self.harmless)

    def forces(self, dealt: int) -> bool:
        """Return whether the hand after `dealt` others must be the forced bid."""
        return (
            self.forced is not None
            and self.forced["hands"] != "stuck"
            and (dealt < self.forced["hands"])
        )

    def forced_seat(self, dealer: int) -> int:
        assert self.forced is not None
        return dealer if self.forced["who"] == "dealer" else (dealer + 1) % self.seats


@dataclass
class Table:
    """The state of a match being drawn: the dealer of each record, None for adjustments."""

    dealers: list[int | None] = field(default_factory=list)
    struck: set[int] = field(default_factory=set)
    next_dealer: int = 0

    def dealt_before(self, number: int) -> int:
        """Return how many hands were dealt before record `number`, struck ones included."""
        return sum(dealer is not None for dealer in self.dealers[: number - 1])


@st.composite
def peppers(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """Draw Pepper with random house rules."""
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
        forced=stuck,
        carry=sheet == "carry",
    )


@st.composite
def three_alone(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """Draw three sides of one, eight tricks, signed scores: a ruleset that no preset has."""
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
    """Draw a bare sheet of 2 to 10 columns with typed points, or with the winner of each round."""
    players, sides = draw(tables())
    ruleset: Facts = {
        "players": players,
        "sides": sides,
        "entry": draw(st.sampled_from(["winner", "points"])),
        "sheet": draw(st.sampled_from(["carry", "signed"])),
        "target": draw(st.sampled_from([None, {"points": 3, "test": "reach"}])),
    }
    return game_of(ruleset | ENDLESS if endless else ruleset)


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int]:
    """Draw the number of players and of sides."""
    players = draw(st.integers(2, 10))
    dividing = [sides for sides in range(2, players + 1) if players % sides == 0]
    return players, draw(st.sampled_from([dividing[0], dividing[-1], *dividing]))


@st.composite
def ladders(draw: st.DrawFn, tricks: int) -> list[Facts]:
    """Draw one to six bids in no order of worth, some with awards of their own."""
    bids = []
    for place in range(draw(st.integers(1, 6))):
        bid: Facts = {
            "name": draw(st.sampled_from([str(place), f"moon {place}", f"žába {place}"])),
            "needs": draw(st.integers(1, tricks)),
            "worth": draw(st.integers(0, 20)),
        }
        if draw(st.booleans()):
            bid[draw(st.sampled_from(AWARDS))] = draw(AWARD)
        if draw(st.integers(0, 3)) == 0:
            bid["shutout"] = None
        bids.append(bid)
    return bids


@st.composite
def forced_bids(draw: st.DrawFn, names: list[str]) -> Facts | None:
    """Draw nobody forced, a seat stuck with the lowest bid, or first hands forced to a bid."""
    hands = draw(st.sampled_from([None, "stuck", 1, 3, 5]))
    if hands is None:
        return None
    return {
        "who": draw(st.sampled_from(["dealer", "left of dealer"])),
        "bid": names[0] if hands == "stuck" else draw(st.sampled_from(names)),
        "hands": hands,
        "may_decline": hands == "stuck" and draw(st.booleans()),
        "must_play": draw(st.booleans()),
    }


@st.composite
def own_rules(draw: st.DrawFn, *, endless: bool = False) -> Game:
    """Draw any legal game with bids, every field of its ruleset written out."""
    players, sides = draw(tables())
    tricks = draw(st.integers(1, 16))
    bids = draw(ladders(tricks))
    names = [bid["name"] for bid in bids]
    minimum = draw(st.none() | st.sampled_from(names))
    offered = names[names.index(minimum) if minimum else 0 :]
    trumps = draw(st.lists(st.sampled_from((*SUITS, "no trump", "no trump low")), unique=True))
    surrender = draw(st.sampled_from([False, True, "each"] if players == sides else [False, True]))
    free_tricks = st.dictionaries(st.sampled_from(names), st.integers(1, tricks), min_size=1)
    ruleset: Facts = {
        "name": draw(NAMES),
        "players": players,
        "sides": sides,
        "entry": "contract",
        "tricks": tricks,
        "bids": bids,
        **{name: draw(AWARD) for name in AWARDS[:4]},
        "shutout": draw(st.none() | AWARD),
        "surrender": surrender,
        "must_play": [trump for trump in trumps if draw(st.integers(0, 2)) == 0],
        "trumps": trumps,
        "minimum_bid": minimum,
        "forced": draw(forced_bids(offered)),
        "free_tricks": draw(free_tricks | st.just({})) if surrender and sides == 2 else {},
        "target": draw(st.none() | TARGET),
        "win_by": draw(st.sampled_from(["reaching", "making", "deciding"])),
        "crossing": draw(st.sampled_from(["higher", "bidder"])),
        "lose_at": draw(st.none() | st.integers(-60, -1)) if sides == 2 else None,
        "sheet": draw(st.sampled_from(["carry", "signed"])),
    }
    return game_of(ruleset | ENDLESS if endless else ruleset)


def published(name: str, *, endless: bool = False) -> Game:
    """Return the preset of this name, every field of its ruleset written out."""
    ruleset = write_ruleset(read_ruleset({"preset": name}))
    return game_of(ruleset | ENDLESS if endless else ruleset)


def game_of(ruleset: Facts) -> Game:
    """Return what is needed to draw a legal hand of a ruleset that names no preset."""
    bids = tuple(bid["name"] for bid in ruleset.get("bids", []))
    minimum = ruleset.get("minimum_bid")
    return Game(
        ruleset=ruleset,
        seats=ruleset["players"],
        sides=ruleset["sides"],
        tricks=ruleset.get("tricks") or 0,
        bids=bids[bids.index(minimum) if minimum else 0 :],
        surrender=ruleset.get("surrender", False),
        must_play=tuple(ruleset.get("must_play", ())),
        trumps=tuple(ruleset.get("trumps", ())),
        forced=ruleset.get("forced"),
        free_tricks=ruleset.get("free_tricks", {}),
        entry=ruleset["entry"],
        carry=ruleset["sheet"] == "carry",
    )


def games(*, endless: bool = False) -> st.SearchStrategy[Game]:
    """Draw any game. An endless one ends at no score, so that every hand is accepted."""
    return st.one_of(
        peppers(endless=endless),
        three_alone(endless=endless),
        columns(endless=endless),
        own_rules(endless=endless),
        st.sampled_from(preset_names()).map(lambda name: published(name, endless=endless)),
    )


@st.composite
def hands(draw: st.DrawFn, game: Game, dealer: int, dealt: int) -> Facts:
    """Draw a legal hand of this game that this seat deals after `dealt` others."""
    if game.entry == "winner":
        return {"winner": draw(st.integers(0, game.sides - 1))}
    if game.entry == "points":
        return {"points": draw(st.lists(POINTS, min_size=game.sides, max_size=game.sides))}
    if game.forced is not None and game.forces(dealt):
        seat = game.forced_seat(dealer)
        who = draw(st.sampled_from([{"bidder": seat}, {"side": seat % game.sides}]))
        flag = {"forced": True} if "bidder" in who and draw(st.booleans()) else {}
        must_play = game.forced["must_play"]
        return who | flag | draw(results(game, seat, game.forced["bid"], must_play=must_play))
    kind = draw(st.sampled_from(["bid", "bid", "bid", "nobody bid", "nobody bid"]))
    if game.forced is not None and game.forced["hands"] == "stuck" and kind != "bid":
        seat, bid = game.forced_seat(dealer), game.forced["bid"]
        if game.forced["may_decline"] and draw(st.booleans()):
            return {"bidder": seat, "bid": bid, "declined": True}
        result = draw(results(game, seat, bid, must_play=game.forced["must_play"]))
        return {"bidder": seat, "forced": True} | result
    if kind == "nobody bid":
        return {"thrown_in": True}
    seat = draw(st.integers(0, game.seats - 1))
    who = {"bidder": seat} if draw(st.booleans()) else {"side": seat % game.sides}
    return who | draw(results(game, seat, draw(st.sampled_from(game.bids)), must_play=False))


@st.composite
def results(draw: st.DrawFn, game: Game, seat: int, bid: str, *, must_play: bool) -> Facts:
    """Draw a bid of this seat and its result: played, with or without folding, or surrendered."""
    side = seat % game.sides
    giving_up = game.may_give_up and not must_play
    if giving_up and draw(st.integers(0, 2)) == 0:
        return {"bid": bid} | draw(surrenders(game, bid))
    folded: list[int] = []
    if giving_up and game.surrender == "each" and game.sides > 2:
        others = st.sampled_from([other for other in range(game.sides) if other != side])
        folded = draw(st.lists(others, max_size=game.sides - 2, unique=True))
    trumps = game.harmless if folded else game.trumps
    trump: Facts = {}
    if (folded and game.must_play) or (trumps and draw(st.booleans())):
        trump = {"trump": draw(st.sampled_from(trumps))}
    tricks = {"tricks": draw(shares(game, side, set(folded)))}
    return {"bid": bid} | trump | tricks | ({"folded": folded} if folded else {})


@st.composite
def surrenders(draw: st.DrawFn, game: Game, bid: str) -> Facts:
    """Draw a surrender, with its trump if the rules ask for it, and perhaps some free tricks."""
    surrender: Facts = {"surrendered": True}
    if game.must_play or (bool(game.harmless) and draw(st.booleans())):
        surrender["trump"] = draw(st.sampled_from(game.harmless))
    if bid in game.free_tricks and draw(st.booleans()):
        surrender["free_tricks"] = draw(st.integers(0, game.free_tricks[bid]))
    return surrender


@st.composite
def shares(draw: st.DrawFn, game: Game, bidding: int, folded: set[int]) -> list[int]:
    """Draw the tricks of a hand, one number a side; a folded side takes none."""
    tricks, left = [0] * game.sides, game.tricks
    takers = [side for side in range(game.sides) if side not in folded and side != bidding]
    for side in takers:
        tricks[side] = draw(st.integers(0, left))
        left -= tricks[side]
    tricks[bidding] = left
    return tricks


@st.composite
def starts(draw: st.DrawFn, game: Game) -> Facts:
    """Draw the head of a match file: the ruleset, at times names, a first dealer and a start."""
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
    """Draw an adjustment with its note."""
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
    """Draw a game and a legal match of it, as a match file, by default with corrections."""
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
    """Append one entry of this kind, or an adjustment if none of this kind would be legal."""
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
        dealt = table.dealt_before(len(table.dealers) + 1)
        entries.append({"record": draw(hands(game, dealer, dealt)) | named})
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
        entries.append(draw(corrections(game, kind, number, table)))
        if kind == "strike":
            table.struck.add(number)
    else:
        entries.append({"record": draw(adjustments(game))})
        table.dealers.append(None)


@st.composite
def corrections(
    draw: st.DrawFn, game: Game, kind: str, number: int, table: Table
) -> dict[str, Any]:
    """Draw an amendment, an overrule or a strike of this record."""
    if kind == "strike":
        return {"strike": number}
    if kind == "overrule":
        side = draw(st.integers(0, game.sides - 1))
        return {"overrule": number, "side": side, "points": draw(st.none() | POINTS)}
    return {"amend": number, "hand": draw(other_facts(game, number, table.dealers))}


def other_facts(
    game: Game, number: int, dealers: list[int | None]
) -> st.SearchStrategy[dict[str, Any]]:
    """Draw other facts for record `number`, given who dealt the records so far."""
    dealer = dealers[number - 1]
    if dealer is None:
        return adjustments(game)
    return hands(game, dealer, Table(dealers).dealt_before(number))

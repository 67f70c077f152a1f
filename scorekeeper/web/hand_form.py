"""The hand form both ways: what was tapped becomes a hand, and a hand fills in the keys."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.rules.hand import Dealt, Played, Surrendered, Typed, Won
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.terms import Bid
from scorekeeper.rules.words import Refused
from scorekeeper.service import Table
from scorekeeper.web.forms import HandForm, optional, text_of, whole_number
from scorekeeper.web.sheet_view import SideView, view_sides

SURRENDERED = "surrendered"
_FITS_HALF = len("12 alone")
_ALL_PASSED = "All passed"
_RED = ("diamonds", "hearts")


@dataclass(frozen=True, slots=True)
class Key:
    """One key: a radio's value, what stands on it, and its full name."""

    value: str
    text: str
    aria: str = ""
    checked: bool = False
    small: str = ""
    half: bool = False
    wide: bool = False
    red: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """The bids of one side."""

    side: SideView
    keys: list[Key]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number to type."""

    name: str
    side: SideView
    value: str


@dataclass(slots=True)
class Keys:
    """Every key of the hand form; a list is empty where the game has no use for it."""

    save_text: str
    note: str = ""
    pads: list[Pad] = field(default_factory=list)
    seats: list[Key] = field(default_factory=list)
    tricks: list[Key] = field(default_factory=list)
    trick_fields: list[Figure] = field(default_factory=list)
    surrender: Key | None = None
    folds: list[Key] = field(default_factory=list)
    told: str = ""
    seat: str = ""
    trumps: list[Key] = field(default_factory=list)
    trump_needed: bool = False
    forced: Key | None = None
    free_tricks: list[Key] = field(default_factory=list)
    decline: str = ""
    pass_text: str = ""
    winners: list[Key] = field(default_factory=list)
    points: list[Figure] = field(default_factory=list)
    dealer: list[Key] = field(default_factory=list)


def hand_of(form: HandForm, table: Table, dealer: int) -> dict[str, Any]:
    """The hand that was tapped, as CONTRACT.md section 1 writes it; `dealer` deals it.

    Raises Refused, naming the form's field, for what is missing or is no number.
    """
    rules = table.match.opening.ruleset
    facts = optional("note", text_of(form.note))
    if text_of(form.dealer):
        seats = len(table.match.standing.players) - 1
        dealer = whole_number(text_of(form.dealer), "dealer", "The dealer's seat", 0, seats)
        facts["dealer"] = dealer
    if rules.entry == "winner":
        last = rules.sides - 1
        winner = whole_number(text_of(form.winner), "winner", "The winner's side", 0, last)
        return {**facts, "winner": winner}
    if rules.entry == "points":
        typed = [text_of(each) for each in form.points]
        return {**facts, "points": _numbers(typed, "points", "Points", table)}
    facts |= optional("trump", text_of(form.trump))
    if text_of(form.deed) == "thrown in":
        return {**facts, "thrown_in": True}
    if text_of(form.deed) == "declined":
        return {**facts, **_declined(rules, dealer)}
    facts |= _bid_of(form, table)
    if form.forced.data and rules.forced:
        facts["forced"] = True
        if "side" in facts:  # only one seat of the table can be the stuck one
            facts["bidder"] = rules.forced.seat(dealer, rules.players)
            if facts["bidder"] % rules.sides != facts.pop("side"):
                name = table.match.standing.players[facts["bidder"]]
                raise Refused("Only %(name)s was stuck with the bid.", "forced", name=name)
    facts |= _folded(form, rules, facts)
    if text_of(form.tricks) == SURRENDERED or form.surrendered.data or "surrendered" in facts:
        free = text_of(form.free_tricks)
        granted = whole_number(free, "free_tricks", "Free tricks", 0) if free else 0
        return {**facts, "surrendered": True, **({"free_tricks": granted} if granted else {})}
    return {**facts, "tricks": _tricks(form, table, rules, facts)}


def _folded(form: HandForm, rules: Ruleset, facts: dict[str, Any]) -> dict[str, Any]:
    """Who folded alone; the hand was surrendered where every defender did."""
    last = rules.sides - 1
    ticked = {
        whole_number(text, "folded", "The side that folded", 0, last)
        for text in form.folded.data or ()
    }
    if not ticked:
        return {}
    defenders = set(range(rules.sides)) - {_bidding(facts, rules)}
    return {"surrendered": True} if ticked == defenders else {"folded": sorted(ticked)}


def _bidding(facts: dict[str, Any], rules: Ruleset) -> int:
    """The side that bid, in facts that say so."""
    side: int = facts["side"] if "side" in facts else facts["bidder"] % rules.sides
    return side


def blank_keys(table: Table, save_text: str) -> Keys:
    """The keys of the next hand, none of them tapped."""
    return typed_keys(HandForm(formdata=None), table, table.match.standing.dealer, save_text)


def fill(form: HandForm, hand: Dealt) -> None:
    """Fills the form in from a hand that stands."""
    form.note.data = hand.note or ""
    form.trump.data = hand.trump or ""
    match hand:
        case Played() | Surrendered():
            form.bid.data = f"{hand.side}-{hand.bid.name}"
            form.seat.data = "" if hand.bidder is None else str(hand.bidder)
            form.forced.data = hand.forced
        case Won(winner=winner):
            form.winner.data = str(winner)
        case Typed(points=points):
            form.points.entries = []
            for number in points:
                form.points.append_entry(str(number))
        case _:
            pass
    if isinstance(hand, Played):
        form.tricks.data = str(hand.tricks[hand.side])
        for number in hand.tricks:
            form.tricks_each.append_entry(str(number))
        form.folded.data = [str(side) for side in hand.folded]
    if isinstance(hand, Surrendered):
        form.tricks.data = SURRENDERED
        form.surrendered.data = True
        form.free_tricks.data = str(hand.free_tricks)


def add_dealer(keys: Keys, table: Table, dealer: str) -> None:
    """Offers to say who dealt, on the page that changes a hand."""
    keys.dealer = _choices(dealer, enumerate(table.sheet.players))


def _declined(rules: Ruleset, dealer: int) -> dict[str, Any]:
    if rules.forced is None:
        raise Refused("Nobody may decline to bid in this game.", "bid")
    seat = rules.forced.seat(dealer, rules.players)
    return {"bidder": seat, "bid": rules.forced.bid, "declined": True}


def _bid_of(form: HandForm, table: Table) -> dict[str, Any]:
    side_text, dash, name = text_of(form.bid).partition("-")
    if not dash:
        raise Refused("Tap what was bid, on the pad of the side that bid it.", "bid")
    side = whole_number(side_text, "bid", "The side", 0, len(table.match.standing.sides) - 1)
    if table.fold.match.opening.ruleset.alone:
        return {"bidder": side, "bid": name}
    if not text_of(form.seat):
        return {"side": side, "bid": name}
    players, sides = table.match.standing.players, len(table.match.standing.sides)
    seat = whole_number(text_of(form.seat), "seat", "The bidder's seat", 0, len(players) - 1)
    if seat % sides != side:
        raise Refused(
            "%(player)s plays for %(own)s, not for %(side)s, who bid.",
            "seat",
            player=players[seat],
            own=table.match.standing.sides[seat % sides],
            side=table.match.standing.sides[side],
        )
    return {"bidder": seat, "bid": name}


def _tricks(form: HandForm, table: Table, rules: Ruleset, facts: dict[str, Any]) -> list[int]:
    if not rules.two_sided:
        typed = [text_of(each) for each in form.tricks_each]
        typed += [""] * (rules.sides - len(typed))
        for side in facts.get("folded", ()):
            typed[side] = typed[side].strip() or "0"
        return _numbers(typed, "tricks_each", "Tricks", table)
    if not text_of(form.tricks):
        raise Refused("Tap the tricks that the bidding side took, or Surrendered.", "tricks")
    took = whole_number(text_of(form.tricks), "tricks", "Tricks", 0, rules.tricks)
    tricks = [took, rules.tricks - took]
    return tricks if _bidding(facts, rules) == 0 else tricks[::-1]


def _numbers(typed: list[str], field: str, what: str, table: Table) -> list[int]:
    names = table.match.standing.sides
    typed += [""] * (len(names) - len(typed))
    return [
        whole_number(text, f"{field}-{place}", f"{what} of {name}")
        for place, (text, name) in enumerate(zip(typed, names, strict=False))
    ]


def typed_keys(
    form: HandForm, table: Table, dealer: int, save_text: str, number: int | None = None
) -> Keys:
    """The keys as they were tapped, for the next hand or for the one in row `number`."""
    rules, sheet = table.sheet.opening.ruleset, table.sheet
    keys = Keys(save_text, note=text_of(form.note))
    if rules.entry == "winner":
        keys.winners = _choices(form.winner.data, enumerate(sheet.sides))
    elif rules.entry == "points":
        keys.points = _figures("points", form.points, table)
    else:
        _contract_keys(keys, form, table)
        standing = table.match.standing
        dealt = standing.dealt if number is None else standing.dealt_before(number)
        _forced_keys(keys, form, table, dealer, dealt)
    return keys


def _contract_keys(keys: Keys, form: HandForm, table: Table) -> None:
    rules, sheet = table.sheet.opening.ruleset, table.sheet
    keys.pads = [
        Pad(side, [_bid_key(form, side, bid) for bid in rules.offered])
        for side in view_sides(sheet)
    ]
    if not rules.alone:
        keys.seats = _choices(form.seat.data, [("", "nobody said"), *enumerate(sheet.players)])
    if rules.two_sided:
        keys.tricks = [
            Key(str(n), str(n), f"{n} tricks", checked=text_of(form.tricks) == str(n))
            for n in range(rules.tricks + 1)
        ]
    else:
        keys.trick_fields = _figures("tricks_each", form.tricks_each, table)
    if rules.surrender:
        given_up = text_of(form.tricks) == SURRENDERED or bool(form.surrendered.data)
        each = rules.surrender == "each"
        told = "All defenders folded" if each else "Surrendered, not played"
        keys.surrender = Key(SURRENDERED, "Surrendered", told, checked=given_up)
    if rules.surrender == "each":
        ticked = form.folded.data or ()
        keys.folds = [
            Key(str(side), name, checked=str(side) in ticked)
            for side, name in enumerate(sheet.sides)
        ]
    keys.trumps = [
        Key(trump, trump or "not said", checked=text_of(form.trump) == trump, red=trump in _RED)
        for trump in ("", *rules.trumps)
    ]
    keys.trump_needed = bool(rules.surrender and rules.must_play)
    if rules.free_tricks:
        most = max(rules.free_tricks.values())
        keys.free_tricks = _choices(form.free_tricks.data or "0", [(n, n) for n in range(most + 1)])


def _forced_keys(keys: Keys, form: HandForm, table: Table, dealer: int, dealt: int) -> None:
    """The forced seat's keys, and whether everybody may pass."""
    rules = table.sheet.opening.ruleset
    forced = rules.forced
    if forced is None:
        keys.pass_text = _ALL_PASSED
        return
    seat = forced.seat(dealer, rules.players)
    name = table.sheet.players[seat]
    if forced.hands == "stuck":
        text = f"{name} was stuck with {forced.bid}"
        keys.forced = Key("1", text, checked=bool(form.forced.data))
        keys.decline = f"{name} declines" if forced.may_decline else ""
    elif forced.covers(dealt):
        side = view_sides(table.sheet)[seat % rules.sides]
        bid = rules.bids[rules.rank[forced.bid]]
        keys.told = f"{name} has to bid {bid.name} on this hand."
        keys.pads = [Pad(side, [replace(_bid_key(form, side, bid), checked=True)])]
        keys.seats, keys.seat = [], str(seat)
    else:
        keys.pass_text = _ALL_PASSED


def _bid_key(form: HandForm, side: SideView, bid: Bid) -> Key:
    value = f"{side.index}-{bid.name}"
    word, text = not bid.name.isdigit(), bid.name.removesuffix(" pepper")
    return Key(
        value,
        text,
        f"{side.name} bid {bid.name}",
        checked=text_of(form.bid) == value,
        small=str(bid.worth) if word else "",
        half=word,
        wide=len(text) > _FITS_HALF,
    )


def _choices(chosen: object, options: Any) -> list[Key]:  # noqa: ANN401 - pairs of value and name
    chosen = "" if chosen is None else str(chosen)
    return [Key(str(value), str(name), checked=chosen == str(value)) for value, name in options]


def _figures(name: str, typed: Any, table: Table) -> list[Figure]:  # noqa: ANN401 - a FieldList
    values = [text_of(each) for each in typed]
    values += [""] * len(table.sheet.sides)
    return [
        Figure(f"{name}-{side.index}", side, values[side.index]) for side in view_sides(table.sheet)
    ]

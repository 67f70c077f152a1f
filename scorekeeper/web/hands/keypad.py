"""The keys of the hand form, as they stand on a page: which there are, and which are tapped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.matches.matches import Table
from scorekeeper.messages.names import TRUMP_WORDS
from scorekeeper.rules.errors import Sentence
from scorekeeper.rules.terms import Bid
from scorekeeper.web.form_values import text_of
from scorekeeper.web.forms import HandForm
from scorekeeper.web.hands.hand_form import SURRENDERED
from scorekeeper.web.sheet_view import SideView, view_sides

_FITS_HALF = len("12 alone")
_ALL_PASSED = Sentence("All passed")
_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_RED = ("diamonds", "hearts")


@dataclass(frozen=True, slots=True)
class Key:
    """One key: a radio's value, what stands on it, and its full name."""

    value: str
    text: str | Sentence
    aria: str | Sentence = ""
    checked: bool = False
    small: str = ""
    half: bool = False
    wide: bool = False
    red: bool = False
    suit: str = ""


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

    save_text: Sentence
    note: str = ""
    pads: list[Pad] = field(default_factory=list)
    seats: list[Key] = field(default_factory=list)
    tricks: list[Key] = field(default_factory=list)
    trick_fields: list[Figure] = field(default_factory=list)
    surrender: Key | None = None
    folds: list[Key] = field(default_factory=list)
    told: str | Sentence = ""
    seat: str = ""
    trumps: list[Key] = field(default_factory=list)
    trump_needed: bool = False
    forced: Key | None = None
    free_tricks: list[Key] = field(default_factory=list)
    decline: str | Sentence = ""
    pass_text: str | Sentence = ""
    winners: list[Key] = field(default_factory=list)
    points: list[Figure] = field(default_factory=list)
    dealer: list[Key] = field(default_factory=list)


def blank_keys(table: Table, save_text: Sentence) -> Keys:
    """The keys of the next hand, none of them tapped."""
    return typed_keys(HandForm(formdata=None), table, table.fold.match.standing.dealer, save_text)


def add_dealer(keys: Keys, table: Table, dealer: str) -> None:
    """Offers to say who dealt, on the page that changes a hand."""
    keys.dealer = _choices(dealer, enumerate(table.sheet.players))


def typed_keys(
    form: HandForm, table: Table, dealer: int, save_text: Sentence, number: int | None = None
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
        standing = table.fold.match.standing
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
        keys.seats = _choices(
            form.seat.data, [("", Sentence("nobody said")), *enumerate(sheet.players)]
        )
    if rules.two_sided:
        keys.tricks = [
            Key(str(n), str(n), _tricks(n), checked=text_of(form.tricks) == str(n))
            for n in range(rules.tricks + 1)
        ]
    else:
        keys.trick_fields = _figures("tricks_each", form.tricks_each, table)
    if rules.surrender:
        given_up = text_of(form.tricks) == SURRENDERED or bool(form.surrendered.data)
        each = rules.surrender == "each"
        told = Sentence("All defenders folded") if each else Sentence("Surrendered, not played")
        keys.surrender = Key(SURRENDERED, Sentence("Surrendered"), told, checked=given_up)
    if rules.surrender == "each":
        ticked = form.folded.data or ()
        keys.folds = [
            Key(str(side), name, checked=str(side) in ticked)
            for side, name in enumerate(sheet.sides)
        ]
    keys.trumps = [_trump_key(form, trump) for trump in ("", *rules.trumps)]
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
        text = Sentence("%(name)s was stuck with %(bid)s", name=name, bid=forced.bid)
        keys.forced = Key("1", text, checked=bool(form.forced.data))
        keys.decline = Sentence("%(name)s declines", name=name) if forced.may_decline else ""
    elif forced.covers(dealt):
        side = view_sides(table.sheet)[seat % rules.sides]
        bid = rules.bids[rules.rank[forced.bid]]
        keys.told = Sentence("%(name)s has to bid %(bid)s on this hand.", name=name, bid=bid.name)
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
        Sentence("%(side)s bid %(bid)s", side=side.name, bid=bid.name),
        checked=text_of(form.bid) == value,
        small=str(bid.worth) if word else "",
        half=word,
        wide=len(text) > _FITS_HALF,
    )


def _trump_key(form: HandForm, trump: str) -> Key:
    said = TRUMP_WORDS[trump] if trump else Sentence("not said")
    checked = text_of(form.trump) == trump
    return Key(trump, said, checked=checked, suit=_SUITS.get(trump, ""), red=trump in _RED)


def _tricks(count: int) -> Sentence:
    return Sentence("1 trick") if count == 1 else Sentence("%(tricks)s tricks", tricks=count)


def _choices(chosen: object, options: Any) -> list[Key]:  # noqa: ANN401 - pairs of value and name
    chosen = "" if chosen is None else str(chosen)
    return [
        Key(
            str(value),
            name if isinstance(name, Sentence) else str(name),
            checked=chosen == str(value),
        )
        for value, name in options
    ]


def _figures(name: str, typed: Any, table: Table) -> list[Figure]:  # noqa: ANN401 - a FieldList
    values = [text_of(each) for each in typed]
    values += [""] * len(table.sheet.sides)
    return [
        Figure(f"{name}-{side.index}", side, values[side.index]) for side in view_sides(table.sheet)
    ]

"""The keypad of the hand form: its keys, and which of them are selected."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.messages.labels import TRUMP_LABELS
from scorekeeper.messages.message import Message
from scorekeeper.messages.numbers import count_tricks
from scorekeeper.rules.ruleset import Bid
from scorekeeper.web.form_values import field_text
from scorekeeper.web.forms import HandForm
from scorekeeper.web.sheet_view import SideView, view_sides

SURRENDERED = "surrendered"
"""The value of the key that is chosen in place of a number of tricks."""
_FITS_HALF = 8
"""The longest text, in characters, of a key that takes half a row."""
_ALL_PASSED = Message("All passed")
_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_RED = ("diamonds", "hearts")
_DETAILS = {"seat", "note", "forced", "free_tricks"}


@dataclass(frozen=True, slots=True)
class KeypadKey:
    """One key: the value of a radio button, its text, and its full name (`aria`)."""

    value: str
    text: str | Message
    aria: str | Message = ""
    checked: bool = False
    small: str = ""
    half: bool = False
    wide: bool = False
    red: bool = False
    suit: str = ""


@dataclass(frozen=True, slots=True)
class SideKeys:
    """The bid keys of one side."""

    side: SideView
    keys: list[KeypadKey]


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field of one side for a typed number."""

    name: str
    side: SideView
    value: str


@dataclass(slots=True)
class Keypad:
    """Every key of the hand form; a list is empty if the game does not use it."""

    save_text: Message
    note: str = ""
    pads: list[SideKeys] = field(default_factory=list)
    seats: list[KeypadKey] = field(default_factory=list)
    tricks: list[KeypadKey] = field(default_factory=list)
    trick_fields: list[NumberField] = field(default_factory=list)
    surrender: KeypadKey | None = None
    folds: list[KeypadKey] = field(default_factory=list)
    forced_text: str | Message = ""
    seat: str = ""
    trumps: list[KeypadKey] = field(default_factory=list)
    trump_needed: bool = False
    forced: KeypadKey | None = None
    free_tricks: list[KeypadKey] = field(default_factory=list)
    decline: str | Message = ""
    pass_text: str | Message = ""
    winners: list[KeypadKey] = field(default_factory=list)
    points: list[NumberField] = field(default_factory=list)
    dealer: list[KeypadKey] = field(default_factory=list)

    @property
    def optional_trumps(self) -> list[KeypadKey]:
        """Return the trumps of a hand that can be written without one."""
        return [] if self.trump_needed else self.trumps

    @property
    def has_details(self) -> bool:
        """Return whether an optional detail is selected or written."""
        return bool(
            self.note
            or (self.forced and self.forced.checked)
            or any(key.checked and key.value for key in (*self.seats, *self.optional_trumps))
            or any(key.checked and key.value not in {"", "0"} for key in self.free_tricks)
        )

    def is_detail(self, name: str) -> bool:
        """Return whether a form field is among the optional details."""
        return name in _DETAILS or (name == "trump" and not self.trump_needed)


def empty_keypad(snapshot: MatchSnapshot, save_text: Message) -> Keypad:
    """Return the keypad of the next hand with nothing selected."""
    return filled_keypad(HandForm(formdata=None), snapshot, snapshot.state.dealer, save_text)


def add_dealer(keys: Keypad, snapshot: MatchSnapshot, dealer: str) -> None:
    """Add the keys that choose the dealer, for the page that changes a hand."""
    keys.dealer = _choices(dealer, enumerate(snapshot.sheet.players))


def filled_keypad(
    form: HandForm,
    snapshot: MatchSnapshot,
    dealer: int,
    save_text: Message,
    number: int | None = None,
) -> Keypad:
    """Return the keypad with the form's selection, for the next hand or the one in row `number`."""
    rules, sheet = snapshot.sheet.opening.ruleset, snapshot.sheet
    keys = Keypad(save_text, note=field_text(form.note))
    if rules.entry == "winner":
        keys.winners = _choices(form.winner.data, enumerate(sheet.sides))
    elif rules.entry == "points":
        keys.points = _number_fields("points", form.points, snapshot)
    else:
        _contract_keys(keys, form, snapshot)
        state = snapshot.state
        dealt = state.dealt if number is None else state.dealt_before(number)
        _forced_keys(keys, form, snapshot, dealer, dealt)
    return keys


def _contract_keys(keys: Keypad, form: HandForm, snapshot: MatchSnapshot) -> None:
    rules, sheet = snapshot.sheet.opening.ruleset, snapshot.sheet
    keys.pads = [
        SideKeys(side, [_bid_key(form, side, bid, rules.common_ending) for bid in rules.offered])
        for side in view_sides(sheet)
    ]
    if not rules.alone:
        keys.seats = _choices(
            form.seat.data, [("", Message("nobody said")), *enumerate(sheet.players)]
        )
    if rules.two_sided:
        keys.tricks = [
            KeypadKey(str(n), str(n), count_tricks(n), checked=field_text(form.tricks) == str(n))
            for n in range(rules.tricks + 1)
        ]
    else:
        keys.trick_fields = _number_fields("tricks_each", form.tricks_each, snapshot)
    if rules.surrender:
        given_up = field_text(form.tricks) == SURRENDERED or bool(form.surrendered.data)
        each = rules.surrender == "each"
        summary = Message("All defenders folded") if each else Message("Surrendered, not played")
        keys.surrender = KeypadKey(SURRENDERED, Message("Surrendered"), summary, checked=given_up)
    if rules.surrender == "each":
        ticked = form.folded.data or ()
        keys.folds = [
            KeypadKey(str(side), name, checked=str(side) in ticked)
            for side, name in enumerate(sheet.sides)
        ]
    keys.trumps = [_trump_key(form, trump) for trump in ("", *rules.trumps)]
    keys.trump_needed = bool(rules.surrender and rules.must_play)
    if rules.free_tricks:
        most = max(rules.free_tricks.values())
        keys.free_tricks = _choices(form.free_tricks.data or "0", [(n, n) for n in range(most + 1)])


def _forced_keys(
    keys: Keypad, form: HandForm, snapshot: MatchSnapshot, dealer: int, dealt: int
) -> None:
    """Set the keys of the forced seat, and whether everybody may pass."""
    rules = snapshot.sheet.opening.ruleset
    forced = rules.forced
    if forced is None:
        keys.pass_text = _ALL_PASSED
        return
    seat = forced.seat(dealer, rules.players)
    name = snapshot.sheet.players[seat]
    if forced.hands == "stuck":
        text = Message("%(name)s was stuck with %(bid)s", name=name, bid=forced.bid)
        keys.forced = KeypadKey("1", text, checked=bool(form.forced.data))
        keys.decline = Message("%(name)s declines", name=name) if forced.may_decline else ""
    elif forced.covers(dealt):
        side = view_sides(snapshot.sheet)[seat % rules.sides]
        bid = rules.bids[rules.rank[forced.bid]]
        keys.forced_text = Message(
            "%(name)s has to bid %(bid)s on this hand.", name=name, bid=bid.name
        )
        key = _bid_key(form, side, bid, rules.common_ending)
        keys.pads = [SideKeys(side, [replace(key, checked=True)])]
        keys.seats, keys.seat = [], str(seat)
    else:
        keys.pass_text = _ALL_PASSED


def _bid_key(form: HandForm, side: SideView, bid: Bid, ending: str) -> KeypadKey:
    value = f"{side.index}-{bid.name}"
    word, text = not bid.name.isdigit(), bid.name.removesuffix(ending)
    return KeypadKey(
        value,
        text,
        Message("%(side)s bid %(bid)s", side=side.name, bid=bid.name),
        checked=field_text(form.bid) == value,
        small=str(bid.worth) if word else "",
        half=word,
        wide=len(text) > _FITS_HALF,
    )


def _trump_key(form: HandForm, trump: str) -> KeypadKey:
    said = TRUMP_LABELS[trump] if trump else Message("not said")
    checked = field_text(form.trump) == trump
    return KeypadKey(trump, said, checked=checked, suit=_SUITS.get(trump, ""), red=trump in _RED)


def _choices(chosen: object, options: Any) -> list[KeypadKey]:  # noqa: ANN401 - pairs of value and name
    chosen = "" if chosen is None else str(chosen)
    return [
        KeypadKey(
            str(value),
            name if isinstance(name, Message) else str(name),
            checked=chosen == str(value),
        )
        for value, name in options
    ]


def _number_fields(name: str, typed: Any, snapshot: MatchSnapshot) -> list[NumberField]:  # noqa: ANN401 - a FieldList
    values = [field_text(each) for each in typed]
    values += [""] * len(snapshot.sheet.sides)
    return [
        NumberField(f"{name}-{side.index}", side, values[side.index])
        for side in view_sides(snapshot.sheet)
    ]

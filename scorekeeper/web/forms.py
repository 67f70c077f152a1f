"""The forms, field by field, under the names by which browsers send them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from wtforms import (
    BooleanField,
    FieldList,
    HiddenField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
)

from scorekeeper.messages.message import Message
from scorekeeper.rules.ruleset import MOST_SEATS
from scorekeeper.web.base_form import EntryForm, IdempotentForm


def translated_choices(words: Mapping[str, Message]) -> Callable[[], dict[str, str]]:
    """Return a function that makes the choices, in the language current when the form is made."""
    return lambda: {value: str(sentence) for value, sentence in words.items()}


BUTTON = "deed"
"""The name of those buttons whose value says what to do with the form."""


class EachSide(FieldList):  # type: ignore[type-arg]  # generic in the stubs alone
    """One text a side, named by its index: "points-0", "points-1"; other suffixes are ignored.

    A side that sent nothing, before the last one that did, keeps its index and is empty.
    """

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        names = set(formdata)
        sent = [place for place in range(MOST_SEATS) if f"{prefix}-{place}" in names]
        return iter(range(sent[-1] + 1 if sent else 0))


class HandForm(EntryForm):
    """One hand of any game. Each field keeps its text as it was sent.

    `number` is the row that the hand was entered for.
    """

    field_names = MappingProxyType(
        {
            "bidder": "seat",
            "side": "bid",
            "surrendered": "tricks",
            "declined": "bid",
            "thrown_in": "bid",
            "record": "bid",
        }
    )

    number = StringField()
    bid = StringField()
    seat = StringField()
    tricks = StringField()
    tricks_each = EachSide(StringField())
    surrendered = BooleanField()
    folded = SelectMultipleField(validate_choice=False)
    trump = StringField()
    forced = BooleanField()
    free_tricks = StringField()
    winner = StringField()
    points = EachSide(StringField())
    dealer = StringField()
    note = StringField()
    action = StringField(name=BUTTON)


TESTS = {"reach": Message("reached"), "exceed": Message("exceeded")}
SHEETS = {"carry": Message("carried forward"), "signed": Message("written with a minus")}
_LEADS = {
    "": Message("the bidder leads"),
    "left": Message("bidder's left leads at no trump"),
}
_SPEAKS = {
    "": Message("both together"),
    "left": Message("bidder's left first, right decides"),
}


class MatchForm(IdempotentForm):
    """A new match: `rules` is the game's ruleset in JSON, the rest is what the players settle."""

    rules = HiddenField()
    note = StringField()
    seats = EachSide(StringField())
    sides = EachSide(StringField())
    first_dealer = RadioField(validate_choice=False)
    target = StringField()
    test = SelectField(choices=translated_choices(TESTS))
    sheet = SelectField(choices=translated_choices(SHEETS))
    minimum_bid = SelectField(validate_choice=False)
    forced = BooleanField()
    forced_must_play = BooleanField()
    clubs = BooleanField()
    no_trump = SelectField(validate_choice=False)
    take = BooleanField()
    leads = SelectField(choices=translated_choices(_LEADS))
    speaks = SelectField(choices=translated_choices(_SPEAKS))
    start = EachSide(StringField())
    shortfalls = EachSide(StringField())

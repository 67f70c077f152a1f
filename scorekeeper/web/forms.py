"""The forms, field by field: what a page asks for, under the names that it is sent by."""

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
    TextAreaField,
)

from scorekeeper.rules.errors import Sentence
from scorekeeper.rules.terms import MOST_SEATS
from scorekeeper.web.base_form import Act, OnceForm, Posted


def said(words: Mapping[str, Sentence]) -> Callable[[], dict[str, str]]:
    """Choices whose words are said when the form is made, in the language spoken then."""
    return lambda: {value: str(sentence) for value, sentence in words.items()}


class EachSide(FieldList):  # type: ignore[type-arg]  # generic in the stubs alone
    """One text a side, named by its place: "points-0", "points-1"; other endings are ignored.

    A side before the last one sent that sent nothing has its place all the same, and is empty.
    """

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        names = set(formdata)
        sent = [place for place in range(MOST_SEATS) if f"{prefix}-{place}" in names]
        return iter(range(sent[-1] + 1 if sent else 0))


class UndoForm(Act):
    """Takes back the entry that the button named."""

    entry = StringField()


class HandForm(Act):
    """One hand, of whatever game. The text of each field is as it came.

    `number` is the row that it was entered for.
    """

    own_names = MappingProxyType(
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
    deed = StringField()


class BringForm(OnceForm):
    """A match file as text; a file travels beside the form."""

    text = TextAreaField()


class AdjustmentForm(Act):
    """Agreed points: one text a side."""

    points = EachSide(StringField())
    note = StringField()
    deed = StringField()


class ColumnForm(Act):
    """What one hand is worth to one side."""

    own_names = MappingProxyType({"overrule": "number"})

    side = RadioField(validate_choice=False)
    number = SelectField(validate_choice=False)
    points = StringField()
    deed = StringField()


class RenameForm(Act):
    """A new name for one side or one seat: `whose` is "side 0" or "seat 2"."""

    whose = HiddenField()
    name = StringField()


class DealerForm(Act):
    """Who deals next."""

    dealer = RadioField(validate_choice=False)


class ReopenForm(Act):
    """Why an ended match is taken up again."""

    own_names = MappingProxyType({"reopen": "reason", "note": "reason"})

    reason = StringField()


class LinkForm(Posted):
    """One button."""


LOOKS = ("", "light", "dark")
"""As the phone, or whatever it says."""


class LookForm(Posted):
    """Light or dark, and the match whose menu it was asked for on, if any."""

    look = RadioField(validate_choice=False)
    code = StringField()


class LanguageForm(Posted):
    """A language to read, or as the browser asks; and the match whose menu it was asked for on."""

    language = RadioField(validate_choice=False)
    code = StringField()


class JoinForm(Posted):
    """A seat to sit on, and a name to sit there by."""

    seat = StringField()
    name = StringField()


TESTS = {"reach": Sentence("reached"), "exceed": Sentence("exceeded")}
SHEETS = {"carry": Sentence("carried forward"), "signed": Sentence("written with a minus")}
_LEADS = {
    "": Sentence("the bidder leads"),
    "left": Sentence("bidder's left leads at no trump"),
}
_SPEAKS = {
    "": Sentence("both together"),
    "left": Sentence("bidder's left first, right decides"),
}


class MatchForm(OnceForm):
    """A new match: `rules` is the game's ruleset in JSON, the rest what the table settles."""

    rules = HiddenField()
    note = StringField()
    seats = EachSide(StringField())
    sides = EachSide(StringField())
    first_dealer = RadioField(validate_choice=False)
    target = StringField()
    test = SelectField(choices=said(TESTS))
    sheet = SelectField(choices=said(SHEETS))
    minimum_bid = SelectField(validate_choice=False)
    forced = BooleanField()
    forced_must_play = BooleanField()
    clubs = BooleanField()
    no_trump = SelectField(validate_choice=False)
    take = BooleanField()
    leads = SelectField(choices=said(_LEADS))
    speaks = SelectField(choices=said(_SPEAKS))
    start = EachSide(StringField())
    shortfalls = EachSide(StringField())

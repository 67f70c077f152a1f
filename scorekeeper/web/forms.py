"""The forms, and how what was typed becomes facts. The rules themselves say what is wrong."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from flask import current_app, session
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    HiddenField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)

from scorekeeper.rules.notation import plain
from scorekeeper.rules.reading import MOST_POINTS
from scorekeeper.rules.ruleset import MOST_SEATS
from scorekeeper.rules.words import Refused, Sentence, shown

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MOST_FIGURES = 12


def csrf_token() -> str:
    """The CSRF token of this session; it does not run out, and is signed once."""
    kept = session.get("csrf_token")
    if isinstance(kept, str):
        return _signed(kept, str(current_app.secret_key))
    return str(generate_csrf())


@lru_cache(maxsize=4096)
def _signed(_: str, __: str) -> str:
    """By all that it is made of: what the session holds, and the secret."""
    return str(generate_csrf())


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


class Posted(FlaskForm):
    """A form. Its CSRF token is checked before any page is asked."""

    class Meta(FlaskForm.Meta):
        """No field for the token: CSRFProtect holds every POST to it already."""

        csrf = False

    def hidden_tag(self) -> Markup:
        """What travels unseen: the CSRF token, and every hidden field as it stands."""
        fields = [(field.name, field.data or "") for field in self if type(field) is HiddenField]
        return Markup("").join(
            Markup(f'<input type="hidden" name="{name}" value="{escape(value)}">')  # noqa: S704
            for name, value in [("csrf_token", csrf_token()), *fields]
        )


class OnceForm(Posted):
    """A form with a mark of its own, an idempotency key: sent twice, it does its work once."""

    once = HiddenField()

    def mark(self) -> None:
        """Gives the form a new mark."""
        self.once.data = secrets.token_urlsafe(12)

    @property
    def key(self) -> str:
        """The form's mark; a form without one gets one, and then a repeat is a new write."""
        return (self.once.data or secrets.token_urlsafe(12))[:64]


class Act(OnceForm):
    """What every form that writes on a sheet carries: also the version of the sheet it saw."""

    version = HiddenField()
    own_names: ClassVar[Mapping[str, str]] = {}
    """What the form calls a field of the entry, where it has a name of its own for it."""

    def stamp(self, version: int) -> None:
        """Makes the form ready to be shown for the sheet as it stands now."""
        self.version.data = str(version)
        self.mark()

    @property
    def seen(self) -> int:
        """The version that the form was shown with; -1, which none is, where it is damaged."""
        text = self.version.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < len("1e10000") else -1


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


def whole_number(
    text: str | None, field: str, what: Sentence, low: int = -MOST_POINTS, high: int = MOST_POINTS
) -> int:
    """The whole number from `low` to `high` that was typed, a minus of either kind before it.

    Raises Refused for anything else; an empty field is not 0.
    """
    tidy = (text or "").strip().replace("\u2212", "-")
    if _WHOLE.fullmatch(tidy) and len(tidy) <= _MOST_FIGURES and low <= int(tidy) <= high:
        return int(tidy)
    raise Refused(
        "%(what)s takes a whole number from %(low)s to %(high)s, not %(written)s.",
        field,
        what=what,
        low=plain(low),
        high=high,
        written=shown(text) if tidy else Sentence("nothing"),
    )


def text_of(field: Field) -> str:
    """What was typed, or an empty text."""
    return field.data or ""


def optional(name: str, text: str) -> dict[str, Any]:
    """The field where something was typed, nothing where it was left empty."""
    return {name: text} if text.strip() else {}

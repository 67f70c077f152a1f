"""The form of custom rules: a field for every field of a ruleset, made from its declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from wtforms import (
    BooleanField,
    FieldList,
    Form,
    FormField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms import Field as FieldOfForm

from scorekeeper.messages.labels import TRUMP_LABELS
from scorekeeper.messages.message import Message
from scorekeeper.rules.field import Field, declarations
from scorekeeper.rules.ruleset import AWARDS, MOST_BIDS, Bid, Forced, Ruleset, Target, Trump
from scorekeeper.web.base_form import BaseForm
from scorekeeper.web.forms import SHEETS, TESTS, translated_choices

_NAMES = {"target.points": "target", "target.test": "test"}
"""The names of fields that are not those of the ruleset, by path."""
_CHOICES = {
    "entry": {
        "contract": Message("bid and played"),
        "winner": Message("one winner"),
        "points": Message("points typed in"),
    },
    "surrender": {
        "": Message("not in this game"),
        "all": Message("the defenders as one"),
        "each": Message("each alone"),
    },
    "forced_who": {
        "": Message("nobody"),
        "dealer": Message("the dealer"),
        "left of dealer": Message("the seat after the dealer"),
    },
    "test": TESTS,
    "win_by": {
        "reaching": Message("on any hand"),
        "making": Message("on a hand whose bid it made"),
        "deciding": Message("on a hand whose bid it made or set"),
    },
    "crossing": {
        "higher": Message("the higher score"),
        "bidder": Message("the bidding side, if it is over"),
    },
    "sheet": SHEETS,
}


@dataclass(frozen=True, slots=True)
class RuleField:
    """A field of the form: its name, and the path and the declaration of that of the ruleset."""

    name: str
    path: tuple[str, ...]
    hint: Any
    declared: Field

    def unbound(self) -> FieldOfForm:
        """Return the field for the class of the form."""
        if self.name in _CHOICES:
            return SelectField(choices=translated_choices(_CHOICES[self.name]))
        if self.hint == tuple[Trump, ...]:
            return SelectMultipleField(choices=translated_choices(TRUMP_LABELS))
        return BooleanField() if self.hint is bool else StringField()


def _rule_fields() -> Iterator[RuleField]:
    """Yield the fields outside the ladder; those of an object stand beside the others."""
    for name, (hint, declared) in declarations(Ruleset).items():
        objects = {Forced, Target}.intersection(get_args(hint))
        for cls in objects:
            for part, (inner, own) in declarations(cls).items():
                path = (name, part)
                yield RuleField(_NAMES.get(".".join(path), "_".join(path)), path, inner, own)
        if not objects and hint not in (tuple[Bid, ...], Mapping[str, int]):
            yield RuleField(name, (name,), hint, declared)


RULE_FIELDS = tuple(_rule_fields())


class BidForm(Form):
    """One bid of the ladder; an award left empty is that of the game."""

    name = StringField()
    needs = StringField()
    worth = StringField()
    free = StringField()


class RulesForm(BaseForm):
    """Every field of a ruleset, as a person writes it."""

    bids = FieldList(FormField(BidForm), max_entries=MOST_BIDS)


for _kind in AWARDS:
    setattr(BidForm, _kind, StringField())
for _field in RULE_FIELDS:
    setattr(RulesForm, _field.name, _field.unbound())

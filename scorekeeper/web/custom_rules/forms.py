"""The form of custom rules, field by field."""

from __future__ import annotations

from wtforms import (
    BooleanField,
    FieldList,
    Form,
    FormField,
    SelectField,
    SelectMultipleField,
    StringField,
)

from scorekeeper.messages.labels import TRUMP_LABELS
from scorekeeper.messages.message import Message
from scorekeeper.rules.ruleset import MOST_BIDS
from scorekeeper.web.base_form import BaseForm
from scorekeeper.web.forms import SHEETS, TESTS, translated_choices


class Awards:
    """The five awards of a game, or of one bid that has its own."""

    made = StringField()
    set = StringField()
    defence_made = StringField()
    defence_set = StringField()
    shutout = StringField()


class BidForm(Awards, Form):
    """One bid of the ladder; an award left empty is that of the game."""

    name = StringField()
    needs = StringField()
    worth = StringField()
    free = StringField()


class RulesForm(Awards, BaseForm):
    """Every field of a ruleset, as a person writes it."""

    name = StringField()
    entry = SelectField(
        choices=translated_choices(
            {
                "contract": Message("bid and played"),
                "winner": Message("one winner"),
                "points": Message("points typed in"),
            }
        )
    )
    players = StringField()
    sides = StringField()
    tricks = StringField()
    bids = FieldList(FormField(BidForm), max_entries=MOST_BIDS)
    surrender = SelectField(
        choices=translated_choices(
            {
                "": Message("not in this game"),
                "all": Message("the defenders as one"),
                "each": Message("each alone"),
            }
        )
    )
    must_play = SelectMultipleField(choices=translated_choices(TRUMP_LABELS))
    trumps = SelectMultipleField(choices=translated_choices(TRUMP_LABELS))
    minimum_bid = StringField()
    forced_who = SelectField(
        choices=translated_choices(
            {
                "": Message("nobody"),
                "dealer": Message("the dealer"),
                "left of dealer": Message("the seat after the dealer"),
            }
        )
    )
    forced_bid = StringField()
    forced_hands = StringField()
    forced_may_decline = BooleanField()
    forced_must_play = BooleanField()
    target = StringField()
    test = SelectField(choices=translated_choices(TESTS))
    win_by = SelectField(
        choices=translated_choices(
            {
                "reaching": Message("on any hand"),
                "making": Message("on a hand whose bid it made"),
                "deciding": Message("on a hand whose bid it made or set"),
            }
        )
    )
    crossing = SelectField(
        choices=translated_choices(
            {
                "higher": Message("the higher score"),
                "bidder": Message("the bidding side, if it is over"),
            }
        )
    )
    lose_at = StringField()
    sheet = SelectField(choices=translated_choices(SHEETS))

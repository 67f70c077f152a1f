"""The form of a table's own rules, field by field: a ruleset as a person writes it."""

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

from scorekeeper.messages.names import TRUMP_WORDS
from scorekeeper.rules.errors import Sentence
from scorekeeper.rules.terms import MOST_BIDS
from scorekeeper.web.base_form import Posted
from scorekeeper.web.forms import SHEETS, TESTS, said


class Awards:
    """The five awards of a game, or of one bid that is paid in its own way."""

    made = StringField()
    set = StringField()
    defence_made = StringField()
    defence_set = StringField()
    shutout = StringField()


class BidForm(Awards, Form):
    """One rung of the ladder; an award left empty is the game's own."""

    name = StringField()
    needs = StringField()
    worth = StringField()
    free = StringField()


class RulesForm(Awards, Posted):
    """Every field of a ruleset, as a person writes it."""

    name = StringField()
    entry = SelectField(
        choices=said(
            {
                "contract": Sentence("bid and played"),
                "winner": Sentence("one winner"),
                "points": Sentence("points typed in"),
            }
        )
    )
    players = StringField()
    sides = StringField()
    tricks = StringField()
    bids = FieldList(FormField(BidForm), max_entries=MOST_BIDS)
    surrender = SelectField(
        choices=said(
            {
                "": Sentence("not in this game"),
                "all": Sentence("the defenders as one"),
                "each": Sentence("each alone"),
            }
        )
    )
    must_play = SelectMultipleField(choices=said(TRUMP_WORDS))
    trumps = SelectMultipleField(choices=said(TRUMP_WORDS))
    minimum_bid = StringField()
    forced_who = SelectField(
        choices=said(
            {
                "": Sentence("nobody"),
                "dealer": Sentence("the dealer"),
                "left of dealer": Sentence("the seat after the dealer"),
            }
        )
    )
    forced_bid = StringField()
    forced_hands = StringField()
    forced_may_decline = BooleanField()
    forced_must_play = BooleanField()
    target = StringField()
    test = SelectField(choices=said(TESTS))
    win_by = SelectField(
        choices=said(
            {
                "reaching": Sentence("on any hand"),
                "making": Sentence("on a hand whose bid it made"),
                "deciding": Sentence("on a hand whose bid it made or set"),
            }
        )
    )
    crossing = SelectField(
        choices=said(
            {
                "higher": Sentence("the higher score"),
                "bidder": Sentence("the bidding side, if it is over"),
            }
        )
    )
    lose_at = StringField()
    sheet = SelectField(choices=said(SHEETS))

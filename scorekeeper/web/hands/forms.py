"""The forms that correct a column and write agreed points."""

from __future__ import annotations

from types import MappingProxyType

from wtforms import RadioField, SelectField, StringField

from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.forms import BUTTON, EachSide


class AdjustmentForm(EntryForm):
    """Agreed points: one text a side."""

    points = EachSide(StringField())
    note = StringField()
    action = StringField(name=BUTTON)


class ColumnForm(EntryForm):
    """The points of one side for one hand."""

    field_names = MappingProxyType({"overrule": "number"})

    side = RadioField(validate_choice=False)
    number = SelectField(validate_choice=False)
    points = StringField()
    action = StringField(name=BUTTON)

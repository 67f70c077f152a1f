"""The forms of the match page's menu, and of its Undo."""

from __future__ import annotations

from types import MappingProxyType

from wtforms import HiddenField, RadioField, StringField

from scorekeeper.web.base_form import BaseForm, EntryForm


class UndoForm(EntryForm):
    """Undoes the entry that the button names."""

    entry = StringField()


class RenameForm(EntryForm):
    """A new name for one side or one seat: `whose` is "side 0" or "seat 2"."""

    whose = HiddenField()
    name = StringField()


class DealerForm(EntryForm):
    """The seat that deals next."""

    dealer = RadioField(validate_choice=False)


class ReopenForm(EntryForm):
    """The reason to reopen an ended match."""

    field_names = MappingProxyType({"reopen": "reason", "note": "reason"})

    reason = StringField()


class LinkForm(BaseForm):
    """A form that is one button."""

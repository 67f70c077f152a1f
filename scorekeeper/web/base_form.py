"""Base classes of the forms: CSRF token, idempotency key and version of the sheet, all hidden."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import ClassVar

from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape
from wtforms import HiddenField


class BaseForm(FlaskForm):
    """A form. Its CSRF token is checked before any view is called."""

    class Meta(FlaskForm.Meta):
        """Without a field for the token: CSRFProtect checks that of every POST already."""

        csrf = False

    def hidden_tag(self) -> Markup:
        """Return the hidden fields: the CSRF token, and every hidden field with its value.

        The token is signed with the time: the lengths of compressed pages do not give it away, for
        a second later it is another one (BREACH).
        """
        fields = [(field.name, field.data or "") for field in self if type(field) is HiddenField]
        return Markup("").join(
            Markup(f'<input type="hidden" name="{name}" value="{escape(value)}">')  # noqa: S704
            for name, value in [("csrf_token", generate_csrf()), *fields]
        )


class IdempotentForm(BaseForm):
    """A form with an idempotency key: if it is sent twice, it is executed once."""

    once = HiddenField()

    def mark(self) -> None:
        """Give the form a new idempotency key."""
        self.once.data = secrets.token_urlsafe(12)

    @property
    def key(self) -> str:
        """The idempotency key; a new one if the form has none, so that a repeat is a new write."""
        return (self.once.data or secrets.token_urlsafe(12))[:64]


class EntryForm(IdempotentForm):
    """A form that writes to a sheet; it also holds the version of the sheet it was shown with."""

    version = HiddenField()
    field_names: ClassVar[Mapping[str, str]] = {}
    """The form's field for a field of the entry, if their names differ."""

    def field_name(self, field: str | None) -> str | None:
        """Return the form's name for a field of the entry."""
        return self.field_names.get(field or "", field)

    def stamp(self, version: int) -> None:
        """Prepare the form to be shown with this version of the sheet."""
        self.version.data = str(version)
        self.mark()

    @property
    def shown_version(self) -> int:
        """The version that the form was shown with; -1, which no sheet has, if it is damaged."""
        text = self.version.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < len("1e10000") else -1

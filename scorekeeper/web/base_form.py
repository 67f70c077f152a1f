"""What forms carry unseen: the token, a mark of their own, the version of the sheet they saw."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from flask import current_app, session
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape
from wtforms import HiddenField


def csrf_token() -> str:
    """The CSRF token of this session; it does not run out, and is signed once."""
    kept = session.get("csrf_token")
    if isinstance(kept, str):
        return _signed_token(kept, str(current_app.secret_key))
    return str(generate_csrf())


@lru_cache(maxsize=4096)
def _signed_token(_: str, __: str) -> str:
    """By all that it is made of: what the session holds, and the secret."""
    return str(generate_csrf())


class BaseForm(FlaskForm):
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


class IdempotentForm(BaseForm):
    """A form with a mark of its own, an idempotency key: sent twice, it does its work once."""

    once = HiddenField()

    def mark(self) -> None:
        """Gives the form a new mark."""
        self.once.data = secrets.token_urlsafe(12)

    @property
    def key(self) -> str:
        """The form's mark; a form without one gets one, and then a repeat is a new write."""
        return (self.once.data or secrets.token_urlsafe(12))[:64]


class EntryForm(IdempotentForm):
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

"""Rendered fragments of the match page, cached for all viewers who see the same.

A fragment is rendered from a snapshot without roles, and gets neither session nor request: what
belongs to one viewer or one moment (the CSRF token, the idempotency key of a form, a claim) cannot
be printed in it. `HIDDEN_FIELDS` stands where a form has such fields, and is replaced for each
viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.http.fragment_cache import cached_fragment
from scorekeeper.http.request_locale import locale_key
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.web.sheet_view import view_match

HIDDEN_FIELDS = "\0"
"""Stands for the hidden fields of a form. No text that is printed can contain it."""


def render_fragment(
    name: str,
    snapshot: MatchSnapshot,
    context: Callable[[MatchSnapshot], Mapping[str, Any]],
    *varies_by: Hashable,
) -> Markup:
    """Return the template `match/NAME.html`, rendered once for all who see the same.

    The context may depend on the snapshot without roles that it gets, and on `varies_by`.
    """

    def render() -> str:
        public = MatchSnapshot(snapshot.code, snapshot.cached)
        template = current_app.jinja_env.get_template(f"match/{name}.html")
        return template.render({"view": view_match(public), **context(public)})

    version = snapshot.state.version
    key = (name, snapshot.code, version, *locale_key(), request.script_root, *varies_by)
    return Markup(cached_fragment(key, render))  # noqa: S704 - templates escape

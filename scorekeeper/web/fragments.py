"""The cache of rendered fragments of the match page, shared by all viewers who see the same.

A fragment is rendered from a snapshot without roles, and gets neither session nor request: what
belongs to one viewer or one moment (the CSRF token, the idempotency key of a form, a claim) cannot
be printed in it. `HIDDEN_FIELDS` stands where a form has such fields, and is replaced for each
viewer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any

from flask import Flask, current_app, request
from markupsafe import Markup

from scorekeeper.http.request_locale import locale_key
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.web.sheet_view import view_match

HIDDEN_FIELDS = "\0"
"""Stands for the hidden fields of a form. No text that is printed can contain it."""

_MOST_CHARACTERS = 32_000_000


class FragmentCache:
    """The fragments that were used last, by what they depend on.

    Without it the match page of 30 hands takes ten times as long, and its bar is a fifth of the
    speed of a bare view (tests/benchmarks/test_main_job.py).
    """

    def __init__(self) -> None:
        self._fragments: OrderedDict[Hashable, Markup] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Markup | None:
        with self._lock:
            if key in self._fragments:
                self._fragments.move_to_end(key)
            return self._fragments.get(key)

    def put(self, key: Hashable, fragment: Markup) -> None:
        """Cache the fragment, and remove the least used ones if there are too many characters."""
        with self._lock:
            self._characters += len(fragment) - len(self._fragments.pop(key, ""))
            self._fragments[key] = fragment
            while self._characters > _MOST_CHARACTERS:
                self._characters -= len(self._fragments.popitem(last=False)[1])


def init_fragments(app: Flask) -> None:
    """Give the app its cache of fragments."""
    app.extensions["fragments"] = FragmentCache()


def render_fragment(
    name: str,
    snapshot: MatchSnapshot,
    context: Callable[[MatchSnapshot], Mapping[str, Any]],
    *varies_by: Hashable,
) -> Markup:
    """Return the template `match/NAME.html`, rendered once for all who see the same.

    The context may depend on the snapshot without roles that it gets, and on `varies_by`.
    """
    version = snapshot.cached.match.state.version
    key = (name, snapshot.code, version, *locale_key(), request.script_root, *varies_by)
    cache: FragmentCache = current_app.extensions["fragments"]
    fragment = cache.get(key)
    if fragment is None:
        public = MatchSnapshot(snapshot.code, snapshot.cached)
        template = current_app.jinja_env.get_template(f"match/{name}.html")
        facts = {"view": view_match(public), **context(public)}
        fragment = Markup(template.render(facts))  # noqa: S704 - it escapes
        cache.put(key, fragment)
    return fragment

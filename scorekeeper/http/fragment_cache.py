"""The cache of rendered fragments: parts of pages, and sheets as JSON, shared by all who see them.

It is here because pages and the API, which do not know each other, share it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from flask import Flask, current_app

_MOST_CHARACTERS = 32_000_000


class FragmentCache:
    """The fragments that were used last, by all that they depend on.

    Without it the match page of 30 hands takes ten times as long; the bars are a fifth of the speed
    of a bare view for the page, a quarter for the sheet (tests/benchmarks/test_main_job.py).
    """

    def __init__(self) -> None:
        self._fragments: OrderedDict[Hashable, str] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> str | None:
        with self._lock:
            if key in self._fragments:
                self._fragments.move_to_end(key)
            return self._fragments.get(key)

    def put(self, key: Hashable, fragment: str) -> None:
        """Cache the fragment, and remove the least used ones if there are too many characters."""
        with self._lock:
            self._characters += len(fragment) - len(self._fragments.pop(key, ""))
            self._fragments[key] = fragment
            while self._characters > _MOST_CHARACTERS:
                self._characters -= len(self._fragments.popitem(last=False)[1])


def init_fragment_cache(app: Flask) -> None:
    """Give the app its cache of fragments."""
    app.extensions["fragments"] = FragmentCache()


def cached_fragment(key: Hashable, render: Callable[[], str]) -> str:
    """Return the fragment of this key, rendered if it is not cached."""
    cache: FragmentCache = current_app.extensions["fragments"]
    fragment = cache.get(key)
    if fragment is None:
        fragment = render()
        cache.put(key, fragment)
    return fragment

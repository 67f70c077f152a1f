"""The cache of rendered parts of the match page, shared by all viewers who see the same.

A part is rendered from a snapshot without roles, and gets neither session nor request: what belongs
to one viewer or one moment (the CSRF token, the idempotency key of a form, a claim) cannot be
printed on it. Where a form has such fields the part has a `HOLE`, which is filled for each viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.http.request_locale import locale_key
from scorekeeper.matches.permissions import Permissions
from scorekeeper.matches.snapshot import MatchSnapshot
from scorekeeper.rules.hand import bidding_side
from scorekeeper.rules.sheet import Line, same_lines
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.compressed_page import HOLE, CompressedPage
from scorekeeper.web.paging import Window, window_of
from scorekeeper.web.sheet_view import amended_rows, view_match, view_row, view_sides


def fill_hidden_fields(page: str, form: EntryForm) -> str:
    """Return the page with the form's hidden fields in every `HOLE`."""
    return page.replace(HOLE, form.hidden_tag())


class _RenderedRows(NamedTuple):
    """Rendered rows, and everything that they were rendered from."""

    context: Hashable
    lines: tuple[Line, ...]
    changed: frozenset[int]
    html: list[str]


class Fragments:
    """The rendered parts of one match, in the locale and under the address of this request."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        self._snapshot = MatchSnapshot(snapshot.code, snapshot.cached)
        self._locale_key = (*locale_key(), request.script_root)

    @property
    def base(self) -> str:
        """The address of the match."""
        return url_for("match.show", code=self._snapshot.code)

    def part(
        self,
        name: str,
        facts: Callable[[MatchSnapshot], Mapping[str, Any]] = lambda _: {},
        *seen_as: Hashable,
    ) -> Markup:
        """Return a template rendered with a snapshot without roles, and with more facts.

        The facts may depend on that snapshot and on `seen_as` only.
        """

        def draw(_: Markup | None) -> Markup:
            return Markup(self._render(name, facts(self._snapshot)))  # noqa: S704 - it escapes

        return self._snapshot.cached.memoize((name, *self._locale_key, *seen_as), draw)

    def page(self, facts: Callable[[], Mapping[str, Any]], *seen_as: Hashable) -> CompressedPage:
        """Return the page of all the parts.

        Its facts may depend on the snapshot and `seen_as` only.
        """

        def draw(_: CompressedPage | None) -> CompressedPage:
            return CompressedPage(self._render("show", facts()))

        return self._snapshot.cached.memoize(("show", *self._locale_key, *seen_as), draw)

    def _render(self, name: str, facts: Mapping[str, Any]) -> str:
        template = current_app.jinja_env.get_template(f"match/{name}.html")
        return template.render({"view": view_match(self._snapshot), **facts})

    def sheet(self, permissions: Permissions, place: int | None = None) -> Markup:
        """Return the sheet, with links to change those rows that the actor may change.

        Of a long sheet it is the last part, or the part near the row at index `place`.
        """
        may_change = "all" if permissions.host else "last" if permissions.writes else "none"
        window = window_of(len(self._snapshot.sheet.lines), place)

        def facts(snapshot: MatchSnapshot) -> dict[str, Any]:
            rows = Markup("").join(self._rows(may_change, window))
            return {"has_bid_column": _has_bid_column(snapshot), "rows": rows, "window": window}

        return self.part("_sheet", facts, may_change, window.start)

    def _rows(self, may_change: str, window: Window) -> list[str]:
        """Return the rows of the window; those before the last entries are not rendered again."""
        sheet, changed, has_bid_column = (
            self._snapshot.sheet,
            amended_rows(self._snapshot),
            _has_bid_column(self._snapshot),
        )
        context = (has_bid_column, sheet.sides, sheet.players, sheet.state == "ended")
        lines = sheet.lines[window.start : window.stop]

        def draw(older: _RenderedRows | None) -> _RenderedRows:
            kept = (
                _unchanged_rows(older, lines, changed) if older and older.context == context else []
            )
            template = current_app.jinja_env.get_template("match/_row.html")
            row: Callable[..., str] = getattr(template.module, "row")  # noqa: B009 - no stub has it
            sides = view_sides(sheet)
            for line in lines[len(kept) :]:
                last = line is sheet.lines[-1]
                viewed = view_row(
                    sheet,
                    line,
                    sides,
                    changed=line.number in changed,
                    may_change=may_change == "all" or (may_change == "last" and last),
                )
                kept.append(row(viewed, self.base, has_bid_column))
            return _RenderedRows(context, lines, changed, kept)

        return self._snapshot.cached.memoize(
            ("rows", *self._locale_key, may_change, window.start), draw
        ).html


def _unchanged_rows(
    older: _RenderedRows, lines: tuple[Line, ...], changed: frozenset[int]
) -> list[str]:
    """Return the rows of `older` that are still valid.

    Its last row is never among them: a seat could change it while it was the last.
    """
    alike = same_lines(older.lines[:-1], lines)
    changes = changed ^ older.changed
    places = (place for place, line in enumerate(lines[:alike]) if line.number in changes)
    return older.html[: next(places, alike)]


def _has_bid_column(snapshot: MatchSnapshot) -> bool:
    """Return whether the rows have a column that shows the bid."""
    two = snapshot.sheet.opening.ruleset.two_sided
    return two or any(bidding_side(line.hand) is not None for line in snapshot.sheet.lines)

"""Parts of the match page that are drawn once for all who see the same of them.

A part is given a table that is nobody's, and neither session nor request: what is one viewer's own
or of the moment (the CSRF token, the mark of a form, a claim) cannot be printed on it. Where a form
has such fields the part has a hole, which is filled for each viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.http.request_locale import read_as
from scorekeeper.matches.permissions import You
from scorekeeper.matches.snapshot import Table
from scorekeeper.rules.hand import bidding_side
from scorekeeper.rules.sheet import Line, same_lines
from scorekeeper.web.base_form import Act
from scorekeeper.web.compressed_page import HOLE, Pieces
from scorekeeper.web.paging import Window, window_of
from scorekeeper.web.sheet_view import amended, view_match, view_row, view_sides


def fill(page: str, form: Act) -> str:
    """The page with the form's hidden fields in every hole."""
    return page.replace(HOLE, form.hidden_tag())


class _Rows(NamedTuple):
    """Rows as they were drawn, and all that they were drawn from."""

    around: Hashable
    lines: tuple[Line, ...]
    changed: frozenset[int]
    html: list[str]


class Drawing:
    """The parts of one match as it is drawn just now: in one language, under one address."""

    def __init__(self, table: Table) -> None:
        self._table = Table(table.code, table.fold)
        self._read_as = (*read_as(), request.script_root)

    @property
    def base(self) -> str:
        """The address of the match."""
        return url_for("match.show", code=self._table.code)

    def part(
        self,
        name: str,
        facts: Callable[[Table], Mapping[str, Any]] = lambda _: {},
        *seen_as: Hashable,
    ) -> Markup:
        """A template printed with the view of a table that is nobody's, and more facts.

        The facts depend on that table and `seen_as` alone.
        """

        def draw(_: Markup | None) -> Markup:
            return Markup(self._draw(name, facts(self._table)))  # noqa: S704 - it escapes

        return self._table.fold.once((name, *self._read_as, *seen_as), draw)

    def page(self, facts: Callable[[], Mapping[str, Any]], *seen_as: Hashable) -> Pieces:
        """The page of all the parts. The facts depend on the table and `seen_as` alone."""

        def draw(_: Pieces | None) -> Pieces:
            return Pieces(self._draw("show", facts()))

        return self._table.fold.once(("show", *self._read_as, *seen_as), draw)

    def _draw(self, name: str, facts: Mapping[str, Any]) -> str:
        template = current_app.jinja_env.get_template(f"match/{name}.html")
        return template.render({"view": view_match(self._table), **facts})

    def sheet(self, looker: You, place: int | None = None) -> Markup:
        """The sheet, with the ways to change those rows that the looker may change.

        A long one is its last part, or the part near the row at `place`, counted from 0.
        """
        may_change = "all" if looker.host else "last" if looker.writes else "none"
        window = window_of(len(self._table.sheet.lines), place)

        def facts(table: Table) -> dict[str, Any]:
            rows = Markup("").join(self._rows(may_change, window))
            return {"told": _told(table), "rows": rows, "window": window}

        return self.part("_sheet", facts, may_change, window.start)

    def _rows(self, may_change: str, window: Window) -> list[str]:
        """The rows of the window. Those that stood before the last entries are not drawn again."""
        sheet, changed, told = self._table.sheet, amended(self._table), _told(self._table)
        around = (told, sheet.sides, sheet.players, sheet.state == "ended")
        lines = sheet.lines[window.start : window.stop]

        def draw(older: _Rows | None) -> _Rows:
            kept = _still(older, lines, changed) if older and older.around == around else []
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
                kept.append(row(viewed, self.base, told))
            return _Rows(around, lines, changed, kept)

        return self._table.fold.once(("rows", *self._read_as, may_change, window.start), draw).html


def _still(older: _Rows, lines: tuple[Line, ...], changed: frozenset[int]) -> list[str]:
    """The rows of `older` that are still so; never its last, which a seat could change."""
    alike = same_lines(older.lines[:-1], lines)
    changes = changed ^ older.changed
    places = (place for place, line in enumerate(lines[:alike]) if line.number in changes)
    return older.html[: next(places, alike)]


def _told(table: Table) -> bool:
    """Whether the rows have a column that tells of the bid."""
    two = table.sheet.opening.ruleset.two_sided
    return two or any(bidding_side(line.hand) is not None for line in table.sheet.lines)

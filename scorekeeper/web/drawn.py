"""Parts of the match page that are drawn once for all who see the same of them.

A part is given a table that is nobody's, and neither session nor request: what is one viewer's own
or of the moment (the CSRF token, the mark of a form, a claim) cannot be printed on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from flask import current_app, url_for
from markupsafe import Markup

from scorekeeper.rules.hand import bidding_side
from scorekeeper.rules.sheet import Line
from scorekeeper.tables import Table
from scorekeeper.web.language import page_locale
from scorekeeper.web.sheet_view import amended, view_match, view_row
from scorekeeper.web.you import You


class _Rows(NamedTuple):
    """Rows as they were drawn, and all that they were drawn from."""

    around: Hashable
    lines: tuple[Line, ...]
    changed: frozenset[int]
    html: list[str]


def drawn(
    table: Table, name: str, facts: Callable[[Table], Mapping[str, Any]], *seen_as: Hashable
) -> Markup:
    """A template printed with the facts of a table that is nobody's.

    The facts depend on that table and `seen_as` alone.
    """

    def draw(_: Markup | None) -> Markup:
        template = current_app.jinja_env.get_template(f"match/{name}.html")
        return Markup(template.render(facts(_nobodys(table))))  # noqa: S704 - it escapes

    return table.fold.once((name, *_read_as(table), *seen_as), draw)


def draw_totals(table: Table) -> Markup:
    return drawn(table, "_totals", lambda nobodys: {"view": view_match(nobodys)})


def draw_sheet(table: Table, looker: You) -> Markup:
    """The sheet, with the ways to change those rows that the looker may change."""
    may_change = "all" if looker.host else "last" if looker.writes else "none"

    def facts(nobodys: Table) -> dict[str, Any]:
        rows = _draw_rows(nobodys, may_change)
        told = _told(nobodys)
        return {"view": view_match(nobodys), "told": told, "rows": Markup("").join(rows)}

    return drawn(table, "_sheet", facts, may_change)


def _draw_rows(table: Table, may_change: str) -> list[str]:
    """Every row as HTML. Those that stood before the last entries are not drawn again."""
    sheet, base = table.sheet, url_for("match.show", code=table.code)
    told, changed = _told(table), amended(table)
    around = (told, sheet.sides, sheet.players, sheet.state == "ended")

    def draw(older: _Rows | None) -> _Rows:
        kept = _still(older, sheet.lines, changed) if older and older.around == around else []
        view = view_match(table)
        row = current_app.jinja_env.get_template("match/_row.html").module.row  # type: ignore[attr-defined]
        fresh = [
            row(
                view_row(
                    sheet,
                    line,
                    view.sides,
                    changed=line.number in changed,
                    may_change=may_change == "all"
                    or (may_change == "last" and line is sheet.lines[-1]),
                ),
                base,
                told,
            )
            for line in sheet.lines[len(kept) :]
        ]
        return _Rows(around, sheet.lines, changed, kept + fresh)

    return table.fold.once(("rows", *_read_as(table), may_change), draw).html


def _still(older: _Rows, lines: tuple[Line, ...], changed: frozenset[int]) -> list[str]:
    """The rows of `older` that are drawn as they were; never its last, which a seat could change."""
    pairs = zip(older.lines[:-1], lines, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    return older.html[: min([alike, *(number - 1 for number in changed ^ older.changed)])]


def _told(table: Table) -> bool:
    """Whether the rows have a column that tells of the bid."""
    two = table.sheet.opening.ruleset.two_sided
    return two or any(bidding_side(line.hand) is not None for line in table.sheet.lines)


def _nobodys(table: Table) -> Table:
    return Table(table.code, table.fold)


def _read_as(table: Table) -> tuple[str, str]:
    """In which language, and under which address."""
    return str(page_locale()), url_for("match.show", code=table.code)

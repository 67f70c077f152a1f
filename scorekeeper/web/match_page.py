"""The match page: the whole of it, and the part that is refreshed while it is open."""

from __future__ import annotations

from typing import Any

from flask import render_template, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.analysis.next_hand import HandResult, next_hand_outcomes
from scorekeeper.exports.printable_sheet import printable_sheet
from scorekeeper.exports.svg import svg_race
from scorekeeper.matches.matches import MatchSnapshot
from scorekeeper.matches.permissions import permissions_of
from scorekeeper.matches.snapshot import role_names
from scorekeeper.rules.sheet import Sheet
from scorekeeper.web.base_form import EntryForm
from scorekeeper.web.entry_panel import ConflictView, render_entry_panel, render_returned_panel
from scorekeeper.web.fragments import HIDDEN_FIELDS, render_fragment
from scorekeeper.web.keypad import Keypad
from scorekeeper.web.match_status import MatchStatus, view_status
from scorekeeper.web.paging import window_of
from scorekeeper.web.sheet_view import view_match, view_sheet
from scorekeeper.web.submit import FormProblem, open_form


def open_match_page(code: str) -> ResponseReturnValue:
    """Return the match page for the device of this request. Raise MatchNotFound."""
    form = EntryForm(formdata=None)
    snapshot = open_form(code, form)
    status = view_status(snapshot)
    if status.claim or snapshot.sheet.state == "ended":  # short-lived, or seldom opened again
        return match_page(snapshot, form)
    look = session.get("look")

    def context(_: MatchSnapshot) -> dict[str, Any]:
        return {**live_context(snapshot, status), "session": {"look": look}}

    page = render_fragment("show", snapshot, context, snapshot.roles, status.version, look)
    return fill_hidden_fields(page, form)


def match_page(
    snapshot: MatchSnapshot,
    form: EntryForm,
    keys: Keypad | None = None,
    problem: FormProblem | None = None,
    conflict: ConflictView | None = None,
) -> str:
    """Return the match page; `keys` is the keypad as it was entered, if a hand was refused."""
    facts = live_context(snapshot, view_status(snapshot))
    if keys or problem or conflict:
        facts["entry_panel"] = render_returned_panel(snapshot, form, keys, problem, conflict)
    return fill_hidden_fields(render_template("match/show.html", **facts, problem=problem), form)


def live_context(snapshot: MatchSnapshot, status: MatchStatus) -> dict[str, Any]:
    """Return the context of the part of the match page that is refreshed.

    It has `HIDDEN_FIELDS` where the hidden fields of a form belong.
    """
    view = view_match(snapshot)
    ended = view.state == "ended"
    enters = view.state == "playing" and view.permissions.writes
    return {
        "view": view,
        "status": status,
        "names": role_names(snapshot.sheet.players),
        "base": _address(snapshot),
        "hidden_fields": HIDDEN_FIELDS,
        "sheet": render_sheet(snapshot),
        "entry_panel": "" if ended else render_entry_panel(snapshot),
        "outcomes": render_fragment("_outcomes", snapshot, _outcomes) if enters else "",
        "race": _race(snapshot) if ended else "",
    }


def fill_hidden_fields(page: str, form: EntryForm) -> str:
    """Return the page with the form's hidden fields in place of every `HIDDEN_FIELDS`."""
    return str(page).replace(HIDDEN_FIELDS, form.hidden_tag())


def render_sheet(snapshot: MatchSnapshot, place: int | None = None) -> Markup:
    """Return the sheet, with links to change those rows that the actor may change.

    Of a long sheet it is the last part, or the part near the row at index `place`.
    """
    permissions = permissions_of(snapshot)
    may_change = "all" if permissions.host else "last" if permissions.writes else "none"
    window = window_of(len(snapshot.sheet.lines), place)

    def context(public: MatchSnapshot) -> dict[str, Any]:
        return {"base": _address(public), **view_sheet(public, window, may_change)}

    return render_fragment("_sheet", snapshot, context, may_change, window.start)


def _address(snapshot: MatchSnapshot) -> str:
    return url_for("match.show", code=snapshot.code)


def _outcomes(snapshot: MatchSnapshot) -> dict[str, Any]:
    return {"preview": _preview_data(snapshot.sheet)}


def _race(snapshot: MatchSnapshot) -> Markup:
    return Markup(svg_race(printable_sheet(snapshot.match, snapshot.sheet)))  # noqa: S704 - every text is escaped


def _preview_data(sheet: Sheet) -> dict[str, Any] | None:
    """Return every distinct outcome of the next hand; None if there are none to show.

    `of` holds, by "SIDE-BID", the indexes in `rows` for the bidding side's tricks from 0 up, and
    `up` those of a surrender by the free tricks granted. A row holds its kind, then points, cells,
    shortfalls and totals, one a side, and the side that would win or -1.
    """
    hands = next_hand_outcomes(sheet)
    if not hands:
        return None
    rows: dict[HandResult, int] = {}

    def indexes(outcomes: list[HandResult]) -> list[int]:
        return [rows.setdefault(outcome, len(rows)) for outcome in outcomes]

    rules = sheet.opening.ruleset
    return {
        "of": {f"{hand.side}-{hand.bid.name}": indexes(hand.played) for hand in hands},
        "up": {f"{hand.side}-{hand.bid.name}": indexes(hand.given_up) for hand in hands},
        "rows": [_preview_row(row) for row in rows],
        "owed": list(sheet.shortfalls),
        "tricks": rules.tricks,
        "seats": [seat % rules.sides for seat in range(rules.players)],
        "must": list(rules.must_play),
    }


def _preview_row(row: HandResult) -> list[str | int]:
    winner = -1 if row.winner is None else row.winner
    return [row.kind, *row.points, *row.cells, *row.shortfalls, *row.totals, winner]

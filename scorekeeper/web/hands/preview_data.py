"""The outcomes of the next hand, for the script of the match page, which knows no rule."""

from __future__ import annotations

from typing import Any

from scorekeeper.analysis.next_hand import Outcome, next_hand_outcomes
from scorekeeper.rules.sheet import Sheet


def preview_data(sheet: Sheet) -> dict[str, Any] | None:
    """Return every distinct outcome of the next hand; None if there are none to show.

    `of` holds, by "SIDE-BID", the indexes in `rows` for the bidding side's tricks from 0 up, and
    `up` those of a surrender by the free tricks granted. A row holds its kind, then points, cells,
    shortfalls and totals, one a side, and the side that would win or -1.
    """
    hands = next_hand_outcomes(sheet)
    if not hands:
        return None
    rows: dict[Outcome, int] = {}

    def places(outcomes: list[Outcome]) -> list[int]:
        return [rows.setdefault(outcome, len(rows)) for outcome in outcomes]

    of = {f"{hand.side}-{hand.bid.name}": places(hand.played) for hand in hands}
    up = {f"{hand.side}-{hand.bid.name}": places(hand.given_up) for hand in hands}
    rules = sheet.opening.ruleset
    return {
        "of": of,
        "up": up,
        "rows": [
            [
                row.kind,
                *(*row.points, *row.cells, *row.shortfalls, *row.totals),
                -1 if row.winner is None else row.winner,
            ]
            for row in rows
        ],
        "owed": list(sheet.shortfalls),
        "tricks": rules.tricks,
        "seats": [seat % rules.sides for seat in range(rules.players)],
        "must": list(rules.must_play),
    }

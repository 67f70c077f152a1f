"""The sheet as CSV: one row a record, for a spreadsheet."""

from __future__ import annotations

import csv
import io

from scorekeeper.rules.hand import Contract, Played, Surrendered, Won
from scorekeeper.rules.sheet import Line, Sheet

_PER_SIDE = ("points", "cell", "shortfall", "total", "score", "overruled")
# What a spreadsheet would take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(sheet: Sheet) -> bytes:
    """A header and one row a record, adjustments and struck ones included.

    UTF-8 with a byte-order mark, so that Excel reads the names. Text that begins like a formula is
    guarded by an apostrophe; numbers stay numbers, negative ones included.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    columns = [f"{name} {of}" for name in sheet.sides for of in _PER_SIDE]
    facts = ("number", "dealer", "bidder", "side", "bid", "trump", "tricks", "outcome", "note")
    writer.writerow([_guard(title) for title in (*facts, *columns)])
    for line in sheet.lines:
        writer.writerow([*(_guard(value) for value in _facts(sheet, line)), *_numbers(line)])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _facts(sheet: Sheet, line: Line) -> tuple[str | int, ...]:
    hand = line.hand
    dealer = "" if line.dealer is None else sheet.players[line.dealer]
    bidder = side = bid = tricks = ""
    if isinstance(hand, Contract):
        bidder = "" if hand.bidder is None else sheet.players[hand.bidder]
        side, bid = sheet.sides[hand.side], hand.bid.name
    if isinstance(hand, Won):
        side = sheet.sides[hand.winner]
    if isinstance(hand, Played):
        tricks = " ".join(map(str, hand.tricks))
    if isinstance(hand, Surrendered) and hand.free_tricks:
        tricks = f"{hand.free_tricks} free"
    trump = getattr(hand, "trump", None) or ""
    note = hand.note or ""
    return (line.number, dealer, bidder, side, bid, trump, tricks, line.outcome, note)


def _numbers(line: Line) -> list[int | str]:
    columns = zip(
        line.points,
        line.cells,
        line.shortfalls,
        line.totals,
        line.scores,
        ("yes" if overruled else "no" for overruled in line.overruled),
        strict=True,
    )
    return [value for side in columns for value in side]


def _guard(value: str | int) -> str | int:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value

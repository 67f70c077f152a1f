"""The sheet as CSV for a spreadsheet: one line for each row."""

from __future__ import annotations

import csv
import io
import re

from scorekeeper.exports.printable_sheet import PrintableSheet, PrintedRow

FACTS = ("number", "dealer", "bidder", "side", "bid", "trump", "tricks", "outcome", "note")
_PER_SIDE = ("points", "cell", "shortfall", "total", "score", "overruled")
# The places where a spreadsheet would see the start of a formula: at the start of the text, and
# after a character that Excel takes for the end of a cell in locales that write 1,5 (quotes do not
# help there). Some spreadsheets treat the fullwidth signs of East Asia like the ASCII ones.
_FORMULA = re.compile(r"""^(?=[=+\-@\t\r＝＋－＠])|[;\t][\s"]*(?=[=+\-@＝＋－＠])""")


def write_csv(sheet: PrintableSheet) -> bytes:
    """Return a header and one line for each row, including adjustments and struck rows.

    The columns are in English, for programs. The file is UTF-8 with a byte-order mark, so that
    Excel reads the names. Text that starts like a formula, also after a semicolon or a tab, is
    guarded by an apostrophe; numbers, also negative ones, stay numbers.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    columns = [f"{side.name.text} {of}" for side in sheet.sides for of in _PER_SIDE]
    writer.writerow([_guard(title) for title in (*FACTS, *columns)])
    for row in sheet.rows:
        writer.writerow([row.number, *map(_guard, _facts(row)), *_numbers(row)])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _facts(row: PrintedRow) -> tuple[str, ...]:
    who = (row.dealer.text, row.bidder.text, row.side.text)
    tricks = f"{row.free} free" if row.free else row.tricks
    return (*who, row.bid.text, row.trump, tricks, row.outcome, row.note.text)


def _numbers(row: PrintedRow) -> list[int | str]:
    return [
        number
        for cell in row.cells
        for number in (*cell[: _PER_SIDE.index("overruled")], "yes" if cell.overruled else "no")
    ]


def _guard(text: str) -> str:
    return _FORMULA.sub(r"\g<0>'", text)

"""The Excel file, as LibreOffice calculates it and as it is in its zip."""

import csv
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile

import pytest

from scorekeeper.codec.match_file import read_match
from scorekeeper.exports.formats import FILES
from scorekeeper.rules.sheet import build_sheet
from tests.exports.sample_matches import HOSTILE, SHAPES, friday, typed, written
from tests.rules.builders import match_file, record

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
# Recalculate every file when it is opened, as after a person's own changes.
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"
 oor:op="fuse"><value>0</value></prop></item></oor:items>"""
# A comma, quotes where needed, UTF-8, every tab into a file of its own.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
UTF_8 = "Text - txt - csv (StarCalc):44,34,76,1"
FIRST = 7  # of the rows, counted from 0
FACTS = 9


def workbook(match):
    return written(FILES["xlsx"][1], match)


def parts(data):
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return {name: book.read(name).decode() for name in book.namelist()}


def with_points(data, cell, points):
    """Return the same file with other points typed into a cell."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(out, "w") as changed:
        for name in book.namelist():
            text = book.read(name)
            if name == "xl/worksheets/sheet1.xml":
                old = rf'(<c r="{cell}"[^>]*><v>)[^<]*'.encode()
                text, times = re.subn(old, rf"\g<1>{points}".encode(), text)
                assert times == 1
            changed.writestr(name, text)
    return out.getvalue()


def carried(**other):
    return match_file(
        record(bidder=0, bid="3", tricks=[4, 2]),
        record(bidder=1, bid="4", tricks=[3, 3]),
        record(bidder=2, bid="5", tricks=[5, 1]),
        **other,
    )


def with_entry(match, entry):
    return match | {"entries": [*match["entries"], entry]}


BOOKS = {
    "as_it_is": (lambda: workbook(friday()), friday()),
    # Hand 1: a 3 made with four tricks becomes a 3 set, -3, and +6 for its defenders.
    "carry": (
        lambda: with_points(with_points(workbook(carried()), "J8", -3), "O8", 4),
        match_file(
            record(bidder=0, bid="3", tricks=[2, 4]),
            *carried()["entries"][1:],
        ),
    ),
    "signed": (
        lambda: with_points(workbook(typed(3, 4)), "J9", 100),
        {
            **typed(3, 4),
            "entries": [*typed(3, 4)["entries"], {"overrule": 2, "side": 0, "points": 100}],
        },
    ),
    "started": (
        lambda: workbook(carried(start=[10, 3], start_shortfalls=[2, 0])),
        carried(start=[10, 3], start_shortfalls=[2, 0]),
    ),
    "names": (
        lambda: workbook(typed(10, 2, names=HOSTILE[:10])),
        typed(10, 2, names=HOSTILE[:10]),
    ),
}


@pytest.fixture(scope="module")
def worked_out(tmp_path_factory):
    """Provide the rows of every workbook's first tab as LibreOffice calculates them, by name."""
    office = shutil.which("soffice")
    assert office, "These tests need Debian's package libreoffice-calc-nogui."
    folder = tmp_path_factory.mktemp("books")
    user = folder / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(ALWAYS, "utf-8")
    for name, (make, _) in BOOKS.items():
        (folder / f"{name}.xlsx").write_bytes(make())
    (folder / "table.csv").write_bytes(written(FILES["csv"][1], friday()))
    start = [office, "--headless", f"-env:UserInstallation={user.parent.as_uri()}"]
    for options, files in (
        ([], [folder / f"{name}.xlsx" for name in BOOKS]),
        ([f"--infilter={UTF_8}"], [folder / "table.csv"]),
    ):
        subprocess.run(
            [*start, *options, "--convert-to", CSV, "--outdir", folder / "out", *files],
            check=True,
            capture_output=True,
            timeout=120,
        )
    return {
        file.stem.partition("-")[0]: list(csv.reader(file.read_text("utf-8").splitlines()))
        for file in (folder / "out").iterdir()
        if file.stem.endswith(("-Sheet", "-table"))
    }


@pytest.mark.parametrize("name", BOOKS)
def test_libreoffice_works_the_sheet_out_as_the_rules_do(worked_out, name):
    sheet = build_sheet(read_match(BOOKS[name][1]))
    rows = worked_out[name]
    carries = sheet.opening.ruleset.carries

    for place, line in enumerate(sheet.lines):
        figures = rows[FIRST + place][FACTS:]
        owed = [line.shortfalls] if carries else []
        columns = zip(line.points, line.cells, *owed, line.totals, line.scores, strict=True)
        told = [str(number) for side in columns for number in side]
        assert figures[: len(told)] == told, (name, line.number)

    foot = rows[FIRST + len(sheet.lines)]
    totals = [text for text in foot[FACTS:] if text]
    each = zip(*([sheet.shortfalls] if carries else []), sheet.totals, sheet.scores, strict=True)
    assert list(map(int, totals)) == [number for side in each for number in side]


def test_libreoffice_opens_the_csv_file_as_the_same_table(worked_out):
    text = written(FILES["csv"][1], friday()).decode("utf-8-sig")

    assert worked_out["table"] == list(csv.reader(text.splitlines()))


def test_names_reach_the_spreadsheet_as_they_were_typed(worked_out):
    names = [name.replace("\u202e", "") for name in HOSTILE[:10]]

    heads = [text for text in worked_out["names"][4] if text]

    assert heads[FACTS:] == names
    assert worked_out["names"][FIRST][1] == names[0]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_name_is_never_a_formula_or_a_link(name):
    match = match_file(
        record(bidder=0, bid="3", tricks=[4, 2], note=name),
        {"rename": {"side": 1, "name": name}},
        {"end": True, "by": name, "at": "2026-11-29T22:38:00Z"},
        players=[name] * 4,
        sides=[name, "Others"],
        note=name,
        rules={"name": name},
    )

    book = parts(workbook(match))

    assert not any("hyperlink" in text for text in book.values())
    for text in book.values():
        root = ET.fromstring(text)  # noqa: S314 - our own
        for formula in root.iter(f"{MAIN}f"):
            assert re.fullmatch(r"(MAX\(0,)?[A-Z]+\d+([-+][A-Z]+\d+)?\)?", formula.text)


@pytest.mark.parametrize(("columns", "hands", "sheet"), SHAPES)
def test_every_cell_total_and_score_is_a_live_formula(columns, hands, sheet):
    book = parts(workbook(typed(columns, hands, sheet)))

    root = ET.fromstring(book["xl/worksheets/sheet1.xml"])  # noqa: S314 - our own
    formulas = list(root.iter(f"{MAIN}f"))

    a_row, at_the_foot = (4, 3) if sheet == "carry" else (3, 2)
    assert len(formulas) == columns * (hands * a_row + at_the_foot + 1)


def test_the_journal_tells_who_when_what_before_and_after():
    match = friday()
    match["entries"][6] |= {"by": "Bob", "at": "2026-11-29T21:00:00Z"}

    strings = parts(workbook(match))["xl/sharedStrings.xml"]

    for told in (
        *("Before", "After", "Bob", "changed hand 1", "renamed North &amp; South: The Elders"),
        *("struck hand 2", "corrected hand 4 for The Elders: worth +5", "ended the match"),
        "The Elders bid 3 (Ann) made, took 4; points +3",
    ):
        assert told.replace("points +3", "points 3 / 2") in strings, told


def test_the_rules_are_a_tab_of_their_own():
    book = parts(workbook(friday()))

    assert re.findall(r'<sheet name="(\w+)"', book["xl/workbook.xml"]) == [
        *("Sheet", "Journal", "Rules")
    ]
    assert "A side with 42 or more after a hand wins." in book["xl/sharedStrings.xml"]
    assert "surrendered" in book["xl/sharedStrings.xml"]


def test_the_head_stays_and_the_print_fits_the_paper():
    page = parts(workbook(typed(10, 40)))["xl/worksheets/sheet1.xml"]

    assert '<pane xSplit="1" ySplit="6"' in page
    assert 'state="frozen"' in page
    assert 'orientation="landscape"' in page
    assert 'fitToHeight="0"' in page


def test_the_same_state_gives_the_same_bytes_at_any_time():
    data = workbook(friday())

    with zipfile.ZipFile(io.BytesIO(data)) as book:
        assert {info.date_time for info in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert data == workbook(friday())
    assert "2026-11-29T20:45:00Z" in parts(data)["docProps/core.xml"]

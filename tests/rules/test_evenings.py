"""Whole evenings, every cell worked out by hand from the printed rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.codec.match_file import read_match, write_match
from tests.rules.builders import sheet_of_file

EVENINGS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
UNCORRECTED = [
    name
    for name, evening in EVENINGS.items()
    if all(entry.keys() & {"record", "end"} for entry in evening["match"]["entries"])
]
EVERY_ROW = [
    pytest.param(name, number, id=f"{name}-row-{number}")
    for name, evening in EVENINGS.items()
    for number in range(1, len(evening["sheet"]["rows"]) + 1)
]
EVERY_MOMENT = [
    pytest.param(name, moment, id=f"{name}-after-{moment['entries']}-entries")
    for name, evening in EVENINGS.items()
    for moment in evening["along"]
]


def up_to(name: str, entries: int) -> dict[str, Any]:
    match: dict[str, Any] = EVENINGS[name]["match"]
    return match | {"entries": match["entries"][:entries]}


def test_there_are_at_least_four_evenings_to_read() -> None:
    assert len(EVENINGS) >= 4


@pytest.mark.parametrize(("name", "number"), EVERY_ROW)
def test_every_cell_of_the_row_is_the_one_worked_out_by_hand(name: str, number: int) -> None:
    expected = EVENINGS[name]["sheet"]["rows"][number - 1]

    row = sheet_of_file(EVENINGS[name]["match"])["rows"][number - 1]

    assert row["number"] == number
    assert {key: row[key] for key in expected} == expected


@pytest.mark.parametrize("name", EVENINGS)
def test_the_foot_of_the_sheet_is_the_one_worked_out_by_hand(name: str) -> None:
    expected = {key: value for key, value in EVENINGS[name]["sheet"].items() if key != "rows"}

    sheet = sheet_of_file(EVENINGS[name]["match"])

    assert len(sheet["rows"]) == len(EVENINGS[name]["sheet"]["rows"])
    assert {key: sheet[key] for key in expected} == expected
    assert sheet["version"] == len(EVENINGS[name]["match"]["entries"])


@pytest.mark.parametrize("name", UNCORRECTED)
def test_the_sheet_of_every_prefix_of_the_records_is_the_prefix_of_the_sheet(name: str) -> None:
    rows = EVENINGS[name]["sheet"]["rows"]

    for records in range(len(rows) + 1):
        sheet = sheet_of_file(up_to(name, records))

        assert len(sheet["rows"]) == records
        for row, expected in zip(sheet["rows"], rows, strict=False):
            assert {key: row[key] for key in expected} == expected
        if records:
            foot = {key: rows[records - 1][key] for key in ("totals", "shortfalls", "scores")}
            assert {key: sheet[key] for key in foot} == foot


@pytest.mark.parametrize(("name", "moment"), EVERY_MOMENT)
def test_along_the_way_the_scores_and_the_state_are_right(
    name: str, moment: dict[str, Any]
) -> None:
    expected = {key: value for key, value in moment.items() if key != "entries"}

    sheet = sheet_of_file(up_to(name, moment["entries"]))

    assert {key: sheet[key] for key in expected} == expected


@pytest.mark.parametrize("name", EVENINGS)
def test_an_export_imported_and_exported_again_is_equal_byte_for_byte(name: str) -> None:
    export = json.dumps(write_match(read_match(EVENINGS[name]["match"])), ensure_ascii=False)

    again = json.dumps(write_match(read_match(json.loads(export))), ensure_ascii=False)

    assert again == export
    assert sheet_of_file(json.loads(export)) == sheet_of_file(EVENINGS[name]["match"])

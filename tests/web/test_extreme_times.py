"""Matches with the first or the last possible time in them, as an older file could have."""

import io
import json
import zipfile

import pytest

from scorekeeper.exports.formats import FILES
from scorekeeper.matches import host_role, seats
from scorekeeper.store.database import db
from scorekeeper.store.match_cache import MatchCache
from tests.html import texts
from tests.match_setup import submit_entry
from tests.rules.builders import record

FIRST, LAST = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"
EAST, WEST = "Pacific/Kiritimati", "Etc/GMT+12"
CANNOT_TURN = [(FIRST, WEST), (FIRST, EAST), (LAST, EAST)]  # local time in the east was behind then


@pytest.fixture(params=[FIRST, LAST])
def wild(request):
    return request.param


@pytest.fixture(params=[EAST, WEST])
def zone(request):
    return request.param


@pytest.fixture
def tables(app, device):
    """Provide a match in play and a newer, ended one; a tablet claims the first's host role."""
    tables = []
    for _ in range(2):
        table = device.open_match(North="Ann", East="Bob", South="Cat", West="Dan")
        table.play("North & South bid 3", "4 tricks")
        tables.append(table)
    tables[1].end()
    with app.app_context():
        seats.take_seat(tables[0].code, 1, "tablet")
        submit_entry(tables[0].code, "tablet", record(thrown_in=True), version=1)
        host_role.claim_role(tables[0].code, "tablet")
    return tables


def turn(app, time):
    """Set every stored time to this one."""
    with app.app_context():
        for column in ("opened", "joining_until"):
            db.session.execute(db.text(f"UPDATE match SET {column} = :at"), {"at": time})  # noqa: S608
        db.session.execute(
            db.text("UPDATE match SET claim_ends = :at WHERE claim_seat = 1"), {"at": time}
        )
        db.session.execute(db.text("UPDATE act SET at = :at"), {"at": time})
        entries = db.session.execute(db.text("SELECT match_id, number, entry FROM journal")).all()
        for match_id, number, entry in entries:
            db.session.execute(
                db.text("UPDATE journal SET entry = :entry WHERE match_id = :m AND number = :n"),
                {
                    "entry": json.dumps({**json.loads(entry), "at": time}),
                    "m": match_id,
                    "n": number,
                },
            )
        db.session.commit()
    app.extensions["match_cache"] = MatchCache()


def pages_of(app, code):
    """Return the address of every page, fragment and file of a match, except the stream."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/m/<code>") and "GET" in rule.methods:
            filled = {"code": code, "number": 1, "side": 0, "place": 0}
            for ext in FILES if "ext" in rule.arguments else [""]:
                values = {name: filled.get(name, ext) for name in rule.arguments}
                _, address = rule.build(values, append_unknown=False)
                if not address.endswith("/live"):
                    yield address


def test_no_page_and_no_file_breaks_of_such_a_time_in_any_zone(app, device, tables, wild, zone):
    turn(app, wild)
    device.client.set_cookie("zone", zone)

    statuses = {
        address: device.ask("GET", address).status_code
        for table in tables
        for address in ["/", "/new", f"/j/{table.code}", *pages_of(app, table.code)]
    }

    assert len(statuses) > 2 * 20
    assert {address for address, status in statuses.items() if status >= 400} == set()


@pytest.mark.parametrize(("wild", "zone"), CANNOT_TURN)
def test_where_the_zone_cannot_turn_it_the_time_is_told_in_utc_and_says_so(
    app, device, tables, wild, zone
):
    turn(app, wild)
    device.client.set_cookie("zone", zone)
    day, hour = ("1 Jan 1", "00:00 UTC") if wild == FIRST else ("31 Dec 9999", "23:59 UTC")

    assert f"{day} {hour} " in tables[0].open("history").text
    assert f"{day}, {hour} to {hour}" in tables[1].page.text
    assert f"{hour} to {hour}" in tables[1].file("svg").decode()
    assert f"ended {day} " in device.get("/").text


@pytest.mark.parametrize(("wild", "zone"), [(FIRST, "Etc/GMT-14"), (LAST, WEST)])
def test_where_the_zone_can_it_is_told_in_the_zone(app, device, tables, wild, zone):
    turn(app, wild)
    device.client.set_cookie("zone", zone)

    told = tables[0].open("history").text

    assert ("14:00" if wild == FIRST else "11:59") in told
    assert "UTC" not in told


def test_a_time_that_excel_cannot_hold_stands_in_the_workbook_as_it_is_written(app, device, tables):
    turn(app, FIRST)

    data = device.ask("GET", f"{tables[1].address}/sheet.xlsx").body

    with zipfile.ZipFile(io.BytesIO(data)) as book:
        assert FIRST in book.read("xl/sharedStrings.xml").decode()
        assert "1900-01-01T00:00:00Z" in book.read("docProps/core.xml").decode()


def test_a_match_of_a_day_that_is_still_to_come_is_listed_with_its_date(app, device, tables):
    turn(app, LAST)

    assert "hand 3 · 31 Dec 9999" in device.get("/").text


def test_a_match_that_cannot_be_shown_is_listed_by_its_code_among_the_others(app, device, tables):
    with app.app_context():
        db.session.execute(
            db.text("UPDATE match SET sides = 'spilt' WHERE code = :code"),
            {"code": tables[1].code},
        )
        db.session.commit()
    app.extensions["match_cache"] = MatchCache()

    page = device.get("/")

    broken, sound = texts(page.html, ".match")
    assert broken == (
        f"{tables[1].code} This match cannot be shown: what is stored of it is damaged."
    )
    assert sound.startswith("Pepper")
    assert tables[1].code not in "".join(node.get("href", "") for node in page.html.select("a"))
    assert device.get("/new").status == 200


def test_a_claim_of_such_a_time_no_longer_counts(app, device, tables, wild):
    assert "Bob asks to be the host." in tables[0].page.text

    turn(app, wild)

    assert "asks to be the host" not in tables[0].page.text


def test_ended_at_a_time_still_to_come_offers_no_seconds_to_take_it_back(app, device, tables):
    turn(app, LAST)

    assert "Keep it open" not in tables[1].page.buttons

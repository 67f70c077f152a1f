"""A database of the first version, with matches in it, is migrated and loses nothing."""

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from scorekeeper import create_app
from scorekeeper.codec.match_file import read_match, write_match, write_match_file, write_opening
from scorekeeper.config import Settings
from scorekeeper.matches import host_role, maintenance, matches, seats
from scorekeeper.store.database import db
from scorekeeper.store.match_queries import to_json
from scorekeeper.store.schema import MIGRATIONS
from tests.databases import fresh
from tests.match_setup import change, submit_entry
from tests.rules.builders import match_file, record

HANDS = (record(bidder=0, bid="3", tricks=[4, 2]), record(bidder=1, bid="4", tricks=[3, 3]))
FILE = match_file(
    *({**hand, "at": "2026-11-29T21:00:00Z", "by": "Host"} for hand in HANDS),
    opened="2026-11-29T20:45:00Z",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def first_version(request, tmp_path):
    """Provide a database at revision 0001 with a match opened here and an imported one."""
    with fresh(request.param, tmp_path) as address:
        url = address.replace("postgresql:", "postgresql+psycopg:", 1)
        fill(url)
        yield url


def fill(url):
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for code, writer in (("AAAAAA", "phone"), ("BBBBBB", None)):
            add(connection, code, writer)
    engine.dispose()


def add(connection, code, writer):
    opening = write_opening(read_match(FILE).opening)
    row = {name: to_json(opening[name]) for name in ("ruleset", "sides", "players", "start")} | {
        "start_shortfalls": to_json(opening.get("start_shortfalls")),
        "code": code,
    }
    match_id = connection.execute(
        text(
            "INSERT INTO match (code, ruleset, sides, players, first_dealer, start,"
            " start_shortfalls, opened, host_generation) VALUES (:code, :ruleset, :sides, :players,"
            " 0, :start, :start_shortfalls, '2026-11-29T20:45:00Z', 1) RETURNING id"
        ),
        row,
    ).scalar_one()
    for number, entry in enumerate(FILE["entries"], 1):
        connection.execute(
            text("INSERT INTO journal (match_id, number, entry, writer) VALUES (:m, :n, :e, :w)"),
            {"m": match_id, "n": number, "e": to_json(entry), "w": writer},
        )
    connection.execute(
        text("INSERT INTO \"grant\" (match_id, device, place) VALUES (:m, 'phone', 'host')"),
        {"m": match_id},
    )


@pytest.fixture
def here(first_version):
    settings = Settings(database=first_version, secret_key="made up for the tests")
    app = create_app(settings)
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def test_its_matches_are_there_with_every_entry_and_every_place(here):
    tables = list(matches.list_matches("phone"))

    assert [table.code for table in tables] == ["BBBBBB", "AAAAAA"]
    for table in tables:
        assert isinstance(table, matches.MatchSnapshot)
        assert write_match(table.match) == write_match(read_match(FILE))
        assert b'"by": "Host"' in write_match_file(table.match)


def test_what_was_written_there_is_the_hosts_and_what_was_taken_in_is_nobodys(here):
    of_host, taken_in = (matches.read_match(code, "phone") for code in ("AAAAAA", "BBBBBB"))

    assert of_host.cached.writers == ("host", "host")
    assert taken_in.cached.writers == (None, None)


def test_none_of_them_expires_at_once_however_old_they_are(here):
    change("AAAAAA", last_day="2020-01-01")

    maintenance.begin_day()

    assert len(list(matches.list_matches("phone"))) == 2
    assert maintenance.count_expired() == 0


def test_they_are_played_on_and_their_seats_are_taken_once_the_host_lets(here):
    assert submit_entry("AAAAAA", "phone", HANDS[0], version=2).sheet.version == 3
    assert not seats.read_seating("AAAAAA", "phone").open

    host_role.set_joining("AAAAAA", "phone", let=True)
    seats.take_seat("AAAAAA", 1, "tablet", "Tom")

    assert submit_entry("AAAAAA", "tablet", HANDS[0], version=4).match.entries[-1].by == "Tom"

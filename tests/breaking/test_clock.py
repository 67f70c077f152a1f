"""The clock of the machine runs ahead or behind under the server, and is corrected later."""

import re
import sqlite3
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.servers import HAND, Caller

# Python's own clock is replaced at process start: libfaketime breaks its `time.sleep`.
CLOCK = Path(__file__).parent / "clock"


@pytest.fixture
def clock(tmp_path):
    """Provide a function that sets the server's clock to so many days from now."""
    file = tmp_path / "clock"

    def set_clock(days):
        part = file.with_suffix(".part")
        part.write_text(str(days))
        part.replace(file)

    set_clock(0)
    set_clock.file = file  # type: ignore[attr-defined]
    return set_clock


@pytest.fixture
def start(serve, clock, tmp_path):
    """Provide a function that starts a server with that clock, always on the same database."""

    @contextmanager
    def start(**settings):
        server = serve(
            *("--database", f"sqlite:///{tmp_path}/cards.sqlite3"),
            PYTHONPATH=str(CLOCK),
            SCOREKEEPER_TEST_CLOCK=str(clock.file),
            **settings,
        )
        yield server
        assert server.stop()[0] == 0
        assert "Traceback" not in server.errors.getvalue()

    return start


@pytest.fixture
def host(start):
    """Provide the host of a match on a server with that clock."""
    with start() as server:
        yield Caller(server.port).open()


class Browser:
    """A phone with its cookie."""

    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}"
        # The browser applies the cookie's expiry, and its clock is right.
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def take(self, key):
        page = self.get(f"/j/{key}")[1]
        token = re.search('name="csrf_token"[^>]*value="([^"]*)"', page)[1]
        form = urlencode({"csrf_token": token}).encode()
        with self.opener.open(f"{self.address}/j/{key}", form, timeout=30) as answer:
            assert answer.status == 200

    def get(self, path):
        try:
            with self.opener.open(f"{self.address}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()


def journal(host):
    return host.call("GET", f"{host.path}/journal")[1]["entries"]


def test_entries_keep_their_order_and_a_repeat_its_answer(host, clock):
    assert host.write(0, once="hand 1")[0] == 201

    clock(-1)
    again = host.write(0, once="hand 1")
    assert host.write(1, once="hand 2")[0] == 201
    clock(0)
    assert host.write(2, {"undo": 2}, once="hand 3")[0] == 201

    assert (again[0], again[1]["version"]) == (201, 1)
    entries = journal(host)
    assert [next(iter(entry)) for entry in entries] == ["record", "record", "undo"]
    assert entries[1]["at"] < entries[0]["at"] <= entries[2]["at"]
    assert [row["hand"]["tricks"] for row in host.sheet()[1]["rows"]] == [HAND["record"]["tricks"]]


def test_a_phone_keeps_its_place_and_its_form_when_the_clock_goes_back(host, clock):
    phone = Browser(host.port)
    phone.take(host.key)
    status, page = phone.get(f"/m/{host.code}")
    assert status == 200

    clock(-2)

    assert phone.get(f"/m/{host.code}")[0] == 200
    token = re.search('name="csrf_token"[^>]*value="([^"]*)"', page)[1]
    form = urlencode({"csrf_token": token}).encode()
    with phone.opener.open(f"{phone.address}/m/{host.code}/entering", form, timeout=30) as answer:
        assert answer.status == 204


def test_a_match_that_is_written_on_in_the_past_does_not_expire_when_the_clock_is_right(
    host, clock, tmp_path
):
    assert host.write(0)[0] == 201

    clock(-400)
    assert host.sheet()[0] == 200
    assert host.write(1)[0] == 201
    clock(0)

    assert Caller(host.port).open().sheet()[0] == 200  # opening a match deletes expired ones
    assert host.sheet()[1]["version"] == 2
    with closing(sqlite3.connect(tmp_path / "cards.sqlite3")) as database:
        assert database.execute("SELECT count(DISTINCT last_day) FROM match").fetchone() == (1,)


def test_the_ten_seconds_of_a_seat_are_not_a_whole_day_after_the_clock_went_back(host, clock):
    opened = Caller(host.port).call("POST", "/matches", {"ruleset": {"preset": "pepper"}})[1]
    seat = Caller(host.port, opened["code"], opened["keys"]["seats"][1])
    assert seat.write(0, {"end": True})[0] == 201

    clock(-1)

    assert seat.write(1, {"reopen": "one more"})[0] == 403


@pytest.mark.parametrize("days", [365, -400])
def test_one_start_with_a_wrong_clock_hides_and_deletes_nothing(start, clock, days):
    with start() as server:
        before = Caller(server.port).open()
        assert before.write(0)[0] == 201

    clock(days)
    with start() as server:
        assert before.at(server.port).sheet()[0] == 200
        meanwhile = Caller(server.port).open()
        assert meanwhile.write(0)[0] == 201

    clock(0)
    with start() as server:
        after = Caller(server.port).open()
        for host in (before, meanwhile, after):
            status, sheet = host.at(server.port).sheet()
            assert status == 200
            assert host.at(server.port).write(sheet["version"])[0] == 201


def test_a_clock_that_goes_wrong_every_start_costs_a_match_a_day_a_start(start, clock):
    with start(SCOREKEEPER_EXPIRY_DAYS="3") as server:
        host = Caller(server.port).open()
    seen = []
    for days in (4000, -4000, 8000, 0, 12_000, 16_000):
        clock(days)
        with start(SCOREKEEPER_EXPIRY_DAYS="3") as server:
            seen.append(host.at(server.port).sheet()[0])

    assert seen == [200, 200, 200, 200, 200, 401]


def test_a_match_expires_once_the_program_has_run_on_its_days_and_is_deleted_a_day_later(
    start, clock, tmp_path
):
    with start(SCOREKEEPER_EXPIRY_DAYS="3") as server:
        host = Caller(server.port).open()
        seen = []
        for days in range(1, 5):
            clock(days)
            seen.append(host.sheet()[0])
            assert Caller(server.port).open().write(0)[0] == 201

    assert seen == [200, 200, 200, 401]
    with closing(sqlite3.connect(tmp_path / "cards.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM match").fetchone() == (4,)


def test_a_day_on_which_somebody_only_looks_is_counted_for_no_match(host, clock):
    for days in range(0, 9100, 91):
        clock(days)
        assert host.sheet()[0] == 200


def test_a_phone_keeps_its_place_when_the_clock_was_years_behind(host, clock):
    phone = Browser(host.port)
    phone.take(host.key)

    clock(-800)
    assert phone.get(f"/m/{host.code}")[0] == 200
    clock(0)

    assert phone.get(f"/m/{host.code}")[0] == 200


@pytest.mark.parametrize("days", [365, -365])
def test_whoever_has_to_wait_waits_no_longer_and_no_shorter_by_a_clock_that_was_set(
    start, clock, days
):
    with start(SCOREKEEPER_WRONG_KEY_LIMIT="2 per hour") as server:
        guesser = Browser(server.port)
        assert [guesser.get("/j/ZZZZZZ")[0] for _ in range(3)] == [404, 404, 429]

        clock(days)
        status, page = guesser.get("/j/ZZZZZZ")

    assert status == 429
    assert 3000 < int(re.search(r"Wait (\d+) seconds", page)[1]) <= 3600

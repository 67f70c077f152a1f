"""Everything moves from one database to another, and nothing is lost."""

import re
import subprocess
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, select

from scorekeeper import create_app, tokens
from scorekeeper.config import Settings
from scorekeeper.matches import creation, host_role, maintenance, matches, seats
from scorekeeper.store.database import db
from scorekeeper.store.models import Base
from tests.databases import SECRET, fresh
from tests.match_setup import ran_on, submit_entry
from tests.rules.builders import record
from tests.servers import COMMAND

HAND = record(bidder=0, bid="3", tricks=[4, 2])
PEPPER = {"ruleset": {"preset": "pepper"}, "players": ["Žofie", "李", "Cat", "Dan"]}
OTHER = {"sqlite": "postgresql", "postgresql": "sqlite"}


@contextmanager
def inside(url):
    app = create_app(Settings(database=url, secret_key=SECRET, opening_limit=""))
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request):
    return request.param


@pytest.fixture
def old(kind, tmp_path):
    """Provide a database with an evening in it."""
    with fresh(kind, tmp_path) as url:
        with inside(url):
            play()
        yield url


@pytest.fixture
def new(kind, tmp_path):
    """Provide an empty database of the other kind."""
    (tmp_path / "new").mkdir()
    with fresh(OTHER[kind], tmp_path / "new") as url:
        yield url


def play():
    """Play two matches and a rematch, with seats taken and a link revoked; delete the newest."""
    first, second = (creation.open_match(PEPPER, "phone", f"form {n}") for n in range(2))
    seats.take_seat(first, 1, "tablet", "Tom")
    submit_entry(first, "phone", HAND, version=1, key="hand 1")
    submit_entry(first, "tablet", {"end": True}, version=2)
    creation.rematch(first, "tablet")
    host_role.renew_token(second, "phone", tokens.WATCH)
    host_role.set_joining(second, "phone", let=False)
    host_role.claim_role(first, "tablet")
    matches.delete_match(creation.open_match(PEPPER, "phone"), "phone")
    ran_on("2026-11-01")


def rows(url):
    """Return all rows of a database, by table."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.connect() as connection:
        held = {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in Base.metadata.sorted_tables
        }
    engine.dispose()
    return held


def move(old, new, secret=SECRET):
    return subprocess.run(
        [*COMMAND, "move", "--database", old, "--to", new],
        capture_output=True,
        text=True,
        env={"PATH": "", "SCOREKEEPER_SECRET_KEY": secret} if secret else {"PATH": ""},
        check=False,
    )


def test_every_row_arrives_as_it_was_and_stays_where_it_was(old, new):
    before = rows(old)
    assert min(map(len, before.values())) >= 2

    run = move(old, new)

    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("3 matches copied.\n")
    assert rows(old) == rows(new) == before


def test_links_seats_repeats_and_rematches_go_on_in_the_new_database(old, new):
    with inside(old):
        first, second, rematch = maintenance.match_codes()
        links = {code: seats.list_tokens(code, None) for code in (first, second)}
    move(old, new)

    with inside(new):
        assert maintenance.match_codes() == [first, second, rematch]
        assert {code: seats.list_tokens(code, None) for code in links} == links
        assert creation.rematch(first, "phone")[0].code == rematch
        again = submit_entry(first, "phone", HAND, version=1, key="hand 1")
        assert again.written == 2
        assert creation.open_match(PEPPER, "phone", "form 0") == first
        assert submit_entry(rematch, "tablet", HAND, version=0).sheet.version == 1
        opened = creation.open_match(PEPPER, "phone")
        assert maintenance.match_codes() == [first, second, rematch, opened]


def test_a_second_run_copies_nothing_and_says_so(old, new):
    move(old, new)
    before = rows(new)

    run = move(old, new)

    assert run.returncode == 1
    assert run.stderr == "Error: There are matches in that database already. Nothing was copied.\n"
    assert rows(new) == before


def test_a_database_that_has_only_been_served_is_still_empty(old, new):
    with inside(new):
        maintenance.begin_day()

    assert move(old, new).returncode == 0
    assert rows(new) == rows(old)


def test_what_moves_back_is_what_it_was(old, new, kind, tmp_path):
    (tmp_path / "back").mkdir()
    with fresh(kind, tmp_path / "back") as back:
        move(old, new)

        assert move(new, back).returncode == 0
        assert rows(back) == rows(old)


def test_an_empty_database_moves_too(new, tmp_path):
    run = move(f"sqlite:///{tmp_path}/empty.sqlite3", new)

    assert run.stdout.startswith("0 matches copied.\n")
    with inside(new):
        assert creation.open_match(PEPPER, "phone") in maintenance.match_codes()


def test_where_the_secret_lies_that_the_links_need_is_told_and_never_what_it_is(tmp_path):
    old, new = (f"sqlite:///{tmp_path}/{name}.sqlite3" for name in ("old", "new"))

    told = move(old, new, secret="").stdout

    secret = tmp_path / "old.sqlite3.secret"
    assert f"what {secret} holds" in told
    assert secret.read_text() not in told
    assert not re.search(r"\.secret", " ".join(p.name for p in tmp_path.glob("new*")))


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path):
    run = move(f"sqlite:///{tmp_path}/old.sqlite3", "postgresql://nobody@127.0.0.1:9/cards")

    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr

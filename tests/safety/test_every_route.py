"""Every route of the program against every kind of visitor.

A route that is not in the table fails the first test: add who may do what with it.
"""

import json
from itertools import count
from typing import Any

import pytest

from scorekeeper import create_app, events, tokens
from scorekeeper.codec.match_file import write_match
from scorekeeper.config import Settings
from scorekeeper.matches import creation, host_role, matches, seats
from scorekeeper.store.database import db
from tests.match_setup import submit_entry
from tests.rules.builders import record

MARKS = ("Marguerite", "Bartholomew", "The Elders", "first night", "revoked")
FACTS = {
    "ruleset": {"preset": "pepper"},
    "sides": ["The Elders", "The Kids"],
    "players": ["Marguerite", "Bartholomew", "Cat", "Dan"],
    "note": "first night",
}
WHO = ("stranger", "host of another match", "watcher", "seat", "host")
OUTSIDE = WHO[:2]
A_FORM = {"version": "2"}
HAND = record(bidder=0, bid="3", tricks=[4, 2])


def ended(code):
    submit_entry(code, None, {"end": True}, version=2)


def claimed(code):
    seats.take_seat(code, 3, "the phone of Dan")
    submit_entry(code, "the phone of Dan", HAND, version=2)
    host_role.claim_role(code, "the phone of Dan")


def wrote(code):
    """Let the seat write a hand, so that it may claim."""
    key = tokens.parse_token(seats.list_tokens(code, None)[tokens.seat_role(1)])
    submit_entry(code, key, HAND, version=2)


def page(answers, path="/m/CODE", *, before=None, **form):
    """Return a path, the status for each of WHO, in order, and a form as the page would send it."""
    return path, answers, before, A_FORM | {name.replace("_", "-"): v for name, v in form.items()}


def call(answers, path="", *, facts=None):
    return f"/api/v1/matches/CODE{path}", answers, None, facts


def anybody(path, status=200, **form):
    return path, [status] * len(WHO), None, form


SEEN = [404, 404, 200, 200, 200]
WRITTEN_BY = {
    "seats": [404, 404, 403, 303, 303],
    "the host": [404, 404, 403, 403, 303],
}
SEATS, HOST = WRITTEN_BY["seats"], WRITTEN_BY["the host"]
FILLED_IN = [404, 404, 403, 200, 200]

ROUTES = {
    # Routes of no match
    "GET home.index": anybody("/"),
    "POST home.set_look": anybody("/look", 303, look="dark"),
    "POST home.set_language": anybody("/language", 303, language="de"),
    "GET install.manifest": anybody("/manifest.webmanifest"),
    "GET install.service_worker": anybody("/sw.js"),
    "GET install.offline": anybody("/offline"),
    "GET setup.create": anybody("/new"),
    "POST setup.create": anybody("/new", 422),
    "GET transfer.import_match": anybody("/import"),
    "POST transfer.import_match": anybody("/import", 422, text="{}"),
    "GET custom_rules.edit": anybody("/rules/own"),
    "POST custom_rules.edit": anybody("/rules/own", 422),
    "POST custom_rules.load": anybody("/rules/own/file", 422),
    "GET rules.index": anybody("/rules"),
    "GET rules.show": anybody("/rules/pepper"),
    "GET help.index": anybody("/help"),
    "GET help.show": anybody("/help/operating"),
    "GET static": anybody("/static/app.css"),
    "GET health.alive": anybody("/healthz"),
    "GET health.ready": anybody("/readyz"),
    "GET health.metrics": anybody("/metrics"),
    "GET home.open_code": anybody("/j?code=CODE", 302),
    "GET seats.join": anybody("/j/CODE-host-AAAA", 404),
    "POST seats.join": anybody("/j/CODE-host-AAAA", 404),
    "GET api_rulesets.index": anybody("/api/v1/rulesets"),
    "GET api_rulesets.one": anybody("/api/v1/rulesets/pepper"),
    "GET api_rulesets.document": anybody("/api/v1/openapi.json"),
    "POST api_matches.open_match": ("/api/v1/matches", [422] * len(WHO), None, {}),
    # The pages of a match
    "GET match.show": page(SEEN),
    "GET match.show_menu": page(SEEN, "/m/CODE/menu"),
    "GET match.show_history": page(SEEN, "/m/CODE/history"),
    "GET match.show_rows": page(SEEN, "/m/CODE/rows/1"),
    "GET match.show_explanation": page(SEEN, "/m/CODE/hands/1/why/0"),
    "GET match.download": page(SEEN, "/m/CODE/sheet.json"),
    "GET match.show_targets": page(SEEN, "/m/CODE/needs/0"),
    "GET transfer.download_pad": page(SEEN, "/m/CODE/blank.pdf"),
    "GET board.show": page(SEEN, "/m/CODE/board"),
    "GET board.show_fragment": page(SEEN, "/m/CODE/board/fragment"),
    "GET match.show_fragment": page(SEEN, "/m/CODE/fragment"),
    "GET match.stream": page(SEEN, "/m/CODE/live"),
    "POST match.announce_entering": page([404, 404, 403, 204, 204], "/m/CODE/entering"),
    "POST hands.record": page(SEATS, "/m/CODE/hands", bid="0-3", tricks="3"),
    "POST hands.preview": page(FILLED_IN, "/m/CODE/preview", bid="0-3", tricks="3"),
    "GET hands.change": page(SEEN, "/m/CODE/hands/1"),
    "POST hands.change": page(HOST, "/m/CODE/hands/1", bid="0-3", tricks="4"),
    "POST hands.strike": page(HOST, "/m/CODE/hands/1/strike"),
    "GET hands.correct_column": page(SEEN, "/m/CODE/column"),
    "POST hands.correct_column": page(HOST, "/m/CODE/column", number="1", side="0", points="9"),
    "GET hands.adjust": page(SEEN, "/m/CODE/adjust"),
    "POST hands.adjust": page(HOST, "/m/CODE/adjust", points_0="-2"),
    "POST match.undo": page(HOST, "/m/CODE/undo", entry="2"),
    "POST match.end": page(SEATS, "/m/CODE/end"),
    "POST match.keep_open": page(SEATS, "/m/CODE/keep", before=ended, version="3"),
    "GET match.reopen": page(SEEN, "/m/CODE/reopen", before=ended),
    "POST match.reopen": page(SEATS, "/m/CODE/reopen", before=ended, version="3", reason="misread"),
    "POST match.rematch": page(SEATS, "/m/CODE/rematch"),
    "GET match.rename": page(SEEN, "/m/CODE/rename"),
    "POST match.rename": page(HOST, "/m/CODE/rename", whose="side 0", name="Zoe"),
    "GET match.set_dealer": page(SEEN, "/m/CODE/dealer"),
    "POST match.set_dealer": page(HOST, "/m/CODE/dealer", dealer="3"),
    "GET match.delete": page([404, 404, 403, 403, 200], "/m/CODE/delete"),
    "POST match.delete": page(HOST, "/m/CODE/delete"),
    "GET seats.invite": page(FILLED_IN, "/m/CODE/invite"),
    # Whoever is in the match knows the code, which gives a free seat to anybody.
    "POST seats.take": page([404, 404, 303, 303, 303], "/m/CODE/seats/0/take"),
    "POST seats.free": page(HOST, "/m/CODE/seats/1/free"),
    "POST seats.pass_role_on": page(HOST, "/m/CODE/seats/1/host"),
    "POST seats.set_joining": page(HOST, "/m/CODE/joining", let="no"),
    "POST seats.renew_link": page(HOST, "/m/CODE/links", place="watch"),
    "POST seats.claim_role": page([404, 404, 403, 303, 403], "/m/CODE/claim", before=wrote),
    "POST seats.refuse_claim": page(SEATS, "/m/CODE/claim/refuse", before=claimed),
    "POST seats.agree_to_claim": page(HOST, "/m/CODE/claim/agree", before=claimed, seat="3"),
    # The seat that claims takes the role once the time is over: see
    # tests/matches/test_host_role.py.
    "POST seats.complete_claim": page(
        [404, 404, 403, 403, 403], "/m/CODE/claim/take", before=claimed
    ),
    # The calls about a match
    "GET api_matches.sheet": call([401, 401, 200, 200, 200]),
    "GET api_matches.journal": call([401, 401, 200, 200, 200], "/journal"),
    "GET api_matches.sheet_file": call([401, 401, 200, 200, 200], "/sheet.json"),
    "GET api_matches.stream": call([401, 401, 200, 200, 200], "/live"),
    "POST api_matches.write_entry": call(
        [401, 401, 403, 403, 201], "/entries", facts={"strike": 1}
    ),
    "POST api_matches.rematch": call([401, 401, 403, 201, 201], "/rematch", facts={}),
    "DELETE api_matches.delete": call([401, 401, 403, 403, 204]),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('routes') / 'scorekeeper.sqlite3'}"
    app = create_app(Settings(database=database, wrong_key_limit="", opening_limit=""))
    app.config["WTF_CSRF_ENABLED"] = False  # so that only permissions keep anybody out
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def browsers(app):
    """Provide a browser for each of WHO, and the id of each."""
    browsers = {who: app.test_client() for who in WHO}
    ids = {}
    for who, browser in browsers.items():
        browser.get("/new")
        browser.post("/look")  # sets a cookie
        with browser.session_transaction() as session:
            ids[who] = session.setdefault("device", f"the phone of the {who}")
    return browsers, ids


@pytest.fixture
def open_match(app, browsers):
    """Provide a function that opens a match of each of WHO with two entries.

    Return its code and the token of each.
    """
    _, ids = browsers

    def open_match():
        with app.app_context():
            code = creation.open_match(FACTS, ids["host"])
            other = creation.open_match({"ruleset": {"preset": "pepper"}}, ids[OUTSIDE[1]])
            adjustment = record(adjustment=[-1, 0], note="revoked")
            for version, entry in enumerate((HAND, adjustment)):
                submit_entry(code, ids["host"], entry, version=version)
            links = seats.list_tokens(code, None)
            seats.take_seat(code, 1, ids["seat"])
            seats.take_role(links[tokens.WATCH], ids["watcher"])
            return code, {
                "stranger": None,
                "host of another match": seats.list_tokens(other, None)[tokens.HOST],
                "watcher": links[tokens.WATCH],
                "seat": links[tokens.seat_role(1)],
                "host": links[tokens.HOST],
            }

    return open_match


def everything(code):
    """Return everything stored about a match, or None if there is none."""
    try:
        sitting = seats.read_seating(code, None)
    except matches.MatchNotFound:
        return None
    return (
        write_match(sitting.table.match),
        (sitting.seats, sitting.open, sitting.joining_until, sitting.claim, sitting.next_code),
        seats.list_tokens(code, None),
        seats.list_audit_events(code, None),
    )


once = count()


def send(browser, method, path, sent, key):
    """Send a request; return the answer, of a stream its head."""
    data: Any
    if path.startswith("/api/"):
        headers = {"If-Match": '"2"'} | ({"Authorization": f"Bearer {key}"} if key else {})
        data, kind = (None, None) if sent is None else (json.dumps(sent), "application/json")
    else:
        headers, kind = {}, None
        data = {"once": f"once {next(once)}", **sent} if method == "POST" else None
    answer = browser.open(path, method=method, headers=headers, data=data, content_type=kind)
    told = "" if answer.mimetype == "text/event-stream" else answer.get_data().decode("latin-1")
    answer.close()
    return answer.status_code, told


def test_the_table_knows_every_route(app):
    routes = {
        f"{method} {rule.endpoint}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }

    assert routes == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_nobody_sees_or_changes_what_is_not_theirs(app, browsers, open_match, route):
    path, answers, before, sent = ROUTES[route]
    statuses = []

    for who in WHO:
        code, opens = open_match()
        with app.app_context():
            if before:
                before(code)
            known = everything(code)
            event_stream = events.subscribe(code)
        heard = event_stream.stream(0, ("entering", "table", "gone"), (), heartbeat=0.001)
        next(heard)

        status, told = send(
            browsers[0][who], route.split()[0], path.replace("CODE", code), sent, opens[who]
        )

        statuses.append(status)
        if who in OUTSIDE:
            of_the_match = (*MARKS, opens["watcher"], opens["seat"], opens["host"])
            assert [mark for mark in of_the_match if mark in told] == []
        if who in OUTSIDE or status >= 400 or route.startswith("GET"):
            assert next(heard) == ": still here\n\n"
            with app.app_context():
                assert everything(code) == known
        heard.close()
    assert dict(zip(WHO, statuses, strict=True)) == dict(zip(WHO, answers, strict=True))


def test_a_code_shows_a_stranger_the_seats_and_nothing_of_the_sheet(app, browsers, open_match):
    code, opens = open_match()

    status, told = send(browsers[0]["stranger"], "GET", f"/j/{code}", {}, None)

    assert status == 200
    assert "Bartholomew" in told
    assert "revoked" not in told
    assert [key for key in opens.values() if key and key in told] == []

"""The API calls about matches."""

import gzip
import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.client import Match, Script
from tests.rules.builders import match_file, record
from tests.unreadable_body import unreadable_body

HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER = record(bidder=1, bid="4", tricks=[3, 3])
SHEET = [
    *("name", "sides", "players", "wins_at", "rows", "totals", "shortfalls", "scores", "state"),
    *("winner", "next_dealer", "version"),
]


# Opening


def test_opening_answers_with_the_code_every_key_and_the_sheet(script):
    answer = script.call("POST", "/matches", {"ruleset": {"preset": "pepper"}, "start": [5, 0]})

    told = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/v1/matches/{told['code']}"
    assert set(told) == {"code", "keys", "sheet"}
    assert set(told["keys"]) == {"host", "seats", "watch"}
    assert len({told["keys"]["host"], *told["keys"]["seats"], told["keys"]["watch"]}) == 6
    assert list(told["sheet"]) == SHEET
    assert told["sheet"]["totals"] == [5, 0]


def test_a_whole_match_file_is_taken_in_and_exported_byte_for_byte(script, match):
    match["seat 1"].wrote(HAND, OTHER)
    match.host.wrote({"end": True})
    file = match.host.of_match("GET", "/sheet.json").data

    again = Match(script.client, script.call("POST", "/matches", file).json)

    assert again.code != match.code
    assert again.watch.of_match("GET", "/sheet.json").data == file


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({}, "ruleset"),
        ([], None),
        ("pepper", None),
        ({"ruleset": "pepper"}, "ruleset"),
        ({"ruleset": {"preset": "poker"}}, "ruleset.preset"),
        ({"ruleset": {"preset": "pepper"}, "colour": 1}, "colour"),
        ({"ruleset": {"preset": "pepper"}, "players": ["A"]}, "players"),
        ({"ruleset": {"preset": "pepper"}, "sides": [1, 2]}, "sides"),
        ({"ruleset": {"preset": "pepper"}, "first_dealer": 4}, "first_dealer"),
        ({"ruleset": {"preset": "pepper"}, "first_dealer": True}, "first_dealer"),
        ({"ruleset": {"preset": "pepper"}, "start": [0]}, "start"),
        ({"ruleset": {"preset": "pepper"}, "start": [0, 10**40]}, "start"),
        ({"ruleset": {"preset": "pepper"}, "opened": 5}, "opened"),
        ({"ruleset": {"preset": "pepper"}, "note": "x" * 281}, "note"),
        ({"ruleset": {"preset": "pepper"}, "format": "scorekeeper/1"}, "entries"),
        (match_file(format="scorekeeper/2"), "format"),
        (match_file(record(bidder=0, bid="3", tricks=[9, 9])), "tricks"),
    ],
)
def test_a_match_that_the_rules_refuse_names_the_field(script, facts, field):
    answer = script.call("POST", "/matches", facts)

    assert (answer.status_code, answer.json.get("field")) == (422, field)


def test_a_file_may_be_larger_than_an_entry_but_not_without_end(script, match):
    note = "x" * 280
    long = match_file(*(record(thrown_in=True, note=note) for _ in range(400)))

    assert len(json.dumps(long)) > 64 * 1024
    assert script.call("POST", "/matches", long).status_code == 201
    assert script.call("POST", "/matches", b" " * (1024 * 1024 + 1)).status_code == 413
    assert match.host.write(b" " * (64 * 1024 + 1), 0).status_code == 413


# Reading


def test_the_sheet_comes_with_its_version_and_not_at_all_to_whom_has_it(match):
    match.host.wrote(HAND)

    for known in ('"1"', 'W/"1"', '"1:gzip"', 'W/"1:br"', '"0", "1"', "*"):
        answer = match.watch.of_match("GET", If_None_Match=known)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == '"1"'
    assert match.watch.of_match("GET", If_None_Match='"0"').status_code == 200


def test_the_etag_is_the_version_whatever_the_encoding(match):
    match.host.wrote(*[HAND] * 9)

    for coding in ("gzip", "br", "deflate", "zstd", "identity"):
        answer = match.host.of_match("GET", Accept_Encoding=coding)
        assert answer.headers.get("Content-Encoding", "identity") == coding
        assert answer.headers["ETag"] == '"9"'
    zipped = match.host.of_match("GET", Accept_Encoding="gzip", If_None_Match='"8"')
    assert json.loads(gzip.decompress(zipped.data))["version"] == 9


def test_the_code_may_be_written_as_people_write_it(match):
    typed = Script(match.host.client, match.code.lower(), match.keys["host"].lower())

    assert typed.sheet["version"] == 0


def test_the_exports_are_there_and_no_others(match):
    match.host.wrote(HAND)

    files = {ext: match.watch.of_match("GET", f"/sheet.{ext}") for ext in ("csv", "json", "txt")}

    assert [file.mimetype for file in files.values()] == [
        "text/csv",
        "application/json",
        "text/plain",
    ]
    for ext, file in files.items():
        assert file.headers["Content-Disposition"].endswith(f'-{match.code}.{ext}"')
    assert match.host.of_match("GET", "/sheet.exe").status_code == 404


def test_the_journal_says_when_and_by_whom(match):
    match["seat 2"].wrote(HAND)

    (entry,) = match.watch.journal

    assert entry["by"] == "Cat"
    assert entry["at"].endswith("Z")
    assert entry["record"]["dealer"] == 0


# Writing


def test_a_hand_that_lands_is_answered_with_the_new_sheet(match):
    answer = match["seat 1"].write(HAND, 0)

    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"1"'
    assert answer.json == match.watch.sheet


@pytest.mark.parametrize("seen", ['"0"', 'W/"0"', '"0:gzip"', '"0:br"', '"3", "0"', "*", "0"])
def test_if_match_is_read_however_it_is_written(match, seen):
    assert match.host.of_match("POST", "/entries", HAND, If_Match=seen).status_code == 201


@pytest.mark.parametrize("seen", ['"1"', '"99999999999"', '""', '"x"', '"-0"', '"00x"'])
def test_a_version_that_is_not_the_present_one_is_a_conflict_that_shows_it(match, seen):
    answer = match.host.of_match("POST", "/entries", HAND, If_Match=seen)

    assert answer.status_code == 409
    assert answer.json["sheet"] == match.host.sheet
    assert answer.json["version"] == 0


def test_without_if_match_nothing_is_written(match):
    answer = match.host.of_match("POST", "/entries", HAND)

    assert (answer.status_code, answer.json["field"]) == (428, "If-Match")
    assert match.host.journal == []


@pytest.mark.parametrize("seen", ["x", '"0', "", ",", '"0";"1"', "W/0"])
def test_an_if_match_that_cannot_be_read_is_told(match, seen):
    answer = match.host.of_match("POST", "/entries", HAND, If_Match=seen)

    assert (answer.status_code, answer.json["field"]) == (400, "If-Match")


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        (record(bidder=0, bid="3", tricks=[4, 3]), "tricks"),
        (record(bidder=0, bid="3", tricks="42"), "tricks"),
        (record(bidder=0, bid="3", tricks=[4.0, 2]), "tricks"),
        (record(bidder=0, bid="3"), "tricks"),
        (record(bidder=0, tricks=[4, 2]), "bid"),
        (record(bidder="0", bid="3", tricks=[4, 2]), "bidder"),
        (record(bidder=0, bid=3, tricks=[4, 2]), "bid"),
        (record(bidder=0, bid="3", tricks=[4, 2], colour=1), "colour"),
        (record(bidder=0, bid="3", tricks=[4, 2], note=5), "note"),
        (record(bidder=0, bid="3", tricks=[4, 2], trump="swords"), "trump"),
        ({"record": []}, "record"),
        ({"strike": 9}, "strike"),
        ({"strike": "1"}, "strike"),
        ({"amend": 9, "hand": HAND["record"]}, "amend"),
        ({"overrule": 9, "side": 0, "points": 1}, "overrule"),
        ({"undo": 9}, "undo"),
        ({"undo": None}, "undo"),
        ({"end": False}, "end"),
        ({"end": 1}, "end"),
        ({"reopen": "x"}, "reopen"),
        ({"rename": {"seat": 0}}, "rename"),
        ({"rename": {"seat": 0, "name": "\u200b"}}, "name"),
        ({"rename": "Ann"}, "rename"),
        ({"dealer": 4}, "dealer"),
        ({"end": True, "strike": 1}, "strike"),
        ({**HAND, "at": "2026-11-29T20:45:00Z"}, "at"),
        ({**HAND, "by": "Ann"}, "by"),
        ({"colour": "red"}, None),
        ({}, None),
        ([], None),
        (None, None),
        (7, None),
    ],
)
def test_an_entry_that_is_refused_names_the_field_and_leaves_nothing(match, facts, field):
    answer = match.host.write(json.dumps(facts).encode(), 0)

    assert (answer.status_code, answer.json.get("field")) == (422, field)
    assert match.host.journal == []


# The end


def test_a_second_end_at_the_current_version_is_harmless(match):
    match.host.wrote(HAND, {"end": True})

    again = match["seat 1"].write({"end": True}, 2)
    stale = match["seat 1"].write({"end": True}, 1)

    assert (again.status_code, stale.status_code) == (200, 409)
    assert again.json == match.host.sheet
    assert len(match.host.journal) == 2


def test_an_ended_match_is_read_only(match):
    match.host.wrote(HAND, {"end": True})

    assert match["seat 1"].write(HAND, 2).status_code == 422
    assert match["seat 1"].write(HAND, 1).status_code == 409


# Idempotency


def test_a_repeat_gets_the_sheet_folded_to_the_entry_it_wrote(match):
    first = match["seat 1"].write(HAND, 0, Idempotency_Key="a")
    match["seat 2"].wrote(OTHER)
    match.host.wrote({"end": True})

    for version in (0, 3, 99):
        repeat = match["seat 1"].write(HAND, version, Idempotency_Key="a")
        assert (repeat.status_code, repeat.json) == (201, first.json)
    without = match["seat 1"].of_match("POST", "/entries", HAND, Idempotency_Key="a")
    assert (without.status_code, without.json) == (201, first.json)
    assert len(match.host.journal) == 3


def test_a_repeat_of_what_was_a_right_then_is_answered_though_it_is_none_now(match):
    match["seat 1"].wrote(HAND)
    amend = {"amend": 1, "hand": OTHER["record"]}
    first = match["seat 2"].write(amend, 1, Idempotency_Key="a")
    match["seat 1"].wrote(HAND)

    repeat = match["seat 2"].write(amend, 1, Idempotency_Key="a")

    assert (repeat.status_code, repeat.json) == (201, first.json)
    assert match["seat 2"].write(amend, 3).status_code == 403


def test_the_same_key_with_another_body_is_refused(match):
    match["seat 1"].write(HAND, 0, Idempotency_Key="a")

    answer = match["seat 1"].write(OTHER, 1, Idempotency_Key="a")

    assert (answer.status_code, answer.json["field"]) == (422, "Idempotency-Key")


def test_a_key_belongs_to_one_match_and_one_writer(match, open_match):
    other = open_match()
    match["seat 1"].write(HAND, 0, Idempotency_Key="a")

    assert match["seat 2"].write(OTHER, 1, Idempotency_Key="a").status_code == 201
    assert other["seat 1"].write(OTHER, 0, Idempotency_Key="a").status_code == 201


def test_only_a_write_that_landed_is_remembered(match):
    bad = record(bidder=0, bid="3", tricks=[9, 9])
    assert match.host.write(bad, 0, Idempotency_Key="a").status_code == 422
    assert match.host.write(HAND, 9, Idempotency_Key="a").status_code == 409

    assert match.host.write(OTHER, 0, Idempotency_Key="a").status_code == 201


@pytest.mark.parametrize("key", ["x" * 256, "a\tb"])
def test_an_idempotency_key_that_cannot_be_kept_is_told(match, key):
    answer = match.host.write(HAND, 0, Idempotency_Key=key)

    assert (answer.status_code, answer.json["field"]) == (400, "Idempotency-Key")


# The order of checks


def test_the_checks_come_in_the_order_of_the_contract(match):
    match["seat 1"].write(HAND, 0, Idempotency_Key="a")
    wrong = Script(match.host.client, match.code, match.keys["host"][:-1])

    def status(who, facts, *, kind="application/json", **headers):
        return who.of_match("POST", "/entries", facts, Content_Type=kind, **headers).status_code

    seat, dealer = match["seat 1"], {"dealer": 1}
    assert status(wrong, b"no JSON", kind="text/plain") == 401
    assert status(seat, b"no JSON", kind="text/plain") == 415
    assert status(seat, b" " * 70_000) == 413
    assert status(seat, b"no JSON") == 400
    assert status(match.watch, HAND) == 403
    assert status(seat, dealer, Idempotency_Key="a") == 403
    assert status(seat, OTHER, Idempotency_Key="a") == 422
    assert status(seat, HAND, Idempotency_Key="a") == 201
    assert status(seat, {"strike": 9}) == 428
    assert status(seat, {"strike": 9}, If_Match='"0"') == 409
    assert status(seat, {**OTHER, "by": "x"}, If_Match='"0"') == 409
    assert status(seat, {"strike": 9}, If_Match='"1"') == 422


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b'{"end": true, "end": true}', "application/json", 400),
        (b'{"strike": NaN}', "application/json", 400),
        (b'{"strike": Infinity}', "application/json", 400),
        (b'{"strike": ' + b"1" * 5000 + b"}", "application/json", 400),
        (b'{"strike": ' + b"[" * 30_000, "application/json", 400),
        (b'{"strike": ' + b"[" * 900 + b"]" * 900 + b"}", "application/json", 422),
        (b'{"strike": 1e400}', "application/json", 422),
        (b'{"reopen": "\xff"}', "application/json", 400),
        (rb'{"reopen": "\ud800"}', "application/json", 400),
        (b'{"reopen": "\\u0000"}', "application/json", 422),
        (b'{"end": true}', "text/plain", 415),
        (b'{"end": true}', "", 415),
        (b'{"end": true}', "application/x-www-form-urlencoded", 415),
        (b"end=true", "multipart/form-data; boundary=x", 415),
        (b'{"end": true}', "application/json; charset=utf-8", 201),
    ],
)
def test_a_body_of_any_kind_is_answered(match, body, kind, status):
    answer = match.host.write(body, 0, Content_Type=kind)

    assert answer.status_code == status
    assert len(match.host.journal) == (status == 201)


# Tokens


def test_no_key_a_wrong_one_and_an_unknown_code_are_answered_the_same(match, open_match):
    other = open_match()
    gone = open_match()
    gone.host.of_match("DELETE")
    client = match.host.client
    askers = [
        match.nobody,
        Script(client, match.code, ""),
        Script(client, match.code, "x"),
        Script(client, match.code, match.code),
        Script(client, match.code, match.keys["watch"].replace("watch", "host")),
        Script(client, match.code, other.keys["host"]),
        Script(client, "ZZZZZZ", match.keys["host"]),
        Script(client, gone.code, gone.keys["host"]),
    ]

    answers = [asker.of_match("GET") for asker in askers]

    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.data for answer in answers}) == 1
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {"Bearer"}


def test_the_cookie_of_a_page_opens_nothing_here(device, table):
    answer = device.ask("GET", f"/api/v1/matches/{table.code}")

    assert answer.status_code == 401
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


# The rematch


def test_a_rematch_keeps_rules_names_start_and_passes_the_deal_on(open_match):
    match = open_match(
        ruleset={"preset": "pepper", "target": {"points": 31, "test": "exceed"}},
        start=[5, 0],
        first_dealer=2,
        note="cabin",
    )
    match.host.wrote(HAND, OTHER, {"rename": {"seat": 1, "name": "Tom"}}, {"end": True})

    answer = match["seat 1"].of_match("POST", "/rematch")

    sheet = answer.json["sheet"]
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/v1/matches/{answer.json['code']}"
    assert (sheet["totals"], sheet["wins_at"], sheet["version"]) == ([5, 0], 32, 0)
    assert sheet["players"] == ["Ann", "Tom", "Cat", "Dan"]
    assert [row["dealer"] for row in match.host.sheet["rows"]] == [2, 3]
    assert sheet["next_dealer"] == 0


def test_there_is_one_rematch_however_many_ask(match):
    first = match["seat 1"].of_match("POST", "/rematch")
    again = [match[place].of_match("POST", "/rematch") for place in ("seat 1", "host", "seat 3")]

    assert first.status_code == 201
    assert [answer.status_code for answer in again] == [200] * 3
    assert {answer.json["code"] for answer in again} == {first.json["code"]}


def test_the_keys_of_a_rematch_are_those_that_the_caller_may_see(match):
    of_seat = match["seat 1"].of_match("POST", "/rematch").json
    of_host = match.host.of_match("POST", "/rematch").json

    assert of_seat["keys"] == {
        "host": None,
        "seats": [None, of_host["keys"]["seats"][1], None, None],
        "watch": of_host["keys"]["watch"],
    }
    assert None not in [of_host["keys"]["host"], *of_host["keys"]["seats"]]
    again = Match(match.host.client, of_host)
    assert again["seat 1"].write(HAND, 0).status_code == 201


# Deleting


def test_a_deleted_match_is_gone_with_all_its_keys(match, open_match):
    other = open_match()
    match.host.wrote(HAND)

    answer = match.host.of_match("DELETE")

    assert (answer.status_code, answer.data) == (204, b"")
    for place, path in (("host", ""), ("seat 0", "/journal"), ("watch", "/live")):
        assert match[place].of_match("GET", path).status_code == 401
    assert match.host.of_match("DELETE").status_code == 401
    assert other.host.sheet["version"] == 0


# What is not about a match


def test_the_presets_are_whole_rulesets(script):
    every = script.call("GET", "/rulesets").json

    assert "pepper" in every
    for name in ("pepper", next(iter(every))):
        assert script.call("GET", f"/rulesets/{name}").json == every[name]
    assert script.call("POST", "/matches", {"ruleset": every["pepper"]}).status_code == 201
    assert script.call("GET", "/rulesets/poker").status_code == 404


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/matches/ABCDEF/nothing", "/matchesx"])
def test_a_path_that_is_none_is_a_problem_and_no_page(script, path):
    assert script.call("GET", path).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "GET"])
def test_a_method_that_a_path_does_not_take_is_told(script, method):
    answer = script.call(method, "/matches")

    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


# Bounds


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/entries"),
        ("POST", "/rematch"),
        ("DELETE", ""),
        ("GET", ""),
        ("GET", "/journal"),
        ("GET", "/sheet.json"),
        ("GET", "/live"),
    ],
)
@pytest.mark.parametrize("key", ["no key", "no real key", "a key of before"])
def test_a_wrong_key_is_told_before_the_body_is_read(match, open_match, method, path, key):
    of_before = match.keys["host"][:-1] + ("A" if match.keys["host"][-1] != "A" else "B")
    sent = {"no key": {}, "no real key": {"Authorization": "Bearer x"}}
    headers = sent.get(key, {"Authorization": f"Bearer {of_before}"})

    answer = match.host.client.open(
        f"/api/v1/matches/{match.code}{path}",
        method=method,
        headers={**headers, "If-Match": "seven"},
        **unreadable_body("application/json"),
    )

    assert answer.status_code == 401


def test_two_names_that_look_alike_are_refused_at_their_field(script, match):
    names = {"players": ["Ann", "Bob", "Cat", "\N{CYRILLIC CAPITAL LETTER A}nn"]}
    for facts, field in (
        (names, "players"),
        ({"players": ["Ann", "Bob", "Cat", "Gastgeber"]}, "players"),
        ({"sides": ["Us", "US"]}, "sides"),
    ):
        answer = script.call("POST", "/matches", {"ruleset": {"preset": "pepper"}, **facts})
        assert (answer.status_code, answer.json["field"]) == (422, field)

    renamed = match.host.write({"rename": {"seat": 1, "name": "ANN"}}, 0)
    taken_in = script.call("POST", "/matches", match_file(**names))

    assert (renamed.status_code, renamed.json["field"]) == (422, "name")
    assert taken_in.status_code == 201


def test_a_name_is_stored_without_what_cannot_be_seen_and_with_four_marks_a_letter(open_match):
    names = ["Z" + "\u0338" * 76, "B\u200bob\u2066", "می\u200cخواهم", "Dan"]

    match = open_match(players=names)
    match.host.wrote({"rename": {"side": 0, "name": "U\u00ads"}})

    sheet = match.watch.sheet
    assert sheet["players"] == ["Z" + "\u0338" * 4, "Bob", "می\u200cخواهم", "Dan"]
    assert sheet["sides"][0] == "Us"


@pytest.mark.parametrize(
    ("hours", "status"), [(-24 * 365, 201), (23, 201), (25, 422), (24 * 366 * 180, 422)]
)
def test_a_match_is_opened_a_day_ahead_at_most(script, hours, status):
    opened = (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")

    answer = script.call("POST", "/matches", {"ruleset": {"preset": "pepper"}, "opened": opened})

    assert answer.status_code == status
    assert status == 201 or answer.json["field"] == "opened"


def test_a_file_may_be_of_any_day_until_2199(script):
    file = match_file({"end": True, "at": "2199-12-31T23:59:59Z"}, opened="2199-12-31T00:00:00Z")

    assert script.call("POST", "/matches", file).status_code == 201


@pytest.mark.parametrize(
    ("file", "entry", "field"),
    [
        (match_file(opened="0001-01-01T00:00:00Z"), None, "opened"),
        (match_file(HAND, HAND | {"at": "9999-12-31T23:59:59Z"}), 2, "at"),
        (match_file(*[record(adjustment=[1, 0])] * 5001), 5001, "record"),
    ],
)
def test_what_a_file_may_not_hold_is_refused_at_its_entry(script, file, entry, field):
    answer = script.call("POST", "/matches", file)

    assert answer.status_code == 422
    assert (answer.json.get("entry"), answer.json["field"]) == (entry, field)


def test_a_full_match_refuses_an_entry_and_takes_its_end(script):
    file = match_file(*[record(adjustment=[1, 0])] * 5000)
    match = Match(script.client, script.call("POST", "/matches", file).json)

    answer = match["seat 0"].write(HAND, 5000)

    assert (answer.status_code, answer.json["field"]) == (422, "record")
    assert match["seat 0"].write({"end": True}, 5000).status_code == 201


def test_a_field_with_a_letter_that_cannot_be_seen_is_held_to_the_same_rights(match):
    seat = match["seat 1"]

    assert seat.write({"deal\u200ber": 2}, 0).status_code == 403
    assert seat.write({"ren\u200bame": {"se\u200bat": 0, "name": "Zoe"}}, 0).status_code == 403
    assert seat.write({**HAND, "b\u200by": "Zoe"}, 0).status_code == 422
    assert match.watch.sheet["version"] == 0

"""Who sits where: seats, links and the host's role, on every database that we ship with."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import hosting, joining, keys, opening, service, upkeep
from scorekeeper.rules.words import Refused
from scorekeeper.store.database import db
from scorekeeper.tables import names_of
from tests.databases import at_once, fresh, program
from tests.rules.building import record
from tests.speaking import Longer, english, speaking

HAND = record(bidder=0, bid="3", tricks=[4, 2])
OTHER = record(bidder=1, bid="4", tricks=[3, 3])
NAMED = {"ruleset": {"preset": "pepper"}, "players": ["Ann", "Bob", "Cat", "Dan"]}


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request, tmp_path):
    with fresh(request.param, tmp_path) as url, program(url) as app:
        yield app


@pytest.fixture
def here(app):
    with app.app_context():
        yield


@pytest.fixture
def code(here):
    return opening.open_match(NAMED, "phone")


def change(code, **columns):
    """Puts other values into the match's row, as only time could."""
    assignments = ", ".join(f"{name} = :{name}" for name in columns)
    db.session.rollback()
    db.session.execute(
        db.text(f"UPDATE match SET {assignments} WHERE code = :code"),  # noqa: S608
        {**columns, "code": code},
    )
    db.session.commit()


def table(code, who="phone"):
    """The match as another process would read it."""
    db.session.rollback()
    return service.read_match(code, who)


def places(code, who):
    return table(code, who).places


def deeds(code):
    db.session.rollback()
    return [(act.by, act.deed, act.place) for act in joining.acts(code, None)]


def lands(answers):
    return [answer for answer in answers if not isinstance(answer, Exception)]


# Taking a seat


def test_a_free_seat_is_taken_with_the_code_and_given_a_name(code):
    taken = joining.take_seat(code.lower(), 1, "tablet", " Tom ")

    assert taken.places == {"seat 1"}
    assert table(code, "tablet").sheet.players == ("Ann", "Tom", "Cat", "Dan")
    assert service.write_entry(code, "tablet", HAND, version=1).match.entries[-1].by == "Tom"
    assert [each.code for each in service.matches_of("tablet")] == [code]
    assert deeds(code) == [("seat 1", "took the seat", "seat 1")]


def test_a_seat_may_keep_its_name_and_then_nothing_is_written(code):
    joining.take_seat(code, 1, "tablet")
    joining.take_seat(code, 2, "other", "Cat")

    assert table(code).sheet.version == 0


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ann", "ann 2"),
        ("  DAN ", "DAN 2"),
        ("A\u0301nn", "\u00c1nn"),
        ("Bob", "Bob"),
        ("Ca\tt", "Ca t"),
    ],
)
def test_names_that_clash_are_numbered(code, typed, name):
    joining.take_seat(code, 1, "tablet", typed)

    assert table(code).sheet.players[1] == name


def test_a_third_of_the_name_gets_the_next_number(code):
    for seat in (1, 2):
        joining.take_seat(code, seat, f"phone {seat}", "Ann")

    assert table(code).sheet.players == ("Ann", "Ann 2", "Ann 3", "Dan")


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "x" * 81])
def test_a_name_that_is_none_is_refused_and_the_seat_stays_free(code, name):
    with pytest.raises(Refused) as refused:
        joining.take_seat(code, 1, "tablet", name)

    assert refused.value.field == "name"
    assert not joining.seating(code, "phone").seats[1].taken


def test_where_everybody_plays_alone_the_column_is_renamed_too(here):
    rules = {"preset": "pepper", "players": 3, "sides": 3, "minimum_bid": None}
    code = opening.open_match({"ruleset": {**rules, "sheet": "signed", "shutout": None}}, "phone")

    joining.take_seat(code, 1, "tablet", "Tom")

    sheet = table(code).sheet
    assert (sheet.players[1], sheet.sides[1], sheet.version) == ("Tom", "Tom", 2)


def test_a_seat_that_another_has_taken_is_not_free(code):
    joining.take_seat(code, 1, "tablet")

    with pytest.raises(joining.NotFree):
        joining.take_seat(code, 1, "other")

    assert joining.take_seat(code, 1, "tablet").places == {"seat 1"}


@pytest.mark.parametrize("number", [-1, 4, 99])
def test_a_seat_that_is_not_there_is_not_found(code, number):
    with pytest.raises(service.NoMatch):
        joining.take_seat(code, number, "tablet")


def test_one_phone_may_run_several_seats_and_be_the_host_too(code):
    for seat in (0, 2, 3):
        joining.take_seat(code, seat, "phone")
    joining.take_seat(code, 1, "tablet")

    service.write_entry(code, "phone", HAND, version=0)
    service.write_entry(code, "phone", {"rename": {"seat": 3, "name": "Dora"}}, version=1)
    service.write_entry(code, "phone", {"dealer": 2}, version=2)
    service.write_entry(code, "phone", record(adjustment=[1, 1], note="x"), version=3)

    assert places(code, "phone") == {"host", "seat 0", "seat 2", "seat 3"}
    assert [entry.by for entry in table(code).match.entries] == ["Ann", "Dora", "Host", "Host"]


def test_the_host_is_told_in_the_language_that_is_spoken_and_kept_in_english(code):
    service.write_entry(code, "phone", record(adjustment=[1, 1]), version=0)

    with speaking(Longer()):
        found = table(code)
        written, shown = found.match.entries[-1].by, names_of(found.sheet.players)["host"]

    assert written == "Host"
    assert shown == Longer().words("Host")


def test_why_a_seat_was_not_given_is_told_in_the_language_that_is_spoken(code):
    joining.take_seat(code, 1, "tablet")
    with pytest.raises(joining.NotFree) as taken:
        joining.take_seat(code, 1, "other")
    hosting.let_join(code, "phone", let=False)
    with pytest.raises(service.Forbidden) as closed:
        joining.take_seat(code, 2, "other")

    with speaking(Longer()):
        assert not english(f"{taken.value} {closed.value}")


def test_the_code_gives_seats_until_the_host_closes_joining(code):
    hosting.let_join(code, "phone", let=False)

    assert not joining.seats_for(code, "tablet").open
    with pytest.raises(service.Forbidden, match="closed"):
        joining.take_seat(code, 1, "tablet")
    assert joining.take_seat(code, 0, "phone").places == {"host", "seat 0"}
    hosting.let_join(code, "phone", let=True)
    assert joining.take_seat(code, 1, "tablet").places == {"seat 1"}


def test_the_code_gives_seats_for_twelve_hours(code):
    until = datetime.fromisoformat(joining.seats_for(code, "tablet").joining_until)
    assert timedelta(hours=11, minutes=59) < until - datetime.now(UTC) <= timedelta(hours=12)

    change(code, joining_until="2026-01-01T00:00:00Z")

    assert not joining.seats_for(code, "tablet").open
    with pytest.raises(service.Forbidden):
        joining.take_seat(code, 1, "tablet")


def test_joining_is_over_when_every_seat_is_taken(code):
    for seat in range(4):
        assert joining.seats_for(code, "x").open
        joining.take_seat(code, seat, f"phone {seat}")

    assert not joining.seats_for(code, "x").open


def test_the_code_alone_shows_no_more_than_the_seats(code):
    with pytest.raises(service.NoMatch):
        service.read_match(code, "tablet")
    assert [seat.name for seat in joining.seats_for(code, "tablet").seats] == NAMED["players"]
    with pytest.raises(service.NoMatch):
        joining.seating(code, "tablet")


# Links


def test_a_link_gives_what_it_names_and_looking_takes_nothing(code):
    links = joining.links(code, "phone")

    for place in ("host", "seat 2", "watch"):
        assert joining.key_opens(links[place]).places == {place}
        with pytest.raises(service.NoMatch):
            service.read_match(code, "tablet")
    for place in ("watch", "seat 2", "host"):
        joining.take_place(links[place], "tablet")
    assert places(code, "tablet") == {"host", "seat 2", "watch"}


def test_a_lost_phone_takes_its_seat_back_by_its_link(code):
    joining.take_seat(code, 2, "lost")
    link = joining.links(code, "phone")["seat 2"]

    joining.take_place(link, "new", "Cathy")

    assert table(code, "new").sheet.players[2] == "Cathy"


def test_watching_gives_nothing_else_and_displaces_no_seat(code):  # T35
    mine = opening.open_match(NAMED, "tablet")
    joining.take_seat(mine, 3, "tablet")

    joining.take_place(joining.links(code, "phone")["watch"], "tablet")

    assert [each.code for each in service.matches_of("tablet")] == [mine, code]
    assert places(mine, "tablet") == {"host", "seat 3"}
    for act in (
        lambda: service.write_entry(code, "tablet", HAND, version=0),
        lambda: joining.entering(code, "tablet"),
        lambda: joining.links(code, "tablet"),
        lambda: hosting.claim(code, "tablet"),
        lambda: hosting.refuse_claim(code, "tablet"),
        lambda: opening.rematch(code, "tablet"),
    ):
        with pytest.raises(service.Forbidden):
            act()


def test_who_sees_which_links(code):
    joining.take_seat(code, 1, "tablet")
    everything = joining.links(code, "phone")
    of_seat_2 = keys.read_key(everything["seat 2"])

    assert list(everything) == ["host", "seat 0", "seat 1", "seat 2", "seat 3", "watch"]
    assert list(joining.links(code, "tablet")) == ["watch"]
    assert list(joining.links(code, of_seat_2)) == ["seat 2", "watch"]


@pytest.mark.parametrize("place", ["host", "seat 1", "watch"])
def test_a_renewed_link_withdraws_the_one_before_and_no_other(code, place):
    before = joining.links(code, "phone")
    joining.take_place(before[place], "tablet")

    fresh = hosting.renew(code, "phone", place)

    assert joining.key_opens(fresh).places == {place}
    with pytest.raises(service.NoMatch):
        joining.key_opens(before[place])
    with pytest.raises(service.NoMatch):
        service.read_match(code, keys.read_key(before[place]))
    assert joining.links(code, "phone") == {**before, place: fresh}
    if place == "watch":
        with pytest.raises(service.NoMatch):
            service.read_match(code, "tablet")
    else:
        assert places(code, "tablet") == {place}


@pytest.mark.parametrize("place", ["seat 4", "seat x", "seat", "cook", ""])
def test_a_link_of_no_place_is_not_renewed(code, place):
    with pytest.raises(service.NoMatch):
        hosting.renew(code, "phone", place)


def test_a_freed_seat_is_taken_from_phone_and_key(code):
    link = joining.links(code, "phone")["seat 1"]
    joining.take_seat(code, 1, "tablet")

    hosting.free_seat(code, "phone", 1)

    for who in ("tablet", keys.read_key(link)):
        with pytest.raises(service.NoMatch):
            service.read_match(code, who)
    assert joining.take_seat(code, 1, "other").places == {"seat 1"}
    assert ("host", "freed", "seat 1") in deeds(code)


def test_only_the_host_does_what_is_the_hosts(code):
    joining.take_seat(code, 1, "tablet")

    for act in (
        lambda: hosting.free_seat(code, "tablet", 1),
        lambda: hosting.let_join(code, "tablet", let=False),
        lambda: hosting.renew(code, "tablet", "watch"),
        lambda: hosting.pass_on(code, "tablet", 1),
        lambda: service.delete_match(code, "tablet"),
    ):
        with pytest.raises(service.Forbidden, match="host"):
            act()
        with pytest.raises(service.NoMatch):
            service.read_match(code, "a stranger")


# The host's role


def test_the_role_is_passed_on_whole(code):
    link = joining.links(code, "phone")["host"]
    joining.take_seat(code, 1, "tablet")
    joining.take_seat(code, 0, "phone")

    hosting.pass_on(code, "phone", 1)

    assert places(code, "tablet") == {"host", "seat 1"}
    assert places(code, "phone") == {"seat 0"}
    with pytest.raises(service.NoMatch):
        joining.key_opens(link)
    assert deeds(code)[-1] == ("host", "passed the role on", "seat 1")


def test_the_role_is_not_passed_to_a_seat_that_nobody_has(code):
    with pytest.raises(joining.NotFree):
        hosting.pass_on(code, "phone", 1)

    assert places(code, "phone") == {"host"}


def claimed(code):
    joining.take_seat(code, 1, "tablet")
    joining.take_seat(code, 2, "other")
    return hosting.claim(code, "tablet")


def test_a_claim_is_shown_to_all_and_gives_nothing_yet(code):  # T31
    claim = claimed(code)

    assert (claim.seat, claim.name) == (1, "Bob")
    assert joining.seating(code, "other").claim == claim
    assert places(code, "tablet") == {"seat 1"}


def test_an_unopposed_claim_passes_the_role_and_is_logged(code):  # T31
    claimed(code)
    change(code, claim_ends="2026-01-01T00:00:00Z")

    assert places(code, "tablet") == {"host", "seat 1"}
    with pytest.raises(service.NoMatch):
        service.read_match(code, "phone")
    assert joining.seating(code, "tablet").claim is None
    assert deeds(code)[-2:] == [
        ("seat 1", "claimed the role", None),
        ("seat 1", "took over", "seat 1"),
    ]


def test_an_unopposed_claim_passes_with_the_first_write_too(code):
    claimed(code)
    change(code, claim_ends="2026-01-01T00:00:00Z")

    assert service.write_entry(code, "tablet", {"dealer": 2}, version=0).sheet.next_dealer == 2


@pytest.mark.parametrize("who", ["phone", "other"])
def test_the_host_or_another_seat_refuses_a_claim(code, who):
    claimed(code)

    assert hosting.refuse_claim(code, who)

    change(code, joining_until="")
    assert joining.seating(code, who).claim is None
    assert not hosting.refuse_claim(code, who)
    assert places(code, "tablet") == {"seat 1"}
    assert deeds(code)[-1][1:] == ("refused the claim", "seat 1")


def test_nobody_refuses_their_own_claim_or_makes_a_second(code):
    claimed(code)

    with pytest.raises(service.Forbidden):
        hosting.refuse_claim(code, "tablet")
    with pytest.raises(joining.NotFree):
        hosting.claim(code, "other")
    with pytest.raises(service.Forbidden):
        hosting.claim(code, "phone")


def test_a_seat_that_is_freed_loses_its_claim(code):
    claimed(code)

    hosting.free_seat(code, "phone", 1)

    assert joining.seating(code, "phone").claim is None


# Rematch, deleting, expiry


def test_a_rematch_keeps_every_device_in_its_place(code):  # T30
    joining.take_seat(code, 1, "tablet", "Tom")
    joining.take_place(joining.links(code, "phone")["watch"], "television")
    service.write_entry(code, "tablet", HAND, version=1)

    after, made = opening.rematch(code, "tablet")

    assert made
    assert after.places == {"seat 1"}
    assert after.sheet.players[1] == "Tom"
    for who, held in (("phone", "host"), ("tablet", "seat 1"), ("television", "watch")):
        assert places(after.code, who) == {held}
    assert joining.seating(code, "phone").next_code == after.code
    assert opening.rematch_of(code, "television") == after.code
    assert opening.rematch(after.code, "phone")[0].code not in (code, after.code)


def test_a_deleted_match_leaves_nothing_behind(code):  # T48
    other = opening.open_match(NAMED, "phone")
    claimed(code)
    service.write_entry(code, "phone", HAND, version=0)
    opening.rematch(code, "phone")

    service.delete_match(code, "phone")

    left = {
        name: db.session.scalar(
            db.text(f'SELECT count(*) FROM "{name}" WHERE match_id = 1')  # noqa: S608
        )
        for name in ("journal", "grant", "act")
    }
    assert left == {"journal": 0, "grant": 0, "act": 0}
    assert table(other).sheet.version == 0


def test_a_match_expires_after_its_days_and_is_purged(here):
    old, fresh = (opening.open_match(NAMED, "phone") for _ in range(2))
    change(old, last_day="2026-01-01")
    link = joining.links(fresh, "phone")["host"].replace(fresh, old)

    for act in (
        lambda: service.read_match(old, "phone"),
        lambda: service.read_match(old),
        lambda: service.write_entry(old, "phone", HAND, version=0),
        lambda: joining.key_opens(link),
        lambda: joining.take_seat(old, 1, "tablet"),
        lambda: joining.seats_for(old, "tablet"),
    ):
        with pytest.raises(service.NoMatch):
            act()
    assert [each.code for each in service.matches_of("phone")] == [fresh]
    assert [each for each, _ in upkeep.check_matches()] == [fresh]

    upkeep.delete_expired()

    assert db.session.execute(db.text("SELECT code FROM match")).scalars().all() == [fresh]


def test_an_entry_keeps_the_match_for_its_days_again(code):
    change(code, last_day="2026-11-01")
    before = joining.seating(code, "phone").expires

    service.write_entry(code, "phone", HAND, version=0)

    assert before == "2027-01-30"
    assert joining.seating(code, "phone").expires > before


# Several at once


def test_of_eight_that_take_one_seat_one_sits(app):
    with app.app_context():
        code = opening.open_match(NAMED, "phone")

    answers = at_once(
        app, [lambda n=n: joining.take_seat(code, 1, f"phone {n}", f"N{n}") for n in range(8)]
    )

    assert len(lands(answers)) == 1
    assert {type(answer) for answer in answers} == {service.Table, joining.NotFree}
    with app.app_context():
        assert service.read_match(code).sheet.version == 1


def test_of_two_claims_at_once_one_is_made(app):  # T31
    with app.app_context():
        code = opening.open_match(NAMED, "phone")
        for seat in range(4):
            joining.take_seat(code, seat, f"phone {seat}")

    answers = at_once(app, [lambda n=n: hosting.claim(code, f"phone {n}") for n in range(4)])

    assert len(lands(answers)) == 1
    with app.app_context():
        change(code, claim_ends="2026-01-01T00:00:00Z")
    held = at_once(app, [lambda n=n: places(code, f"phone {n}") for n in range(4)])
    assert sorted("host" in each for each in held) == [False, False, False, True]
    with app.app_context():
        assert [deed for _, deed, _ in deeds(code)].count("took over") == 1


def test_of_eight_rematches_at_once_one_is_made(app):  # T30
    with app.app_context():
        code = opening.open_match(NAMED, "phone")

    answers = at_once(app, [lambda: opening.rematch(code, "phone")] * 8)

    assert len({table.code for table, _ in answers}) == 1
    assert [made for _, made in answers].count(True) == 1


@pytest.mark.parametrize(
    "entry",
    [
        HAND,
        {"undo": 2},
        {"strike": 2},
        {"amend": 2, "hand": OTHER["record"]},
        {"overrule": 1, "side": 1, "points": 7},
        {"rename": {"seat": 1, "name": "Tom"}},
        {"end": True},
    ],
    ids=str,
)
def test_of_six_that_write_the_same_at_once_one_lands(app, entry):  # T26
    with app.app_context():
        code = opening.open_match(NAMED, "phone")
        key = keys.read_key(joining.links(code, "phone")["seat 1"])
        service.write_entry(code, key, HAND, version=0)
        service.write_entry(code, key, OTHER, version=1)

    answers = at_once(
        app, [lambda: service.write_entry(code, key, entry, version=2) for _ in range(6)]
    )

    assert len(lands(answers)) == 1
    assert {type(answer) for answer in answers} == {service.Table, service.Conflict}
    with app.app_context():
        assert service.read_match(code).sheet.version == 3


def test_what_is_written_and_who_is_seated_at_once_lose_nothing(app):
    with app.app_context():
        code = opening.open_match(NAMED, "phone")

    def play():
        for _ in range(6):
            while True:
                service.let_go()
                try:
                    seen = service.read_match(code, "phone").sheet.version
                    service.write_entry(code, "phone", HAND, version=seen)
                    break
                except service.Conflict:
                    continue

    sit = [lambda n=n: joining.take_seat(code, n, f"phone {n}", f"N{n}") for n in range(4)]
    answers = at_once(app, [play, play, *sit])

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    with app.app_context():
        sheet = service.read_match(code).sheet
        assert (len(sheet.lines), sheet.version) == (12, 16)
        assert sheet.players == ("N0", "N1", "N2", "N3")


def test_a_match_that_is_deleted_while_it_is_written_on_is_gone_for_all(app):
    with app.app_context():
        code = opening.open_match(NAMED, "phone")

    def write(number):
        return service.write_entry(code, "phone", HAND, version=number, key=f"k{number}")

    answers = at_once(app, [*[lambda: write(0)] * 4, lambda: service.delete_match(code, "phone")])

    assert {type(answer) for answer in answers} <= {
        *(service.Table, service.NoMatch, service.Conflict, type(None))
    }
    with app.app_context(), pytest.raises(service.NoMatch):
        service.read_match(code)

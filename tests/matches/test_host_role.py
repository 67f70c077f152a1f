"""The host's role: what only the host may do, and who has it, on every kind of database."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import tokens
from scorekeeper.matches import creation, host_role, matches, seats
from tests.databases import app, at_once, here, lands, url
from tests.match_setup import (
    HAND,
    NAMED,
    audit_events,
    change,
    claimed,
    code,
    later,
    over,
    places,
    submit_entry,
    table,
    write,
)
from tests.rules.builders import record

__all__ = ["app", "code", "here", "url"]


# What only the host does


def test_only_the_host_does_what_is_the_hosts(code):
    seats.take_seat(code, 1, "tablet")

    for act in (
        lambda: host_role.free_seat(code, "tablet", 1),
        lambda: host_role.set_joining(code, "tablet", let=False),
        lambda: host_role.renew_token(code, "tablet", "watch"),
        lambda: host_role.pass_role_on(code, "tablet", 1),
        lambda: matches.delete_match(code, "tablet"),
    ):
        with pytest.raises(matches.Forbidden, match="host"):
            act()
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, "a stranger")


@pytest.mark.parametrize("place", ["seat 1", "watch"])
def test_a_renewed_link_withdraws_the_one_before_and_no_other(code, place):
    before = seats.list_tokens(code, "phone")
    seats.take_role(before[place], "tablet")

    fresh = host_role.renew_token(code, "phone", place)

    assert seats.open_token(fresh).roles == {place}
    with pytest.raises(matches.MatchNotFound):
        seats.open_token(before[place])
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, tokens.parse_token(before[place]))
    assert seats.list_tokens(code, "phone") == {**before, place: fresh}
    if place == "watch":
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, "tablet")
    else:
        assert places(code, "tablet") == {place}


def test_a_renewed_link_of_the_host_takes_the_role_from_every_other_device(code):
    before = seats.list_tokens(code, "phone")["host"]
    for device in ("stolen", "spare"):
        seats.take_role(before, device)
    seats.take_seat(code, 1, "stolen")

    fresh = host_role.renew_token(code, "phone", "host")

    assert places(code, "phone") == {"host"}
    assert places(code, "stolen") == {"seat 1"}
    for who in ("spare", tokens.parse_token(before)):
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, who)
    assert seats.open_token(fresh).roles == {"host"}
    assert audit_events(code)[-2:] == [
        ("host", "renewed the link", "host"),
        ("host", "withdrew the other hosts", None),
    ]


@pytest.mark.parametrize("asks", ["a key", "the house"])
def test_a_renewed_link_of_the_host_leaves_no_device_where_none_asked(code, asks):
    key = tokens.parse_token(seats.list_tokens(code, "phone")["host"])

    fresh = host_role.renew_token(code, key if asks == "a key" else None, "host")

    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "phone")
    assert matches.read_match(code, tokens.parse_token(fresh)).roles == {"host"}


def test_a_seats_phones_are_withdrawn_with_its_link_where_that_is_asked_for(code):
    seats.take_seat(code, 1, "tablet")

    host_role.renew_token(code, "phone", "seat 1", withdraw=True)

    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "tablet")
    assert not seats.read_seating(code, "phone").seats[1].taken
    assert audit_events(code)[-1] == ("host", "withdrew the phones", "seat 1")


def test_how_many_phones_hold_each_place_is_known(code):
    links = seats.list_tokens(code, "phone")
    for place, device in (("host", "a"), ("seat 1", "a"), ("watch", "b"), ("watch", "c")):
        seats.take_role(links[place], device)

    assert seats.read_seating(code, "phone").phones == {"host": 2, "seat 1": 1, "watch": 2}


@pytest.mark.parametrize("place", ["seat 4", "seat x", "seat", "cook", ""])
def test_a_link_of_no_place_is_not_renewed(code, place):
    with pytest.raises(matches.MatchNotFound):
        host_role.renew_token(code, "phone", place)


def test_a_freed_seat_is_taken_from_phone_and_key(code):
    link = seats.list_tokens(code, "phone")["seat 1"]
    seats.take_seat(code, 1, "tablet")

    host_role.free_seat(code, "phone", 1)

    for who in ("tablet", tokens.parse_token(link)):
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, who)
    assert seats.take_seat(code, 1, "other").roles == {"seat 1"}
    assert ("host", "freed", "seat 1") in audit_events(code)


# The role


def test_the_role_is_passed_on_whole(code):
    link = seats.list_tokens(code, "phone")["host"]
    seats.take_seat(code, 1, "tablet")
    seats.take_seat(code, 0, "phone")

    host_role.pass_role_on(code, "phone", 1)

    assert places(code, "tablet") == {"host", "seat 1"}
    assert places(code, "phone") == {"seat 0"}
    with pytest.raises(matches.MatchNotFound):
        seats.open_token(link)
    assert audit_events(code)[-1] == ("host", "passed the role on", "seat 1")


def test_the_role_is_not_passed_to_a_seat_that_nobody_has(code):
    with pytest.raises(seats.SeatTaken):
        host_role.pass_role_on(code, "phone", 1)

    assert places(code, "phone") == {"host"}


def alone(code):
    """Let the tablet's claim run out unrefused, with no host here for long."""
    claimed(code)
    later(400)
    over(code)


def as_written(time):
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


# Who may claim


def test_a_seat_claims_once_it_has_written_a_hand_that_stands(code):
    seats.take_seat(code, 1, "tablet")
    with pytest.raises(matches.Forbidden, match="claim-without-hand"):
        host_role.claim_role(code, "tablet")

    write(code, "tablet", HAND)

    assert host_role.why_no_claim(code, "tablet") is None
    assert host_role.claim_role(code, "tablet").seat == 1


@pytest.mark.parametrize("gone", [{"undo": 1}, {"strike": 1}])
def test_a_hand_that_was_taken_back_or_struck_gives_no_claim(code, gone):
    seats.take_seat(code, 1, "tablet")
    write(code, "tablet", HAND)
    write(code, "phone", gone)

    with pytest.raises(matches.Forbidden, match="claim-without-hand"):
        host_role.claim_role(code, "tablet")


def test_a_hand_is_its_places_whatever_the_seat_is_called_since(code):
    seats.take_seat(code, 1, "tablet")
    seats.take_seat(code, 2, "other")
    write(code, "tablet", HAND)
    write(code, "phone", {"rename": {"seat": 1, "name": "Zoe"}})
    write(code, "phone", {"rename": {"seat": 2, "name": "Bob"}})

    with pytest.raises(matches.Forbidden):
        host_role.claim_role(code, "other")
    assert host_role.claim_role(code, "tablet").seat == 1


@pytest.mark.parametrize("withdrawn", ["freed", "link renewed"])
def test_what_was_written_before_a_seat_was_freed_gives_the_next_no_claim(code, withdrawn):
    seats.take_seat(code, 1, "tablet")
    write(code, "tablet", HAND)
    if withdrawn == "freed":
        host_role.free_seat(code, "phone", 1)
    else:
        host_role.renew_token(code, "phone", "seat 1", withdraw=True)
    seats.take_seat(code, 1, "stranger")

    with pytest.raises(matches.Forbidden, match="claim-without-hand"):
        host_role.claim_role(code, "stranger")


def test_of_several_seats_of_one_phone_the_one_that_wrote_claims(code):
    for seat in (1, 2):
        seats.take_seat(code, seat, "tablet")
    host_role.free_seat(code, "phone", 1)
    link = seats.list_tokens(code, "phone")["seat 1"]
    write(code, "tablet", HAND)
    seats.take_role(link, "tablet")

    assert host_role.claim_role(code, "tablet").seat == 2


@pytest.mark.parametrize("end", ["decided", "ended"])
def test_once_the_match_is_over_any_seat_that_was_taken_before_claims(here, end):
    short = {"preset": "pepper", "target": {"points": 3, "test": "reach"}}
    code = creation.open_match({"ruleset": short}, "phone")
    key = seats.list_tokens(code, "phone")["seat 2"]
    seats.take_seat(code, 1, "tablet")
    write(code, "phone", record(bidder=0, bid="3", tricks=[4, 2]))
    if end == "ended":
        write(code, "phone", {"end": True})
    seats.take_role(key, "late")

    with pytest.raises(matches.Forbidden, match="claim-after-end"):
        host_role.claim_role(code, "late")
    assert host_role.claim_role(code, "tablet").seat == 1


def test_seats_that_a_rematch_brought_along_claim_once_it_is_over_too(code):
    seats.take_seat(code, 1, "tablet")
    write(code, "phone", {"end": True})
    again = creation.rematch(code, "phone")[0].code

    write(again, "phone", {"end": True})

    assert host_role.claim_role(again, "tablet").seat == 1


# One claim


def test_a_claim_is_shown_to_all_and_gives_nothing_yet(code):
    claim = claimed(code)

    assert (claim.seat, claim.host_is_here, claim.passes) == (1, True, False)
    assert seats.read_seating(code, "other").claim == claim
    assert places(code, "tablet") == {"seat 1"}


@pytest.mark.parametrize("who", ["phone", "other"])
def test_the_host_or_another_seat_refuses_a_claim(code, who):
    claimed(code)

    assert host_role.refuse_claim(code, who)

    assert seats.read_seating(code, who).claim is None
    assert not host_role.refuse_claim(code, who)
    with pytest.raises(seats.SeatTaken):
        host_role.complete_claim(code, "tablet")
    assert places(code, "tablet") == {"seat 1"}
    assert audit_events(code)[-1][1:] == ("refused the claim", "seat 1")


def test_nobody_refuses_their_own_claim_or_makes_a_second(code):
    claimed(code)
    write(code, "other", HAND)

    with pytest.raises(matches.Forbidden):
        host_role.refuse_claim(code, "tablet")
    with pytest.raises(seats.SeatTaken):
        host_role.claim_role(code, "other")
    with pytest.raises(matches.Forbidden):
        host_role.claim_role(code, "phone")


def test_a_seat_that_is_freed_loses_its_claim(code):
    claimed(code)

    host_role.free_seat(code, "phone", 1)

    assert seats.read_seating(code, "phone").claim is None


def test_of_two_claims_at_once_one_is_made(app):
    with app.app_context():
        code = creation.open_match(NAMED, "phone")
        for seat in range(4):
            seats.take_seat(code, seat, f"phone {seat}")
            write(code, f"phone {seat}", HAND)

    answers = at_once(app, [lambda n=n: host_role.claim_role(code, f"phone {n}") for n in range(4)])

    assert len(lands(answers)) == 1
    with app.app_context():
        later(400)
        over(code)
    taken = at_once(
        app, [lambda n=n: host_role.complete_claim(code, f"phone {n}") for n in range(4)] * 2
    )
    assert len(lands(taken)) == 1
    with app.app_context():
        assert [event for _, event, _ in audit_events(code)].count("took over") == 1


# While the host is here


def test_while_the_host_is_here_the_role_passes_by_the_hosts_yes_at_once(code):
    link = seats.list_tokens(code, "phone")["host"]
    claimed(code)

    host_role.agree_to_claim(code, "phone", 1)

    assert places(code, "tablet") == {"host", "seat 1"}
    for who in ("phone", tokens.parse_token(link)):
        with pytest.raises(matches.MatchNotFound):
            matches.read_match(code, who)
    assert seats.read_seating(code, "tablet").claim is None
    assert audit_events(code)[-1] == ("host", "agreed to the claim", "seat 1")


def test_only_the_host_says_yes_and_only_to_whoever_has_asked(code):
    claimed(code)

    with pytest.raises(matches.Forbidden):
        host_role.agree_to_claim(code, "other", 1)
    with pytest.raises(matches.Forbidden):
        host_role.agree_to_claim(code, "tablet", 1)
    with pytest.raises(seats.SeatTaken):
        host_role.agree_to_claim(code, "phone", 2)
    assert places(code, "phone") == {"host"}


def test_without_a_yes_of_a_host_who_is_here_a_claim_lapses_and_a_new_one_may_be_made(code):
    claimed(code)
    over(code)

    assert seats.read_seating(code, "other").claim is None
    with pytest.raises(matches.Forbidden, match="claim-lapsed"):
        host_role.complete_claim(code, "tablet")
    assert places(code, "phone") == {"host"}
    assert host_role.claim_role(code, "tablet").seat == 1


def test_a_claim_that_has_lapsed_does_not_come_back_when_the_host_goes(code):
    claimed(code)
    later(290)
    over(code, 20)  # the host was here then, twenty seconds ago, and not since
    assert seats.read_seating(code, "other").claim is None

    later(60)
    over(code, 80)

    assert seats.read_seating(code, "other").claim is None
    with pytest.raises(matches.Forbidden, match="claim-lapsed"):
        host_role.complete_claim(code, "tablet")


def test_a_host_who_comes_back_before_the_role_was_taken_keeps_it(code):
    alone(code)
    matches.read_match(code, "phone")

    with pytest.raises(matches.Forbidden, match="claim-lapsed"):
        host_role.complete_claim(code, "tablet")


@pytest.mark.parametrize("sees", ["a page", "the API", "Home"])
def test_a_request_of_a_device_or_a_key_of_the_host_says_that_the_host_is_here(code, sees):
    key = tokens.parse_token(seats.list_tokens(code, "phone")["host"])
    claimed(code)
    later(400)
    assert not seats.read_seating(code, "tablet").claim.host_is_here

    if sees == "Home":
        list(matches.list_matches("phone"))
    else:
        matches.read_match(code, "phone" if sees == "a page" else key)

    assert seats.read_seating(code, "tablet").claim.host_is_here


def test_neither_the_house_nor_the_others_at_the_table_are_the_host(code):
    claimed(code)
    seats.take_role(seats.list_tokens(code, None)["watch"], "watcher")
    later(400)

    for who in (None, "other", "tablet", "watcher"):
        assert not seats.read_seating(code, who).claim.host_is_here


# While the host is away


def test_an_unopposed_claim_is_taken_after_its_sixty_seconds_and_logged(code):
    alone(code)
    assert places(code, "tablet") == {"seat 1"}
    assert seats.read_seating(code, "tablet").claim.passes

    host_role.complete_claim(code, "tablet")

    assert places(code, "tablet") == {"host", "seat 1"}
    with pytest.raises(matches.MatchNotFound):
        matches.read_match(code, "phone")
    assert seats.read_seating(code, "tablet").claim is None
    assert audit_events(code)[-2:] == [
        ("seat 1", "claimed the role", None),
        ("seat 1", "took over", "seat 1"),
    ]


def test_nothing_is_taken_before_the_sixty_seconds_are_over(code):
    claimed(code)
    later(400)

    with pytest.raises(matches.Forbidden, match="claim-too-early"):
        host_role.complete_claim(code, "tablet")
    assert places(code, "tablet") == {"seat 1"}


def test_nobody_else_takes_the_role_that_one_has_asked_for(code):
    alone(code)

    with pytest.raises(matches.Forbidden):
        host_role.complete_claim(code, "other")
    assert "host" not in places(code, "other")


def test_the_others_may_still_refuse_until_it_is_taken(code):
    alone(code)

    assert host_role.refuse_claim(code, "other")

    with pytest.raises(seats.SeatTaken):
        host_role.complete_claim(code, "tablet")


def test_a_claim_that_is_not_taken_within_ten_minutes_no_longer_counts(code):
    claimed(code)
    later(2000)
    over(code, 599)
    assert seats.read_seating(code, "other").claim
    over(code, 601)

    assert seats.read_seating(code, "other").claim is None
    with pytest.raises(matches.Forbidden, match="claim-lapsed"):
        host_role.complete_claim(code, "tablet")
    assert host_role.claim_role(code, "tablet").seat == 1


def test_a_claim_of_a_clock_that_ran_ahead_keeps_nobody_from_claiming(code):
    claimed(code)
    over(code, -86_400)

    assert seats.read_seating(code, "other").claim is None
    assert host_role.claim_role(code, "tablet").seat == 1


def test_reading_passes_no_role(code):
    alone(code)

    for who in ("tablet", "other", None):
        seats.read_seating(code, who)
        matches.read_match(code, who)
        seats.list_audit_events(code, who)
    submit_entry(code, "tablet", HAND, version=1)

    assert places(code, "phone") == {"host"}
    assert places(code, "tablet") == {"seat 1"}


# A role got by a claim


def by_agreement(code):
    claimed(code)
    host_role.agree_to_claim(code, "phone", 1)


def by_absence(code):
    alone(code)
    host_role.complete_claim(code, "tablet")


WAITS = {
    "delete": lambda code: matches.delete_match(code, "tablet"),
    "renew a link": lambda code: host_role.renew_token(code, "tablet", "watch"),
    "free a seat": lambda code: host_role.free_seat(code, "tablet", 2),
    "pass the role on": lambda code: host_role.pass_role_on(code, "tablet", 2),
}


@pytest.mark.parametrize("act", WAITS.values(), ids=WAITS)
@pytest.mark.parametrize("got", [by_agreement, by_absence])
def test_whoever_became_host_by_a_claim_waits_a_day_for_what_cannot_be_undone(code, got, act):
    got(code)

    with pytest.raises(matches.Forbidden, match="host-by-claim"):
        act(code)
    assert places(code, "tablet") == {"host", "seat 1"}

    change(code, claimed_at=as_written(datetime.now(UTC) - timedelta(hours=24, seconds=1)))
    act(code)


@pytest.mark.parametrize("act", WAITS.values(), ids=WAITS)
def test_a_clock_that_is_set_back_keeps_such_a_host_waiting_no_longer(code, act):
    by_absence(code)
    change(code, claimed_at=as_written(datetime.now(UTC) + timedelta(days=300)))

    act(code)


def test_such_a_host_does_everything_else(code):
    by_absence(code)

    host_role.set_joining(code, "tablet", let=False)
    write(code, "tablet", {"dealer": 2})
    write(code, "tablet", {"end": True})
    write(code, "tablet", {"reopen": "one more"})

    assert next(iter(seats.list_tokens(code, "tablet"))) == "host"


def test_the_hosts_key_waits_as_the_host_does_and_the_house_does_not(code):
    by_absence(code)
    key = tokens.parse_token(seats.list_tokens(code, "tablet")["host"])

    with pytest.raises(matches.Forbidden):
        matches.delete_match(code, key)
    matches.delete_match(code, None)


def test_a_rematch_keeps_such_a_host_waiting(code):
    by_absence(code)
    write(code, "tablet", {"end": True})

    again = creation.rematch(code, "tablet")[0].code

    with pytest.raises(matches.Forbidden, match="host-by-claim"):
        matches.delete_match(again, "tablet")


def test_whoever_is_given_the_role_afterwards_waits_for_nothing(code):
    by_absence(code)
    change(code, claimed_at=as_written(datetime.now(UTC) - timedelta(days=2)))
    host_role.pass_role_on(code, "tablet", 2)

    assert not table(code, "other").free_from
    host_role.free_seat(code, "other", 1)


def test_the_role_is_given_back_by_a_claim_that_such_a_host_agrees_to(code):
    seats.take_seat(code, 0, "phone")
    write(code, "phone", HAND)
    by_agreement(code)

    host_role.claim_role(code, "phone")
    host_role.agree_to_claim(code, "tablet", 0)

    assert places(code, "phone") == {"host", "seat 0"}

"""The host's role: what only the host does, and who has it, on every database that we ship with."""

import pytest

from scorekeeper import hosting, joining, keys, opening, service
from tests.databases import app, at_once, here, lands, url
from tests.playing import NAMED, change, claimed, code, deeds, places

__all__ = ["app", "code", "here", "url"]


# What only the host does


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


# The role


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

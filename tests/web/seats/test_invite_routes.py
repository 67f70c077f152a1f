"""Four people, a watcher and a lost phone at one match: joining, permissions, claims, the end."""

import json

import pytest
from flask import current_app
from sqlalchemy import select, update

from scorekeeper.matches import seats
from scorekeeper.store.database import db
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.models import JournalRow, MatchRow
from tests.client import Device
from tests.html import text, texts
from tests.match_page import Table
from tests.match_setup import later, over


@pytest.fixture
def person(app):
    """Provide a function that returns one more person's browser."""
    return lambda: Device(app)


@pytest.fixture
def sit(person, table):
    """Let somebody new take the seat by the code; return their match."""

    def sit(seat, name="", who=None):
        who = who or person()
        form = who.get(f"/j/{table.code}").form("Take this seat")
        page = form.choose(f"Sit here: {seat}").type("Your name", name).press()
        assert page.saved, page.problem
        return Table(who, page.address)

    return sit


@pytest.fixture
def watch(app, person, table):
    """Open the link to watch as somebody new."""
    with app.app_context():
        key = seats.list_tokens(table.code, None)["watch"]
    who = person()
    return Table(who, who.get(f"/j/{key}").press("Watch this match").address)


def sits(table):
    """Return who has which seat, as the invitation shows it."""
    return texts(table.open("invite").html, ".seat")


def press(page, button):
    """Press a button that needs no other input; return the page."""
    after = page.press(button)
    assert after.saved, after.problem
    return after


# Taking a seat


def test_the_invitation_shows_the_code_its_address_and_a_picture_of_it(table):
    page = table.open("invite")

    assert text(page.html.select_one(".codeword")) == f"Code {table.code[:3]} {table.code[3:]}"
    assert text(page.html.select_one("svg.qr title")).endswith(table.code)
    assert any(link.endswith(f"/j/{table.code}") for link in page.links.values())


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2}", "{3}"])
def test_a_code_is_read_as_people_type_it(person, table, typed):
    code = table.code
    text = typed.format(code, code.lower(), f"{code[:3]}-{code[3:]}", f"{code[:3]} {code[3:]}")

    page = person().get("/").form("Join").put("code", text)
    answer = page.page.device.ask("GET", "/j", query={"code": text})

    assert answer.status_code == 302
    assert answer.location == f"/j/{code}"


def test_an_o_is_read_as_a_nought(person):
    answer = person().ask("GET", "/j", query={"code": "ooo222"})

    assert answer.location == "/j/000222"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("K7M4QI", "No code has “I” in it: look at the invitation once more."),
        ("K7M", "A code has 6 characters; this one has 3."),
        ("", "A code has 6 characters; this one has 0."),
        ("<b>", "No code has “<” in it: look at the invitation once more."),
    ],
)
def test_a_code_that_cannot_be_is_told_what_is_wrong_and_kept(person, typed, why):
    device = person()
    answer = device.ask("GET", "/j", query={"code": typed})

    assert answer.status_code == 422
    assert why in answer.text.replace("&lt;", "<")


def test_a_code_that_opens_nothing_is_answered_with_a_page(person):
    page = person().get("/j/000000")

    assert page.status == 404
    assert page.buttons == []


def test_whoever_takes_a_seat_has_its_name_and_writes_hands(table, sit):
    tom = sit("East", "Tom")

    page = tom.play("East & West bid 3", "3 tricks")

    assert page.rows[0].wrote == [3, 3]
    assert tom.open("menu").text.count("you are Tom") == 1
    assert "Tom saved hand 1" in table.log[0]


def test_a_name_that_somebody_has_already_is_numbered(table, sit):
    sit("East", " ann ")

    assert "ann 2" in table.open("menu").text


def test_a_seat_that_is_taken_is_not_offered_again(table, sit, person):
    sit("East")

    page = person().get(f"/j/{table.code}")

    assert page.form("Take this seat").names("radio") == [
        "Sit here: North",
        "Sit here: South",
        "Sit here: West",
    ]


def test_of_two_who_tap_the_same_seat_the_second_is_told_and_keeps_their_name(table, sit, person):
    late = person().get(f"/j/{table.code}").form("Take this seat")
    late.choose("Sit here: East").type("Your name", "Nell")
    sit("East", "Tom")

    page = late.press()

    assert page.status == 409
    assert page.why == "Somebody has just taken that seat."
    assert page.form("Take this seat").value("name") == "Nell"


def test_no_seat_tapped_and_a_name_that_is_none_are_refused(table, person):
    form = person().get(f"/j/{table.code}").form("Take this seat")

    assert form.type("Your name", "Nell").press().why == "Tap a free seat."
    assert form.choose("Sit here: East").type("Your name", "\u200b").press().status == 422


def test_looking_at_the_seats_takes_none(table, person):
    # Chat programs open every link.
    before = sits(table)

    for _ in range(3):
        person().get(f"/j/{table.code}")

    assert sits(table) == before


def test_one_phone_runs_the_whole_table(table):
    for place in ("North", "East", "South", "West"):
        press(table.open("invite"), f"Run it here {place}")

    assert all("you" in seat for seat in sits(table))


def test_the_code_gives_no_seat_once_the_host_has_closed_joining(table, person):
    press(table.open("invite"), "Close joining")

    page = person().get(f"/j/{table.code}")

    assert "Joining is closed." in page.text
    assert page.buttons == []


def test_joining_opens_again_for_twelve_hours(table, person):
    press(table.open("invite"), "Close joining")
    press(table.open("invite"), "Let people join again")

    assert "Take this seat" in person().get(f"/j/{table.code}").buttons


def test_a_lost_phone_takes_its_seat_back_once_the_host_has_freed_it(table, sit, person):
    lost = sit("East", "Tom")
    press(table.open("invite"), "Free it East")

    found = sit("East", "Tom")

    assert lost.page.status == 404
    assert found.page.names[1] == "East & West"
    assert "Tom" in sits(table)[1]


def test_a_lost_phone_takes_its_seat_back_by_its_link(app, table, sit, person):
    sit("East", "Tom")
    with app.app_context():
        key = seats.list_tokens(table.code, None)["seat 1"]
    new_phone = person()

    page = new_phone.get(f"/j/{key}").press("Take the seat of Tom")

    assert page.saved
    assert "you are Tom" in new_phone.get(f"/m/{table.code}/menu").text


def test_a_renewed_link_opens_nothing_any_more(app, table, person):
    with app.app_context():
        key = seats.list_tokens(table.code, None)["seat 2"]
    press(table.open("invite"), "Renew Seat of Cat")

    assert person().get(f"/j/{key}").status == 404


def test_watching_one_match_leaves_a_seat_at_another(app, table, sit, person):
    tom = sit("East", "Tom")
    other = person().open_match(North="Zoe")
    with app.app_context():
        key = seats.list_tokens(other.code, None)["watch"]

    tom.device.get(f"/j/{key}").press("Watch this match")

    assert len(tom.device.get("/").html.select(".match")) == 2
    assert "you are Tom" in tom.open("menu").text


# Who may do what


def test_a_watcher_sees_everything_and_is_offered_nothing_to_write(table, watch):
    table.play("North & South bid 3", "2 tricks")

    page = watch.page

    assert page.rows[0].wrote == [0, 4]
    assert page.buttons == []
    assert "You are looking on." in page.text
    assert watch.open("menu").buttons == ["Use this look", "Use this language"]
    assert "Invite" not in watch.open("menu").text
    assert watch.open("invite").status == 403
    assert page.html.select("a[href$='/hands/1']") == []


def test_a_seat_is_offered_its_own_last_hand_and_the_host_all_of_them(table, sit):
    tom = sit("East", "Tom")
    tom.play("East & West bid 3", "3 tricks")
    tom.play("East & West bid 3", "3 tricks")

    def offered(at):
        changes = texts(at.page.html, "a.st")
        return [text.partition(":")[0] for text in changes]

    assert offered(tom) == ["Change hand 2"]
    assert offered(table) == ["Change hand 1", "Change hand 2"]


def test_a_seat_that_changes_an_older_hand_all_the_same_is_refused_and_keeps_its_taps(table, sit):
    tom = sit("East", "Tom")
    tom.play("East & West bid 3", "3 tricks")
    tom.play("East & West bid 4", "4 tricks")
    again = tom.open("hands/1").form("Change hand 1").choose("5 tricks")

    page = again.press()

    assert page.status == 403
    assert page.why == "Record 2 has been written since: only the host changes record 1."
    assert page.form("Change hand 1").typed == again.typed


def test_a_seat_corrects_and_adjusts_its_own_column_only(table, sit):
    tom = sit("East", "Tom")
    tom.play("East & West bid 3", "3 tricks")

    sides = tom.form("Correct the column", "column").names("radio")
    adjusting = tom.open("adjust").form("Write the points")

    assert [side.partition(" total")[0] for side in sides] == ["E & W"]
    assert "points-0" not in dict(adjusting.values)
    page = adjusting.put("points-1", "-2").press()
    assert page.saved
    assert page.totals == [3, 3]
    refused = tom.open("adjust").form("Write the points").put("points-0", "5").press()
    assert refused.status == 403


def test_undo_is_offered_to_whoever_wrote_and_to_the_host(table, sit):
    tom, nell = sit("East", "Tom"), sit("West", "Nell")

    tom.play("East & West bid 3", "3 tricks")

    assert "Undo hand 1" in tom.page.buttons
    assert "Undo hand 1" in table.page.buttons
    assert "Undo hand 1" not in nell.page.buttons


def test_a_seat_renames_itself_and_nobody_else(table, sit):
    tom = sit("East", "Tom")

    page = tom.open("rename")

    assert [button for button in page.buttons if "Rename" in button] == ["Rename Seat 2"]
    tom.rename("Seat 2", "Thomas")
    assert "Thomas saved" not in table.log[0]
    assert "Thomas" in table.open("menu").text


def test_the_log_prints_the_present_name_of_whoever_wrote(table, sit):
    tom = sit("East", "Tom")
    tom.play("East & West bid 3", "3 tricks")

    tom.rename("Seat 2", "Player 2")

    assert not [line for line in table.log if "Tom saved" in line]
    assert [line for line in table.log if "Player 2 saved hand 1" in line]


def test_what_happens_around_the_sheet_stands_in_the_history(table, sit):
    sit("East", "Tom")
    press(table.open("invite"), "Close joining")
    press(table.open("invite"), "Renew Watch")
    press(table.open("invite"), "Free it East")

    newest = table.log[:3]

    assert "Host freed the seat of Tom" in newest[0]
    assert "Host made a new link for the watchers" in newest[1]
    assert "Host closed joining" in newest[2]
    assert any("Tom took a seat" in line for line in table.log)


# The host's role


def test_the_host_passes_the_role_on(table, sit):
    tom = sit("East", "Tom")
    press(table.open("invite"), "Run it here North")

    press(table.open("invite"), "Make host Tom")

    assert "you are Tom, host" in tom.open("menu").text
    assert "you are Ann" in table.open("menu").text
    assert "host" not in text(table.open("menu").html.select_one(".soft"))
    assert "Host passed the host's role on to Tom" in " ".join(tom.log)


@pytest.fixture
def tom(sit):
    """Provide the match of East, who has written a hand and so may claim the host's role."""
    tom = sit("East", "Tom")
    tom.play("East & West bid 3", "3 tricks")
    return tom


@pytest.fixture
def away(app, table, tom):
    """Provide a function: the host is long away, Tom claims, and the sixty seconds run out."""

    def away(after=over):
        with app.app_context():
            later(400)
        tom.press("Claim the host's role", "invite")
        with app.app_context():
            after(table.code)

    return away


def test_a_seat_that_has_written_no_hand_is_told_when_it_may_claim(table, sit):
    nell = sit("West", "Nell")

    page = nell.open("invite")

    assert "Claim the host's role" not in page.buttons
    assert "once it has written a hand" in page.text


def test_a_claim_is_shown_on_every_phone_and_refused_by_the_host(table, tom, watch):
    tom.press("Claim the host's role", "invite")

    assert all("Tom asks to be the host." in at.page.text for at in (table, tom, watch))
    assert all("unless the host says yes by" in at.page.text for at in (table, tom, watch))
    offered = {"Refuse", "Pass the role to Tom", "Become the host"}
    assert offered & set(table.page.buttons) == {"Refuse", "Pass the role to Tom"}
    assert not offered & set(tom.page.buttons)
    assert not offered & set(watch.page.buttons)

    page = press(table.page, "Refuse")

    assert "asks to be the host" not in page.text
    assert "Host refused that Tom becomes host" in table.log[0]


def test_the_host_who_is_here_passes_the_role_by_a_button(table, tom):
    tom.press("Claim the host's role", "invite")
    form = table.page.form("Pass the role to Tom")

    answer = table.device.ask("POST", form.action, data=dict(form.values))

    assert answer.status_code == 303
    assert table.page.status == 404
    assert "you are Tom, host" in tom.open("menu").text
    assert "Host agreed that Tom becomes host" in tom.log[0]


def test_a_claim_that_the_host_does_not_answer_lapses(app, table, tom):
    tom.press("Claim the host's role", "invite")
    form = table.page.form("Pass the role to Tom")
    with app.app_context():
        over(table.code)

    assert "asks to be the host" not in tom.page.text
    page = form.press()
    assert (page.status, table.page.status) == (409, 200)
    assert "no longer counts" in page.text
    assert "Claim the host's role" in tom.open("invite").buttons


@pytest.mark.parametrize("seat", ["", "x", "-1", "9", "9" * 5000])
def test_the_hosts_yes_says_to_whom(table, tom, seat):
    tom.press("Claim the host's role", "invite")

    page = table.page.form("Pass the role to Tom").put("seat", seat).press()

    assert page.status == 409


def test_a_claim_passes_by_the_claimants_button_where_no_host_is_here(table, tom, away, watch):
    away()

    assert "Become the host" in tom.page.buttons
    assert "Become the host" not in watch.page.buttons
    assert "the host is not here" in watch.page.text
    page = press(tom.page, "Become the host")

    assert "asks to be the host" not in page.text
    assert "you are Tom, host" in tom.open("menu").text
    assert table.page.status == 404, "the vanished host's device has no place any more"
    assert "Tom became host, for nobody refused" in tom.log[0]


def test_the_button_comes_once_the_sixty_seconds_are_over(tom, away):
    away(after=lambda _: None)

    page = tom.page

    assert "unless somebody refuses, the role may be taken at" in page.text
    assert "Become the host" not in page.buttons
    token = tom.device.token()
    page = tom.device.post(f"{tom.address}/claim/take", [("csrf_token", token)])
    assert (page.status, "sixty seconds are not over" in page.text) == (403, True)


def test_a_host_who_is_back_by_then_is_asked(table, tom, away):
    away()
    form = tom.page.form("Become the host")
    assert table.page.status == 200

    page = form.press()

    assert page.status == 403
    assert "the host is here" in page.text
    assert "Become the host" not in tom.page.buttons


def test_the_fragment_changes_whenever_a_claim_does(app, table, tom, away):
    def mark():
        return tom.device.ask("GET", f"{tom.address}/fragment").headers["ETag"]

    marks = [mark()]
    away(after=lambda _: None)
    marks.append(mark())
    assert int(tom.page.html.select_one("#claim")["data-left"]) in range(50, 61)
    for seconds in (1, 700):  # its sixty seconds are over; it has lapsed
        with app.app_context():
            over(table.code, seconds)
        marks.append(mark())

    assert marks[3] == marks[0]
    assert len(set(marks)) == 3


def test_whoever_became_host_by_a_claim_is_offered_what_may_be_done_and_told_the_rest(tom, away):
    away()
    press(tom.page, "Become the host")

    page = tom.open("invite")

    assert "Whoever became host by a claim does not delete" in page.text
    assert "Close joining" in page.buttons
    assert not [button for button in page.buttons if button.split()[0] in {"Renew", "Free", "Make"}]
    assert tom.open("delete").status == 403
    assert "Whoever became host by a claim" in tom.open("delete").text


def test_a_second_claim_waits_for_the_first(table, tom, sit):
    nell = sit("West", "Nell")
    nell.play("East & West bid 3", "3 tricks")
    form = nell.form("Claim the host's role", "invite")
    tom.press("Claim the host's role", "invite")

    page = form.press()

    assert page.status == 409
    assert "A claim is pending already" in page.text


# Revoked links


def test_the_invitation_says_how_many_phones_hold_each_place(app, table, sit, person):
    sit("East", "Tom")
    with app.app_context():
        key = seats.list_tokens(table.code, None)["seat 1"]
    person().get(f"/j/{key}").press("Take the seat of Tom")

    links = {text(node.b): text(node) for node in table.open("invite").html.select(".line")}

    assert "2 phones" in links["Seat of Tom"]
    assert "1 phone" in links["Host"]
    assert "no phone" in links["Watch"]


def test_a_stolen_host_link_is_taken_back_by_renewing_it(app, table, person):
    with app.app_context():
        key = seats.list_tokens(table.code, None)["host"]
    thief = Table(person(), table.address)
    thief.device.get(f"/j/{key}").press("Keep the score of this match as its host")
    assert thief.page.status == 200

    press(table.open("invite"), "Renew Host")

    assert [at.page.status for at in (thief, table)] == [404, 200]
    assert "took the host's role from every other phone" in table.log[0]


def test_a_seats_phones_keep_it_when_its_link_is_renewed_unless_the_host_says_so(table, sit):
    tom = sit("East", "Tom")

    press(table.open("invite"), "Renew Seat of Tom")
    assert tom.page.status == 200

    form = table.open("invite").form("Renew Seat of Tom")
    form.choose("also take the seat from its phones").press()
    assert tom.page.status == 404
    assert "took the seat of Tom from every phone" in table.log[0]


# An ended match


def test_a_code_gives_no_seat_while_the_match_is_ended_and_again_when_it_is_reopened(
    app, table, person
):
    late = person().get(f"/j/{table.code}").form("Take this seat").choose("Sit here: East")
    with app.app_context():
        key = seats.list_tokens(table.code, None)["seat 2"]
    table.end()

    assert person().get(f"/j/{table.code}").buttons == []
    page = late.press()
    assert (page.status, page.why) == (
        403,
        "The match has ended: a code gives no seat, but the link of a seat does.",
    )
    assert "Joining is closed while the match is ended." in table.open("invite").text
    assert "you are Cat" in by_link(person(), key).open("menu").text

    table.reopen("one more")
    assert "Take this seat" in person().get(f"/j/{table.code}").buttons


def by_link(device, key):
    page = device.get(f"/j/{key}").press("Take the seat of Cat")
    return Table(device, page.address)


def test_what_the_host_had_set_about_joining_stands_when_it_is_reopened_and_in_the_rematch(
    table, person
):
    press(table.open("invite"), "Close joining")
    table.end()
    table.reopen("one more")
    assert person().get(f"/j/{table.code}").buttons == []

    table.end()
    code = press(table.page, "Rematch").address.split("/m/")[1][:6]
    assert person().get(f"/j/{code}").buttons == []


# At the same time


def test_the_same_hand_from_two_phones_is_shown_twice_for_the_table_to_choose(table, sit):
    tom = sit("East", "Tom")
    mine = table.tapped("East & West bid 3", "4 tricks")
    tom.play("East & West bid 3", "3 tricks")

    page = mine.press()

    assert page.status == 409
    assert "Hand 1 was entered twice" in page.text
    assert "as Tom saved it" in page.text
    assert page.form("Save hand 2").typed == mine.typed, "what was entered here is kept"
    offer = next(button for button in page.buttons if "correct hand 1 to this" in button)
    after = press(page, offer)
    assert [row.wrote for row in after.rows] == [[2, 3]] or after.rows[0].story.endswith(
        "changed since"
    )
    assert len(tom.page.rows) == 1


def test_the_same_hand_with_the_same_facts_is_written_once_and_nothing_is_left_to_do(table, sit):
    tom = sit("East", "Tom")
    mine = table.tapped("East & West bid 3", "3 tricks")
    tom.play("East & West bid 3", "3 tricks")

    page = mine.press()

    assert page.status == 409
    assert "Both phones say the same" in page.text
    assert len(page.rows) == 1
    assert "entered twice" not in table.page.text


def test_a_seat_whose_hand_came_second_and_is_no_longer_the_last_asks_the_host(table, sit):
    tom, nell = sit("East", "Tom"), sit("West", "Nell")
    late = nell.tapped("East & West bid 3", "4 tricks")
    tom.play("East & West bid 3", "3 tricks")
    tom.play("East & West bid 4", "4 tricks")

    page = late.press()

    assert "only the host can change hand 1 now" in page.text
    assert not [button for button in page.buttons if "correct hand" in button]


# The end, and the next match


def test_any_seat_ends_the_match_and_any_other_keeps_it_open(table, sit):
    tom, nell = sit("East", "Tom"), sit("West", "Nell")

    ended = tom.end()
    kept = press(nell.page, "Keep it open")

    assert "Tom has just ended the match." in ended.text
    assert "Save hand 1" in kept.buttons
    assert json.loads(table.file())["entries"][-1]["reopen"] == "Kept open"


def test_after_ten_seconds_a_seat_cannot_keep_it_open_and_the_host_can_with_a_reason(
    app, table, sit
):
    tom = sit("East", "Tom")
    tom.end()
    form = tom.page.form("Keep it open")
    with app.app_context():
        age_last_entry(table.code)

    page = form.press()

    assert page.status == 403
    assert "only the host opens the match again" in page.why
    assert "Keep it open" not in tom.page.buttons
    table.reopen("one more round")
    assert "Save hand 1" in table.page.buttons


def age_last_entry(code):
    """Set the last entry's time to another year."""
    match_id = db.session.scalar(select(MatchRow.id).where(MatchRow.code == code))
    rows = db.session.scalars(
        select(JournalRow.entry).where(JournalRow.match_id == match_id).order_by(JournalRow.number)
    ).all()
    entry = {**json.loads(rows[-1]), "at": "2020-01-01T00:00:00Z"}
    db.session.execute(
        update(JournalRow)
        .where(JournalRow.match_id == match_id, JournalRow.number == len(rows))
        .values(entry=json.dumps(entry))
    )
    db.session.commit()
    current_app.extensions["match_cache"] = MatchCache()


def test_a_rematch_keeps_seats_names_rules_and_phones_and_passes_the_deal_on(table, sit, watch):
    tom = sit("East", "Tom")
    table.play("North & South bid 3", "3 tricks")
    table.end()

    page = press(tom.page, "Rematch")
    again = table.page

    code = page.address.split("/m/")[1][:6]
    assert page.totals == [0, 0]
    assert page.chips == ["deals Tom", "bids first Cat"]
    assert again.links["Go to the next match"].startswith(f"/m/{code}")
    assert Table(watch.device, f"/m/{code}").page.status == 200
    assert "Rematch" not in again.buttons


def test_two_who_tap_rematch_come_to_the_same_match(table, sit):
    tom = sit("East", "Tom")
    table.end()
    first, second = table.page.form("Rematch"), tom.page.form("Rematch")

    assert first.press().address == second.press().address


# Deleting


def test_the_host_deletes_the_match_and_it_is_gone_for_all(table, sit, watch):
    tom = sit("East", "Tom")

    page = press(table.open("delete"), "Delete this match for good")

    assert page.address == "/"
    assert "No matches yet." in page.text
    assert [at.page.status for at in (table, tom, watch)] == [404, 404, 404]


def test_nobody_but_the_host_deletes_a_match(table, sit):
    tom = sit("East", "Tom")
    token = tom.page.form("Save hand 1").value("csrf_token")

    looked = tom.open("delete")
    answer = tom.device.post(f"/m/{table.code}/delete", [("csrf_token", token)])

    assert looked.status == 403
    assert answer.status == 403
    assert table.page.status == 200


def test_the_menu_says_when_the_match_is_deleted(table):
    assert "It is deleted on " in table.open("menu").text

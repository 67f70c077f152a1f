"""The messages of the rules in another language: no English is left."""

from typing import Any

import pytest

from scorekeeper.analysis.history import history
from scorekeeper.codec.match_file import read_match
from scorekeeper.codec.presets import preset_names
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.messages.audit import author_name, describe_event
from scorekeeper.messages.errors import describe_error
from scorekeeper.messages.explanations import explain
from scorekeeper.messages.message import Message
from scorekeeper.messages.names import REMINDERS, match_title
from scorekeeper.messages.outcome_tables import describe_examples, format_outcomes
from scorekeeper.messages.payouts import bid_awards, payouts
from scorekeeper.messages.ruleset import describe_rules, describe_shape
from scorekeeper.rules.sheet import build_sheet
from tests.pseudo_language import ENDED, GAME, HAND, NAMES, Longer, english, evening, speaking
from tests.rules.builders import match_file, record, refusal, refusal_of_file

STUCK = {"bid": "три", "hands": "stuck", "may_decline": True}
STICK: dict[str, Any] = {"minimum_bid": "три", "forced": STUCK}
TWO = ["Анна", "Боря"]
ABROAD = {**NAMES, "rules": GAME}
HANDS = {
    "a bid that is not there": {"bidder": 0, "bid": "пас", "tricks": [3, 3]},
    "no bid": {"bidder": 0, "tricks": [3, 3]},
    "no bidder": {"bid": "два", "tricks": [3, 3]},
    "both bidder and side": {"bidder": 0, "side": 0, "bid": "два", "tricks": [3, 3]},
    "too many tricks": {"bidder": 0, "bid": "два", "tricks": [3, 4]},
    "no list of tricks": {"bidder": 0, "bid": "два", "tricks": {"0": 3}},
    "tricks in lists": {"bidder": 0, "bid": "два", "tricks": [[], 3]},
    "a huge number": {"bidder": 0, "bid": "два", "tricks": [10**15, 0]},
    "a seat that is not there": {"bidder": 9, "bid": "два", "tricks": [3, 3]},
    "a surrender without its trump": {"bidder": 0, "bid": "два", "surrendered": True},
    "a surrender in clubs": {"bidder": 0, "bid": "два", "trump": "clubs", "surrendered": True},
    "too many free tricks": {
        "bidder": 0,
        "bid": "три",
        "trump": "hearts",
        "surrendered": True,
        "free_tricks": 2,
    },
    "tricks of a surrender": {"bidder": 0, "bid": "два", "surrendered": True, "tricks": [3, 3]},
    "free tricks of a hand that was played": {
        "bidder": 0,
        "bid": "два",
        "tricks": [3, 3],
        "free_tricks": 1,
    },
    "nobody may decline": {"bidder": 0, "bid": "два", "declined": True},
    "a note that is too long": {"bidder": 0, "bid": "два", "tricks": [3, 3], "note": "ы" * 281},
}
ENTRIES = {
    "a record that is not there": {"strike": 9},
    "a change without its hand": {"amend": 1},
    "a change against the rules": {"amend": 1, "hand": {"bidder": 0, "bid": "два"}},
    "a hand that becomes an adjustment": {"amend": 1, "hand": {"adjustment": [0, 1]}},
    "no side to overrule": {"overrule": 1, "points": 3},
    "no points to overrule with": {"overrule": 1, "side": 0},
    "an entry that is not the last": {"undo": 7},
    "a name of nothing": {"rename": {"name": "Мы"}},
    "a name that cannot be seen": {"rename": {"side": 0, "name": "\u2800"}},
    "nothing to reopen": {"reopen": "ошибка"},
    "points beyond the sheet": record(adjustment=[0, 10_000]),
}


def said(refused):
    """Return the error's message in another language."""
    with speaking(Longer()):
        return describe_error(refused)


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
def test_a_refused_hand_is_told_in_the_language_that_is_spoken(hand):
    assert not english(said_of(record(**hand)))


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_refused_entry_is_told_in_the_language_that_is_spoken(entry):
    assert not english(said_of(HAND, entry))


def said_of(*entries, **rules):
    with speaking(Longer()):
        return describe_error(refusal(*entries, **{**NAMES, "rules": {**GAME, **rules}}))


@pytest.mark.parametrize("who", ["dealer", "left of dealer"])
@pytest.mark.parametrize(
    "hand",
    [
        {"thrown_in": True},
        {"bidder": 3, "bid": "три", "tricks": [3, 3], "forced": True},
        {"bidder": 3, "bid": "три", "declined": True},
    ],
    ids=["thrown in", "forced", "declined"],
)
def test_what_a_forced_seat_must_do_is_told_in_the_language_that_is_spoken(who, hand):
    forced = {**STICK["forced"], "who": who}

    assert not english(said_of(record(**hand), **{**STICK, "forced": forced}))


def test_a_file_that_is_none_is_told_in_the_language_that_is_spoken():
    with speaking(Longer()):
        assert not english(describe_error(refusal_of_file([1, 2])))
        assert not english(describe_error(refusal_of_file({"format": "scorekeeper/1"})))


def test_a_refusal_is_said_in_the_language_that_is_spoken_when_it_is_read():
    refused = refusal(
        record(bidder=0, bid="два", tricks=[3, 3]), {"amend": 1, "hand": {}}, **ABROAD
    )

    assert describe_error(refused) == "Hand 1: A hand needs its bid."
    assert not english(said(refused))
    assert describe_error(refused) == "Hand 1: A hand needs its bid."


def test_several_trumps_that_must_be_played_are_joined_in_a_sentence():
    refused = refusal(
        record(bidder=0, bid="3", surrendered=True),
        rules={"must_play": ["clubs", "hearts", "no trump"]},
    )

    assert "because clubs and hearts and no trump must be played" in describe_error(refused)


@pytest.mark.parametrize("name", ["playing", "ended", "typed", "rounds"])
def test_why_a_figure_is_there_is_told_in_the_language_that_is_spoken(name):
    match = {
        "playing": evening(),
        "ended": evening(ENDED),
        "typed": match_file(record(points=[1, 2]), rules="plain", players=TWO),
        "rounds": match_file(record(winner=0), rules="pepper-cards", players=NAMES["players"]),
    }[name]
    sheet = build_sheet(read_match(match))

    with speaking(Longer()):
        for line in sheet.lines:
            for side in range(len(sheet.sides)):
                why = explain(sheet, line.number, side)
                steps = " ".join(str(step.label) for step in why.steps)
                assert not english(f"{why.story} {why.rule} {why.carried or ''} {steps}")


def test_every_deed_is_told_in_the_language_that_is_spoken():
    match = read_match(evening(ENDED, {"reopen": "ошибка"}))
    sheet = build_sheet(match)

    with speaking(Longer()):
        told = [describe_event(sheet, change) for change in history(match)]

    assert not english(" ".join(told))


def test_the_host_is_called_so_in_every_language_and_anybody_else_by_name():
    with speaking(Longer()):
        assert author_name("Host") == Longer().gettext("Host")
        assert author_name("Ann") == "Ann"
        assert author_name(None) == ""


def test_a_reminder_in_a_note_is_told_in_the_language_that_is_spoken():
    match = match_file(note=f"Пятница · {REMINDERS[0]}", **ABROAD)

    with speaking(Longer()):
        title, reminders = match_title(build_sheet(read_match(match)))

    assert title == "Пятница"
    assert reminders == [Longer().gettext(REMINDERS[0])]


def test_names_that_nobody_typed_are_kept_the_same_in_every_language():
    with speaking(Longer()):
        opening = read_match(match_file()).opening

    assert opening.players == ("North", "East", "South", "West")
    assert opening.sides == ("North & South", "East & West")


@pytest.mark.parametrize("name", preset_names())
def test_every_game_is_described_in_the_language_that_is_spoken(name):
    game = read_ruleset({"preset": name})
    bids = sorted((bid.name for bid in game.bids), key=len, reverse=True)

    with speaking(Longer()):
        told = [str(each) for each in (*describe_shape(game), *describe_rules(game))]
        told += [str(word) for figure in payouts(game) for word in figure]
        told += [str(term) for own in bid_awards(game) for term in own.terms]
        told += [str(table.title) for table in format_outcomes(game)]
        told += [str(each) for each in describe_examples(game)] if game.bids else []

    text = " ".join(told)
    for bid in bids:
        text = text.replace(bid, "")
    assert not english(text)


def test_what_a_sentence_says_in_english_is_there_whatever_is_spoken():
    seat = Message("Player %(seat)s", seat=7)

    with speaking(Longer()):
        assert seat.source == "Player 7"
        assert str(seat) == Longer().gettext("Player %(seat)s") % {"seat": 7}

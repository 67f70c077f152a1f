"""Whole evenings played through the forms: every cell is the one worked out by hand."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.codec.match_file import read_match, write_match

EVENINGS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "evenings").glob("*.json"))
}
SEATS = ("North", "East", "South", "West")
SIDES = ("North & South", "East & West")
KINDS = ("record", "amend", "overrule", "strike", "undo", "rename", "dealer", "end", "reopen")


def open_match(device, match):
    """Open a match as the file has it, on the page of a new match."""
    rules = match["ruleset"]
    form = device.get(f"/new?game={rules['preset']}").form("Start match")
    places = SEATS if len(match["players"]) == 4 else [f"Player {n}" for n in range(1, 11)]
    sides = SIDES if len(match["players"]) == 4 else ()
    for label, name in [*zip(places, match["players"]), *zip(sides, match.get("sides", ()))]:  # noqa: B905
        form.type(label, name)
    form.choose(f"{places[match['first_dealer']]} deals first")
    form.type("Name of the match", match.get("note", ""))
    for field in ("start", "start_shortfalls"):
        for side, number in enumerate(match.get(field, ())):
            form.put(f"{field.removeprefix('start_')}-{side}", str(number))
    return device.start(form if len(rules) == 1 else with_house_rules(form, rules))


def with_house_rules(form, rules):
    target = rules.get("target", {"points": 42, "test": "reach"})
    form.type("Play to", str(target["points"])).put("test", target["test"])
    form.put("sheet", rules.get("sheet", "carry"))
    if "minimum_bid" in rules:
        form.pick("Lowest bid", rules["minimum_bid"])
    if "forced" in rules:
        form.choose("Stick the dealer")
        if rules["forced"]["must_play"]:
            form.choose("A forced hand is played")
    if "clubs" in rules.get("must_play", ()):
        form.choose("Clubs must be played")
    if "no trump" in rules.get("must_play", ()):
        form.pick("No trump", "must be played")
    if rules.get("made") == {"tricks": 1}:
        form.choose("Score what you get")
    return form


def write(table, entry):
    """Write the entry by the pages; return the match page."""
    (kind,) = entry.keys() & set(KINDS)
    page = WRITERS[kind](table, entry)
    assert page.saved, page.problem
    return page


def record(table, entry):
    hand = entry["record"]
    if "adjustment" in hand:
        points = map(str, hand["adjustment"])
        return table.adjustment(*points, note=hand.get("note", "")).press()
    if "thrown_in" in hand:
        return table.form("All passed").press()
    if "declined" in hand:
        (button,) = [text for text in table.page.buttons if text.endswith(" declines")]
        return table.form(button).press()
    return tapped(table, table.hand_form, hand).press()


def amend(table, entry):
    return tapped(table, table.change(entry["amend"]), entry["hand"]).press()


def tapped(table, form, hand):
    """Return the hand form with this hand on it, each control found by its label."""
    names = table.page.names
    side = hand["side"] if "side" in hand else hand["bidder"] % len(names)
    form.choose(f"{names[side]} bid {hand['bid']}")
    if "nobody said" in form.names("radio"):
        who = label_of_seat(form, hand["bidder"]) if "bidder" in hand else "nobody said"
        form.choose(who, of="Who bid")
    form.choose(hand.get("trump", "not said"), of="Trump")
    if "free_tricks" in hand:
        form.choose(str(hand["free_tricks"]), of="Tricks granted")
    if "surrendered" in hand:
        form.choose("Surrendered, not played")
    elif len(names) > 2:
        for place, tricks in enumerate(hand["tricks"]):
            form.put(f"tricks_each-{place}", str(tricks))
    else:
        took = hand["tricks"][side]
        form.choose("1 trick" if took == 1 else f"{took} tricks")
    if "forced" in hand:
        (label,) = [text for text in form.names("checkbox") if " was stuck with " in text]
        form.choose(label)
    return form


def label_of_seat(form, seat):
    labels = form.names("radio")
    return labels[labels.index("nobody said") + 1 + seat]


def overrule(table, entry):
    short = ("N & S", "E & W")[entry["side"]]
    name = table.page.names[entry["side"]]
    points = "" if entry["points"] is None else str(entry["points"])
    return table.column(entry["overrule"], short if name in SIDES else name, points).press()


def strike(table, entry):
    number = entry["strike"]
    return table.form(f"Take hand {number} off the sheet", f"hands/{number}").press()


def undo(table, entry):
    (button,) = [text for text in table.page.buttons if text.startswith("Undo ")]
    form = table.form(button)
    assert form.values.count(("entry", str(entry["undo"]))) == 1
    return form.press()


def rename(table, entry):
    facts = entry["rename"]
    label = f"Side {facts['side'] + 1}" if "side" in facts else f"Seat {facts['seat'] + 1}"
    return table.form(f"Rename {label}", "rename").type(label, facts["name"]).press()


def dealer(table, entry):
    form = table.form("Save who deals", "dealer")
    return form.choose(form.names("radio")[entry["dealer"]]).press()


def end(table, entry):
    return table.form("End match", "menu").press()


def reopen(table, entry):
    form = table.form("Open the match again", "reopen")
    return form.type("Why?", entry["reopen"]).press()


WRITERS = {
    "record": record,
    "amend": amend,
    "overrule": overrule,
    "strike": strike,
    "undo": undo,
    "rename": rename,
    "dealer": dealer,
    "end": end,
    "reopen": reopen,
}


def carried(note):
    """Return the shortfall in the small note of a cell."""
    told = re.search(r"carries (\d+)", note)
    return int(told[1]) if told else 0


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_kept_by_form_has_every_cell_that_was_worked_out_by_hand(device, name):
    evening = EVENINGS[name]
    match, expected = evening["match"], evening["sheet"]
    table = open_match(device, match)

    for entry in match["entries"]:
        page = write(table, entry)

    assert [row.wrote for row in page.rows] == [row["cells"] for row in expected["rows"]]
    assert [row.totals for row in page.rows] == [row["totals"] for row in expected["rows"]]
    assert [[carried(note) for note in row.notes] for row in page.rows] == [
        row["shortfalls"] for row in expected["rows"]
    ]
    assert [row.struck for row in page.rows] == [
        row["outcome"] == "struck" for row in expected["rows"]
    ]
    sides = expected.get("sides") or match.get("sides") or match["players"]
    wins = "win" if len(sides) == 2 else "wins"  # three or more play alone
    assert page.verdict.startswith(f"{sides[expected['winner']]} {wins}, ")


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_kept_by_form_is_the_same_match_file(device, name):
    match = EVENINGS[name]["match"]
    table = open_match(device, match)

    for entry in match["entries"]:
        write(table, entry)
    kept = json.loads(table.file())

    whole = write_match(read_match(match | {"opened": kept["opened"]}))
    for entry in kept["entries"]:
        assert entry.pop("by") == "Host"
        assert entry.pop("at")
    whole["ruleset"]["name"] = kept["ruleset"]["name"]
    if whole["ruleset"]["players"] == whole["ruleset"]["sides"]:  # who plays alone is the bidder
        for entry in whole["entries"]:
            hand = entry.get("record") or entry.get("hand") or {}
            if "side" in hand:
                hand["bidder"] = hand.pop("side")
    assert kept == whole


@pytest.mark.parametrize("name", EVENINGS)
def test_after_every_entry_of_an_evening_the_page_shows_the_state_of_the_match(device, name):
    evening = EVENINGS[name]
    table = open_match(device, evening["match"])
    moments = {moment["entries"]: moment for moment in evening["along"]}

    for number, entry in enumerate(evening["match"]["entries"], 1):
        page = write(table, entry)

        if moment := moments.get(number):
            forms = [text for text in page.buttons if text.startswith("Save hand ")]
            assert (len(forms) == 1) == (moment["state"] == "playing")
            assert ("End match" in page.buttons) == (moment["state"] == "decided")
            if moment.get("next_dealer") is not None:
                names = evening["match"]["players"]
                if "nobody said" in table.hand_form.names("radio"):  # they may be renamed
                    names = [label_of_seat(table.hand_form, seat) for seat in range(4)]
                assert page.chips[0] == f"deals {names[moment['next_dealer']]}"

"""The match page, the explanation of a number, the menu and the files."""

import csv
import io
import json

import pytest

from scorekeeper.codec.match_file import read_match, write_match_file
from scorekeeper.matches import creation, matches
from tests.html import text

SURRENDERED = "Surrendered, not played"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</title><script>alert(1)</script>",
    "{{7*7}}",
    "{% raw %}",
    "');--",
    '" autofocus onfocus="alert(1)',
    "Tom & Jerry &amp; Co",
    "%(side)s %s {0}",
    "👩‍👩‍👧‍👦",
    "شطرنج",
    "שחמט",
    "Žofie",
    "e" * 40,
    "x" * 80,
    "a\u0301b\u0308",
]

# Where the name of a player or a side is shown.
NAMED = ("history", "hands/1", "hands/1/why/0", "menu", "rename", "dealer", "adjust", "column")


# The page


def test_the_page_of_a_new_match_has_everything_a_table_needs(table):
    page = table.page

    assert page.status == 200
    assert page.names == ["North & South", "East & West"]
    assert page.totals == [0, 0]
    assert page.notes == ["42 to go", "42 to go"]
    assert page.chips == ["deals Ann", "bids first Bob"]
    assert page.buttons == ["Save hand 1", "All passed"]
    assert page.rows == []


def test_the_deal_goes_round_with_the_hands(table):
    before = table.page.chips

    after = [table.play("North & South bid 1", "1 trick").chips for _ in range(4)]

    assert before == ["deals Ann", "bids first Bob"]
    assert [deals for deals, _ in after] == ["deals Bob", "deals Cat", "deals Dan", "deals Ann"]


def test_a_cell_tells_what_is_carried_and_what_was_paid_off(table):
    table.play("North & South bid 3", "2 tricks")
    table.play("North & South bid 2", SURRENDERED)
    table.play("North & South bid 2", SURRENDERED)

    notes = [row.notes for row in table.page.rows]

    assert notes == [["carries 3", ""], ["carries 1", ""], ["1 paid off", ""]]
    assert table.page.totals == [1, 4]


def test_every_number_of_the_sheet_leads_to_why_it_is_there(table):
    page = table.play("North & South bid 3", "2 tricks")

    why = page.go("North & South, hand 1: wrote 0, total 0, carries 3. Why?")

    assert why.status == 200
    assert "Why 0?" in why.text


def test_the_code_opens_in_small_letters_with_blanks_and_dashes_and_an_o_for_a_0(device, table):
    code = table.code
    typed = [code.lower(), f"{code[:3]}-{code[3:]}", f" {code}", code.replace("0", "O")]

    assert {device.get(f"/m/{text}").status for text in typed} == {200}


# Why


@pytest.mark.parametrize(
    ("bid", "tricks", "side", "story", "steps", "rule"),
    [
        (
            "North & South bid 3",
            "4 tricks",
            0,
            "North & South bid 3 and took 4 of 6: made.",
            [("Bid 3, took 4: made", "+3"), ("Written on the sheet", "3")],
            "A made bid of 3, worth 3, pays the bidding side +bid.",
        ),
        (
            "North & South bid 3",
            "4 tricks",
            1,
            "North & South bid 3 and took 4 of 6: made.",
            [("Defended, took 2", "+2"), ("Written on the sheet", "2")],
            "Against a made bid of 3, worth 3, a defender gets +tricks.",
        ),
        (
            "North & South bid 3",
            "2 tricks",
            0,
            "North & South bid 3 and took 2 of 6: set.",
            [
                ("Bid 3, took 2: set", "\u22123"),
                ("Not enough to write: still carried", "\u22123"),
                ("Written on the sheet", "0"),
            ],
            "A bid of 3, worth 3, that is set costs the bidding side: \u2212bid.",
        ),
        (
            "North & South bid 3",
            "2 tricks",
            1,
            "North & South bid 3 and took 2 of 6: set.",
            [("Defended, took 4", "+4"), ("Written on the sheet", "4")],
            "Against a set bid of 3, worth 3, a defender gets +tricks.",
        ),
        (
            "North & South bid 3",
            "6 tricks",
            1,
            "North & South bid 3 and took 6 of 6: made.",
            [
                ("Defended, took 0", "\u22123"),
                ("Not enough to write: still carried", "\u22123"),
                ("Written on the sheet", "0"),
            ],
            "A defender who plays the hand and takes no trick is shut out: \u2212bid.",
        ),
        (
            "East & West bid big pepper",
            "5 tricks",
            0,
            "East & West bid big pepper and took 5 of 6: set.",
            [("Defended, took 1", "+14"), ("Written on the sheet", "14")],
            "Against a set bid of big pepper, worth 14, a defender gets +bid.",
        ),
        (
            "East & West bid 4",
            SURRENDERED,
            1,
            "East & West bid 4 and the defenders surrendered.",
            [("Bid 4, surrendered", "+4"), ("Written on the sheet", "4")],
            "A surrender pays the bidding side what the bid is worth",
        ),
        (
            "East & West bid 4",
            SURRENDERED,
            0,
            "East & West bid 4 and the defenders surrendered.",
            [("Surrendered", "0"), ("Written on the sheet", "0")],
            "A surrender pays the bidding side what the bid is worth",
        ),
    ],
)
def test_why_tells_the_story_the_sum_and_the_rule(table, bid, tricks, side, story, steps, rule):
    wrote = table.play(bid, tricks).rows[0]

    page = table.open(f"hands/1/why/{side}")

    assert story in page.text
    assert rule in page.text
    assert page.sum == [*steps, ("Total after hand 1", str(wrote.totals[side]))]
    assert f"Why {wrote.wrote[side]}?" in page.text


@pytest.mark.parametrize(
    ("deed", "story", "step", "rule"),
    [
        (
            lambda t: t.press("All passed"),
            "Everybody passed and the hand was thrown in.",
            ("Nothing to score", "0"),
            "A hand that is thrown in scores nothing, and the deal passes on.",
        ),
        (
            lambda t: t.adjust("5", "", note="penalty"),
            "The table agreed on an adjustment.",
            ("Adjustment", "+5"),
            "These points are what the table wrote down.",
        ),
        (
            lambda t: (t.press("All passed"), t.press("Take hand 1 off the sheet", "hands/1")),
            "Row 1 was struck: it counts for nothing.",
            ("Struck", "0"),
            "A struck row keeps its place on the sheet and scores nothing.",
        ),
        (
            lambda t: (t.press("All passed"), t.correct(1, "N & S", "7")),
            "Everybody passed and the hand was thrown in.",
            ("Overruled by the table: worth", "7"),
            "What a row is worth to a side may be overruled by hand.",
        ),
    ],
)
def test_why_knows_rows_that_were_not_bid(table, deed, story, step, rule):
    deed(table)

    page = table.open("hands/1/why/0")

    assert story in page.text
    assert step in page.sum
    assert rule in page.text


def test_why_knows_a_dealer_who_declined(device):
    table = device.start(device.new_form().pick("Lowest bid", "3").choose("Stick the dealer"))
    table.press("North declines")

    page = table.open("hands/1/why/0")

    assert "North was stuck with 3 and declined." in page.text
    assert ("Declined the minimum, 3", "\u22123") in page.sum


def test_why_counts_what_was_carried_from_before(table):
    table.play("North & South bid 3", "2 tricks")
    table.play("North & South bid 5", "5 tricks")

    page = table.open("hands/2/why/0")

    assert page.sum == [
        ("Bid 5, took 5: made", "+5"),
        ("Carried from before", "\u22123"),
        ("Written on the sheet", "2"),
        ("Total after hand 2", "2"),
    ]


def test_why_lists_who_wrote_the_row_and_who_changed_it(table):
    table.play("North & South bid 3", "4 tricks")
    table.change(1).choose("3 tricks").press()

    page = table.open("hands/1/why/0")

    assert "Host saved hand 1: North & South bid 3 made, took 4" in page.text
    assert "Host changed hand 1: North & South bid 3 made, took 4 →" in page.text


@pytest.mark.parametrize("place", ["0/why/0", "2/why/0", "1/why/2", "1/why/-1", f"1/why/{10**20}"])
def test_there_is_no_why_for_a_number_that_is_not_on_the_sheet(table, place):
    table.play("North & South bid 3", "4 tricks")

    page = table.open(f"hands/{place}")

    assert page.status == 404


# The menu


def test_the_menu_leads_to_everything_that_can_be_done(table):
    table.play("North & South bid 3", "4 tricks")
    menu = table.open("menu")

    leads = [link.split("\u203a")[0] for link in menu.links]

    for title in (
        "Invite",
        "Board",
        "History",
        "Correct a column",
        "Agreed points",
        "Who deals next",
        "Names",
    ):
        assert any(link.startswith(title) for link in leads), title
    assert menu.buttons == ["End match", "Use this look", "Use this language"]


# Names of any kind


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_of_any_kind_is_shown_as_it_was_typed_on_every_page(device, name):
    form = device.new_form().type("North", name).type("East", name)
    table = device.start(form.type("North & South", name).type("Name of the match", name[:40]))
    table.play(f"{table.page.names[0]} bid 3", "3 tricks", note=name)
    table.change(1).choose("4 tricks").press()
    stored = json.loads(table.file())["players"][0]

    pages = [table.open(place) for place in NAMED]
    home = device.get("/")

    assert table.page.names[0] == stored
    assert table.page.rows[0].story.count(stored) == 2
    assert all(stored in page.text + _values(page) for page in pages)
    assert name[:40].strip() in home.text or stored[:40] in home.text
    for page in [table.page, home, *pages]:
        assert page.html.select("img") == []
        assert all(
            node["type"] == "application/json"
            or (node["src"].startswith("/static/") and not text(node))
            for node in page.html.select("script")
        )
        assert not any(key.startswith("on") for node in page.html.find_all() for key in node.attrs)


def test_text_that_turns_the_line_around_is_taken_out_of_a_name(device):
    table = device.open_match(North="Ann\u202etxt.exe\u2066")

    assert table.page.chips[0] == "deals Anntxt.exe"


def test_names_stand_apart_so_that_none_turns_its_neighbours_around(device):
    table = device.open_match(North="שחמט")

    (chip, _) = table.page.html.select(".chip")

    assert text(chip.bdi) == "שחמט"


@pytest.mark.parametrize("name", ["'=1+1", "=1+1", "@sum", "+x", "-x", "\t=1", "\r=1", "\n=1"])
def test_no_name_in_the_csv_begins_like_a_formula(device, name):
    table = device.open_match(North=name, East=name)
    form = table.tapped("North & South bid 3", "3 tricks", note=name)
    form.put("seat", "0").press()

    values = [value for row in _read(table) for value in row]

    assert not any(value.startswith(("=", "+", "@", "\t", "\r", "\n")) for value in values)
    assert all(_is_number(value) for value in values if value.startswith("-"))


def test_numbers_in_the_csv_stay_numbers_also_under_0(device):
    table = device.start(device.new_form().pick("A loss", "written with a minus"))
    table.play("North & South bid big pepper", "5 tricks")
    table.adjust("-7", "9")

    rows = _read(table)
    points = [row[rows[0].index("North & South points")] for row in rows[1:]]

    assert points == ["-14", "-7"]


def test_the_csv_has_as_many_columns_in_every_row_whatever_the_names(device):
    form = device.new_form().type("North", 'a,b;"c"').type("East", "two\nlines")
    table = device.start(form.type("North & South", 'a,b;"c"').type("East & West", ";,"))
    table.hand_form.put("bid", "0-3").choose("3 tricks").put("seat", "0").press()
    table.press("All passed")
    table.adjust("5", "5", note='";,\n')

    rows = _read(table)

    assert len(rows) == 4
    assert len({len(row) for row in rows}) == 1
    assert rows[1][1] == 'a,b;"c"'
    assert rows[2][1] == "two lines"


def test_the_csv_is_utf_8_with_a_mark_that_excel_reads(device):
    table = device.open_match(North="Žofie", East="José", South="李")
    table.play("North & South bid 3", "3 tricks", seat="李")

    data = table.file("csv")

    assert data.startswith(b"\xef\xbb\xbf")
    assert _read(table)[1][1:3] == ["Žofie", "李"]


# Files


@pytest.mark.parametrize(
    ("ext", "kind"),
    [
        ("csv", "text/csv; charset=utf-8"),
        ("txt", "text/plain; charset=utf-8"),
        ("json", "application/json"),
    ],
)
def test_a_file_has_its_kind_and_a_safe_dated_name(device, ext, kind):
    form = device.new_form().type("Name of the match", '"; rm -rf / \r\nX: y')
    table = device.start(form)
    opened = json.loads(table.file())["opened"]

    response = device.ask("GET", f"{table.address}/sheet.{ext}")

    assert response.headers["Content-Type"] == kind
    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="scorekeeper-{opened[:10]}-{table.code}.{ext}"'
    )


@pytest.mark.parametrize("ext", ["xls", "CSV", "json.exe", "%00"])
def test_there_is_no_file_of_another_kind(table, ext):
    assert table.open(f"sheet.{ext}").status == 404


def test_the_text_tells_the_totals_and_every_row(table):
    table.play("North & South bid 3", "2 tricks", seat="Ann", note="close")
    table.adjust("", "-2", note="revoke")

    text = table.file("txt").decode()

    assert "Pepper, wins at 42 or more" in text
    assert "North & South: 0, carries 3" in text
    assert "set, took 2: close" in text
    assert "adjustment: revoke" in text


def test_the_csv_holds_the_facts_and_the_numbers_of_every_row(table):
    table.play("North & South bid 3", "2 tricks", seat="Ann", trump="spades", note="close")

    titles, row = _read(table)
    facts = dict(zip(titles, row, strict=True))

    assert facts == {
        "number": "1",
        "dealer": "Ann",
        "bidder": "Ann",
        "side": "North & South",
        "bid": "3",
        "trump": "spades",
        "tricks": "2 4",
        "outcome": "set",
        "note": "close",
        "North & South points": "-3",
        "North & South cell": "0",
        "North & South shortfall": "3",
        "North & South total": "0",
        "North & South score": "-3",
        "North & South overruled": "no",
        "East & West points": "4",
        "East & West cell": "4",
        "East & West shortfall": "0",
        "East & West total": "4",
        "East & West score": "4",
        "East & West overruled": "no",
    }


def test_a_match_file_read_in_again_is_equal_byte_for_byte(app, table):
    table.play("North & South bid 3", "2 tricks", seat="Ann", note="Žofie's 👩‍👩‍👧‍👦")
    table.rename("Side 1", "شطرنج")
    table.correct(1, "شطرنج", "4")
    table.adjust("", "-2")
    table.press("Undo line 2")
    table.end()
    data = table.file()

    with app.app_context():
        code = creation.import_match(json.loads(data))
        again = write_match_file(matches.read_match(code).match)

    assert again == data
    assert write_match_file(read_match(json.loads(data))) == data


def test_two_files_of_the_same_state_are_equal_byte_for_byte(table):
    table.play("North & South bid 3", "2 tricks")

    assert all(table.file(ext) == table.file(ext) for ext in ("csv", "txt", "json"))


def _read(table):
    text = table.file("csv").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def _is_number(text):
    return text.lstrip("-").isdigit()


def _values(page):
    return " ".join(node.get("value", "") for node in page.html.select("input"))

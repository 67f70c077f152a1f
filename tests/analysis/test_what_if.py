import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.analysis.what_if import preview_change
from scorekeeper.codec.entry import read_entry
from scorekeeper.codec.match_file import read_match
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.sheet import build_sheet
from tests.rules.builders import match_file, record, refusal_of_file
from tests.rules.strategies import corrections, evenings, hands, other_facts, quickly

FOUR = (
    record(side=0, bid="3", tricks=[4, 2]),
    record(side=1, bid="4", tricks=[0, 6]),
    record(side=0, bid="4", tricks=[5, 1]),
    record(side=0, bid="6", tricks=[4, 2]),
)


def preview(match, facts):
    return preview_change(match, read_entry(facts, match.opening.ruleset).event)


def previewed(*entries, then, **match):
    return preview(read_match(match_file(*entries, **match)), then)


def moved(shown):
    """Return the totals and shortfalls of every row shown, old and new."""
    return [
        (row.before.totals, row.before.shortfalls, row.after.totals, row.after.shortfalls)
        for row in shown.rows
    ]


def test_changing_a_hand_shows_it_and_every_row_below_it():
    shown = previewed(*FOUR, then={"amend": 2, "hand": {"side": 1, "bid": "4", "tricks": [3, 3]}})

    assert [row.after.number for row in shown.rows] == [2, 3, 4]
    assert moved(shown) == [
        ((3, 6), (4, 0), (6, 2), (0, 4)),
        ((3, 7), (0, 0), (10, 2), (0, 3)),
        ((3, 9), (6, 0), (10, 2), (6, 1)),
    ]
    assert shown.later == 2
    assert shown.changed


def test_a_correction_that_says_what_stands_changes_nothing():
    shown = previewed(*FOUR, then={"amend": 2, "hand": {"side": 1, "bid": "4", "tricks": [0, 6]}})

    assert not shown.changed
    assert shown.later == 0


def test_a_new_row_is_held_against_the_foot():
    shown = previewed(*FOUR, then={"record": {"adjustment": [5, -2]}})

    assert moved(shown) == [((3, 9), (6, 0), (3, 9), (1, 2))]
    assert shown.rows[0].changed
    assert shown.changed


def test_the_first_row_is_held_against_the_start():
    shown = previewed(
        then=record(side=0, bid="3", tricks=[3, 3]), start=[10, 20], start_shortfalls=[0, 1]
    )

    assert moved(shown) == [((10, 20), (0, 1), (13, 22), (0, 0))]


def test_a_correction_may_take_the_win_away_or_to_the_other_side():
    big = record(side=0, bid="big pepper", tricks=[6, 0])
    shown = previewed(big, big, big, then={"strike": 2})
    turned = previewed(
        big, big, big, then={"overrule": 1, "side": 1, "points": 99}, rules={"sheet": "signed"}
    )

    assert (shown.before.winner, shown.after.winner) == (0, None)
    assert (turned.before.winner, turned.after.winner) == (0, 1)


def test_what_touches_no_row_shows_none():
    shown = previewed(*FOUR, then={"rename": {"side": 0, "name": "Us"}})

    assert shown.rows == ()
    assert not shown.changed


@quickly
@given(st.data(), evenings())
def test_a_preview_of_any_correction_is_the_sheet_after_writing_it(data, evening):
    game, match = evening
    settled = read_match(match)
    standing = settled.state
    rows = [n for n, row in enumerate(standing.rows, 1) if not row.struck]
    assume(rows and not standing.ended)
    number = data.draw(st.sampled_from(rows))
    kind = data.draw(st.sampled_from(["amend", "overrule", "strike"]))
    dealers = [row.dealer for row in standing.rows]
    if kind == "amend":
        entry = {"amend": number, "hand": data.draw(other_facts(game, number, dealers))}
    else:
        entry = data.draw(corrections(game, kind, number, None))

    shown = preview(settled, entry)

    written = build_sheet(read_match(match | {"entries": [*match["entries"], entry]}))
    assert shown.after == written
    assert shown.before == build_sheet(settled)
    assert [row.after for row in shown.rows] == list(written.lines[number - 1 :])
    assert [row.before for row in shown.rows] == list(shown.before.lines[number - 1 :])
    assert shown.changed == (numbers(shown.before) != numbers(written))


def numbers(sheet):
    return [(line.cells, line.shortfalls) for line in sheet.lines], sheet.totals, sheet.winner


@quickly
@given(st.data(), evenings())
def test_a_preview_of_the_next_hand_is_the_sheet_after_it_or_is_refused_like_it(data, evening):
    game, match = evening
    settled = read_match(match)
    standing = settled.state
    entry = {"record": data.draw(hands(game, standing.dealer, standing.dealt))}
    after = match | {"entries": [*match["entries"], entry]}

    if standing.ended or standing.winner is not None:
        with pytest.raises(RuleError) as caught:
            preview(settled, entry)
        assert describe_error(caught.value) == describe_error(refusal_of_file(after))
    else:
        shown = preview(settled, entry)
        assert shown.after == build_sheet(read_match(after))
        assert len(shown.rows) == 1

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.analysis.targets import Projection, WinningBid, find_targets
from scorekeeper.codec.match_file import read_match
from scorekeeper.rules.hand import Played, Surrendered
from tests.rules.builders import extended, match_file, record
from tests.rules.strategies import evenings, hands, own_rules, quickly

BIG = record(side=0, bid="big pepper", tricks=[6, 0])
NO_FREE_FALL = {"preset": "pepper", "sheet": "signed"}


def needed(side, *entries, **match):
    return find_targets(read_match(match_file(*entries, **match)), side)


def own(need, way):
    """Return the side's own bids that end the match this way with some number of tricks."""
    return [
        end.bid
        for end in need.ends
        if (end.bidder, end.way, end.always, end.rivals) == (need.side, way, True, False)
    ]


def test_what_is_carried_is_part_of_what_is_to_go():
    need = needed(0, start=[20, 30], start_shortfalls=[6, 0])

    assert need.to_go == 28
    assert need.above is None


def test_each_outcome_of_each_bid_says_what_is_written_carried_and_the_total():
    need = needed(0, start=[20, 30], start_shortfalls=[6, 0])

    assert [rung.bid.name for rung in need.rungs][-1] == "big pepper"
    assert need.rungs[2][1:] == (
        Projection(3, 0, 3, 20),
        Projection(-3, 0, 9, 20),
        Projection(3, 0, 3, 20),
    )
    assert need.rungs[6][1:] == (
        Projection(7, 1, 0, 21),
        Projection(-7, 0, 13, 20),
        Projection(7, 1, 0, 21),
    )


def test_on_a_signed_sheet_a_loss_is_written_with_a_minus():
    need = needed(1, rules={"sheet": "signed"}, start=[-2, 5])

    assert need.rungs[3][1:] == (
        Projection(4, 4, 0, 9),
        Projection(-4, -4, 0, 1),
        Projection(4, 4, 0, 9),
    )


def test_the_bids_that_would_end_the_match_made_or_surrendered():
    need = needed(0, start=[37, 20])

    assert own(need, "made") == ["5", "6", "little pepper", "big pepper"]
    assert own(need, "surrendered") == ["5", "6", "little pepper", "big pepper"]
    assert own(need, "set") == []


def test_defending_may_end_it_by_the_tricks():
    need = needed(0, start=[37, 20])
    other = [end for end in need.ends if end.bidder == 1]

    assert WinningBid(1, "6", "set", (0, 1), always=False) in other
    assert WinningBid(1, "3", "set", (0, 1), always=False) in other
    assert WinningBid(1, "little pepper", "set", (0, 1, 2, 3, 4, 5)) in other
    assert [end.bid for end in other if end.way == "made"] == ["1"]


def test_both_sides_over_the_higher_wins_and_level_plays_on():
    need = needed(0, start=[40, 41])

    # A bid of 3 made with 4 tricks gives 43 to 43, which is level; with 5 it is 43 to 42.
    assert WinningBid(0, "3", "made", (5, 6), always=False) in need.ends


def test_where_only_a_bidder_may_win_defending_ends_nothing():
    need = needed(0, rules="pepper-bid-out", start=[29, 0])

    assert {end.bidder for end in need.ends} == {0}
    assert {end.way for end in need.ends} == {"made"}


def test_at_the_target_by_defending_any_made_bid_ends_it():
    need = needed(0, rules="pepper-bid-out", start=[33, 0])

    assert need.to_go == 0
    assert own(need, "made") == [rung.bid.name for rung in need.rungs]


def test_where_setting_the_other_decides_it_says_so():
    need = needed(0, rules={"win_by": "deciding"}, start=[41, 0])

    assert [end.bid for end in need.ends if (end.bidder, end.way) == (1, "set")]
    assert not [end for end in need.ends if (end.bidder, end.way) == (1, "made")]


def test_a_losing_score_is_told_and_the_other_side_wins_by_it():
    need = needed(1, rules={"sheet": "signed", "lose_at": -31}, start=[-28, 3])

    assert needed(0, rules={"sheet": "signed", "lose_at": -31}, start=[-28, 3]).above == 3
    assert [end.bid for end in need.ends if (end.bidder, end.way) == (0, "set") and end.always] == [
        "3",
        "4",
        "5",
        "6",
        "little pepper",
        "big pepper",
    ]


def test_a_dealer_who_declines_may_end_it():
    stuck = {"who": "dealer", "bid": "3", "hands": "stuck", "may_decline": True}
    rules = {"minimum_bid": "3", "forced": stuck, "sheet": "signed"}
    level = record(adjustment=[43, 43])
    hand = record(side=0, bid="3", surrendered=True)
    undone = {"overrule": 1, "side": 0, "points": 0}

    need = needed(0, hand, undone, level, rules=rules)

    assert WinningBid(1, "3", "declined") in need.ends


def test_only_what_may_be_bid_next_is_tried():
    need = needed(0, rules="wolf-pepper")

    assert len(need.rungs) <= 1


def test_where_nothing_is_bid_only_the_distance_is_told():
    assert needed(0, rules="pepper-cards", start=[1, 0, 0, 0]) == (0, 2, None, (), ())
    assert needed(1, rules="plain")[1:] == (None, None, (), ())


def test_nothing_is_tried_once_the_match_is_decided():
    need = needed(0, BIG, BIG, BIG)

    assert (need.to_go, need.rungs, need.ends) == (0, (), ())


@pytest.mark.parametrize("side", [-1, 2])
def test_a_side_that_is_not_there_needs_nothing(side):
    with pytest.raises(IndexError):
        needed(side)


def test_of_three_who_play_alone_the_others_tricks_may_matter():
    need = needed(0, rules="pepper-30-three", start=[25, 24, 0])

    # A made 5 pays its tricks, so 30 at least, but the other side may take 3 and still be under.
    assert "5" in own(need, "made")
    close = needed(0, rules="pepper-30-three", start=[25, 28, 0])
    assert any(end.rivals for end in close.ends)


@quickly
@given(st.data(), evenings(corrected=False) | evenings(of=own_rules()))
def test_what_is_told_to_end_the_match_ends_it_and_nothing_else_does(data, evening):
    game, match = evening
    settled = read_match(match)
    standing = settled.state
    assume(game.entry == "contract" and not standing.ended and standing.winner is None)
    side = data.draw(st.integers(0, game.sides - 1))
    facts = data.draw(hands(game, standing.dealer, standing.dealt))
    assume("thrown_in" not in facts and not facts.get("free_tricks"))

    ends = find_targets(settled, side).ends
    after = extended(settled, {"record": facts}).state

    hand: Any = after.rows[-1].hand
    outcome = after.rows[-1].outcome
    if game.sides > 2 and (hand.side != side or getattr(hand, "folded", ())):
        return
    took = hand.tricks[hand.side] if isinstance(hand, Played) else None
    listed = [
        end
        for end in ends
        if (end.bidder, end.bid, end.way) == (hand.side, hand.bid.name, outcome)
        and (took is None or took in end.tricks)
    ]
    if after.winner == side:
        assert listed
    elif listed:
        assert all(end.rivals for end in listed)
    assert isinstance(hand, Played | Surrendered) or outcome == "declined"


@quickly
@given(st.data(), evenings(of=own_rules()))
def test_each_rung_says_where_recording_it_leads(data, evening):
    game, match = evening
    settled = read_match(match)
    side = data.draw(st.integers(0, game.sides - 1))
    need = find_targets(settled, side)
    assume(need.rungs)
    rung = data.draw(st.sampled_from(need.rungs))
    tricks = [0] * game.sides
    tricks[side], tricks[side - 1] = rung.bid.needs, game.tricks - rung.bid.needs
    facts = {"side": side, "bid": rung.bid.name, "tricks": tricks}

    assert rung.made is not None
    after = extended(settled, {"record": facts}).state
    assert rung.made.points == after.rows[-1].points[side]
    assert rung.made.total - rung.made.shortfall == after.scores[side]

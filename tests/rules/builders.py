"""Games, matches and sheets for the tests, built the way a match file says them."""

from typing import Any

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import build_sheet

Facts = dict[str, Any]

STUCK: Facts = {
    "who": "dealer",
    "bid": "3",
    "hands": "stuck",
    "may_decline": True,
    "must_play": False,
}
STICK_THE_DEALER: Facts = {"minimum_bid": "3", "forced": STUCK}


def game(preset: str, **changed: Any) -> Ruleset:
    """A published game, or a table's own version of it."""
    return Ruleset.from_dict({"preset": preset, **changed})


def match_file(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> Facts:
    """A match file with these entries; `rules` is a preset's name or overrides of pepper."""
    ruleset = {"preset": rules} if isinstance(rules, str) else {"preset": "pepper"} | rules
    return {"format": "scorekeeper/1", "ruleset": ruleset} | match | {"entries": list(entries)}


def record(**hand: Any) -> Facts:
    """The entry that records a hand."""
    return {"record": hand}


def sheet_of(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> Facts:
    """The sheet of these entries, as JSON says it."""
    return sheet_of_file(match_file(*entries, rules=rules, **match))


def sheet_of_file(match: Facts) -> Facts:
    """The sheet of a whole match file, as JSON says it."""
    sheet: Facts = build_sheet(Match.from_dict(match)).to_dict()
    return sheet


def refusal(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> RuleError:
    """The refusal these entries meet; the test fails when they are taken."""
    return refusal_of_file(match_file(*entries, rules=rules, **match))


def refusal_of_file(match: Any) -> RuleError:
    """The refusal a whole match file meets; the test fails when it is taken."""
    with pytest.raises(RuleError) as caught:
        Match.from_dict(match)
    assert caught.value.why.strip(), "a refusal says why"
    return caught.value

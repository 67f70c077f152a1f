"""Games, matches and sheets for the tests, built from the JSON of match files."""

from typing import Any

import pytest

from scorekeeper.codec.ruleset import read_ruleset
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
    """Return a published game, or one with some fields changed."""
    return read_ruleset({"preset": preset, **changed})


def match_file(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> Facts:
    """Return a match file with these entries; `rules` is a preset's name or overrides of pepper."""
    ruleset = {"preset": rules} if isinstance(rules, str) else {"preset": "pepper"} | rules
    return {"format": "scorekeeper/1", "ruleset": ruleset} | match | {"entries": list(entries)}


def record(**hand: Any) -> Facts:
    """Return the entry that records a hand."""
    return {"record": hand}


def sheet_of(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> Facts:
    """Return the sheet of these entries as JSON values."""
    return sheet_of_file(match_file(*entries, rules=rules, **match))


def sheet_of_file(match: Facts) -> Facts:
    """Return the sheet of a whole match file as JSON values."""
    sheet: Facts = build_sheet(Match.from_dict(match)).to_dict()
    return sheet


def refusal(*entries: Facts, rules: Facts | str = "pepper", **match: Any) -> RuleError:
    """Return the error that these entries raise. Fail if they are accepted."""
    return refusal_of_file(match_file(*entries, rules=rules, **match))


def refusal_of_file(match: Any) -> RuleError:
    """Return the error that a whole match file raises. Fail if it is accepted."""
    with pytest.raises(RuleError) as caught:
        Match.from_dict(match)
    assert caught.value.why.strip(), "a refusal says why"
    return caught.value

"""Games, matches and sheets for the tests, built from the JSON of match files."""

from collections.abc import Iterable
from typing import Any

import pytest

from scorekeeper.codec.entry import read_entries
from scorekeeper.codec.match_file import read_match
from scorekeeper.codec.ruleset import read_ruleset
from scorekeeper.codec.sheet import write_sheet
from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match, Opening
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


def match_file(*entries: Facts, rules: Any = "pepper", **match: Any) -> Facts:
    """Return a match file with these entries; `rules` is a preset's name or overrides of pepper."""
    ruleset = {"preset": rules} if isinstance(rules, str) else {"preset": "pepper"} | rules
    return {"format": "scorekeeper/1", "ruleset": ruleset} | match | {"entries": list(entries)}


def replayed(opening: Opening, entries: Iterable[Facts]) -> Match:
    """Return the match of an opening and the entries of a stored journal, as JSON values."""
    return Match.replay(opening, read_entries(entries, opening.ruleset))


def extended(match: Match, *entries: Facts) -> Match:
    """Return the match with these entries after its own, as JSON values."""
    return match.extended(read_entries(entries, match.opening.ruleset))


def record(**hand: Any) -> Facts:
    """Return the entry that records a hand."""
    return {"record": hand}


def sheet_of(*entries: Facts, rules: Any = "pepper", **match: Any) -> Facts:
    """Return the sheet of these entries as JSON values."""
    return sheet_of_file(match_file(*entries, rules=rules, **match))


def sheet_of_file(match: Facts) -> Facts:
    """Return the sheet of a whole match file as JSON values."""
    sheet: Facts = write_sheet(build_sheet(read_match(match)))
    return sheet


def refusal(*entries: Facts, rules: Any = "pepper", **match: Any) -> RuleError:
    """Return the error that these entries raise. Fail if they are accepted."""
    return refusal_of_file(match_file(*entries, rules=rules, **match))


def refusal_of_file(match: Any) -> RuleError:
    """Return the error that a whole match file raises. Fail if it is accepted."""
    with pytest.raises(RuleError) as caught:
        read_match(match)
    assert describe_error(caught.value).strip(), "a refusal says why"
    return caught.value

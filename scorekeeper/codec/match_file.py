"""The match file: JSON in UTF-8, in one canonical form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from scorekeeper.codec.entry import read_entry, write_entries
from scorekeeper.codec.ruleset import read_ruleset, write_ruleset
from scorekeeper.codec.validation import (
    check_fields,
    check_time,
    parse_integer,
    parse_integers,
    parse_name,
    parse_note,
    parse_time,
)
from scorekeeper.rules.checks import check_length
from scorekeeper.rules.entry import Entry
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match, Opening, default_players, default_sides
from scorekeeper.rules.ruleset import MOST_POINTS, Ruleset
from scorekeeper.rules.text import clean

FORMAT = "scorekeeper/1"
OPENING_FIELDS = (
    *("ruleset", "sides", "players", "opened", "note", "first_dealer"),
    *("start", "start_shortfalls"),
)


def read_match(data: object) -> Match:
    """Return the match of a file that comes from outside.

    Raise RuleError if the rules do not allow it. The texts are cleaned, and the length and the
    times must be within the current limits, which a stored match may exceed.
    """
    whole_file = ("format", "entries", *OPENING_FIELDS)
    facts = check_fields(clean(data), whole_file, "match file")
    if facts.get("format") != FORMAT:
        raise RuleError("match-format", "format", format=FORMAT, value=facts.get("format"))
    entries = facts.get("entries")
    if not isinstance(entries, list):
        raise RuleError("entries-missing", "entries")
    opening = read_opening({name: facts[name] for name in facts if name in OPENING_FIELDS})
    if opening.opened:
        check_time(opening.opened, "opened")
    return Match.replay(opening, _entries_within_limits(entries, opening.ruleset))


def write_match(match: Match) -> dict[str, Any]:
    """Return the match as a match file holds it; `read_match` makes an equal match of it."""
    return {
        "format": FORMAT,
        **write_opening(match.opening),
        "entries": write_entries(match.entries),
    }


def read_opening(data: object) -> Opening:
    """Return the opening from the fields of a match file except `format` and `entries`.

    Raise RuleError, naming the field, if one is unknown, missing or malformed.
    """
    facts = check_fields(data, OPENING_FIELDS, "match")
    if "ruleset" not in facts:
        raise RuleError("match-ruleset-missing", "ruleset")
    rules = read_ruleset(facts["ruleset"])
    players = _names(facts, "players", rules.players, default_players(rules))
    sides = _names(facts, "sides", rules.sides, default_sides(rules, players))
    nothing = [0] * rules.sides
    if "start_shortfalls" in facts and not rules.carries:
        raise RuleError("shortfalls-on-signed-sheet", "start_shortfalls")
    first_dealer = facts.get("first_dealer", 0)
    lowest = 0 if rules.carries else -MOST_POINTS
    start = facts.get("start", nothing)
    owed = facts.get("start_shortfalls", nothing)
    return Opening(
        ruleset=rules,
        sides=sides,
        players=players,
        first_dealer=parse_integer(first_dealer, "first_dealer", 0, rules.players - 1),
        start=parse_integers(start, "start", rules.sides, lowest, MOST_POINTS),
        start_shortfalls=parse_integers(owed, "start_shortfalls", rules.sides, 0, MOST_POINTS),
        opened=parse_time(facts["opened"], "opened") if "opened" in facts else None,
        note=parse_note(facts["note"], "note") if "note" in facts else None,
    )


def write_opening(opening: Opening) -> dict[str, Any]:
    """Return the fields of a match file except `format` and `entries`."""
    owed = list(opening.start_shortfalls)
    return {
        "ruleset": write_ruleset(opening.ruleset),
        "sides": list(opening.sides),
        "players": list(opening.players),
        **({"opened": opening.opened} if opening.opened else {}),
        **({"note": opening.note} if opening.note else {}),
        "first_dealer": opening.first_dealer,
        "start": list(opening.start),
        **({"start_shortfalls": owed} if opening.ruleset.carries else {}),
    }


def write_match_file(match: Match) -> bytes:
    """Return the match as a file. Reading the file and writing it again gives the same bytes."""
    return (json.dumps(write_match(match), ensure_ascii=False, indent=1) + "\n").encode()


def read_json(data: bytes, what: str = "file") -> Any:  # noqa: ANN401 - whatever JSON can say
    """Parse JSON without validating it further; `what` is where the data is from: "file" or "body".

    Raise RuleError if the data is not UTF-8 or not JSON, if it is nested too deeply, if an object
    has a field twice, or if a text or a number cannot be stored.
    """
    try:
        value = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_unique_keys,
            parse_constant=_reject_constant,
        )
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        raise RuleError("file-not-utf-8", what=what) from None
    except UnicodeEncodeError:
        raise RuleError("file-half-character", what=what) from None
    except RecursionError:
        raise RuleError("file-too-deep", what=what) from None
    except json.JSONDecodeError as error:
        raise RuleError("file-not-json", what=what, why=error.msg, line=error.lineno) from None
    except RuleError:
        raise
    except ValueError:
        raise RuleError("file-number-too-long", what=what) from None
    return value


def _entries_within_limits(entries: Iterable[object], ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the entries of a file. Raise RuleError for one too many or a time out of range."""
    for before, facts in enumerate(entries):
        entry = read_entry(facts, ruleset)
        check_length(entry.event, before)
        if entry.at:
            check_time(entry.at, "at")
        yield entry


def _names(
    facts: Mapping[str, Any], field: str, count: int, default: tuple[str, ...]
) -> tuple[str, ...]:
    if field not in facts:
        return default
    names = facts[field]
    if not isinstance(names, list) or len(names) != count:
        raise RuleError("names-not-a-list", field, count=count)
    return tuple(parse_name(name, field) for name in names)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    facts = dict(pairs)
    if len(facts) == len(pairs):
        return facts
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise RuleError("field-twice", name[:80])
        seen.add(name)
    raise AssertionError(pairs)  # two fields of one name make `facts` the shorter


def _reject_constant(name: str) -> NoReturn:
    raise RuleError("json-constant", name=name)

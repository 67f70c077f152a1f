"""The match file: JSON in UTF-8, in one canonical form."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from scorekeeper.messages.message import N_, Message, quote_value
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.match import Match


def write_match_file(match: Match) -> bytes:
    """Return the match as a file. Reading the file and writing it again gives the same bytes."""
    return (json.dumps(match.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()


def read_json(data: bytes, what: str = N_("The file")) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Parse JSON without validating it further; `what` names the data in error messages.

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
        raise RuleError("%(what)s is not UTF-8 text.", what=Message(what)) from None
    except UnicodeEncodeError:
        raise RuleError(
            "%(what)s holds half a character, which cannot be stored.", what=Message(what)
        ) from None
    except RecursionError:
        raise RuleError(
            "%(what)s is nested too deeply to be a match.", what=Message(what)
        ) from None
    except json.JSONDecodeError as error:
        raise RuleError(
            "%(what)s is not JSON: %(why)s in line %(line)s.",
            what=Message(what),
            why=error.msg,
            line=error.lineno,
        ) from None
    except RuleError:
        raise
    except ValueError:
        raise RuleError(
            "%(what)s holds a number of more figures than can be read.", what=Message(what)
        ) from None
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    facts = dict(pairs)
    if len(facts) == len(pairs):
        return facts
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise RuleError(
                "The field %(name)s is written twice.", name[:80], name=quote_value(name)
            )
        seen.add(name)
    raise AssertionError(pairs)  # two fields of one name make `facts` the shorter


def _reject_constant(name: str) -> NoReturn:
    raise RuleError("What is written %(name)s is not a number in JSON.", name=name)

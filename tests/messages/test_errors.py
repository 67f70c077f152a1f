"""The sentences of the errors that the package raises."""

import ast
import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.messages.errors import ERROR_TEXTS, Variants, describe_error
from scorekeeper.messages.message import Plural
from scorekeeper.rules.errors import RuleError

PACKAGE = Path(scorekeeper.__file__).parent
CODED = {"RuleError", "Forbidden", "SeatTaken"}
GAP = re.compile(r"%\((\w+)\)s")


def raised():
    """Return each place in the package that makes a coded error, its codes and its parameters."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CODED:
                place = f"{file.relative_to(PACKAGE)}:{node.lineno}"
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{place}: a code is written out"
                yield place, code.value, {keyword.arg for keyword in node.keywords}


RAISED = list(raised())


def gaps(code):
    """Return the parameters that the templates of a code name."""
    template = ERROR_TEXTS[code].template
    if isinstance(template, Variants):
        return {template.param}.union(*map(gaps_of, template.templates.values()))
    return gaps_of(template)


def gaps_of(template):
    """Return the parameters that a template needs: of a plural, its number too."""
    if isinstance(template, Plural):
        return {template.count, *GAP.findall(template.plural)}
    return set(GAP.findall(template))


def test_every_error_that_is_raised_has_its_sentence():
    assert not [place for place, code, _ in RAISED if code not in ERROR_TEXTS]


def test_every_sentence_is_of_an_error_that_is_raised():
    assert not set(ERROR_TEXTS) - {code for _, code, _ in RAISED}


def test_every_error_has_the_parameters_that_its_sentence_names():
    for place, code, params in RAISED:
        named, printed = gaps(code), set(ERROR_TEXTS[code].printers)
        assert printed <= named, code
        assert named - printed <= params <= named, f"{place}: {code} takes {sorted(named)}"


def test_a_code_is_words_with_hyphens():
    for code in ERROR_TEXTS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code), code


def test_a_parameter_that_is_not_given_is_the_field():
    error = RuleError("not-a-whole-number", "free_tricks", low=0, high=6, value="two")

    assert describe_error(error) == 'Free tricks takes a whole number from 0 to 6, not "two".'


def test_a_sentence_may_differ_by_a_parameter():
    error = RuleError("thrown-in-forced", "thrown_in", who="left of dealer", bid="3")

    assert describe_error(error) == (
        "No hand can be thrown in: the seat left of the dealer has to bid 3."
    )


@pytest.mark.parametrize(
    ("side", "players", "sentence"),
    [
        ("Ann", 1, "The match is decided, Ann has won: no further hand is taken."),
        ("Reds", 2, "The match is decided, Reds have won: no further hand is taken."),
    ],
)
def test_a_sentence_follows_the_number_that_it_names(side, players, sentence):
    error = RuleError("match-decided", "record", side=side, players=players)

    assert describe_error(error) == sentence


def test_a_sentence_may_hold_that_of_another_error():
    error = RuleError("amended-hand", "bid", number=2, why=RuleError("bid-missing", "bid"))

    assert describe_error(error) == "Hand 2: A hand needs its bid."


def test_the_text_for_the_log_has_the_code_and_the_field_and_no_names():
    with pytest.raises(RuleError, match=r"^names-alike \(players\)$"):
        raise RuleError("names-alike", "players", name="Ann", other="Ann")

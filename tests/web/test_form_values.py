"""What is typed into the fields of a form."""

import pytest

from scorekeeper.messages.errors import describe_error
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.form_values import parse_code
from tests.pseudo_language import Longer, english, speaking


def test_a_typed_code_is_tidied():
    assert parse_code(" 7k3-wqO ", "code") == "7K3WQ0"


@pytest.mark.parametrize("typed", ["7K3", "7K3WQ!", "7K3WQ9A"])
def test_what_is_wrong_with_a_typed_code_is_said_in_the_language_of_the_reader(typed):
    with pytest.raises(RuleError) as refused, speaking(Longer()):
        parse_code(typed, "code")

    with speaking(Longer()):
        assert not english(describe_error(refused.value))

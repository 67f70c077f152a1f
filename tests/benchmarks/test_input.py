"""Refused input takes time linear in its size: four times the size, four times the time."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from scorekeeper.codec.match_file import read_json, read_match
from scorekeeper.rules.errors import RuleError
from tests.rules.builders import match_file

pytestmark = pytest.mark.benchmark

_RUNS = 5
_MOST = 8  # quadratic work takes 16 times as long


def doubled(count: int) -> bytes:
    fields = "".join(f'"{n}":1,' for n in range(count))
    return f'{{{fields}"last":1,"last":1}}'.encode()


def test_the_search_for_a_field_that_is_written_twice_is_one_pass() -> None:
    few, many = (doubled(count) for count in (5_000, 20_000))

    ratio = _refused(lambda: read_json(many)) / _refused(lambda: read_json(few))

    print(f"\na field written twice among four times as many: {ratio:.1f} (at most {_MOST})")
    assert ratio <= _MOST


def test_a_name_of_nothing_but_marks_is_not_put_in_order() -> None:
    few, many = (match_file(note="a" + "\u0301\u0323" * count) for count in (2_000, 8_000))

    ratio = _refused(lambda: read_match(many)) / _refused(lambda: read_match(few))

    print(f"\na name of four times as many marks: {ratio:.1f} (at most {_MOST})")
    assert ratio <= _MOST


def _refused(read: Callable[[], object]) -> float:
    """Return the least processor time, in seconds, in which it was refused."""
    taken = []
    for _ in range(_RUNS):
        start = time.process_time()
        with pytest.raises(RuleError):
            read()
        taken.append(time.process_time() - start)
    return min(taken)

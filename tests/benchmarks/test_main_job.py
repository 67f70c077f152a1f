"""The speed of the main task, as ratios to a bare Flask view measured in the same run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.rules.match import Opening
from scorekeeper.rules.sheet import build_sheet
from tests.benchmarks.clients import FormTable, ScriptTable
from tests.benchmarks.servers import (
    CLIENTS,
    RUNS,
    Client,
    bare_rate,
    bare_view,
    journal_of,
    our_app,
    quickest,
    ratio,
    requests_per_second,
)
from tests.rules.builders import replayed

pytestmark = pytest.mark.benchmark

_ROUNDS = 40
_BROWSER = "Accept-Encoding: gzip, deflate\r\n"


class Servers(NamedTuple):
    """The ports of both servers."""

    ours: int
    bare: int


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    with bare_view(tmp_path) as bare, our_app(tmp_path) as ours:
        yield Servers(ours, bare)


def rate_of(tables: list[Any], do: Callable[[Any], None]) -> float:
    """Return how often a second all matches together do it, at the same time."""
    clients: list[Client] = [table.client for table in tables]
    return requests_per_second(clients, lambda place: do(tables[place]), _ROUNDS)


def test_folding_30_hands_costs_at_most_half_a_bare_request(tmp_path: Path) -> None:
    opening, journal = journal_of(30)
    fold = partial(_fold, opening, journal)

    with bare_view(tmp_path) as port:
        bare_rate(port)
        cost = statistics.median(quickest(fold, 300) * bare_rate(port) for _ in range(RUNS))

    print(f"\nfolding 30 hands / bare request: {cost:.2f} (at most 0.5)")
    assert cost <= 0.5


@pytest.mark.parametrize("accepts", ["", _BROWSER], ids=["plain", "gzip"])
def test_the_match_page_of_30_hands_reaches_02_of_a_bare_view(
    servers: Servers, accepts: str
) -> None:
    tables = [FormTable(servers.ours, hands=30) for _ in range(CLIENTS)]
    for table in tables:
        table.client.head = accepts

    reached = ratio(lambda: rate_of(tables, FormTable.look), lambda: bare_rate(servers.bare))

    print(f"\nmatch page of 30 hands / bare view: {reached:.2f} (at least 0.2)")
    assert reached >= 0.2


def test_the_sheet_over_the_api_reaches_025_of_a_bare_view(servers: Servers) -> None:
    tables = [ScriptTable(servers.ours, hands=30) for _ in range(CLIENTS)]

    reached = ratio(lambda: rate_of(tables, ScriptTable.look), lambda: bare_rate(servers.bare))

    print(f"\nsheet over the API / bare view: {reached:.2f} (at least 0.25)")
    assert reached >= 0.25


def test_a_durable_hand_over_the_api_reaches_02_of_a_bare_view(servers: Servers) -> None:
    def hands() -> float:
        tables = [ScriptTable(servers.ours) for _ in range(CLIENTS)]
        return rate_of(tables, ScriptTable.record)

    reached = ratio(hands, lambda: bare_rate(servers.bare))

    print(f"\ndurable hand over the API / bare view: {reached:.2f} (at least 0.2)")
    assert reached >= 0.2


def test_a_durable_hand_through_the_form_reaches_015_of_a_bare_view(servers: Servers) -> None:
    def hands() -> float:
        tables = [FormTable(servers.ours) for _ in range(CLIENTS)]
        return rate_of(tables, FormTable.record)

    reached = ratio(hands, lambda: bare_rate(servers.bare))

    print(f"\ndurable hand through the form / bare view: {reached:.2f} (at least 0.15)")
    assert reached >= 0.15


def _fold(opening: Opening, journal: list[dict[str, Any]]) -> None:
    build_sheet(replayed(opening, journal))

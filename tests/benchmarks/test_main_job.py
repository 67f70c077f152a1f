"""The speed of the main job, as ratios against a bare Flask view measured in the same run."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.match import Match, Opening
from scorekeeper.rules.sheet import build_sheet
from tests.benchmarks.serving import (
    Client,
    bare_rate,
    bare_view,
    journal_of,
    our_app,
    quickest,
    requests_per_second,
)

pytestmark = pytest.mark.benchmark

CLIENTS = 4
RUNS = 5


class _Hidden(HTMLParser):
    """The hidden fields of the first form on a page that has a bid to tap, or of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag == "input" and facts.get("type") == "hidden":
            self.fields[str(facts["name"])] = facts.get("value") or ""


class _Table:
    """A table that records one hand after the other through the form."""

    def __init__(self, port: int) -> None:
        self.client = Client(port)
        page = _Hidden(self.client.ask("GET", "/new")[2]).fields
        opened = {
            **page,
            "first_dealer": "0",
            "target": "99999",
            "test": "reach",
            "sheet": "carry",
            "no_trump": "allowed",
        }
        status, head, _ = self.client.ask("POST", "/new", urlencode(opened))
        assert status == 303
        self.path = head.partition("Location: ")[2].partition("#")[0]
        self.token = _Hidden(self.client.ask("GET", self.path)[2]).fields["csrf_token"]
        self.version = 0

    def record(self) -> None:
        hand = {
            "csrf_token": self.token,
            "version": self.version,
            "once": secrets.token_hex(8),
            "bid": f"{self.version % 2}-3",
            "tricks": 3,
            "deed": "save",
        }
        self.version += 1
        self.client.send("POST", f"{self.path}/hands", urlencode(hand))


def test_folding_30_hands_costs_at_most_half_a_bare_request(tmp_path: Path) -> None:
    opening, journal = journal_of(1000)
    fold = {n: partial(_fold, opening, journal[:n]) for n in (30, 1000)}

    with bare_view(tmp_path) as port:
        ratio = statistics.median(quickest(fold[30], 300) * bare_rate(port) for _ in range(RUNS))
    growth = statistics.median(
        quickest(fold[1000], 20) / quickest(fold[30], 300) for _ in range(RUNS)
    )

    print(f"\nfolding 30 hands / bare request: {ratio:.2f} (at most 0.5)")
    print(f"folding 1,000 hands / folding 30: {growth:.1f} (at most 40)")
    assert ratio <= 0.5
    assert growth <= 40


def test_recording_a_hand_through_the_form_reaches_015_of_a_bare_view(tmp_path: Path) -> None:
    with bare_view(tmp_path) as bare_port, our_app(tmp_path) as port:
        rates = []
        for _ in range(RUNS):
            tables = [_Table(port) for _ in range(CLIENTS)]
            clients = [table.client for table in tables]
            recorded = requests_per_second(clients, lambda place: tables[place].record(), 40)  # noqa: B023
            rates.append(recorded / bare_rate(bare_port))

    print(f"\nhand through the form / bare view: {statistics.median(rates):.2f} (at least 0.15)")
    assert statistics.median(rates) >= 0.15


@pytest.mark.parametrize("existing", [True, False], ids=["database there", "database made"])
def test_the_first_answer_comes_within_45_of_a_bare_start(tmp_path: Path, existing: bool) -> None:
    ratios = []
    for run in range(RUNS + 1):
        folder = tmp_path / ("data" if existing else f"data{run}")
        folder.mkdir(exist_ok=True)
        bare = _elapsed(lambda: bare_view(folder))  # noqa: B023
        ours = _elapsed(lambda: our_app(folder))  # noqa: B023
        ratios.append(ours / bare)

    ratio = statistics.median(ratios[1:])
    print(f"\nfirst answer / bare start: {ratio:.2f} (at most 4.5)")
    assert ratio <= 4.5


def _fold(opening: Opening, journal: list[dict[str, Any]]) -> None:
    build_sheet(Match.settle(opening, journal))


def _elapsed(serve: Callable[[], Any]) -> float:
    start = time.perf_counter()
    with serve():
        return time.perf_counter() - start

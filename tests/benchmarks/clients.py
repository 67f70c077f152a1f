"""Clients that play a match in a benchmark: one by the form of the match page, one by the API."""

from __future__ import annotations

import json
import secrets
from html.parser import HTMLParser
from urllib.parse import urlencode

from scorekeeper.codec.match_file import write_opening
from tests.benchmarks.servers import Client, journal_of


class _Hidden(HTMLParser):
    """The hidden fields of a page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag == "input" and facts.get("type") == "hidden":
            self.fields[str(facts["name"])] = facts.get("value") or ""


class FormTable:
    """A match in which hands are recorded one after the other by the form of its page."""

    def __init__(self, port: int, hands: int = 0) -> None:
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
        for _ in range(hands):
            self.record()
            assert self.client.answer()[0] == 303

    def look(self) -> None:
        self.client.send("GET", self.path)

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


class ScriptTable:
    """A match of so many hands, imported over the API, that an API client goes on with."""

    def __init__(self, port: int, hands: int = 0) -> None:
        self.client = Client(port)
        opening, journal = journal_of(hands)
        match = {"format": "scorekeeper/1", **write_opening(opening), "entries": journal}
        status, _, body = self.client.ask("POST", "/api/v1/matches", json.dumps(match))
        assert status == 201
        facts = json.loads(body)
        self.path = f"/api/v1/matches/{facts['code']}"
        self.keys = facts["keys"]
        self.version = hands

    def look(self) -> None:
        self.client.head = f"Authorization: Bearer {self.keys['host']}\r\n"
        self.client.send("GET", self.path)

    def record(self) -> None:
        self.client.head = (
            f"Authorization: Bearer {self.keys['host']}\r\n"
            f'If-Match: "{self.version}"\r\nIdempotency-Key: {secrets.token_hex(8)}\r\n'
        )
        hand = {"bidder": self.version % 4, "bid": "3", "tricks": [3, 3]}
        self.version += 1
        self.client.send("POST", f"{self.path}/entries", json.dumps({"record": hand}))

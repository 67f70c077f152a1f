"""An API client with tokens that fails at any error of the server."""

import json


class Script:
    """An API client with one token, or with none."""

    def __init__(self, client, code="", key=None):
        self.client = client
        self.code = code
        self.key = key

    def call(self, method, path, facts=None, **headers):
        """Return the bare answer. Fail if it is an error of the server."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.key is not None:
            sent.setdefault("Authorization", f"Bearer {self.key}")
        if facts is not None and not isinstance(facts, bytes):
            facts = json.dumps(facts).encode()
        if facts is not None:
            sent.setdefault("Content-Type", "application/json")
        answer = self.client.open(f"/api/v1{path}", method=method, data=facts, headers=sent)
        assert answer.status_code < 500, answer.text
        assert "Set-Cookie" not in answer.headers
        if answer.status_code >= 400:
            assert answer.mimetype == "application/problem+json", answer.text
            told = answer.json
            assert {"type", "title", "status", "detail"} <= set(told)
            assert told["status"] == answer.status_code
            assert told["detail"].endswith("."), told
        return answer

    def of_match(self, method, path="", facts=None, **headers):
        return self.call(method, f"/matches/{self.code}{path}", facts, **headers)

    @property
    def sheet(self):
        answer = self.of_match("GET")
        assert answer.status_code == 200, answer.text
        assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
        return answer.json

    @property
    def journal(self):
        return self.of_match("GET", "/journal").json["entries"]

    def write(self, facts, version=None, **headers):
        """Post an entry, by default at the present version."""
        if version is None:
            version = self.sheet["version"]
        return self.of_match("POST", "/entries", facts, If_Match=f'"{version}"', **headers)

    def wrote(self, *entries):
        """Post entries that must be accepted; return the sheet after them."""
        for facts in entries:
            answer = self.write(facts)
            assert answer.status_code == 201, answer.text
        return answer.json


class Match:
    """A match that was opened over the API, with a client for every role."""

    def __init__(self, client, opened):
        self.code = opened["code"]
        self.keys = opened["keys"]
        self.opened = opened
        self.host = Script(client, self.code, self.keys["host"])
        self.seats = [Script(client, self.code, key) for key in self.keys["seats"]]
        self.watch = Script(client, self.code, self.keys["watch"])
        self.nobody = Script(client, self.code)

    def __getitem__(self, place):
        """Return the client of "host", "watch", "nobody" or "seat N"."""
        kind, _, number = place.partition(" ")
        return self.seats[int(number)] if number else getattr(self, kind)

"""What a writer submits as the next entry of a match, read once, where it arrives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.codec.entry import read_event
from scorekeeper.rules.entry import Event
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.journal import MatchState
from scorekeeper.rules.text import clean


@dataclass(frozen=True, slots=True)
class Submission:
    """The event that a writer submits, or why what was sent is none.

    The error is not raised at once, because whether the writer may write at all, and whether the
    match has changed meanwhile, is said before it. `digest` tells a repeat of the same request from
    another one; it is empty where nothing could be read.
    """

    event: Event | RuleError
    digest: str = ""

    def require_event(self) -> Event:
        """Return the event. Raise RuleError if there is none."""
        if isinstance(self.event, RuleError):
            raise self.event
        return self.event


SubmissionReader: TypeAlias = Callable[[MatchState], Submission]
"""Reads what is submitted to be the next after this state, once the match is locked."""


def read_submission(facts: object, state: MatchState) -> Submission:
    """Read an entry as a match file writes it, sent to be the next after `state`."""
    facts = clean(facts)  # before any field is looked up: the names of the fields are cleaned, too
    try:
        return Submission(_read(facts, state), digest(facts))
    except RuleError as error:
        return Submission(error, digest(facts))


def digest(facts: object) -> str:
    """Return a short hash of a request: equal facts give equal digests."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _read(facts: object, state: MatchState) -> Event:
    for stamped in ("at", "by"):
        if isinstance(facts, dict) and stamped in facts:
            raise RuleError("entry-stamped", stamped)
    return read_event(facts, state)

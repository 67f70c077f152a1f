"""The error that the rules raise."""

from __future__ import annotations

from scorekeeper.messages.message import Message, Plural


class RuleError(ValueError):
    """An input that the rules do not allow: a message, the field at fault and its entry.

    `field` is the plain name in a hand or an entry ("tricks"), a path anywhere else
    ("ruleset.target.points"), or None if no single field is at fault. `entry` counts from 1 and is
    None if the file or the form as a whole is invalid.
    """

    def __init__(self, template: str | Plural, field: str | None = None, **params: object) -> None:
        self.sentence = Message(template, **params)
        self.field = field
        self.entry: int | None = None
        super().__init__(template, field)

    @property
    def why(self) -> str:
        return str(self.sentence)

    def __str__(self) -> str:
        return self.why

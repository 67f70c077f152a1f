"""The error that the rules raise: a code and plain values, and no words."""

from __future__ import annotations


class RuleError(ValueError):
    """An input that the rules do not allow: a code, the field at fault, and its entry.

    The code says what is wrong ("tricks-sum"), and `params` hold the values that a sentence about
    it needs; `messages.errors` has the sentences. `field` is the plain name in a hand or an entry
    ("tricks"), a path anywhere else ("ruleset.target.points"), or None if no single field is at
    fault. `entry` counts from 1 and is None if the file or the form as a whole is invalid.

    The text of the exception has no parameters, because names of players stay out of the log.

    >>> raise RuleError("tricks-sum", "tricks", hand=6, sum=7)
    Traceback (most recent call last):
    scorekeeper.rules.errors.RuleError: tricks-sum (tricks)
    """

    def __init__(self, code: str, field: str | None = None, /, **params: object) -> None:
        super().__init__(f"{code} ({field})" if field else code)
        self.code = code
        self.field = field
        self.params = params
        self.entry: int | None = None

"""Errors with a code and plain values, and no words: messages make a sentence of them."""

from __future__ import annotations


class CodedError(Exception):
    """An error whose code says what is wrong, as in "tricks-sum"; `params` hold the values.

    Its sentence is in `messages.errors`. The text of the exception has no parameters, because names
    of players stay out of the log.
    """

    field: str | None = None

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class RuleError(CodedError, ValueError):
    """An input that the rules do not allow: a code, the field at fault, and its entry.

    `field` is the plain name in a hand or an entry ("tricks"), a path anywhere else
    ("ruleset.target.points"), or None if no single field is at fault. `entry` counts from 1 and is
    None if the file or the form as a whole is invalid.

    >>> raise RuleError("tricks-sum", "tricks", hand=6, sum=7)
    Traceback (most recent call last):
    scorekeeper.rules.errors.RuleError: tricks-sum (tricks)
    """

    def __init__(self, code: str, field: str | None = None, /, **params: object) -> None:
        super().__init__(code, **params)
        self.field = field
        self.entry: int | None = None

    def __str__(self) -> str:
        return f"{self.code} ({self.field})" if self.field else self.code

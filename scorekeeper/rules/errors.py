"""Sentences for people, and the refusal that carries one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from scorekeeper.messages.locale import current_locale

LONGEST_SHOWN = 40


def N_(template: str) -> str:  # noqa: N802 - what the makers of gettext call it
    """Marks words that are translated where they are said, in a Message of this template."""
    return template


class Message:
    """A template with named gaps and what fills them, said in the language that is spoken then.

    What fills a gap may be a Message again.

    >>> str(Message("There is no seat %(seat)s.", seat=7))
    'There is no seat 7.'
    """

    __slots__ = ("params", "template")

    def __init__(self, template: str, **params: object) -> None:
        self.template = template
        self.params = params

    def __str__(self) -> str:
        said = current_locale().words(self.template)
        return said % self.params if self.params else said

    @property
    def source(self) -> str:
        """What it says in English, whatever is spoken."""
        return self.template % self.params if self.params else self.template

    def __repr__(self) -> str:
        return f"Message({self.template!r}, {self.params!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.params) == (other.template, other.params)

    __hash__ = None  # type: ignore[assignment]  # what fills its gaps may be a list


class RuleError(ValueError):
    """What the rules do not allow: one sentence, the field at fault, and the entry it stands in.

    `field` is the leaf name for a hand or an entry ("tricks"), a path for anything around it
    ("ruleset.target.points"), or None where no one field is at fault. `entry` counts from 1 and is
    None when the file or the form is refused as a whole.
    """

    def __init__(self, template: str, field: str | None = None, **params: object) -> None:
        self.sentence = Message(template, **params)
        self.field = field
        self.entry: int | None = None
        super().__init__(template, field)

    @property
    def why(self) -> str:
        return str(self.sentence)

    def __str__(self) -> str:
        return self.why


def capitalized(words: object) -> str:
    """The words, as they begin a sentence."""
    text = str(words)
    return text[:1].upper() + text[1:]


def join_words(words: Iterable[str]) -> str:
    """Clubs and spades and hearts, of at least one word; each is said, and what joins them."""
    said, *more = words
    return str(reduce(_and, more, Message(said)))


def _and(said: Message, word: str) -> Message:
    return Message("%(one)s and %(other)s", one=said, other=Message(word))


def quote_value(value: object) -> str:
    """The value as a reader would recognise it, short enough for a sentence."""
    text = _quoted(value) if isinstance(value, str) else _json_like(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _quoted(text: str) -> str:
    """The text on one line, whatever it holds."""
    seen = text[: LONGEST_SHOWN + 1]
    return '"' + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in seen) + '"'


def _json_like(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return str(Message("an object"))
    if isinstance(value, list):
        within = str(Message("a list"))
        items = (within if isinstance(item, list) else _json_like(item) for item in value[:9])
        return f"[{', '.join(items)}]"
    if isinstance(value, int) and abs(value) >= 10**12:
        return str(Message("a number of more than 12 figures"))
    return str(value)
